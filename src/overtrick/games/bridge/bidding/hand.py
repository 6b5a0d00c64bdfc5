"""What a hand is worth to a bidder, and what bidders look at in it. Suits are the letters S, H, D and C."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Final

from overtrick.bots.shown import SUITS
from overtrick.core.cards import Cards, Rank
from overtrick.core.hands import high_card_points, length_points, lengths, shape

MAJORS: Final = "SH"
MINORS: Final = "DC"
NO_TRUMPS: Final = "NT"
BALANCED: Final = ((4, 4, 3, 2), (4, 3, 3, 3), (5, 3, 3, 2))
SHORTNESS: Final = {2: (0, 0, 0), 3: (3, 2, 1), 4: (5, 3, 1)}
"""by the trumps of the hand that supports: what a void, a singleton and a doubleton are worth"""


class Hand:
    """A hand of thirteen cards."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.lengths = dict(zip(SUITS, lengths(cards), strict=True))
        self.high_cards = high_card_points(cards)
        self.points = self.high_cards + length_points(cards)
        """high-card points, and one for each card after the fourth of a suit"""
        self.shape = shape(cards)
        self.is_balanced = self.shape in BALANCED

    @cached_property
    def ranks(self) -> dict[str, set[Rank]]:
        """The ranks held in each suit."""
        return {suit: {card.rank for card in self.cards if str(card.suit) == suit.lower()} for suit in SUITS}

    def support(self, suit: str) -> int:
        """The points of the hand when this suit is trumps, by the cards of the other suits that it lacks."""
        by_length = SHORTNESS[min(4, max(2, self.lengths[suit]))]
        short = sum(by_length[length] for other, length in self.lengths.items() if other != suit and length < 3)
        return self.high_cards + max(short, self.lengths[suit] - 4)

    def honours(self, suit: str) -> int:
        """How many of the five highest cards of a suit there are."""
        return sum(rank >= Rank.TEN for rank in self.ranks[suit])

    def stops(self, suit: str) -> bool:
        """Whether the hand wins a trick in a suit that the opponents lead at no trumps."""
        ranks, length = self.ranks[suit], self.lengths[suit]
        return any(
            rank in ranks and length > below for below, rank in enumerate((Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK))
        )

    def is_good(self, suit: str) -> bool:
        """Whether a long suit has two of the three highest cards, or three of the five highest."""
        return sum(rank >= Rank.QUEEN for rank in self.ranks[suit]) >= 2 or self.honours(suit) >= 3

    def longest(self) -> int:
        return self.shape[0]

    def key_cards(self, trumps: str) -> int:
        """The aces and the king of trumps."""
        return sum(Rank.ACE in ranks for ranks in self.ranks.values()) + (Rank.KING in self.ranks[trumps])


Condition = Callable[[Hand], bool]
"""What a player looks at besides points and lengths before they make a call; the others do not learn it."""


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
    """A number of the five highest cards of a suit, or more."""
    return lambda hand: hand.honours(suit) >= count


def cards(suit: str, count: int) -> Condition:
    """A number of cards of a suit, or more."""
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
