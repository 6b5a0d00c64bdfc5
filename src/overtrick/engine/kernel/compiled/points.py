"""The search for points: alpha-beta for side 0 (the seats 0 and 2), whose answers are bounds outside the window.

All moves but the first are only asked whether they are better, and searched again if they are. Bounds are kept for
positions between two tricks; they count only points still to be won, so that they hold in every deal.

All tricks may bring a bonus. Then the sweeper is the side whose bonus is still possible: 1 if side 0 has won all tricks
so far and wants the bonus, 2 if side 1 has, and 0 if nobody has. It is enough to count the bonus of the side that asks,
since a side that loses all tricks gets nothing anyway.
"""

from typing import Final, NamedTuple

import numpy as np

from overtrick.engine.kernel.compiled.moves import NOTHING_LAID, laid_after, legal_cards, mask_of
from overtrick.engine.kernel.compiled.native import int64, kernel, lowest, popcount, times
from overtrick.engine.kernel.compiled.points_bounds import (
    cashable,
    claim,
    crossable,
    last_trick,
    points_of,
    sure_trumps,
)
from overtrick.engine.kernel.compiled.points_moves import is_settled, moves_of
from overtrick.engine.kernel.memory import Cube, Grid, Line
from overtrick.engine.kernel.points import (
    BUCKET,
    ENTRY,
    FENCES,
    MOST_CARDS,
    OFFSET,
    OFFSET_BITS,
    PointsState,
    SearchTurn,
)
from overtrick.engine.kernel.searching import NO_LIMIT, Asked, Bounds, Root
from overtrick.engine.kernel.tables import Rules

ABORTED: Final = -(1 << 40)
"""the answer of a search that came to its limit; far below all values"""
BOUND: Final = (1 << OFFSET_BITS) - 1
"""the bits of a bound in an entry"""
LEAD: Final = 63
"""stands for the master of a trick that has not begun"""


class Key(NamedTuple):
    """A position between two tricks, and where its bucket is in the table."""

    bucket: int
    first: int
    second: int


@kernel
def key_of(s: PointsState, leader: int, sweeper: int) -> Key:
    """The key of a position.

    Cards of equal points in a row matter by their order alone, so they move down where cards below them are gone.
    The key has a bit for each card in play and two for its owner, in planes whose lanes leave room for one another.
    """
    a, b, c, d = s.hands[0], s.hands[1], s.hands[2], s.hands[3]
    every = a | b | c | d
    for power in range(MOST_CARDS - 2, -1, -1):
        above = s.squeezed[power] & every
        if above:
            gone = ~(every >> power) & 0x0001_0001_0001_0001
            above &= (gone << 14) - gone
            if above:
                a = a & ~above | (a & above) >> 1
                b = b & ~above | (b & above) >> 1
                c = c & ~above | (c & above) >> 1
                d = d & ~above | (d & above) >> 1
                every = every & ~above | (every & above) >> 1
    low, high = b | d, c | d
    first = every | (high & 0x001F_001F_001F_001F) << 10 | (leader & 1) << 15 | (leader >> 1) << 31
    second = low | (high & 0x03E0_03E0_03E0_03E0) << 5 | (sweeper & 1) << 15 | (sweeper >> 1) << 31
    mixed = times(first ^ (second << 23 | second >> 41 & 0x7FFFFF), -0x61C8864680B583EB)
    mixed = times(mixed ^ (mixed >> 29 & 0x7FFFFFFFF), -0x40A7B892E31B1A47)
    return Key((mixed >> 40 & s.last_bucket) * BUCKET, first, second)


@kernel
def look_up(s: PointsState, key: Key, known: Bounds) -> Bounds:
    """Better bounds of a position, if the table has some."""
    entry, table = key.bucket, s.positions
    for _ in range(2):
        if table[entry] == key.first and table[entry + 1] == key.second and table[entry + 3] == s.generation:
            low, high = (table[entry + 2] & BOUND) - OFFSET, (table[entry + 2] >> OFFSET_BITS & BOUND) - OFFSET
            return Bounds(max(known.low, low), min(known.high, high))
        entry += ENTRY
    return known


@kernel
def keep(s: PointsState, key: Key, tricks: int, low: int, high: int) -> None:
    """Keep bounds of a position: in the first entry of its bucket, unless that has more tricks left."""
    entry, table = key.bucket, s.positions
    is_known = table[entry] == key.first and table[entry + 1] == key.second
    if not is_known and table[entry + 3] == s.generation and table[entry + 2] >> 2 * OFFSET_BITS > tricks:
        entry += ENTRY
    table[entry], table[entry + 1] = key.first, key.second
    table[entry + 2] = low + OFFSET | (high + OFFSET) << OFFSET_BITS | tricks << 2 * OFFSET_BITS
    table[entry + 3] = s.generation


@kernel
def is_open(known: Bounds, alpha: int, beta: int) -> bool:
    """Whether bounds leave something to be searched."""
    return known.low < beta and known.high > alpha and known.low < known.high


@kernel
def turn_after(rules: Rules, s: PointsState, turn: SearchTurn, card: int) -> SearchTurn:
    """The turn after a card, by its bit number. The points of a trick are won by the side whose turn it then is."""
    laid, worth = laid_after(rules, turn.laid, turn.seat, card), turn.worth + rules.points[card]
    if laid.size < s.count:
        return SearchTurn(s.after[turn.seat], laid, worth, turn.total, turn.tricks, turn.sweeper)
    left = turn.total - worth - rules.trick_points
    sweeper = int64(0) if turn.sweeper and (turn.sweeper - 1 ^ laid.holder) & 1 else turn.sweeper
    return SearchTurn(laid.holder, NOTHING_LAID, int64(0), left, turn.tricks - 1, sweeper)


@kernel
def search(rules: Rules, s: PointsState, turn: SearchTurn, alpha: int, beta: int) -> int:
    """The value for side 0 if it is between alpha and beta; else a lower bound above, or an upper one below the two."""
    seat, tricks = turn.seat, turn.tricks
    known, key = Bounds(int64(ABORTED), int64(-ABORTED)), Key(int64(0), int64(0), int64(0))
    if turn.laid.size == 0:
        if tricks < 2:
            if tricks:
                return last_trick(rules, s, turn)
            return (turn.sweeper & 1) * s.bonus - (turn.sweeper >> 1) * s.bonus
        if s.nodes >= s.limit:
            return int64(ABORTED)
        s.nodes += 1
        sure, theirs = sure_trumps(rules, s, seat & 1), sure_trumps(rules, s, 1 - (seat & 1))
        known = claim(s, turn, known, cashable(rules, s, seat, turn, sure), theirs)
        if tricks > 2 and is_open(known, alpha, beta):
            key = key_of(s, seat, turn.sweeper)
            known = look_up(s, key, known)
            if is_open(known, alpha, beta):
                known = claim(s, turn, known, crossable(rules, s, turn, sure), theirs)
        if known.low >= beta or known.low == known.high:
            return known.low
        if known.high <= alpha:
            return known.high
        alpha, beta = max(alpha, known.low), min(beta, known.high)
    bottom, top = alpha, beta
    ply = (tricks * 4 + turn.laid.size) * MOST_CARDS
    refuted = (tricks * 4 + seat) * 64 + (turn.laid.master if turn.laid.size else LEAD)
    hand, maximises = s.hands[seat], seat & 1 == 0
    best = int64(ABORTED) if maximises else int64(-ABORTED)
    for number in range(moves_of(rules, s, ply, turn, s.refuted[refuted], int64(FENCES))):
        bit = s.moves[ply + number] & 255
        if not is_settled(rules, s, ply, number, maximises, alpha, beta):
            s.hands[seat] = hand & ~(int64(1) << bit)
            after = turn_after(rules, s, turn, bit)
            won = int64(0) if after.seat & 1 else turn.total - after.total
            least, most = alpha, beta
            if number:
                least, most = (alpha, alpha + 1) if maximises else (beta - 1, beta)
            while True:
                result = won + search(rules, s, after, least - won, most - won)
                if (result < most or result >= beta) if maximises else (result > least or result <= alpha):
                    break
                least, most = (result - 1, beta) if maximises else (alpha, result + 1)
            s.hands[seat] = hand
            if result < ABORTED // 2:
                return int64(ABORTED)
            s.results[ply + number] = result
        result = s.results[ply + number]
        if maximises:
            best = max(best, result)
            alpha = max(alpha, best)
        else:
            best = min(best, result)
            beta = min(beta, best)
        if alpha >= beta:
            s.refuted[refuted] = bit
            break
    if turn.laid.size == 0:
        best = min(max(best, known.low), known.high)
        if tricks > 2:
            keep(s, key, tricks, best if best > bottom else known.low, best if best < top else known.high)
    return best


@kernel
def of_side(side: int, total: int, bounds: Bounds) -> Bounds:
    """Bounds of what a side has, or side 0, by those of the other of these two."""
    return Bounds(total - bounds.high, total - bounds.low) if side else bounds


@kernel
def narrow(side: int, rules: Rules, s: PointsState, turn: SearchTurn, known: Bounds, window: Bounds) -> Bounds:
    """Better bounds for a side: they meet or lie outside the window, unless nodes are used up.

    Under a limit the value is found by halving what is possible, so that something is known when the search is cut
    short; without one it is sooner found at once.
    """
    low, high = of_side(side, turn.total, known)
    bottom, top = of_side(side, turn.total, window)
    while low < high and high > bottom and low < top:
        alpha, beta = max(low - 1, bottom), min(high + 1, top)
        if s.limit < NO_LIMIT:
            beta = max(low, bottom) + min(high, top) + 1 >> 1
            alpha = beta - 1
        result = search(rules, s, turn, alpha, beta)
        if result == ABORTED:
            break
        if result > alpha:
            low = max(low, result)
        if result < beta:
            high = min(high, result)
    return of_side(side, turn.total, Bounds(low, high))


@kernel
def first_turn(rules: Rules, s: PointsState, root: Root) -> SearchTurn:
    """The turn with which a search begins, by the hands in the state."""
    tricks, worth = popcount(s.hands[root.seat]), points_of(rules, root.table)
    total = worth + points_of(rules, s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3]) + tricks * rules.trick_points
    if tricks:
        total += rules.last_trick
    if tricks == 1:
        worth += rules.last_trick
    return SearchTurn(root.seat, root.laid, worth, total, tricks, root.sweeper)


@kernel
def value(rules: Rules, s: PointsState, root: Root, window: Bounds) -> Bounds:
    """Bounds of the value for the side to move."""
    turn = first_turn(rules, s, root)
    return narrow(root.seat & 1, rules, s, turn, Bounds(int64(0), turn.total + max(s.bonus, 0)), window)


@kernel
def gap_to_neighbour(rules: Rules, s: PointsState, turn: SearchTurn, card: int, before: int) -> int:
    """By how much the values of two cards of a hand can differ, or -1 if they are no neighbours.

    It is the difference of their points: whatever is done after one of them can be done after the other, and the two
    count in one trick each. `before` is lower, or -1.
    """
    others = (s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3]) & ~s.hands[turn.seat]
    if turn.laid.size:
        others |= int64(1) << turn.laid.master
    if before >> 4 != card >> 4 or others & (int64(1) << card) - (int64(1) << before):
        return int64(-1)
    return abs(rules.points[card] - rules.points[before])


@kernel
def value_cards(rules: Rules, s: PointsState, root: Root, found: Grid[np.int64]) -> int:
    """Fill in the bit number of each legal card and the bounds of its value, from below; how many cards there are."""
    turn, seat = first_turn(rules, s, root), root.seat
    hand, side, count, before = s.hands[seat], seat & 1, int64(0), int64(-1)
    cards, known = legal_cards(rules, hand, root.laid, seat), Bounds(int64(0), int64(0))
    while cards:
        bit = lowest(cards)
        cards &= cards - 1
        gap, low, high = gap_to_neighbour(rules, s, turn, bit, before), int64(0), turn.total + max(s.bonus, 0)
        if gap >= 0:
            low, high = max(known.low - gap, 0), min(known.high + gap, high)
        if low < high:
            after = turn_after(rules, s, turn, bit)
            won = turn.total - after.total if after.seat & 1 == side else int64(0)
            least, most = min(s.bonus, 0), after.total + max(s.bonus, 0)
            s.hands[seat] = hand & ~(int64(1) << bit)
            known = Bounds(max(low - won, least), min(high - won, most))
            known = narrow(side, rules, s, after, known, Bounds(int64(-1), int64(NO_LIMIT)))
            s.hands[seat] = hand
            low, high = won + known.low, won + known.high
        known, before = Bounds(low, high), bit
        found[count, 0], found[count, 1], found[count, 2] = bit, low, high
        count += 1
    return count


@kernel
def deal(rules: Rules, s: PointsState, hands: Grid[np.uint64], row: int) -> None:
    """Give the players the hands of a row."""
    for seat in range(4):
        s.hands[seat] = mask_of(rules, int64(hands[row, seat]))


@kernel
def value_deals(rules: Rules, s: PointsState, hands: Grid[np.uint64], leader: int, values: Line[np.int64]) -> None:
    """Fill in the values of deals for the side of the leader."""
    for row in range(len(hands)):
        deal(rules, s, hands, row)
        turn = first_turn(rules, s, Root(leader, NOTHING_LAID, int64(0), int64(0)))
        every = Bounds(int64(-1), turn.total + 1)
        values[row] = narrow(leader & 1, rules, s, turn, Bounds(int64(0), turn.total), every).low


@kernel
def value_in_worlds(rules: Rules, s: PointsState, root: Root, asked: Asked, found: Cube[np.int64]) -> int:
    """Fill in lower and upper bounds of the values of cards (last) in worlds; how many nodes were searched."""
    seat, side, steps, guess, searched = root.seat, root.seat & 1, asked.steps, int64(0), int64(0)
    for row in range(len(asked.worlds)):
        deal(rules, s, asked.worlds, row)
        turn = first_turn(rules, s, root)
        hand, before, low, high = s.hands[seat], int64(-1), int64(0), int64(0)
        s.nodes, s.limit = 0, min(asked.nodes, asked.most_nodes - searched)
        for column in range(len(asked.cards)):
            bit = asked.cards[column]
            least, most = int64(0), turn.total
            if turn.sweeper:
                least, most = (least, most + s.bonus) if turn.sweeper - 1 == side else (least - s.bonus, most)
            gap = gap_to_neighbour(rules, s, turn, bit, before)
            if gap >= 0:
                least, most = max(low - gap, least), min(high + gap, most)
            low, high, before = least, most, bit
            after, won = turn_after(rules, s, turn, bit), int64(0)
            if after.laid.size == 0:
                won = turn.total - after.total if after.seat & 1 == side else int64(0)
                if turn.sweeper and not after.sweeper:
                    low, high = max(low, won), min(high, won + after.total)
            s.hands[seat] = hand & ~(int64(1) << bit)
            first, last = int64(0), int64(len(steps))  # the steps from first on to below last are open
            while True:
                while first < last and steps[first] <= low:
                    first += 1
                while first < last and steps[last - 1] > high:
                    last -= 1
                if first == last:
                    guess = first  # other cards are often as good
                    break
                number = guess if first <= guess < last else (first + last) >> 1
                wanted = steps[number] - won
                alpha = after.total - wanted if side else wanted - 1
                value = search(rules, s, after, alpha, alpha + 1)
                if value < ABORTED // 2:
                    break
                value = won + (after.total - value if side else value)
                if value >= steps[number]:
                    low, guess = max(low, value), number + 1
                else:
                    high, guess = min(high, value), number - 1
            s.hands[seat] = hand
            found[0, row, column], found[1, row, column] = low, high
        searched += s.nodes
    return searched
