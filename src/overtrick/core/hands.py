"""What a hand is worth, as Bridge players count: points, lengths and shape. It works with the cards of any pack.

Nothing here decides by one hand alone, so that all but `shape` works with arrays of hands too.

>>> hand = Cards("As Ks 9s 3s 2s Qh Jh 4d 3d 2d Ac 7c 2c")
>>> high_card_points(hand), length_points(hand), controls(hand), lengths(hand), is_balanced(hand)
(14, 1, 5, (5, 2, 3, 3), False)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Final

from overtrick.core.cards import CARDS, SUIT_MASKS, Cards, Rank

Lengths = tuple[int, int, int, int]
"""The number of cards in spades, hearts, diamonds and clubs."""

BALANCED: Final = ((4, 4, 3, 2), (4, 3, 3, 3))
"""The balanced shapes: no suit of five or more cards, no void, no singleton and at most one doubleton."""

_CLUBS, _DIAMONDS, _HEARTS, _SPADES = SUIT_MASKS
_ACES, _KINGS, _QUEENS, _JACKS = (
    sum(c.bit for c in CARDS if c.rank is rank) for rank in (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
)


def high_card_points(hand: Cards) -> int:
    """Four points for an ace, three for a king, two for a queen, one for a jack."""
    mask = hand.mask
    return (
        4 * (mask & _ACES).bit_count()
        + 3 * (mask & _KINGS).bit_count()
        + 2 * (mask & _QUEENS).bit_count()
        + (mask & _JACKS).bit_count()
    )


def length_points(hand: Cards) -> int:
    """One point for each card after the fourth of a suit."""
    return sum((length > 4) * (length - 4) for length in lengths(hand))


def controls(hand: Cards) -> int:
    """Two for an ace, one for a king."""
    return 2 * (hand.mask & _ACES).bit_count() + (hand.mask & _KINGS).bit_count()


def lengths(hand: Cards) -> Lengths:
    """How many spades, hearts, diamonds and clubs there are."""
    mask = hand.mask
    return (
        (mask & _SPADES).bit_count(),
        (mask & _HEARTS).bit_count(),
        (mask & _DIAMONDS).bit_count(),
        (mask & _CLUBS).bit_count(),
    )


def shape(hand: Cards) -> Lengths:
    """The lengths of the suits from the longest down, whichever suits they are."""
    first, second, third, fourth = sorted(lengths(hand), reverse=True)
    return first, second, third, fourth


def is_shaped(hand: Cards, shapes: Sequence[Sequence[int]]) -> bool:
    """Whether the suits of a hand, whichever they are, have the lengths of one of some shapes."""
    own = _pattern(lengths(hand))
    return reduce(or_, [own == _pattern(each) for each in shapes])


def _pattern(lengths: Sequence[int]) -> int:
    """How many suits there are of each length, each in three bits."""
    return sum(1 << 3 * length for length in lengths)


def is_balanced(hand: Cards) -> bool:
    """Whether this is a hand of thirteen cards with one of the shapes 4-4-3-2 and 4-3-3-3."""
    return is_shaped(hand, BALANCED)
