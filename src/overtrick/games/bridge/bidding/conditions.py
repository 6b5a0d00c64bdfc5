"""What a player looks at besides points and lengths before they make a call; the others do not learn it."""

from __future__ import annotations

from collections.abc import Iterable

from overtrick.games.bridge.bidding.hand import MAJORS, Hand
from overtrick.games.bridge.bidding.meaning import Condition


def both(*conditions: Condition) -> Condition:
    """All of some conditions."""
    return lambda hand: all(condition(hand) for condition in conditions)


def either(*conditions: Condition) -> Condition:
    """One of some conditions."""
    return lambda hand: any(condition(hand) for condition in conditions)


def good(suit: str) -> Condition:
    """A suit with two of the three highest cards, or three of the five highest."""
    return lambda hand: hand.is_good(suit)


def honours(suit: str, count: int) -> Condition:
    """So many of the five highest cards of a suit."""
    return lambda hand: hand.honours(suit) >= count


def cards(suit: str, count: int) -> Condition:
    """So many cards of a suit."""
    return lambda hand: hand.lengths[suit] >= count


def longest(suit: str) -> Condition:
    """No other suit is longer."""
    return lambda hand: hand.lengths[suit] == hand.longest()


def best_of(suit: str, suits: Iterable[str]) -> Condition:
    """No other one of some suits is longer; four cards of a major count for one more."""

    def weight(hand: Hand, suit: str) -> int:
        length = hand.lengths[suit]
        return length + (suit in MAJORS and length >= 4)

    return lambda hand: all(weight(hand, suit) >= weight(hand, other) for other in suits)


def stopped(suits: Iterable[str]) -> Condition:
    """The hand stops all of some suits at no trumps."""
    return lambda hand: all(hand.stops(suit) for suit in suits)


def high_cards(most: int) -> Condition:
    """At most some high-card points."""
    return lambda hand: hand.high_cards <= most
