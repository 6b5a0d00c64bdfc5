"""The cards of one turn valued in many worlds: deals that a player cannot tell apart.

Not every value matters to him: what a deal is worth changes at some of them only, the steps. So it is searched between
which two steps a value lies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from overtrick.engine.kernel.native import Memory, int64, kernel, lowest, memory
from overtrick.engine.kernel.search_table import BONUS, HANDS, LIMIT, NEXT, NODES, PLAYERS, TURN
from overtrick.engine.kernel.search_tree import ABORTED, search
from overtrick.engine.kernel.tables import BEATEN_BY, BIT_OF, POINTS, TRICK_POINTS

if TYPE_CHECKING:
    import numpy.typing as npt


@kernel("void(memory, memory, uint64[:, ::1], int64)")
def deal_world(t: Memory, s: Memory, hands: npt.NDArray[np.uint64], row: int) -> None:
    """Give the players the hands of a world."""
    for seat in range(4):
        held, cards = int64(0), int64(hands[row, seat])
        while cards:
            held |= int64(1) << t[BIT_OF + lowest(cards)]
            cards &= cards - 1
        s[HANDS + seat] = held


@kernel(
    "int64(int64[::1], int64[::1], int64[::1], uint64[:, ::1], int64[::1], int64[::1],"
    " int64, int64, int64[:, ::1], int64[:, ::1])"
)
def value_cards(
    tables: npt.NDArray[np.int64],
    state: npt.NDArray[np.int64],
    positions: npt.NDArray[np.int64],
    worlds: npt.NDArray[np.uint64],
    cards: npt.NDArray[np.int64],
    steps: npt.NDArray[np.int64],
    nodes: int,
    most_nodes: int,
    lows: npt.NDArray[np.int64],
    highs: npt.NDArray[np.int64],
) -> int:
    """Fill in bounds of what the side to move still wins after each card (columns) in each world (rows).

    The state has the turn. The cards are bit numbers from below; the steps rise. Bounds with a step between them were
    not found out by so many nodes for a world. How many nodes were searched; after the most, all that is left open.
    """
    t, s, table = memory(tables), memory(state), memory(positions)
    seat, turn, lane, master, holder = s[TURN], s[TURN + 1], s[TURN + 2], s[TURN + 3], s[TURN + 4]
    worth, total, tricks, mode = s[TURN + 5], s[TURN + 6], s[TURN + 7], s[TURN + 8]
    asking, guess, searched = seat & 1, int64(0), int64(0)
    for row in range(len(worlds)):
        deal_world(t, s, worlds, row)
        hand = s[HANDS + seat]
        others = s[HANDS] + s[HANDS + 1] + s[HANDS + 2] + s[HANDS + 3] - hand
        if turn:
            others |= int64(1) << master
        before, low, high = int64(-1), int64(0), int64(0)
        s[NODES], s[LIMIT] = 0, min(nodes, most_nodes - searched)
        for column in range(len(cards)):
            bit = cards[column]
            least, most = int64(0), total
            if mode:
                least, most = (least, most + s[BONUS]) if mode - 1 == asking else (least - s[BONUS], most)
            if before >> 4 == bit >> 4 and not others & (int64(1) << bit) - (int64(1) << before):
                gap = abs(t[POINTS + bit] - t[POINTS + before])
                least, most = max(low - gap, least), min(high + gap, most)
            low, high, before = least, most, bit
            led, best_card, best_seat = lane, master, holder
            if turn == 0:
                led, best_card, best_seat = bit >> 4, bit, seat
            elif t[BEATEN_BY + master] >> bit & 1:
                best_card, best_seat = bit, seat
            points, won, whose = worth + t[POINTS + bit], int64(0), mode
            player, turns, left, to_play = s[NEXT + seat], turn + 1, total, tricks
            if turns == s[PLAYERS]:
                points += t[TRICK_POINTS]
                won = points if best_seat & 1 == asking else int64(0)
                if mode and mode - 1 != best_seat & 1:
                    whose, least, most = int64(0), won, won + total - points
                    low, high = max(low, least), min(high, most)
                player, turns, left, to_play = best_seat, int64(0), total - points, tricks - 1
                points = int64(0)
            s[HANDS + seat] = hand & ~(int64(1) << bit)
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
                alpha = left - wanted if asking else wanted - 1
                value = search(
                    t, s, table, player, turns, led, best_card, best_seat, points, left, to_play, whose,
                    alpha, alpha + 1,
                )  # fmt: skip
                if value < ABORTED // 2:
                    break
                value = won + (left - value if asking else value)
                if value >= steps[number]:
                    low, guess = max(low, value), number + 1
                else:
                    high, guess = min(high, value), number - 1
            s[HANDS + seat] = hand
            lows[row, column], highs[row, column] = low, high
        searched += s[NODES]
    return searched
