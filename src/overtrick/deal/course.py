"""The course of a deal: all that has happened in it, as everybody at the table knows it.

A course is immutable and extended by one action at a time. Rounds, views, the referee, tables and their clients all
follow a deal by it; it holds no card that is hidden from anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final, Literal, NamedTuple, TypeVar

from overtrick.core.actions import (
    BELOTE,
    DECLARE,
    PAIR_WORDS,
    REBELOTE,
    ROEM,
    SILENT,
    STOECK,
    Action,
    Call,
    Word,
    parse_discard,
    parse_gift,
    parse_word,
)
from overtrick.core.annonces import Annonce
from overtrick.core.auctions import Auction, Contract, NoAuction
from overtrick.core.cards import Card, Cards, card_name, find_card
from overtrick.core.catalogue import game_text
from overtrick.core.errors import Illegal, Invalid
from overtrick.core.game import Game, Outcome, nil_tricks_of
from overtrick.core.scoring import NOBODY, DealScore, Scores, Tally
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain, Trick

Phase = Literal["auction", "discard", "exchange", "play", "over"]
Masks = tuple[int, ...]
"""a set of cards for each of the seats 1 to 4"""

OpenCards = tuple[tuple[Seat, Cards], ...]
"""cards that lie open, and whose they are"""

NO_CARDS: Final[Masks] = (0, 0, 0, 0)
FIXED: Final = 12
"""how many fields of a course no card changes"""


class PlayRules:
    """All that the play of a game under a strain depends on."""

    def __init__(self, game: Game, strain: Strain) -> None:
        self.game, self.strain = game, strain
        self.tricks = game.rules(strain)
        self.counting = game.counting(strain)
        self.pair_cards = sum(self.counting.pairs)
        """the cards that bring a bonus with another one, as a mask"""
        self.must_say = self.counting.must_be_said
        told_last = self.counting.pairs_are_told_last
        self.pair_words = (STOECK,) if told_last else (BELOTE, REBELOTE)
        """what is said with the cards of a pair"""
        self.first_tells = not self.must_say and not told_last
        """whether all hear by itself, with the first card of a pair, that its player holds the second"""
        self.must_claim = bool(self.counting.trick_sets) and self.counting.sets_must_be_said
        """whether sets of cards count only if the winner of their trick says so"""
        self.has_annonces = game.declaring.is_allowed
        self.declares_by_itself = self.has_annonces and game.declaring.by_itself
        self.has_words = self.must_say or self.must_claim or (self.has_annonces and not self.declares_by_itself)
        """whether players may say anything before a card"""

    def pair_of(self, card: Card) -> int:
        """The pair that a card belongs to, as a mask."""
        return next((pair for pair in self.counting.pairs if pair & card.bit), 0)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PlayRules):
            return NotImplemented
        return self is other or (self.game == other.game and self.strain is other.strain)

    def __hash__(self) -> int:
        return hash((self.game, self.strain))

    def __reduce__(self) -> tuple[object, ...]:
        return play_rules, (self.game, self.strain)


@lru_cache(256)
def play_rules(game: Game, strain: Strain) -> PlayRules:
    """The rules of the play under a strain; refuses one that the game does not have."""
    return PlayRules(game, strain)


class Course(NamedTuple):
    """What has happened in a deal so far."""

    game: Game
    dealer: Seat
    turned: tuple[Card, ...]
    """the cards that were turned up for all to see, in order"""
    vulnerable: frozenset[Side]
    number: int | None
    """of the board, if any"""
    contract: Contract | None
    """what is played, once the auction has ended"""
    rules: PlayRules | None
    """of the play, once there is a contract"""
    dummy: Seat | None
    """whose hand is laid open after the first lead"""
    declared: tuple[tuple[Seat, str], ...]
    """the names of the annonces that were declared"""
    claimed: int | None
    """how many tricks the side of the contract has in all, if a claim ended the play"""
    given: int
    """how many cards partners have given each other"""
    auction: Auction
    # A card changes no field above, and may change all below; most calls change the one above and the one below.
    turn: Seat | None
    """whose call or card comes next; None at the end"""
    phase: Phase = "auction"
    """what the players are doing"""
    trick: Trick | None = None
    """the trick on the table, once play has begun; it has no cards before a lead"""
    tricks: tuple[Trick, ...] = ()
    """the tricks that are complete"""
    plays: tuple[Card, ...] = ()
    """all cards played, in order"""
    players: tuple[Seat, ...] = ()
    """who played them"""
    played: Masks = NO_CARDS
    """what each seat has played"""
    lacking: Masks = NO_CARDS
    """what each seat has shown not to hold, if all play by the rules"""
    said: tuple[tuple[int, Word], ...] = ()
    """what was said in the play, each with the number of cards played before; belotes that count by themselves too"""
    shown: OpenCards = ()
    """the annonces that count, which their side shows after the first trick"""
    tally: Tally = Tally()
    """what the players have won"""

    @classmethod
    def start(
        cls,
        game: Game,
        dealer: Seat,
        turn_up: Card | None,
        vulnerable: frozenset[Side] = NOBODY,
        number: int | None = None,
    ) -> Course:
        """A deal before its first call, or before its first card where there is no auction."""
        auction, turned = game.auction(dealer, turn_up, vulnerable), () if turn_up is None else (turn_up,)
        course = cls(game, dealer, turned, vulnerable, number, None, None, None, (), None, 0, auction, auction.turn)
        return course if auction.turn else course._after_auction(auction)

    @classmethod
    def at_play(
        cls,
        game: Game,
        dealer: Seat,
        contract: Contract,
        *,
        leader: Seat | None = None,
        auction: Auction | None = None,
        turn_up: Card | None = None,
        vulnerable: frozenset[Side] = NOBODY,
        number: int | None = None,
    ) -> Course:
        """A deal before its first card, whether or not anybody knows the auction; the rules say who leads, or else."""
        auction = NoAuction(dealer, contract) if auction is None else auction
        turned = () if turn_up is None else (turn_up,)
        course = cls(game, dealer, turned, vulnerable, number, None, None, None, (), None, 0, auction, None)
        course = course._replace(given=len(givers_of(game, contract)))
        return course._with_contract(contract, "play", leader)

    def _after_auction(self, auction: Auction) -> Course:
        """The deal after a call, which may have been the last."""
        turn = auction.turn
        course = tuple.__new__(Course, (*self[: FIXED - 1], auction, turn, *self[FIXED + 1 :]))
        if turn is not None:
            return course
        contract = auction.contract
        if contract is None:
            return course._replace(phase="over")
        picks_up = self.turn_up is not None and self.game.pick_up.happens(contract, self.turn_up, self.dealer)
        gives = bool(givers_of(self.game, contract))
        return course._with_contract(contract, "discard" if picks_up else "exchange" if gives else "play")

    def _with_contract(self, contract: Contract, phase: Phase, leader: Seat | None = None) -> Course:
        leader = leader or self.game.leader(self.dealer, contract) or self.dealer.next
        trick = Trick(leader, out=contract.out)
        return self._replace(
            contract=contract,
            rules=play_rules(self.game, contract.strain),
            dummy=contract.seat.partner if self.game.has_dummy and contract.seat else None,
            phase=phase,
            turn=self._first_turn(phase, contract, trick),
            trick=trick,
        )

    def _first_turn(self, phase: Phase, contract: Contract, trick: Trick) -> Seat:
        if phase == "exchange":
            return givers_of(self.game, contract)[0]
        return self.dealer if phase == "discard" else trick.turn

    @property
    def turn_up(self) -> Card | None:
        """The card that lies turned up."""
        return self.turned[-1] if self.turned else None

    @property
    def givers(self) -> tuple[Seat, ...]:
        """Who gives a card to their partner before the play, in order."""
        return () if self.contract is None else givers_of(self.game, self.contract)

    @property
    def actor(self) -> Seat | None:
        """Who decides what comes next: the declarer for dummy, else the player whose turn it is."""
        turn = self.turn
        return turn.partner if turn is not None and turn is self.dummy and self.phase == "play" else turn

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards the seats 1 to 4 hold now."""
        game, dealing = self.game, self.game.dealing
        whole = [game.hand_size] * len(SEATS)
        held = dealing.first_sizes(self.dealer) if self.contract is None and dealing.later else whole
        sizes = [size - cards.bit_count() for size, cards in zip(held, self.played, strict=True)]
        if self.phase == "discard":
            sizes[self.dealer - 1] += 1
        elif self.phase == "exchange":
            for giver in self.givers[: self.given]:
                sizes[giver - 1] -= 1
                sizes[giver.partner - 1] += 1
        return tuple(sizes)

    @property
    def points(self) -> Scores:
        """What the sides have won so far."""
        return self.tally.scores

    @property
    def tricks_won(self) -> Scores:
        """The tricks that the sides have won so far."""
        return self.tally.tricks

    @property
    def strain(self) -> Strain:
        """What is trumps; raises `Illegal` before the play."""
        return self.in_play[0].strain

    @property
    def in_play(self) -> tuple[PlayRules, Trick]:
        """The rules of the play and the trick on the table; raises `Illegal` before the play."""
        if self.rules is None or self.trick is None:
            raise Illegal("not-in-play")
        return self.rules, self.trick

    @property
    def just_said(self) -> tuple[Word, ...]:
        """What the next player has said already before their card."""
        said, now = self.said, len(self.plays)
        return tuple([word for number, word in said if number == now]) if said and said[-1][0] == now else ()

    @property
    def said_aloud(self) -> list[tuple[int, Word]]:
        """What players have said themselves, without what is heard by itself."""
        rules = self.rules
        if rules is None:
            return []
        by_itself = (*(() if rules.must_say else PAIR_WORDS), *((DECLARE,) if rules.declares_by_itself else ()))
        return [(number, word) for number, word in self.said if word not in by_itself]

    def legal_cards(self, hand: int) -> int:
        """The cards of a hand that its player may play now."""
        rules, trick = self.rules, self.trick
        if rules is None or trick is None:
            raise Illegal("not-in-play")
        legal = rules.tricks.duty(trick, self.turn).legal(hand)
        for word in self.just_said if self.said else ():
            if word in PAIR_WORDS:
                legal &= self.announceable(word, trick.turn, hand)
        return legal

    @property
    def is_played_out(self) -> bool:
        """Whether no card is played any more, and only a word may follow."""
        rules, trick = self.in_play
        return len(self.tricks) == rules.game.hand_size or rules.tricks.is_decided(trick)

    @property
    def unclaimed(self) -> int:
        """The cards of the trick just won, as a mask, if its winner may still say what sets lie in it; else 0."""
        rules = self.rules
        if rules is None or not rules.must_claim or self.turn is None or not self.tricks or ROEM in self.just_said:
            return 0
        laid = 0 if self.trick is None or self.trick.cards else sum(card.bit for card in self.tricks[-1].cards)
        return laid if rules.counting.trick_sets.points_in(laid) else 0

    def words(self, hand: int, has_annonces: bool) -> list[Word]:
        """What the next player may say before they play a card, by their hand and whether it was dealt annonces."""
        rules, trick = self.in_play
        words, said = list[Word](), self.just_said
        if has_annonces and not self.tricks and DECLARE not in said:
            words.append(DECLARE)
        if self.unclaimed:
            words += [ROEM, SILENT] if self.is_played_out else [ROEM]
        if rules.must_say and hand & rules.pair_cards and not any(word in PAIR_WORDS for word in said):
            for word in rules.pair_words:
                cards = self.announceable(word, trick.turn, hand)
                if cards and cards & self.legal_cards(hand):
                    words.append(word)
        return words

    def announceable(self, word: Word, seat: Seat, hand: int) -> int:
        """The cards of a hand with which its player may say belote, rebelote or stoeck.

        They say belote with one of a pair that they hold, and rebelote with the other after they said belote; stoeck
        with the other, whether or not they said anything before.
        """
        rules, _ = self.in_play
        begun, cards = self.played[seat - 1] & (self.tally.announced if word is REBELOTE else -1), 0
        if word is BELOTE or begun:
            for pair in rules.counting.pairs:
                if not pair & ~hand if word is BELOTE else pair & begun:
                    cards |= pair & hand
        return cards

    def word_with(self, action: Action, hand: int) -> Word | None:
        """The word that announces a card of a pair, where the next player, with a hand, has to say it."""
        rules = self.rules
        if rules is None or not rules.must_say or not isinstance(action, Card) or not action.bit & rules.pair_cards:
            return None
        seat, words = self.in_play[1].turn, [word for word in self.words(hand, False) if word in PAIR_WORDS]
        return next((word for word in words if action.bit & self.announceable(word, seat, hand)), None)

    def parse(self, text: str) -> Action:
        """The action that a text is at this moment, in any spelling; raises `Invalid` for one that is none."""
        if self.phase == "discard":
            discard = parse_discard(text)
            if discard is None:
                raise Illegal("must-discard", action=text, player=self.game.seat_name(self.dealer))
            return discard
        if self.phase == "exchange":
            gift = parse_gift(text)
            if gift is None:
                raise Illegal("must-give", action=text, player=self.game.seat_name(self.turn or self.dealer))
            return gift
        action = self.auction.parse(text) if self.phase == "auction" else parse_word(text) or find_card(text.strip())
        if action is None:
            raise Invalid("bad-action", action=text)
        return action

    def call(self, call: Call | str, hand: Cards | None = None) -> Course:
        """The deal after a call in any spelling; raises `Illegal` or `Invalid` where it may not be made."""
        return self._after_auction(self.auction.call(call, hand))

    def turn_over(self, card: Card) -> Course:
        """The deal after another card was turned up, which the auction wants; raises `Invalid` where it does not."""
        if not self.auction.wants_card or card not in self.game.dealing.beside:
            raise Invalid("bad-action", action=str(card))
        return self._replace(turned=(*self.turned, card), auction=self.auction.with_card(card))

    def lay_away(self) -> Course:
        """The deal after the dealer has laid a card away, which others do not see."""
        return self._replace(phase="play", turn=self.in_play[1].turn)

    def give(self) -> Course:
        """The deal after a player has given a card to their partner, which others do not see."""
        given, givers = self.given + 1, self.givers
        if given < len(givers):
            return self._replace(given=given, turn=givers[given])
        return self._replace(given=given, phase="play", turn=self.in_play[1].turn)

    def say(self, word: Word, declared: tuple[str, ...] = ()) -> Course:
        """The deal after a word, and the names of what is declared by it."""
        said = (*self.said, (len(self.plays), word))
        if word.tricks is not None:
            return self._replace(said=said, claimed=word.tricks, phase="over", turn=None)
        if word is ROEM or word is SILENT:
            return self._after_trick(word)._replace(said=said)
        seat = self.in_play[1].turn
        return self._replace(said=said, declared=(*self.declared, *((seat, name) for name in declared)))

    def _after_trick(self, word: Word) -> Course:
        """The deal after its next player has said what sets lie in the trick that they won, or nothing at the end."""
        rules, trick = self.in_play
        tally = (
            self.tally.with_sets(rules.counting, trick.leader, self.tricks[-1].cards) if word is ROEM else self.tally
        )
        after = self._replace(tally=tally)
        return after._replace(phase="over", turn=None) if self.is_played_out else after

    def play(
        self,
        card: Card,
        heard: Word | None = None,
        shown: OpenCards = (),
        is_announced: bool | None = None,
        proves: int | None = None,
    ) -> Course:
        """The deal after a card, which the caller knows to be legal.

        `heard` is what is said with it where belotes count by themselves; `shown` are the annonces that are laid open
        when the first trick is complete. Whether a belote is announced follows from what was said, and what the card
        proves from the duty, unless it is told.
        """
        rules, (turn, phase, trick, tricks, plays, players, played, lacking, said, laid_open, tally) = (
            self.rules,
            self[FIXED:],
        )
        if rules is None or trick is None:
            raise Illegal("not-in-play")
        seat = turn or trick.turn
        place, missing = seat - 1, rules.tricks.duty(trick, seat).proves(card) if proves is None else proves
        if card.bit & rules.pair_cards:
            if heard is not None:
                said = (*said, (len(plays), heard))
            elif is_announced is None and rules.first_tells:
                missing |= rules.pair_of(card) & ~card.bit  # a belote would have been announced
            if is_announced is None:
                is_announced = not rules.must_say or any(word in PAIR_WORDS for word in self.just_said)
            if is_announced:
                tally = tally.with_pair_card(rules.counting, seat, card, played[place])
        if missing:
            lacking = (*lacking[:place], lacking[place] | missing, *lacking[seat:])
        played = (*played[:place], played[place] | card.bit, *played[seat:])
        trick, turn = rules.tricks.add(trick, card, seat), seat.next
        if len(trick.cards) == len(SEATS) - len(trick.out):
            tricks, cards, trick = (*tricks, trick), trick.cards, rules.tricks.next_trick(trick)
            turn = trick.leader
            is_last = len(tricks) == rules.game.hand_size or rules.tricks.is_decided(trick)
            tally = tally.with_trick(rules.counting, turn, cards, is_last, not rules.must_claim)
            if is_last and not (rules.must_claim and rules.counting.trick_sets.points_in(sum(c.bit for c in cards))):
                phase, turn = "over", None
        elif trick.out:
            turn = trick.turn
        plays, players, shown = (*plays, card), (*players, seat), shown or laid_open
        changed = (turn, phase, trick, tricks, plays, players, played, lacking, said, shown, tally)
        return tuple.__new__(Course, self[:FIXED] + changed)  # half the time of the constructor, at every card

    def annonces(self, dealt: Sequence[Cards]) -> tuple[tuple[Seat, Annonce], ...]:
        """The annonces that were declared, in order, of the hands as they were dealt."""
        seats, annonces_of = dict.fromkeys(seat for seat, _ in self.declared), self.game.declaring.annonces_of
        return tuple((seat, annonce) for seat in seats for annonce in annonces_of(dealt[seat - 1], self.strain))

    def outcome(self, dealt: Sequence[Cards] | None = None) -> Outcome | None:
        """What the score depends on, as it stands now; None where all have passed.

        What the hands as they were dealt bring besides the play counts if they are told.
        """
        if self.contract is None:
            return None
        outcome = outcome_of(self.contract, self.tally)._replace(vulnerable=self.vulnerable)
        if self.claimed is not None:
            outcome = outcome._replace(tricks=claimed_by(self.contract, self.claimed, self.game.hand_size))
        if self.game.counts_in_order:
            outcome = outcome._replace(won=self.won)
        if self.game.pile is not None or self.game.sweep_goes_on:
            held = ((trick.holder, trick.master) for trick in self.tricks)
            winners = [(seat, card) for seat, card in held if seat and card]
            outcome = outcome._replace(tricks=self.game.counted_tricks(winners))
        if dealt is None:
            return outcome
        annonces = self.game.declaring.scores(self.annonces(dealt))
        return outcome._replace(annonces=annonces, honours=self.game.honours.scores(dealt, self.contract.strain))

    @property
    def won(self) -> tuple[tuple[Side, int], ...]:
        """The points of each trick that is complete, and whose it was."""
        won = list[tuple[Side, int]]()
        for number, trick in enumerate(self.tricks, start=1):
            winner, is_last = trick.holder or trick.leader, number == self.game.hand_size
            points = Tally().with_trick(self.in_play[0].counting, winner, trick.cards, is_last).points
            won.append((winner.side, sum(points)))
        return tuple(won)

    def score(self, dealt: Sequence[Cards]) -> DealScore | None:
        """What the deal is worth, once it is over, by the hands as they were dealt."""
        if self.phase != "over":
            return None
        outcome = self.outcome(dealt)
        return self.game.passed_out(self.dealer) if outcome is None else self.game.score(outcome)


def outcome_of(contract: Contract, tally: Tally) -> Outcome:
    """What the score of a deal depends on, as far as the cards tell it."""
    taker_tricks = 0 if contract.seat is None else tally.tricks_of[contract.seat - 1]
    outcome = Outcome(contract, tally.points, tally.tricks, tally.bonus, taker_tricks=taker_tricks)
    return outcome._replace(nil_tricks=nil_tricks_of(contract, tally.tricks_of)) if contract.nils else outcome


def givers_of(game: Game, contract: Contract) -> tuple[Seat, ...]:
    """Who gives a card to their partner before the play, in order: who promised blind, then the partner."""
    return tuple(seat for blind in contract.blinds for seat in (blind, blind.partner) for _ in range(game.exchanged))


def exchanged(hands: Sequence[Cards | None], givers: Sequence[Seat], given: Sequence[Card]) -> list[Cards | None]:
    """Hands after some gifts, as far as they are known."""
    after = list(hands)
    for giver, card in zip(givers, given, strict=False):
        for seat, change in ((giver, Cards.__sub__), (giver.partner, Cards.__or__)):
            hand = after[seat - 1]
            after[seat - 1] = None if hand is None else change(hand, Cards([card]))
    return after


def claimed_by(contract: Contract, tricks: int, all_tricks: int) -> Scores:
    """The tricks of both sides if the taker's side has some of all."""
    return (tricks, all_tricks - tricks) if contract.side is Side.ONE else (all_tricks - tricks, tricks)


T = TypeVar("T")


def told_by_course(cls: type[T]) -> type[T]:
    """A class that has a course: the fields that it only annotates are those of the course."""
    for field in vars(cls)["__annotations__"]:
        setattr(cls, field, property(attrgetter(f"course.{field}")))
    return cls


@told_by_course
class OfCourse:
    """What rounds and views tell of the course that they follow."""

    __slots__ = ()

    game: Game
    """the game with its house rules"""
    dealer: Seat
    """who has dealt"""
    turn_up: Card | None
    """the card that all can see; in some games it is one of the dealer's"""
    turned: tuple[Card, ...]
    """all cards that were turned up, in order"""
    vulnerable: frozenset[Side]
    """the sides that are vulnerable"""
    number: int | None
    """the number of the board, if it has one"""
    phase: Phase
    """what the players are doing"""
    turn: Seat | None
    """whose call or card comes next; None at the end"""
    actor: Seat | None
    """who decides what comes next: the declarer for dummy, else the player whose turn it is"""
    auction: Auction
    """the calls that were made"""
    contract: Contract | None
    """what is played, once the auction has ended"""
    plays: tuple[Card, ...]
    """all cards played, in order"""
    players: tuple[Seat, ...]
    """who played them"""
    trick: Trick | None
    """the trick on the table, once play has begun; it has no cards before a lead"""
    tricks: tuple[Trick, ...]
    """the tricks that are complete"""
    said: tuple[tuple[int, Word], ...]
    """what was said in the play, each with the number of cards played before"""
    tally: Tally
    """what the players have won so far"""


def course_picture(course: Course, hands: Sequence[Cards | int]) -> str:
    """A picture of a deal for notebooks, with what is seen of the hands of the seats 1 to 4."""
    from overtrick.core.drawing import table_picture

    game = course.game
    marks = {course.dealer: " (dealer)"} | ({} if course.turn is None else {course.turn: " ▸"})
    names = [f"{game.seat_name(seat)}{marks.get(seat, '')}" for seat in SEATS]
    lines = [
        game_text(game),
        *([] if course.turn_up is None else [f"turned up: {card_name(course.turn_up, 'symbol')}"]),
    ]
    if (contract := course.contract) is not None:
        taker = "" if contract.seat is None else game.seat_name(contract.seat)
        lines.append(f"{contract.value or ''} {contract.strain}{'X' * contract.double} {taker}".strip())
        lines.append(" : ".join(map(str, course.points)))
    return table_picture(hands, names, course.trick, lines, game.direction == "clockwise")
