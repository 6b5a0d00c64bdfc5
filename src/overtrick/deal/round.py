"""A round: one deal from the first call to the score, for any game, with all hands.

A round is a course and the hands that go with it; immutable. `legal` tells what may be done now and `apply` gives the
round after it, in every phase; `overtrick.core.actions` lists what can be done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import NamedTuple

from overtrick.core.actions import (
    BELOTE,
    DECLARE,
    DISCARDS,
    GIFTS,
    PAYING_WORDS,
    REBELOTE,
    STOECK,
    Action,
    Call,
    Discard,
    Gift,
    Word,
)
from overtrick.core.annonces import Annonce
from overtrick.core.auctions import Auction, Contract
from overtrick.core.cards import Card, Cards, cards_in
from overtrick.core.errors import Illegal, Invalid
from overtrick.core.game import Game, Outcome
from overtrick.core.scoring import NOBODY, DealScore
from overtrick.core.seats import Seat, Side
from overtrick.deal.course import Course, Masks, OfCourse, OpenCards, course_picture, told_by_course
from overtrick.deal.dealing import DealtCards, deal, deal_later
from overtrick.deal.position import Position
from overtrick.deal.record import Deal, Record, board_tags


class _Hands(NamedTuple):
    course: Course
    dealt: DealtCards
    """the cards as they were dealt; after the auction with the cards that followed it"""
    held: Masks
    """what the seats 1 to 4 hold now"""
    discard: Card | None = None
    """what the dealer has laid away"""
    given: tuple[Card, ...] = ()
    """what players have given their partners, in order; the course tells who"""


@told_by_course
class Round(_Hands, OfCourse):
    """One deal of a game, from the first call to the score; immutable.

    `legal` tells what may be done now, and `apply` gives the round after it, be it a call, a discard, a card or a word.

    >>> from overtrick.core.catalogue import find_game
    >>> game = find_game("sueca")
    >>> round = Round(game, Seat.WEST, tuple(game.pack))
    >>> round.turn, len(round.legal())
    (Seat.NORTH, 10)
    """

    __slots__ = ()

    dummy: Seat | None
    """whose hand is laid open after the first lead"""
    claimed: int | None
    """how many tricks the taker's side has in all, if a claim ended the play"""

    def __new__(
        cls,
        game: Game,
        dealer: Seat,
        deck: Sequence[Card],
        *,
        vulnerable: frozenset[Side] = NOBODY,
        number: int | None = None,
    ) -> Round:
        """A deal of a deck by a dealer; Bridge also asks who is vulnerable. `number` is that of the board, if any."""
        dealt = deal(game, dealer, deck)
        course = Course.start(game, dealer, dealt.turn_up, vulnerable, number)
        return _round(course, dealt, dealt.masks)._declared_by_itself()

    @staticmethod
    def at_play(
        game: Game,
        dealer: Seat,
        contract: Contract,
        hands: Sequence[Cards],
        *,
        auction: Auction | None = None,
        turn_up: Card | None = None,
        stock: tuple[Card, ...] = (),
        discard: Card | None = None,
        vulnerable: frozenset[Side] = NOBODY,
        number: int | None = None,
    ) -> Round:
        """A deal before its first card, with the hands of the play; nobody need know the auction."""
        course = Course.at_play(
            game, dealer, contract, auction=auction, turn_up=turn_up, vulnerable=vulnerable, number=number
        )
        dealt = DealtCards(tuple(map(tuple, hands)), turn_up, stock)
        return _round(course, dealt, dealt.masks, discard)._declared_by_itself()

    def __reduce__(self) -> tuple[object, ...]:
        return _round, tuple(self)

    @property
    def hands(self) -> tuple[Cards, ...]:
        """What the seats 1 to 4 hold now."""
        return tuple(map(Cards.from_mask, self.held))

    @property
    def position(self) -> Position:
        """The position in the play, with open hands."""
        rules, trick = self.course.in_play
        return Position.at(self.game, rules.strain, self.hands, trick)

    @property
    def actions_done(self) -> list[Action]:
        """All that was done since the beginning, but words."""
        discard = [] if self.discard is None else [DISCARDS[self.discard]]
        return [*self.auction.calls, *discard, *(GIFTS[card] for card in self.given), *self.plays]

    def _repr_svg_(self) -> str:
        """A picture with all hands, for notebooks."""
        return course_picture(self.course, self.hands)

    def legal(self) -> tuple[Action, ...]:
        """All that the player who decides may do now; nothing at the end."""
        course = self.course
        turn = course.turn
        if turn is None:
            return ()
        hand = self.held[turn - 1]
        if course.phase == "auction":
            return course.auction.legal(Cards.from_mask(hand))
        if course.phase == "discard":
            return tuple(DISCARDS[card] for card in cards_in(hand))
        if course.phase == "exchange":
            return tuple(GIFTS[card] for card in cards_in(hand))
        cards = cards_in(course.legal_cards(hand))
        return (*self._words(turn, hand), *cards) if course.rules and course.rules.has_words else cards

    def _words(self, turn: Seat, hand: int) -> list[Word]:
        course, rules = self.course, self.course.rules
        if rules is None:
            return []
        may_declare = rules.has_annonces and not course.tricks and not rules.declares_by_itself
        if not may_declare and not rules.must_claim and not (rules.must_say and hand & rules.pair_cards):
            return []
        return course.words(hand, may_declare and bool(self._annonces_of(turn)))

    def _annonces_of(self, seat: Seat) -> tuple[Annonce, ...]:
        return self.game.declaring.annonces_of(Cards(self.dealt.hands[seat - 1]), self.course.strain)

    def apply(self, action: Action | str) -> Round:
        """The round after an action, or a text that is one; raises `Illegal` or `Invalid` where it may not be done."""
        course = self.course
        phase, turn = course.phase, course.turn
        if turn is None:
            raise Illegal("deal-is-over", action=str(action))
        hand = self.held[turn - 1]
        if phase == "auction":
            if isinstance(action, Card):  # 2c, the card, is not 2C, the bid
                legal = ", ".join(course.auction.legal(Cards.from_mask(hand)))
                raise Invalid("bad-call", call=str(action), legal=legal)
            return self._after_call(course.call(action, Cards.from_mask(hand)))
        if isinstance(action, str) and not isinstance(action, Call | Discard | Gift | Word):
            action = course.parse(action)
        if phase == "discard":
            return self._after_discard(self._card_of(action, turn, Discard, "must-discard"))
        if phase == "exchange":
            return self._after_gift(self._card_of(action, turn, Gift, "must-give"), turn)
        if isinstance(action, Word) and action.tricks is None:
            if action not in self._words(turn, hand):
                raise self._refusal(action, turn)
            return self._after_word(action, turn)
        if not isinstance(action, Card):
            raise Invalid("bad-action", action=str(action))
        if not course.legal_cards(hand) & action.bit:
            raise self._refusal(action, turn)
        return self._after_card(action, turn)

    def apply_unchecked(self, action: Action) -> Round:
        """The round after one of the actions that `legal` gave."""
        turn = self.course.turn
        assert turn is not None, "there was something legal"
        if isinstance(action, Card):
            return self._after_card(action, turn)
        if isinstance(action, Word):
            return self._after_word(action, turn)
        if isinstance(action, Discard):
            return self._after_discard(action.card)
        if isinstance(action, Gift):
            return self._after_gift(action.card, turn)
        return self._after_call(self.course.call(action, Cards.from_mask(self.held[turn - 1])))

    def apply_all(self, actions: Iterable[Action | str]) -> Round:
        """The round after some actions."""
        return reduce(Round.apply, actions, self)

    def choose(self, action: Action | str) -> Round:
        """The round after an action, for players who say all that they can: words go with it and before the next card.

        Words bring points and cost nothing, so that learners and statistics need not choose them.
        """
        word = None
        if self.turn is not None and isinstance(action, Card):
            word = self.course.word_with(action, self.held[self.turn - 1])
        after = self.apply(action)
        return (after if word is None else self.apply_unchecked(word).apply(action)).declare()

    def declare(self) -> Round:
        """The round after the next player has said what brings points by itself."""
        rules, turn = self.course.rules, self.turn
        if rules is None or turn is None or not (rules.must_claim or (rules.has_annonces and not self.tricks)):
            return self
        words = self._words(turn, self.held[turn - 1])
        return reduce(Round.apply_unchecked, (word for word in words if word in PAYING_WORDS), self)

    def _refusal(self, action: Action, turn: Seat) -> Illegal:
        name, legal = self.game.seat_name(turn), ", ".join(map(str, self.legal()))
        if isinstance(action, Card):
            code = "illegal-card" if self.held[turn - 1] & action.bit else "card-not-in-hand"
            return Illegal(code, card=str(action), player=name, legal=legal)
        return Illegal("illegal-word", word=str(action), player=name)

    def _card_of(self, action: Action, turn: Seat, kind: type[Discard | Gift], refusal: str) -> Card:
        """The card that a player lays away or gives; refuses what is no such action, and what they do not hold."""
        card, hand = action.card if isinstance(action, kind) else action, self.held[turn - 1]
        name = self.game.seat_name(turn)
        if not isinstance(card, Card):
            raise Illegal(refusal, action=str(action), player=name)
        if not hand & card.bit:
            raise Illegal("card-not-in-hand", card=str(card), player=name, legal=str(Cards.from_mask(hand)))
        return card

    def _after_call(self, course: Course) -> Round:
        contract = course.contract
        if course.auction.wants_card:
            course = course.turn_over(self.dealt.stock[len(course.turned) - 1])
        if contract is None:
            return _round(course, self.dealt, self.held)
        dealt = deal_later(course.game, course.dealer, self.dealt, contract)
        held = self.held if dealt is self.dealt else dealt.masks
        if course.phase == "discard" and course.turn_up is not None:
            held = _changed(held, course.dealer, held[course.dealer - 1] | course.turn_up.bit)
        return _round(course, dealt, held)._declared_by_itself()

    def _after_discard(self, card: Card) -> Round:
        course = self.course
        held = _changed(self.held, course.dealer, self.held[course.dealer - 1] & ~card.bit)
        return _round(course.lay_away(), self.dealt, held, card)._declared_by_itself()

    def _after_gift(self, card: Card, turn: Seat) -> Round:
        held = _changed(self.held, turn, self.held[turn - 1] & ~card.bit)
        held = _changed(held, turn.partner, held[turn.partner - 1] | card.bit)
        return _round(self.course.give(), self.dealt, held, self.discard, (*self.given, card))

    def _after_word(self, word: Word, turn: Seat) -> Round:
        names = tuple(annonce.name for annonce in self._annonces_of(turn)) if word is DECLARE else ()
        return _round(self.course.say(word, names), self.dealt, self.held, self.discard, self.given)

    def _after_card(self, card: Card, turn: Seat) -> Round:
        course, dealt, held, discard, given = self
        rules = course.rules
        announced = None
        if rules is not None and card.bit & rules.pair_cards and not rules.must_say:
            announced = self._announced_by_itself(card, turn, rules.pair_of(card))
        shown = self._annonces_that_count() if course.declared and not course.shown else ()
        hand = held[turn - 1] & ~card.bit
        after = _round(course.play(card, announced, shown), dealt, _changed(held, turn, hand), discard, given)
        return after if course.tricks else after._declared_by_itself()

    def _declared_by_itself(self) -> Round:
        """The round with what the next player declares before their first card, where nobody has to say it."""
        course, turn = self.course, self.course.turn
        if course.rules is None or not course.rules.declares_by_itself or course.phase != "play" or course.tricks:
            return self
        return self._after_word(DECLARE, turn) if turn is not None and self._annonces_of(turn) else self

    def _announced_by_itself(self, card: Card, seat: Seat, pair: int) -> Word | None:
        """What all hear with a card of a pair that one hand was dealt, where nobody has to say it."""
        mate, told_last = pair & ~card.bit, self.game.counting(self.course.strain).pairs_are_told_last
        if self.held[seat - 1] & mate:
            return None if told_last else BELOTE
        second = STOECK if told_last else REBELOTE
        return second if self.course.played[seat - 1] & mate else None

    def _annonces_that_count(self) -> OpenCards:
        """What is laid open with the last card of the first trick: the annonces of the side whose annonces count."""
        _, trick = self.course.in_play
        if self.course.tricks or len(trick.cards) + 1 < len(trick.players):
            return ()
        scores = self.game.declaring.scores(self.annonces)
        side = Side.ONE if scores[0] else Side.TWO if scores[1] else None
        return tuple((seat, annonce.cards) for seat, annonce in self.annonces if seat.side is side)

    def claim(self, tricks: int, certain: Callable[[Position, int], bool]) -> Round:
        """The end of the play by a claim of the declarer's tricks in all, if `certain` says that they are.

        `certain` may ask the opponents, or a solver: it gets the position and how many more tricks are claimed.
        """
        contract = self.contract
        if self.phase != "play" or not self.game.may_claim or contract is None or contract.side is None:
            raise Illegal("no-claim")
        won, left = self.tally.tricks[contract.side - 1], self.game.hand_size - len(self.tricks)
        if not won <= tricks <= won + left:
            raise Illegal("bad-claim", tricks=tricks, least=won, most=won + left)
        if not certain(self.position, tricks - won):
            raise Illegal("claim-refused", tricks=tricks)
        return _round(self.course.say(Word("claim", tricks)), self.dealt, self.held, self.discard, self.given)

    @property
    def annonces(self) -> tuple[tuple[Seat, Annonce], ...]:
        """The annonces that were declared, in order."""
        return self.course.annonces(self._hands_as_dealt)

    @property
    def score(self) -> DealScore | None:
        """What the deal is worth, once it is over."""
        return self.course.score(self._hands_as_dealt)

    @property
    def outcome(self) -> Outcome | None:
        """What the score depends on, as it stands now; None where all have passed."""
        return self.course.outcome(self._hands_as_dealt)

    @property
    def _hands_as_dealt(self) -> list[Cards]:
        return list(map(Cards, self.dealt.hands))

    def record(self, seats: tuple[str, str, str, str] = ("", "", "", "")) -> Record:
        """The record of the deal as it is now, with the names of the players."""
        course, contract, score = self.course, self.contract, self.score
        said = tuple((n, str(word)) for n, word in course.said_aloud)
        must_say = course.rules is not None and (course.rules.must_say or course.rules.must_claim)
        return Record(
            self.game,
            plays=self.plays,
            contract=contract and contract._replace(bids=None, nils=(), blinds=()),  # the auction says them
            deal=Deal(self.dealt.hands, self.dealt.turn_up, self.dealt.stock, self.discard, given=self.given),
            dealer=self.dealer,
            seats=seats,
            auction=tuple(map(str, self.auction.calls)),
            scores=None if score is None else score.scores,
            said=said if said or must_say else None,
            tags=board_tags(self.number, self.vulnerable) if self.game.vulnerability else {},
        )


def _round(
    course: Course, dealt: DealtCards, held: Masks, discard: Card | None = None, given: tuple[Card, ...] = ()
) -> Round:
    """The round of a course with its hands."""
    return tuple.__new__(Round, (course, dealt, held, discard, given))


def _changed(hands: Masks, seat: Seat, hand: int) -> Masks:
    return (*hands[: seat - 1], hand, *hands[seat:])
