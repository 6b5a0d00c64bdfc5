"""The tree of a search: alpha-beta for side 0 (the seats 0 and 2), whose answers are bounds outside the window.

All moves but the first are only asked whether they are better, and searched again if they are. Bounds are kept for
positions between two tricks; they count only points still to be won, so that they hold in every deal.

All tricks may bring a bonus. Then the mode says whose bonus is still possible: 1 if side 0 has won all tricks so far
and wants the bonus, 2 if side 1 has, and 0 if nobody has. It is enough to count the bonus of the side that asks, since
a side that loses all tricks gets nothing anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from overtrick.engine.kernel.native import Memory, int64, kernel, memory
from overtrick.engine.kernel.search_bounds import cashable, claim, crossable, last_trick, sure_trumps
from overtrick.engine.kernel.search_moves import is_settled, moves_of
from overtrick.engine.kernel.search_table import (
    BONUS,
    HANDS,
    HIGH,
    LEAD,
    LIMIT,
    LOW,
    NEXT,
    NODES,
    PLAYERS,
    PLIES,
    PLY,
    REFUTED,
    RESULTS,
    TURN,
    keep,
    look_up,
)
from overtrick.engine.kernel.tables import (
    BEATEN_BY,
    BIT_OF,
    LAST_TRICK,
    POINTS,
    TRICK_POINTS,
)

if TYPE_CHECKING:
    import numpy.typing as npt

ABORTED: Final = -(1 << 40)
"""the answer of a search that came to its limit; far below all values"""
NO_LIMIT: Final = 1 << 60


@kernel("boolean(memory, int64, int64)")
def is_open(s: Memory, alpha: int, beta: int) -> bool:
    """Whether the bounds of the state leave something to be searched."""
    return s[LOW] < beta and s[HIGH] > alpha and s[LOW] < s[HIGH]


@kernel("int64(memory, memory, memory, int64, int64, int64, int64, int64, int64, int64, int64, int64, int64, int64)")
def search(
    t: Memory,
    s: Memory,
    table: Memory,
    seat: int,
    turn: int,
    lane: int,
    master: int,
    holder: int,
    worth: int,
    total: int,
    tricks: int,
    mode: int,
    alpha: int,
    beta: int,
) -> int:
    """The value for side 0 if it is between alpha and beta; else a lower bound from beta on or an upper one to alpha.

    `turn` cards lie on the table, worth some points; `total` points and `tricks` tricks are left, these included.
    """
    ply = PLIES + (tricks * 4 + turn) * PLY
    low, high = int64(ABORTED), int64(-ABORTED)
    if turn == 0:
        if tricks < 2:
            return last_trick(t, s, seat, total, mode) if tricks else (mode & 1) * s[BONUS] - (mode >> 1) * s[BONUS]
        if s[NODES] >= s[LIMIT]:
            return int64(ABORTED)
        s[NODES] += 1
        s[LOW], s[HIGH] = low, high
        side = seat & 1
        sure, theirs = sure_trumps(t, s, side), sure_trumps(t, s, 1 - side)
        claim(s, side, mode, total, cashable(t, s, seat, tricks, total, sure), theirs)
        if tricks > 2 and is_open(s, alpha, beta):
            look_up(s, table, ply, seat, mode)
            if is_open(s, alpha, beta):
                claim(s, side, mode, total, crossable(t, s, seat, tricks, total, sure), theirs)
        low, high = s[LOW], s[HIGH]
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
    bottom, top = alpha, beta
    refuted = REFUTED + (tricks * 4 + seat) * 64 + (master if turn else LEAD)
    hand, maximises = s[HANDS + seat], seat & 1 == 0
    best = int64(ABORTED) if maximises else int64(-ABORTED)
    for number in range(moves_of(t, s, ply, seat, turn, lane, master, holder, s[refuted])):
        bit = s[ply + number] & 255
        if not is_settled(t, s, ply, number, maximises, alpha, beta):
            s[HANDS + seat] = hand & ~(int64(1) << bit)
            led, best_card, best_seat, points = lane, master, holder, worth + t[POINTS + bit]
            if turn == 0:
                led, best_card, best_seat = bit >> 4, bit, seat
            elif t[BEATEN_BY + master] >> bit & 1:
                best_card, best_seat = bit, seat
            player, turns, left, to_play, whose, won = s[NEXT + seat], turn + 1, total, tricks, mode, int64(0)
            if turns == s[PLAYERS]:
                points += t[TRICK_POINTS]
                won = int64(0) if best_seat & 1 else points
                whose = int64(0) if mode and (mode - 1 ^ best_seat) & 1 else mode
                player, turns, left, to_play, points = best_seat, int64(0), total - points, tricks - 1, int64(0)
            least, most = alpha, beta
            if number:
                least, most = (alpha, alpha + 1) if maximises else (beta - 1, beta)
            while True:
                result = won + search(
                    t, s, table, player, turns, led, best_card, best_seat, points, left, to_play, whose,
                    least - won, most - won,
                )  # fmt: skip
                if (result < most or result >= beta) if maximises else (result > least or result <= alpha):
                    break
                least, most = (result - 1, beta) if maximises else (alpha, result + 1)
            s[HANDS + seat] = hand
            if result < ABORTED // 2:
                return int64(ABORTED)
            s[ply + RESULTS + number] = result
        result = s[ply + RESULTS + number]
        if maximises:
            best = max(best, result)
            alpha = max(alpha, best)
        else:
            best = min(best, result)
            beta = min(beta, best)
        if alpha >= beta:
            s[refuted] = bit
            break
    if turn == 0:
        best = min(max(best, low), high)
        if tricks > 2:
            keep(s, table, ply, tricks, best if best > bottom else low, best if best < top else high)
    return best


@kernel("void(memory, memory, memory, int64, int64)")
def narrow(t: Memory, s: Memory, table: Memory, bottom: int, top: int) -> None:
    """Narrow the bounds of the state's turn until they meet or lie outside the window, or nodes are used up.

    Under a limit the value is found by halving what is possible, so that something is known when the search is cut
    short; without one it is sooner found at once.
    """
    low, high = s[LOW], s[HIGH]
    while low < high and high > bottom and low < top:
        alpha, beta = max(low - 1, bottom), min(high + 1, top)
        if s[LIMIT] < NO_LIMIT:
            beta = max(low, bottom) + min(high, top) + 1 >> 1
            alpha = beta - 1
        result = search(
            t, s, table, s[TURN], s[TURN + 1], s[TURN + 2], s[TURN + 3], s[TURN + 4], s[TURN + 5],
            s[TURN + 6], s[TURN + 7], s[TURN + 8], alpha, beta,
        )  # fmt: skip
        if result == ABORTED:
            break
        if result > alpha:
            low = max(low, result)
        if result < beta:
            high = min(high, result)
    s[LOW], s[HIGH] = low, high


@kernel("void(int64[::1], int64[::1], int64[::1], int64, int64)")
def solve(
    tables: npt.NDArray[np.int64],
    state: npt.NDArray[np.int64],
    table: npt.NDArray[np.int64],
    bottom: int,
    top: int,
) -> None:
    """`narrow` for arrays."""
    narrow(memory(tables), memory(state), memory(table), bottom, top)


@kernel("void(int64[::1], int64[::1], int64[::1], uint64[:, ::1], int64, int64[::1])")
def solve_all(
    tables: npt.NDArray[np.int64],
    state: npt.NDArray[np.int64],
    table: npt.NDArray[np.int64],
    hands: npt.NDArray[np.uint64],
    leader: int,
    values: npt.NDArray[np.int64],
) -> None:
    """Fill in the values of deals for the side of the leader."""
    t, s, entries = memory(tables), memory(state), memory(table)
    for row in range(len(hands)):
        total, tricks = t[LAST_TRICK], int64(0)
        for seat in range(4):
            s[HANDS + seat] = 0
            cards = int64(hands[row, seat])
            for index in range(52):
                if cards >> index & 1:
                    bit = t[BIT_OF + index]
                    s[HANDS + seat] |= int64(1) << bit
                    total += t[POINTS + bit]
                    tricks += seat == 0
        total += tricks * t[TRICK_POINTS]
        s[TURN], s[TURN + 6], s[TURN + 7] = leader, total, tricks
        s[LOW], s[HIGH] = 0, total
        narrow(t, s, entries, int64(-1), total + 1)
        values[row] = total - s[LOW] if leader & 1 else s[LOW]
