"""The search for points where sets of cards bring more of them in tricks: alpha-beta as in `points`.

Half of what a set brings goes to the side that wins it, half is taken from the other one, so that both still have the
same together. Cards of sets that can still come to one trick have no neighbours, and stay where they are in keys. Where
no such set is left, and the bounds of that search hold, it goes on by the search of `points`.
"""

from typing import Final

import numpy as np

from overtrick.engine.kernel.compiled.moves import legal_cards, points_in
from overtrick.engine.kernel.compiled.native import int64, kernel, lowest, times
from overtrick.engine.kernel.compiled.points import (
    ABORTED,
    LEAD,
    Key,
    deal,
    first_turn,
    is_open,
    keep,
    key_of,
    look_up,
    of_side,
    turn_after,
)
from overtrick.engine.kernel.compiled.points import search as search_without
from overtrick.engine.kernel.compiled.points_bounds import claim, last_trick, sure_trumps
from overtrick.engine.kernel.compiled.points_moves import is_settled, moves_of
from overtrick.engine.kernel.memory import Cube, Grid
from overtrick.engine.kernel.points import BUCKET, FENCES, MOST_CARDS, PointsState, SearchTurn
from overtrick.engine.kernel.searching import NO_LIMIT, Asked, Bounds, Root
from overtrick.engine.kernel.tables import Rules

WITH_SETS: Final = 1 << 47
"""tells keys of positions in which cards stay where they are from others"""


@kernel
def open_sets(rules: Rules, s: PointsState, tricks: int) -> int:
    """Note which cards are in sets that can still come to one trick; gives half of what all of these bring."""
    cards, found, most = s.before[tricks], int64(0), int64(0)
    left = cards
    while left:
        card = lowest(left)
        left &= left - 1
        for number in range(rules.set_first[card], rules.set_first[card + 1]):
            if not rules.set_cards[number] & ~cards:
                found |= rules.set_cards[number]
                most += rules.set_points[number]
    s.in_sets[tricks] = found
    return most >> 1


@kernel
def fixed_key(s: PointsState, leader: int, sweeper: int) -> Key:
    """The key of a position in which all cards stay where they are; `points.key_of` tells the planes."""
    b, c, d = s.hands[1], s.hands[2], s.hands[3]
    every, low, high = s.hands[0] | b | c | d, b | d, c | d
    first = every | (high & 0x001F_001F_001F_001F) << 10 | (leader & 1) << 15 | (leader >> 1) << 31 | WITH_SETS
    second = low | (high & 0x03E0_03E0_03E0_03E0) << 5 | (sweeper & 1) << 15 | (sweeper >> 1) << 31
    mixed = times(first ^ (second << 23 | second >> 41 & 0x7FFFFF), -0x61C8864680B583EB)
    mixed = times(mixed ^ (mixed >> 29 & 0x7FFFFFFFF), -0x40A7B892E31B1A47)
    return Key((mixed >> 40 & s.last_bucket) * BUCKET, first, second)


@kernel
def in_play(s: PointsState) -> int:
    """The cards of all hands."""
    return s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3]


@kernel
def half_won(rules: Rules, s: PointsState, after: SearchTurn) -> int:
    """What side 0 has more by sets in a trick that a card has just completed, which is no longer in a hand."""
    trick = s.before[after.tricks + 1] & ~in_play(s)
    if not trick & s.in_sets[after.tricks + 1]:
        return int64(0)
    half = points_in(rules.set_first, rules.set_cards, rules.set_points, trick) >> 1
    return -half if after.seat & 1 else half


@kernel
def gained(rules: Rules, s: PointsState, turn: SearchTurn, after: SearchTurn) -> int:
    """What side 0 gets by a card: a trick that it has completed, and sets in it."""
    if after.laid.size:
        return int64(0)
    won = int64(0) if after.seat & 1 else turn.total - after.total
    return won + half_won(rules, s, after)


@kernel
def of_side_gained(side: int, turn: SearchTurn, after: SearchTurn, won: int) -> int:
    """What a side gets by a card, by what side 0 does."""
    return turn.total - after.total - won if side else won


@kernel
def end_of(rules: Rules, s: PointsState, turn: SearchTurn) -> int:
    """What side 0 gets of the last trick, which plays itself."""
    value = last_trick(rules, s, turn)
    half = points_in(rules.set_first, rules.set_cards, rules.set_points, in_play(s)) >> 1
    if not half:
        return value
    seat, master, holder = s.after[turn.seat], s.hands[turn.seat], turn.seat
    while seat != turn.seat:
        if rules.beaten_by[lowest(master)] & s.hands[seat]:
            master, holder = s.hands[seat], seat
        seat = s.after[seat]
    return value - half if holder & 1 else value + half


@kernel
def search(rules: Rules, s: PointsState, turn: SearchTurn, alpha: int, beta: int) -> int:
    """The value for side 0 if it is between alpha and beta; else a lower bound above, or an upper one below the two."""
    seat, tricks = turn.seat, turn.tricks
    known, key = Bounds(int64(ABORTED), int64(-ABORTED)), Key(int64(0), int64(0), int64(0))
    if turn.laid.size == 0:
        if tricks < 2:
            if tricks:
                return end_of(rules, s, turn)
            return (turn.sweeper & 1) * s.bonus - (turn.sweeper >> 1) * s.bonus
        s.before[tricks] = in_play(s)
        most = open_sets(rules, s, tricks)
        if not most and s.bounds_hold:
            return search_without(rules, s, turn, alpha, beta)
        if s.nodes >= s.limit:
            return int64(ABORTED)
        s.nodes += 1
        ours, theirs = sure_trumps(rules, s, seat & 1), sure_trumps(rules, s, 1 - (seat & 1))
        known = claim(s, turn, known, ours - most, theirs - most)
        if tricks > 2 and is_open(known, alpha, beta):
            key = fixed_key(s, seat, turn.sweeper) if most else key_of(s, seat, turn.sweeper)
            known = look_up(s, key, known)
        if known.low >= beta or known.low == known.high:
            return known.low
        if known.high <= alpha:
            return known.high
        alpha, beta = max(alpha, known.low), min(beta, known.high)
    bottom, top = alpha, beta
    ply = (tricks * 4 + turn.laid.size) * MOST_CARDS
    refuted = (tricks * 4 + seat) * 64 + (turn.laid.master if turn.laid.size else LEAD)
    hand, maximises, apart = s.hands[seat], seat & 1 == 0, s.in_sets[tricks]
    best = int64(ABORTED) if maximises else int64(-ABORTED)
    fences = FENCES | apart | apart >> 1 | rules.parted
    for number in range(moves_of(rules, s, ply, turn, s.refuted[refuted], fences)):
        bit = s.moves[ply + number] & 255
        if not is_settled(rules, s, ply, number, maximises, alpha, beta):
            s.hands[seat] = hand & ~(int64(1) << bit)
            after = turn_after(rules, s, turn, bit)
            won = gained(rules, s, turn, after)
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
def begin(rules: Rules, s: PointsState, root: Root) -> SearchTurn:
    """The turn with which a search begins, by the hands in the state; what is in play then is noted."""
    turn = first_turn(rules, s, root)
    s.before[turn.tricks] = in_play(s) | root.table
    return turn


@kernel
def narrow(side: int, rules: Rules, s: PointsState, turn: SearchTurn, known: Bounds, window: Bounds) -> Bounds:
    """Better bounds for a side, as `points.narrow` finds them."""
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
def value(rules: Rules, s: PointsState, root: Root, window: Bounds) -> Bounds:
    """Bounds of the value for the side to move."""
    turn = begin(rules, s, root)
    most = open_sets(rules, s, turn.tricks)
    return narrow(root.seat & 1, rules, s, turn, Bounds(-most, turn.total + max(s.bonus, 0) + most), window)


@kernel
def value_cards(rules: Rules, s: PointsState, root: Root, found: Grid[np.int64]) -> int:
    """Fill in the bit number of each legal card and the bounds of its value, from below; how many cards there are."""
    turn, seat = begin(rules, s, root), root.seat
    hand, side, count = s.hands[seat], seat & 1, int64(0)
    cards, more = legal_cards(rules, hand, root.laid, seat), open_sets(rules, s, turn.tricks)
    while cards:
        bit = lowest(cards)
        cards &= cards - 1
        after = turn_after(rules, s, turn, bit)
        s.hands[seat] = hand & ~(int64(1) << bit)
        won = of_side_gained(side, turn, after, gained(rules, s, turn, after))
        known = Bounds(min(s.bonus, 0) - more, after.total + max(s.bonus, 0) + more)
        known = narrow(side, rules, s, after, known, Bounds(int64(-NO_LIMIT), int64(NO_LIMIT)))
        s.hands[seat] = hand
        found[count, 0], found[count, 1], found[count, 2] = bit, won + known.low, won + known.high
        count += 1
    return count


@kernel
def value_in_worlds(rules: Rules, s: PointsState, root: Root, asked: Asked, found: Cube[np.int64]) -> int:
    """Fill in lower and upper bounds of the values of cards (last) in worlds; how many nodes were searched."""
    seat, side, steps, guess, searched = root.seat, root.seat & 1, asked.steps, int64(0), int64(0)
    for row in range(len(asked.worlds)):
        deal(rules, s, asked.worlds, row)
        turn, hand = begin(rules, s, root), s.hands[seat]
        more = open_sets(rules, s, turn.tricks)
        least, most = -more, turn.total + more
        if turn.sweeper:
            least, most = (least, most + s.bonus) if turn.sweeper - 1 == side else (least - s.bonus, most)
        s.nodes, s.limit = 0, min(asked.nodes, asked.most_nodes - searched)
        for column in range(len(asked.cards)):
            bit, low, high = asked.cards[column], least, most
            s.hands[seat] = hand & ~(int64(1) << bit)
            after = turn_after(rules, s, turn, bit)
            won = of_side_gained(side, turn, after, gained(rules, s, turn, after))
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
