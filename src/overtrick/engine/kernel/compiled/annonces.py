"""Annonces: what `overtrick.core.annonces` finds in a hand, with the same choice among those that share cards."""

from typing import Final

import numpy as np

from overtrick.core.annonces import (
    CARRE_ORDER,
    CARRE_POINTS,
    FOUR_OF_A_KIND,
    LONGEST,
    NO_TRUMP_CARRE_ORDER,
    NO_TRUMP_CARRE_POINTS,
    OTHER_CARRE,
    SEQUENCE_POINTS,
)
from overtrick.core.cards import Card, Cards, Suit
from overtrick.engine.kernel.compiled.native import int64, kernel
from overtrick.engine.kernel.deals import ANNONCE, RANKS, StrainFacts
from overtrick.engine.kernel.memory import Memory

SUIT: Final = (1 << RANKS) - 1
FOURS: Final = np.array(
    [
        [Cards(Card(f"{rank}{suit}") for suit in Suit).mask, points.get(rank, OTHER_CARRE)]
        for order, points in ((CARRE_ORDER, CARRE_POINTS), (NO_TRUMP_CARRE_ORDER, NO_TRUMP_CARRE_POINTS))
        for rank in order
    ],
    np.int64,
)
"""the cards and the points of all fours of a kind, with trumps and then without, the best last"""
OF_SEQUENCE: Final = np.array([SEQUENCE_POINTS.get(length, 0) for length in range(LONGEST + 1)], np.int64)
KINDS: Final = len(CARRE_ORDER)


@kernel
def add(found: Memory, count: int, order: int, points: int, cards: int) -> int:
    """Note an annonce; gives how many there are."""
    found[count * ANNONCE], found[count * ANNONCE + 1], found[count * ANNONCE + 2] = order, points, cards
    return count + 1


@kernel
def all_annonces(strain: StrainFacts, hand: int, found: Memory) -> int:
    """All that could be declared alone; gives how many there are.

    The order of an annonce is its length, its height and whether it is in trumps, in one number.
    """
    count = int64(0)
    for height in range(KINDS):
        four = strain.is_no_trumps * KINDS + height
        if not FOURS[four, 0] & ~hand:
            count = add(found, count, FOUR_OF_A_KIND << 8 | height << 1, FOURS[four, 1], FOURS[four, 0])
    for suit in range(4):
        block = RANKS * (3 - suit)
        held, in_trumps = hand >> block & SUIT, strain.trump_suits >> suit & 1
        for first in range(RANKS - 2):
            length = int64(0)
            while held >> first + length & 1:
                length += 1
                if length >= 3:
                    counted = min(length, int64(LONGEST))
                    cards = ((int64(1) << length) - 1) << block + first
                    count = add(found, count, counted << 8 | (14 - first) << 1 | in_trumps, OF_SEQUENCE[counted], cards)
    return count


@kernel
def best_annonces(strain: StrainFacts, hand: int, found: Memory) -> int:
    """Those that are worth most together, the best first, as the first one or two of all; gives how many."""
    count = all_annonces(strain, hand, found)
    if count < 2:
        return count
    first, second, most, top, below = int64(0), int64(-1), int64(-1), int64(-1), int64(-1)
    for one in range(count):
        order, points, cards = found[one * ANNONCE], found[one * ANNONCE + 1], found[one * ANNONCE + 2]
        if points > most or (points == most and order > top):
            first, second, most, top, below = one, int64(-1), points, order, int64(-1)
        for other in range(one + 1, count):
            if cards & found[other * ANNONCE + 2]:
                continue
            together = points + found[other * ANNONCE + 1]
            higher, lower = max(order, found[other * ANNONCE]), min(order, found[other * ANNONCE])
            if together > most or (together == most and (higher > top or (higher == top and lower > below))):
                is_higher = order >= found[other * ANNONCE]
                first, second = (one, other) if is_higher else (other, one)
                most, top, below = together, higher, lower
    for place in range(ANNONCE):
        one, other = found[first * ANNONCE + place], found[max(second, int64(0)) * ANNONCE + place]
        found[count * ANNONCE + place], found[(count + 1) * ANNONCE + place] = one, other
    for place in range(2 * ANNONCE):
        found[place] = found[count * ANNONCE + place]
    return int64(1) if second < 0 else int64(2)
