"""The count of all legal sequences of cards that follow a position."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from overtrick.engine.kernel.moves import legal_cards
from overtrick.engine.kernel.native import Memory, int64, kernel, lowest, memory, popcount
from overtrick.engine.kernel.tables import BEATEN_BY


@kernel("int64(memory, memory, int64, int64, int64, int64, int64, int64, int64)")
def _count(
    tables: Memory, hands: Memory, out: int, seat: int, turn: int, lane: int, master: int, holder: int, depth: int
) -> int:
    """Sequences of a depth, when a seat plays the card number `turn` of a trick; `out` is the mask of seats without."""
    if depth == 0:
        return int64(1)
    hand = hands[seat]
    cards = legal_cards(tables, hand, lane, master, int64((holder ^ seat) == 2)) if turn else hand
    if depth == 1:
        return popcount(cards)
    in_trick = 4 - popcount(out)
    after = (seat + 1) & 3
    while out >> after & 1:
        after = (after + 1) & 3
    total = int64(0)
    while cards:
        bit = lowest(cards)
        cards &= cards - 1
        hands[seat] = hand & ~(int64(1) << bit)
        takes = turn == 0 or tables[BEATEN_BY + master] >> bit & 1
        now_master, now_holder = (bit, seat) if takes else (master, holder)
        if turn + 1 == in_trick:
            total += _count(tables, hands, out, now_holder, int64(0), int64(0), int64(0), now_holder, int64(depth - 1))
        else:
            now_lane = bit >> 4 if turn == 0 else lane
            total += _count(
                tables, hands, out, after, int64(turn + 1), now_lane, now_master, now_holder, int64(depth - 1)
            )
    hands[seat] = hand
    return total


@kernel("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64, int64, int64)")
def count(
    tables: npt.NDArray[np.int64],
    hands: npt.NDArray[np.int64],
    out: int,
    seat: int,
    turn: int,
    lane: int,
    master: int,
    holder: int,
    depth: int,
) -> int:
    """As `_count`, of arrays; seats are 0 to 3."""
    return _count(memory(tables), memory(hands), out, seat, turn, lane, master, holder, depth)
