"""Opening bids: five-card majors, or the course assignment's openings with majors of four cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from overtrick.bots.shown import SUITS
from overtrick.core.actions import PASS
from overtrick.games.bridge.bidding.conditions import honours
from overtrick.games.bridge.bidding.hand import MAJORS, Hand
from overtrick.games.bridge.bidding.meaning import HIGH_CARDS, Condition, Forcing, Offer
from overtrick.games.bridge.bidding.situation import Situation
from overtrick.games.bridge.openings import PREEMPTS, STRONG, opening_bid

WEAK: Final = (5, 10)
"""the high-card points of a weak opening"""


def five_card_majors(situation: Situation) -> Iterator[Offer]:
    """Majors of five cards, 15 to 17 at one no trump, the better minor, a strong 2C, and weak twos and threes."""
    yield Offer(STRONG, 22, by=HIGH_CARDS, forcing=Forcing.ONE_ROUND, asks=STRONG)
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

    yield Offer(STRONG, 22, forcing=Forcing.ONE_ROUND, asks=STRONG)
    yield bids("2NT", 20, 21)._replace(balanced=True)
    yield bids("1NT", 15, 17)._replace(balanced=True)
    for suit in SUITS:
        yield bids(f"1{suit}", 13, 21, **{suit: 4 if suit in MAJORS else 3})
        for length, level in PREEMPTS.items():
            if (level, suit) != (2, "C"):
                yield bids(f"{level}{suit}", 0, 12, **{suit: length})
    yield Offer(PASS, 0, 12)
