"""What a call shows, and what the calls of a player together show of his hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from functools import lru_cache
from math import exp
from typing import Final, NamedTuple

from overtrick.bots.bridge.hand import SUITS, Hand

MOST_POINTS: Final = 40
HAND_SIZE: Final = 13
USUAL: Final = 10
"""the points of a hand on average"""
SPREAD: Final = 4.0
"""how much they vary"""
HIGH_CARDS: Final = "high cards"
"""the way to count for no trumps: high-card points alone"""


Condition = Callable[[Hand], bool]


class Forcing(IntEnum):
    """What a call asks of the partner."""

    NOT = 0
    ONE_ROUND = 1
    GAME = 2


class Range(NamedTuple):
    """A least and a most."""

    least: int
    most: int

    def narrowed(self, other: Range) -> Range:
        """What both ranges allow; if they contradict each other, the other one is believed."""
        least, most = max(self.least, other.least), min(self.most, other.most)
        return Range(least, most) if least <= most else other

    @property
    def typical(self) -> float:
        """The mean of points in this range: hands of many points are rare."""
        return _mean(self.least, self.most)

    def joined(self, other: Range) -> Range:
        """What one of the ranges allows."""
        return Range(min(self.least, other.least), max(self.most, other.most))


@lru_cache
def _mean(least: int, most: int) -> float:
    weights = {points: exp(-(((points - USUAL) / SPREAD) ** 2) / 2) for points in range(least, most + 1)}
    return sum(points * weight for points, weight in weights.items()) / sum(weights.values())


class Shown(NamedTuple):
    """What is known of a hand."""

    points: Range = Range(0, MOST_POINTS)
    suits: tuple[Range, ...] = (Range(0, HAND_SIZE),) * len(SUITS)
    """the lengths of the suits, spades first"""

    def range_of(self, suit: str) -> Range:
        """How many cards of a suit there may be."""
        return self.suits[SUITS.index(suit)]

    def least(self, suit: str) -> int:
        """The least number of cards in a suit."""
        return self.range_of(suit).least

    def most(self, suit: str) -> int:
        """The greatest number of cards in a suit."""
        return self.range_of(suit).most

    def narrowed(self, other: Shown) -> Shown:
        """What is known after another call."""
        suits = [mine.narrowed(theirs) for mine, theirs in zip(self.suits, other.suits, strict=True)]
        room = HAND_SIZE - sum(suit.least for suit in suits)
        if room < 0:  # the calls contradict each other
            return other
        fitting = (suit._replace(most=min(suit.most, suit.least + room)) for suit in suits)
        return Shown(self.points.narrowed(other.points), tuple(fitting))

    def joined(self, other: Shown) -> Shown:
        """What is known of a hand that has shown one thing or the other."""
        suits = (mine.joined(theirs) for mine, theirs in zip(self.suits, other.suits, strict=True))
        return Shown(self.points.joined(other.points), tuple(suits))


class Offer(NamedTuple):
    """A call that a page offers, and what it shows."""

    call: str
    least: int = 0
    """the points that it needs"""
    most: int = MOST_POINTS
    long: Mapping[str, int] = {}
    """the least lengths of suits"""
    short: Mapping[str, int] = {}
    """the greatest lengths of suits"""
    by: str = ""
    """how points are counted: `HIGH_CARDS`, or the suit that they support; else with length"""
    balanced: bool = False
    when: Condition | None = None
    """what else the player looks at, and the others do not learn"""
    forcing: Forcing = Forcing.NOT
    asks: str = ""
    """the convention that it begins or goes on with"""

    def suits(self, hand: Hand) -> bool:
        """Whether a hand is worth the call."""
        return (
            self.least <= self._points(hand) <= self.most
            and all(hand.lengths[suit] >= length for suit, length in self.long.items())
            and all(hand.lengths[suit] <= length for suit, length in self.short.items())
            and (hand.is_balanced or not self.balanced)
            and (self.when is None or self.when(hand))
        )

    def _points(self, hand: Hand) -> int:
        if not self.by:
            return hand.points
        return hand.high_cards if self.by == HIGH_CARDS else hand.support(self.by)

    @property
    def shown(self) -> Shown:
        """What the others learn."""
        least, most = (2, 5) if self.balanced else (0, HAND_SIZE)
        suits = (Range(self.long.get(suit, least), self.short.get(suit, most)) for suit in SUITS)
        return Shown(Range(max(0, self.least), min(MOST_POINTS, self.most)), tuple(suits))

    @property
    def is_possible(self) -> bool:
        """Whether any hand can be worth the call; limits that follow from those of the partner may leave none."""
        return all(least <= most for least, most in (self.shown.points, *self.shown.suits))


def meaning_of(first: Offer, *others: Offer) -> Shown:
    """What a call shows that some offers have."""
    shown = first.shown
    for offer in others:
        shown = shown.joined(offer.shown)
    return shown
