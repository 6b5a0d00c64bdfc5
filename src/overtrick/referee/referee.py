"""The referee: he sees the cards one by one and speaks up at the first one that proves a fault.

Everything that affects his state is in this file and in `evidence.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import DEAD, Game, Outcome, Pins
from overtrick.core.scoring import DealScore, Scores, Tally
from overtrick.core.seats import SEATS, Seat, Side, parse_seat
from overtrick.core.tricks import Strain, Trick, parse_strain
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
        """A referee for a deal whose hands he does not know, or knows as far as `hands` and `pins` tell.

        `contract` tells what is played, or `taker` at least by which side; without them there may be no final scores.
        """
        if evidence not in ("player", "deal"):
            raise Invalid("bad-evidence", text=str(evidence))
        self.game = find_game(game) if isinstance(game, str) else game
        self.strain = parse_strain(strain) if isinstance(strain, str) else strain
        self.level = evidence
        side = None if taker is None else Side(taker)
        self.contract = Contract(self.strain, side) if contract is None else contract
        self.finding: Finding | Fault | None = None
        """the first thing that was wrong; nothing is judged after it"""
        self.tricks = 0
        """how many tricks are complete"""
        self._rules = self.game.rules(self.strain)
        self._tally = Tally(self.game.counting(self.strain))
        self._trick = Trick(parse_seat(leader) if isinstance(leader, str) else Seat(leader), out=self.contract.out)
        self._played = [0] * (len(SEATS) + 1)
        """what each seat has played, as masks; nobody sits at place 0"""
        self._evidence = Evidence(self.game.pack, self.game.hand_size, kept_out(self.game, hands, pins or {}))
        if not self._evidence.deal_exists():
            raise Invalid("impossible-deal")

    @property
    def scores(self) -> Scores:
        """What each side has won so far."""
        return self._tally.scores

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
        return self.tricks == self.game.hand_size

    @property
    def final(self) -> Scores | None:
        """The scores of the deal once it is over, by the last trick or by a revoke."""
        if isinstance(self.finding, Fault):
            guilty = self.finding.side
            return None if guilty is None else self.game.revoke_scores(guilty, self.contract)
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
        return outcome_of(self.contract, self._tally)

    def play(self, card: Card | str, announced: bool = True) -> Finding | Fault | None:
        """Judge the next card. Once something was wrong, every further card gets the same answer.

        `announced` tells whether its player said belote or rebelote with it, if that was due.
        """
        if self.finding is None:
            card = Card(card) if isinstance(card, str) else card
            self.finding = self._against_facts(card) or self._judge(card, announced)
        return self.finding

    def finish(self) -> Finding | Fault | None:
        """What is wrong at the end of the cards: what was wrong before, or that cards are missing."""
        if self.finding is None and not self.is_over:
            self.finding = Finding("incomplete", {"tricks": self.tricks, "all": self.game.hand_size})
        return self.finding

    def _against_facts(self, card: Card) -> Finding | None:
        """A card that contradicts the facts, whatever the rules of play are."""
        if self.is_over:
            return Finding("too-many-tricks", {"all": self.game.hand_size})
        if card not in self.game.pack:
            return Finding("not-in-pack", {"card": str(card), "game": self.game.name})
        evidence, seat = self._evidence, self._trick.turn
        if card.bit & evidence.unseen & ~evidence.pinned_out[seat]:
            return None
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

    def _judge(self, card: Card, announced: bool) -> Finding | Fault | None:
        trick, evidence = self._trick, self._evidence
        seat, duty = trick.turn, self._rules.duty(trick)
        proves = duty.proves(card)
        led = self._rules.ranking.suit_of[(trick.cards[0] if trick.cards else card).index]
        betrayed = card.bit & evidence.barred[seat] or (proves and proves & evidence.must_hold(seat))
        evidence.add(Play(self.tricks + 1, seat, card, led, trick.master or card, duty, proves))
        if self.level == "player":
            if betrayed:
                return proved_by_player(self.game, self.strain.suit, evidence)
        elif betrayed or not evidence.deal_exists():
            return self._unexplained()
        self._tally.card_played(seat, card, self._played[seat], announced)
        self._played[seat] |= card.bit
        self._trick = self._rules.add(trick, card)
        if self._trick.is_complete:
            cards, self._trick = self._trick.cards, self._trick.next_trick()
            self.tricks += 1
            self._tally.trick_won(self._trick.leader, cards, self.is_over)
        return None

    def _unexplained(self) -> Finding | Fault:
        """No deal satisfies all facts and duties: either the facts contradict each other, or there is a fault."""
        missing = self._evidence.shortage(())
        if missing is not None:
            return Finding("card-missing", {"card": str(missing.cards)})
        return proved_by_deal(self.game, self.strain.suit, self._evidence)


def outcome_of(contract: Contract, tally: Tally) -> Outcome:
    """What the score of a deal depends on, as far as the cards tell it."""
    bonus = (tally.bonus[0], tally.bonus[1])
    taker_tricks = 0 if contract.seat is None else tally.tricks_of[contract.seat - 1]
    return Outcome(contract, tally.points, tally.tricks, bonus, taker_tricks=taker_tricks)
