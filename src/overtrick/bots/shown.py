"""What the calls of a player show of their hand, in points as Bridge players count them and in lengths of suits."""

from __future__ import annotations

from functools import lru_cache
from math import exp, sqrt
from typing import Final, NamedTuple

SUITS: Final = "SHDC"
MOST_POINTS: Final = 40
HAND_SIZE: Final = 13
USUAL: Final = 10
"""the points of a hand on average"""
SPREAD: Final = 4.0
"""how much they vary"""


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
        return expected(self).mean

    def joined(self, other: Range) -> Range:
        """What one of the ranges allows."""
        return Range(min(self.least, other.least), max(self.most, other.most))


BALANCED: Final = Range(2, 5)
"""the lengths of each suit in a balanced hand"""


class Expectation(NamedTuple):
    """What is expected of a number."""

    mean: float
    spread: float


@lru_cache(1 << 12)
def expected(points: Range, average: float = USUAL) -> Expectation:
    """What is expected of points in a range, of hands that have some on average."""
    weights = {
        number: exp(-(((number - average) / SPREAD) ** 2) / 2) for number in range(points.least, points.most + 1)
    }
    total = sum(weights.values())
    mean = sum(number * weight for number, weight in weights.items()) / total
    return Expectation(mean, sqrt(sum(weight * (number - mean) ** 2 for number, weight in weights.items()) / total))


class Shown(NamedTuple):
    """What is known of a hand."""

    points: Range = Range(0, MOST_POINTS)
    suits: tuple[Range, ...] = (Range(0, HAND_SIZE),) * len(SUITS)
    """the lengths of the suits, spades first"""

    def range_of(self, suit: str) -> Range:
        """How many cards of a suit there may be."""
        return self.suits[SUITS.index(suit)]

    def least(self, suit: str) -> int:
        return self.range_of(suit).least

    def most(self, suit: str) -> int:
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
