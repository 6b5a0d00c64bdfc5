"""Opening bids, of five-card majors or of the course assignment, and what follows strong and weak ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from overtrick.bots.shown import SUITS
from overtrick.core.actions import PASS
from overtrick.games.bridge.bidding.hand import MAJORS, Condition, Hand, good, honours, longest
from overtrick.games.bridge.bidding.meaning import HIGH_CARDS, Convention, Forcing, Offer
from overtrick.games.bridge.bidding.situation import GAME_LEVELS, Situation, Step
from overtrick.games.bridge.openings import PREEMPTS, STRONG, opening_bid

WEAK: Final = (5, 10)
"""the high-card points of a weak opening"""


def five_card_majors(situation: Situation) -> Iterator[Offer]:
    """Majors of five cards, 15 to 17 at one no trump, the better minor, a strong 2C, and weak twos and threes."""
    yield Offer(STRONG, 22, by=HIGH_CARDS, forcing=Forcing.ONE_ROUND, asks=Convention.STRONG)
    yield Offer("2NT", 20, 21, by=HIGH_CARDS, balanced=True)
    yield Offer("1NT", 15, 17, by=HIGH_CARDS, balanced=True)
    for suit in MAJORS:
        yield Offer(f"1{suit}", 12, 24, long={suit: 5}, when=_opens(suit))
    yield Offer("1D", 12, 24, long={"D": 3}, short={"S": 5, "H": 5}, when=_opens("D"))
    yield Offer("1C", 12, 24, long={"C": 3}, short={"S": 5, "H": 5}, when=_opens("C"))
    if len(situation.steps) < 3:
        for length, level in reversed(PREEMPTS.items()):
            for suit in SUITS:
                if (level, suit) != (2, "C"):
                    yield Offer(
                        f"{level}{suit}",
                        *WEAK,
                        long={suit: length},
                        short={suit: length} if level < 4 else {},
                        by=HIGH_CARDS,
                        when=honours(suit, 2),
                    )
    yield Offer(PASS, 0, 12)


def _opens(suit: str) -> Condition:
    """Twelve points or the rule of twenty make an opening of one, and this is its suit."""

    def is_strong(hand: Hand) -> bool:
        points = hand.high_cards
        return points >= 12 or (points >= 10 and points + sum(hand.shape[:2]) >= 20)

    return lambda hand: is_strong(hand) and suit == best_suit(hand)


def best_suit(hand: Hand) -> str:
    """The suit of an opening of one: the longest, if it is no major of four cards.

    Of equal ones it is the higher, but clubs of three minors each.
    """
    longest = max(SUITS, key=lambda suit: hand.lengths[suit])
    if hand.lengths[longest] >= 5:
        return longest
    diamonds, clubs = hand.lengths["D"], hand.lengths["C"]
    return "D" if diamonds > clubs or diamonds == clubs == 4 else "C"


def course(situation: Situation) -> Iterator[Offer]:
    """What `opening_bid` bids, and what it shows by that."""

    def bids(call: str, least: int, most: int, **shape: int) -> Offer:
        return Offer(call, least, most, long=shape, when=lambda hand: opening_bid(hand.cards) == call)

    yield Offer(STRONG, 22, forcing=Forcing.ONE_ROUND, asks=Convention.STRONG)
    yield bids("2NT", 20, 21)._replace(balanced=True)
    yield bids("1NT", 15, 17)._replace(balanced=True)
    for suit in SUITS:
        yield bids(f"1{suit}", 13, 21, **{suit: 4 if suit in MAJORS else 3})
        for length, level in PREEMPTS.items():
            if (level, suit) != (2, "C"):
                yield bids(f"{level}{suit}", 0, 12, **{suit: length})
    yield Offer(PASS, 0, 12)


def strong_answers(situation: Situation) -> Iterator[Offer]:
    """After the strong opening two diamonds says nothing; a suit is long, good, and shows eight points."""
    for suit in SUITS:
        level = situation.cheapest(suit) + (suit == "D")
        yield Offer(f"{level}{suit}", 8, long={suit: 5}, forcing=Forcing.GAME, when=good(suit))
    yield Offer("2D", forcing=Forcing.ONE_ROUND, asks=Convention.WAITING)


def strong_rebids(situation: Situation) -> Iterator[Offer]:
    """What the opener tells of a strong hand: no trumps by points, else the longest suit, which is forcing to game."""
    yield Offer("3NT", 25, 27, by=HIGH_CARDS, balanced=True)
    yield Offer("2NT", 22, 24, by=HIGH_CARDS, balanced=True)
    for suit in SUITS:
        yield Offer(situation.lowest(suit), 22, long={suit: 5}, forcing=Forcing.GAME, when=longest(suit))
    yield Offer("2NT", 22, 24)
    yield Offer("3NT", 25)


def weak_answers(situation: Situation, opening: Step) -> Iterator[Offer]:
    """After a weak bid a game with more than an opening, a raise with trumps to make it hard for the opponents."""
    suit, level = opening.strain, opening.level
    length = situation.partner.least(suit)
    game = GAME_LEVELS[suit]
    if suit in MAJORS and level < 4:
        yield Offer(f"4{suit}", 16 - 2 * (length - 6), long={suit: 2}, by=suit)
        yield Offer(f"4{suit}", long={suit: 10 - length}, by=suit)
    yield Offer("3NT", 17, by=HIGH_CARDS, long={suit: 2})
    if length + 3 >= 9 and level == 2:
        yield Offer(f"3{suit}", 0, 16, long={suit: 3})
    if suit not in MAJORS and level == 3:
        yield Offer(f"{game}{suit}", 17, long={suit: 3}, by=suit)
    yield Offer(PASS, 0, 18)
