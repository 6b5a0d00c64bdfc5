"""The referee over many games: the first card of each that he objects to. `referee.evidence` tells the method."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from overtrick.engine.kernel.moves import duty_at
from overtrick.engine.kernel.native import Memory, int64, kernel, lowest, memory, popcount
from overtrick.engine.kernel.objections import CLEAN, IMPOSSIBLE
from overtrick.engine.kernel.tables import BEATEN_BY, BIT_OF, HAND_SIZE, PACK, RUNGS

PLACES: Final = 5
"""0 for the dead cards, and the four seats"""
ROOM: Final = 0
"""`[place]`: in the scratch memory, how many unseen cards each place still has"""
BARRED: Final = ROOM + PLACES
"""`[place]`: the cards that cannot be in each place, as masks"""
MUST_HOLD: Final = BARRED + PLACES
"""`[place]`: the cards that by the facts can be nowhere else, as masks"""
SETS: Final = MUST_HOLD + PLACES
"""`[number]`: the cards barred from a set of places, as a mask, and the room outside it"""
SCRATCH: Final = SETS + 2 * 2**PLACES


@kernel("int64(memory, int64)")
def _deal_exists(scratch: Memory, unseen: int) -> int:
    """Whether the unseen cards have room where they are not barred."""
    scratch[SETS], scratch[SETS + 1] = unseen, popcount(unseen)
    end = SETS + 2
    for place in range(PLACES):
        barred, room = scratch[BARRED + place], scratch[ROOM + place]
        for at in range(SETS, end, 2):
            cards = scratch[at] & barred
            if cards:
                outside = scratch[at + 1] - room
                if popcount(cards) > outside:
                    return 0
                scratch[end], scratch[end + 1] = cards, outside
                end += 2
    return 1


@kernel("void(memory, memory, int64[:])")
def _take_facts(tables: Memory, scratch: Memory, barred: npt.NDArray[np.int64]) -> None:
    """Begin with what is known before the first card."""
    hand_size = tables[HAND_SIZE]
    for place in range(PLACES):
        scratch[ROOM + place] = hand_size if place else popcount(tables[PACK]) - 4 * hand_size
        cards, natural = int64(0), barred[place]
        while natural:
            bit = tables[BIT_OF + lowest(natural)]
            cards |= int64(bit >= 0) << (bit & 63)
            natural &= natural - 1
        scratch[BARRED + place] = cards
    for place in range(PLACES):
        cards = tables[PACK]
        for other in range(PLACES):
            cards &= scratch[BARRED + other] if other != place else -1
        scratch[MUST_HOLD + place] = cards


@kernel(
    "void(int64[::1], uint8[:, ::1], uint8[::1], uint8[::1], int64[:, ::1], int64[::1],"
    " int16[::1], int16[::1], uint8[:, ::1])"
)
def first_findings(
    all_tables: npt.NDArray[np.int64],
    plays: npt.NDArray[np.uint8],
    leaders: npt.NDArray[np.uint8],
    outs: npt.NDArray[np.uint8],
    barred: npt.NDArray[np.int64],
    all_scratch: npt.NDArray[np.int64],
    by_player: npt.NDArray[np.int16],
    by_deal: npt.NDArray[np.int16],
    winners: npt.NDArray[np.uint8],
) -> None:
    """Fill in the last three arrays: the numbers of the first cards objected to at both levels, and who won the tricks.

    Plays, and the masks of what is barred from each place, are by `Card.index`; 255 ends a row of plays. Leaders are
    0 to 3; `outs` are masks of the seats that play no card, which are not all four.
    """
    tables, scratch = memory(all_tables), memory(all_scratch)
    hand_size = tables[HAND_SIZE]
    for row in range(len(plays)):
        by_player[row] = by_deal[row] = CLEAN
        _take_facts(tables, scratch, barred[row])
        unseen, out = tables[PACK], int64(outs[row])
        if not _deal_exists(scratch, unseen):
            by_player[row] = by_deal[row] = IMPOSSIBLE
            continue
        in_trick, tricks, turn = 4 - popcount(out), int64(0), int64(0)
        seat, lane, master, holder = int64(leaders[row]), int64(0), int64(0), int64(0)
        for number in range(plays.shape[1]):
            index = int64(plays[row, number])
            if index == 255:
                break
            while out >> seat & 1:
                seat = (seat + 1) & 3
            bit = tables[BIT_OF + index] if index < 52 else -1
            objects = bit < 0 or tricks == hand_size or not unseen & ~scratch[BARRED + seat + 1] & int64(1) << bit
            if not objects:
                proves = int64(0)
                if turn:
                    duty = duty_at(lane, master, int64((holder ^ seat) == 2))
                    for rung in range(RUNGS):
                        cards = tables[duty + rung]
                        if cards >> bit & 1:
                            break
                        proves |= cards
                objects = proves & unseen & scratch[MUST_HOLD + seat + 1] != 0
                unseen &= ~(int64(1) << bit)
                scratch[ROOM + seat + 1] -= 1
                scratch[BARRED + seat + 1] |= proves
            if by_deal[row] == CLEAN and (objects or not _deal_exists(scratch, unseen)):
                by_deal[row] = number
            if objects:
                by_player[row] = number
                break
            if turn == 0 or tables[BEATEN_BY + master] >> bit & 1:
                master, holder = bit, seat
            if turn == 0:
                lane = bit >> 4
            turn += 1
            seat = (seat + 1) & 3
            if turn == in_trick:
                winners[row, tricks] = holder + 1
                seat, turn, tricks = holder, int64(0), tricks + 1
