"""The referee sees the cards one by one and speaks up at the first one that proves a fault.

Everything that affects its state is in this file and in `evidence.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from overtrick.core.actions import ROEM, SILENT
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import DEAD, Game, Outcome, Pins
from overtrick.core.scoring import DealScore, Scores
from overtrick.core.seats import Seat, Side, parse_seat
from overtrick.core.tricks import Strain, Trick, parse_strain
from overtrick.deal.course import Course
from overtrick.referee.evidence import Evidence, Play, kept_out
from overtrick.referee.verdict import Fault, proved_by_deal, proved_by_player

Level = Literal["player", "deal"]
"""`player`: a card contradicts what its own player has shown. `deal`: no deal makes all plays legal."""


class Referee:
    """Judges one deal, card by card.

    >>> referee = Referee("belote", "S")
    >>> for card in "Qh 8h Ah 9h Kh Th 7h Qs".split():
    ...     assert referee.play(card) is None
    >>> referee.scores, referee.leader
    ((14, 17), Seat.EAST)
    >>> print(referee.play("Jh").message())
    Player 2 played the jack of hearts in trick 3, but showed in trick 2 that he had no hearts: he played the queen of \
spades on a heart lead.
    """

    def __init__(
        self,
        game: Game | str,
        strain: Strain | str,
        evidence: Level = "deal",
        *,
        leader: Seat | int | str = Seat.NORTH,
        contract: Contract | None = None,
        taker: Side | int | None = None,
        hands: Sequence[Cards | None] | None = None,
        pins: Pins | None = None,
    ) -> None:
        """A referee for a deal whose hands are not known, or known as far as `hands` and `pins` tell.

        `contract` tells what is played, or `taker` at least by which side; without them there may be no final scores.
        """
        if evidence not in ("player", "deal"):
            raise Invalid("bad-evidence", text=str(evidence))
        self.game = find_game(game)
        self.strain = parse_strain(strain) if isinstance(strain, str) else strain
        self.level = evidence
        side = None if taker is None else Side(taker)
        self.contract = Contract(self.strain, side) if contract is None else contract
        self.finding: Finding | Fault | None = None
        """the first thing that was wrong; nothing is judged after it"""
        first = parse_seat(leader) if isinstance(leader, str) else Seat(leader)
        self.course = Course.at_play(self.game, first.previous, self.contract, leader=first)
        """the play so far, without a card that proves a fault"""
        self._evidence = Evidence(self.game.pack, self.game.hand_size, kept_out(self.game, hands, pins or {}))
        if not self._evidence.deal_exists():
            raise Invalid("impossible-deal")

    @property
    def tricks(self) -> int:
        """How many tricks are complete."""
        return len(self.course.tricks)

    @property
    def scores(self) -> Scores:
        """What each side has won so far."""
        return self.course.points

    @property
    def _trick(self) -> Trick:
        return self.course.in_play[1]

    @property
    def leader(self) -> Seat:
        """Who led to the trick on the table or, before its first card, who leads to it."""
        return self._trick.leader

    @property
    def turn(self) -> Seat:
        """Who plays next."""
        return self._trick.turn

    @property
    def plays(self) -> Sequence[Play]:
        """The cards played so far."""
        return self._evidence.plays

    @property
    def is_between_tricks(self) -> bool:
        """Whether no card is on the table."""
        return not self._trick.cards

    @property
    def is_over(self) -> bool:
        """Whether all tricks of the deal have been played."""
        return self.course.phase == "over"

    @property
    def final(self) -> Scores | None:
        """The scores of the deal once it is over, by the last trick or by a revoke."""
        if isinstance(self.finding, Fault):
            guilty = self.finding.side
            if guilty is None:
                return None
            return self.game.scores_after_revoke(guilty, self.contract, self.course.tally.bonus)
        return self._score and self._score.scores

    @property
    def worth(self) -> Scores | None:
        """What the deal counts in a match, where it is over and that is not its final scores."""
        if isinstance(self.finding, Fault):
            guilty = self.finding.side
            return None if guilty is None else self.game.revoke_worth(guilty)
        return self._score and self._score.worth

    @property
    def _score(self) -> DealScore | None:
        return self.game.score(self.outcome) if self.is_over and self.finding is None else None

    @property
    def outcome(self) -> Outcome:
        """What the score of the deal depends on, as far as the cards tell it."""
        outcome = self.course.outcome()
        assert outcome is not None, "there is a contract"
        return outcome

    def lead_out_of_turn(self, seat: Seat) -> None:
        """Let another player lead to the next trick, because their lead was let pass."""
        trick = self._trick._replace(leader=seat)
        self.course = self.course._replace(trick=trick, turn=trick.turn)

    def play(self, card: Card | str, announced: bool = True, excused: bool = False) -> Finding | Fault | None:
        """Judge the next card. Once something was wrong, every further card gets the same answer.

        `announced` tells whether what it brings was said, if that was due: belote or rebelote with it, or after it what
        lies in the trick that it completes. A card that is excused is a known revoke: it proves nothing.
        """
        if self.finding is None:
            card, seat, evidence = Card(card) if isinstance(card, str) else card, self.course.turn, self._evidence
            if seat is not None and card.bit & evidence.unseen & ~evidence.pinned_out[seat]:
                self.finding = self._judge(card, seat, announced, excused)
            else:
                self.finding = self._against_facts(card)
        return self.finding

    def finish(self) -> Finding | Fault | None:
        """What is wrong at the end of the cards: what was wrong before, or that cards are missing."""
        if self.finding is None and not self.is_over:
            self.finding = Finding("incomplete", {"tricks": self.tricks, "all": self.game.hand_size})
        return self.finding

    def _against_facts(self, card: Card) -> Finding:
        """How a card contradicts the facts, whatever the rules of play are."""
        if self.is_over:
            return Finding("too-many-tricks", {"all": self.tricks})
        if card not in self.game.pack:
            return Finding("not-in-pack", {"card": str(card), "game": self.game.name})
        evidence, seat = self._evidence, self._trick.turn
        values: dict[str, str | int] = {
            "card": str(card),
            "player": self.game.seat_name(seat),
            "trick": self.tricks + 1,
        }
        if not card.bit & evidence.unseen:
            earlier = next(play.trick for play in evidence.plays if play.card is card)
            return Finding("card-twice", {**values, "earlier": earlier})
        places = evidence.pins[card]
        if places == {DEAD}:
            return Finding("card-dead", values)
        if len(places) == 1:
            return Finding("card-elsewhere", {**values, "holder": self.game.seat_name(Seat(*places))})
        return Finding("card-not-held", values)

    def _judge(self, card: Card, seat: Seat, announced: bool, excused: bool) -> Finding | Fault | None:
        evidence, course, (rules, trick) = self._evidence, self.course, self.course.in_play
        duty = rules.tricks.duty(trick, seat)
        proves = 0 if excused else duty.proves(card)
        led = rules.tricks.ranking.suit_of[(trick.cards[0] if trick.cards else card).index]
        betrayed = card.bit & evidence.barred[seat] or (proves and proves & evidence.must_hold(seat))
        play = (len(course.tricks) + 1, seat, card, led, trick.master or card, duty, proves)
        evidence.add(tuple.__new__(Play, play))  # quicker than its constructor
        if self.level == "player":
            if betrayed:
                return proved_by_player(self.game, self.strain.suit, evidence)
        elif betrayed or not evidence.deal_exists():
            return self._unexplained()
        self.course = course.play(card, is_announced=announced, proves=proves)
        if rules.must_claim and self.course.unclaimed and (announced or self.course.is_played_out):
            self.course = self.course.say(ROEM if announced else SILENT)
        return None

    def _unexplained(self) -> Finding | Fault:
        """No deal satisfies all facts and duties: either the facts contradict each other, or there is a fault."""
        missing = self._evidence.shortage(())
        if missing is not None:
            return Finding("card-missing", {"card": str(missing.cards)})
        return proved_by_deal(self.game, self.strain.suit, self._evidence)
