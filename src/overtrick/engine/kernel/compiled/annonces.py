"""Annonces: what `overtrick.core.annonces` finds in a hand, with the same choice among those that share cards."""

from typing import Final, NamedTuple

from overtrick.core.annonces import FOUR_OF_A_KIND, SHORTEST, SIZES
from overtrick.engine.kernel.compiled.native import int64, kernel
from overtrick.engine.kernel.deals import ANNONCE, RANKS, StrainFacts
from overtrick.engine.kernel.memory import Memory

SUIT: Final = (1 << RANKS) - 1
ORDER_BITS: Final = 8
"""below what compares annonces first: the height, and whether they are in trumps"""


class Chosen(NamedTuple):
    """Numbers of annonces, the best first; -1 for none."""

    first: int
    second: int
    third: int


@kernel
def add(found: Memory, count: int, order: int, points: int, cards: int) -> int:
    """Note an annonce; gives how many there are."""
    found[count * ANNONCE], found[count * ANNONCE + 1], found[count * ANNONCE + 2] = order, points, cards
    return count + 1


@kernel
def is_four(strain: StrainFacts, order: int) -> bool:
    """Whether an annonce is one of four of a kind, by its order."""
    return (order >> ORDER_BITS) % SIZES == strain.four_size


@kernel
def kind_of(strain: StrainFacts, order: int) -> int:
    """The kind of an annonce, as `Annonce.kind` tells it, by its order."""
    if is_four(strain, order):
        return int64(FOUR_OF_A_KIND)
    return min(((order >> ORDER_BITS) % SIZES >> 1) - SHORTEST, int64(FOUR_OF_A_KIND - 1))


@kernel
def all_annonces(strain: StrainFacts, hand: int, found: Memory) -> int:
    """All that could be declared alone; gives how many there are.

    The order of an annonce is that of `Annonce`, its height and whether it is in trumps, in one number.
    """
    count = int64(0)
    for height in range(strain.four_count):
        cards, points = strain.four_cards[height], strain.four_points[height]
        if not cards & ~hand:
            order = points * SIZES + strain.four_size << ORDER_BITS | height << 1
            count = add(found, count, order, points, cards)
    for suit in range(4):
        block = RANKS * (3 - suit)
        held, in_trumps = hand >> block & SUIT, strain.trump_suits >> suit & 1
        for first in range(RANKS - 2):
            length = int64(0)
            while held >> first + length & 1:
                length += 1
                if length >= SHORTEST:
                    counted = min(length, strain.longest)
                    points, cards = strain.sequence_points[counted], ((int64(1) << length) - 1) << block + first
                    height = first + length - 1 if strain.turned_round else 14 - first
                    order = points * SIZES + 2 * counted << ORDER_BITS | height << 1 | in_trumps
                    count = add(found, count, order, points, cards)
    return count


@kernel
def go_together(strain: StrainFacts, found: Memory, one: int, other: int) -> bool:
    """Whether both annonces may be declared."""
    if not found[one * ANNONCE + 2] & found[other * ANNONCE + 2]:
        return True
    return strain.may_cross != 0 and is_four(strain, found[one * ANNONCE]) != is_four(strain, found[other * ANNONCE])


@kernel
def order_at(found: Memory, number: int) -> int:
    """The order of an annonce, or -1 for none."""
    return found[number * ANNONCE] if number >= 0 else int64(-1)


@kernel
def points_at(found: Memory, number: int) -> int:
    """The points of an annonce, or 0 for none."""
    return found[number * ANNONCE + 1] if number >= 0 else int64(0)


@kernel
def in_order(found: Memory, one: int, two: int, three: int) -> Chosen:
    """Up to three annonces, the best first."""
    if order_at(found, two) > order_at(found, one):
        one, two = two, one
    if order_at(found, three) > order_at(found, two):
        two, three = three, two
    if order_at(found, two) > order_at(found, one):
        one, two = two, one
    return Chosen(one, two, three)


@kernel
def points_of(found: Memory, chosen: Chosen) -> int:
    """The points of some annonces."""
    return points_at(found, chosen.first) + points_at(found, chosen.second) + points_at(found, chosen.third)


@kernel
def is_better(found: Memory, chosen: Chosen, other: Chosen) -> bool:
    """Whether some annonces are worth more than others, or the first that differs is the better one."""
    points, others = points_of(found, chosen), points_of(found, other)
    if points != others:
        return points > others
    if order_at(found, chosen.first) != order_at(found, other.first):
        return order_at(found, chosen.first) > order_at(found, other.first)
    if order_at(found, chosen.second) != order_at(found, other.second):
        return order_at(found, chosen.second) > order_at(found, other.second)
    return order_at(found, chosen.third) > order_at(found, other.third)


@kernel
def best_annonces(most_of_them: int, strain: StrainFacts, hand: int, found: Memory) -> int:
    """Those that are worth most together, two or three at most, the best first, as the first ones of all; how many."""
    count = all_annonces(strain, hand, found)
    if count < 2:
        return count
    nothing = int64(-1)
    best = Chosen(nothing, nothing, nothing)
    for one in range(count):
        for other in range(one, count):  # the same one again stands for no other
            if other > one and not go_together(strain, found, one, other):
                continue
            for another in range(other, count):
                if another > other and (
                    other == one
                    or most_of_them < 3
                    or not go_together(strain, found, one, another)
                    or not go_together(strain, found, other, another)
                ):
                    continue
                b, c = other if other > one else nothing, another if another > other else nothing
                chosen = in_order(found, int64(one), b, c)
                if is_better(found, chosen, best):
                    best = chosen
    for place in range(ANNONCE):
        found[count * ANNONCE + place] = found[best.first * ANNONCE + place]
        found[(count + 1) * ANNONCE + place] = found[max(best.second, int64(0)) * ANNONCE + place]
        found[(count + 2) * ANNONCE + place] = found[max(best.third, int64(0)) * ANNONCE + place]
    for place in range(3 * ANNONCE):
        found[place] = found[count * ANNONCE + place]
    return 1 + int64(best.second >= 0) + int64(best.third >= 0)
