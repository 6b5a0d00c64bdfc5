"""Random deals played out with random legal cards."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from overtrick.engine.kernel.chance import after, below, stream
from overtrick.engine.kernel.moves import legal_cards
from overtrick.engine.kernel.native import int64, kernel, lowest, memory, plus, popcount
from overtrick.engine.kernel.tables import BEATEN_BY, BIT_OF, HAND_SIZE, INDEX_OF, LAST_TRICK, POINTS, TRICK_POINTS


@kernel(
    "void(int64[::1], int64[::1], int64[::1], int64, int64, int64,"
    " uint64[:, ::1], uint8[:, ::1], uint8[:, ::1], int32[:, ::1], int32[:, ::1])"
)
def play_out(
    all_tables: npt.NDArray[np.int64],
    pack: npt.NDArray[np.int64],
    scratch: npt.NDArray[np.int64],
    seed: int,
    first: int,
    leader: int,
    hands: npt.NDArray[np.uint64],
    plays: npt.NDArray[np.uint8],
    winners: npt.NDArray[np.uint8],
    points: npt.NDArray[np.int32],
    tricks: npt.NDArray[np.int32],
) -> None:
    """Fill in the rows of the arrays: the deals of a seed from a number on.

    The pack is as `Card.index`; the scratch memory has room for it and eight more; seats are 0 to 3 in the kernel.
    """
    tables, held, won, order = memory(all_tables), memory(scratch), memory(scratch[4:]), memory(scratch[8:])
    size, hand_size = len(pack), tables[HAND_SIZE]
    for row in range(len(plays)):
        state = stream(seed, plus(first, row))
        for place in range(size):
            order[place] = pack[place]
        for place in range(4):
            won[place] = 0
        place = 0
        for seat in range(4):
            hand, dealt = int64(0), int64(0)
            for _ in range(hand_size):
                state = after(state)
                other = place + below(state, size - place)
                card = order[other]
                order[other] = order[place]
                hand |= int64(1) << tables[BIT_OF + card]
                dealt |= int64(1) << card
                place += 1
            held[seat], hands[row, seat] = hand, np.uint64(dealt)
        lead, at = leader, 0
        for trick in range(hand_size):
            master, holder, lane, worth = int64(0), lead, int64(0), tables[TRICK_POINTS]
            for turn in range(4):
                seat = (lead + turn) & 3
                hand = held[seat]
                cards = legal_cards(tables, hand, lane, master, int64((holder ^ seat) == 2)) if turn else hand
                if cards & cards - 1:
                    state = after(state)
                    for _ in range(below(state, popcount(cards))):
                        cards &= cards - 1
                bit = lowest(cards)
                held[seat] = hand & ~(int64(1) << bit)
                plays[row, at] = tables[INDEX_OF + bit]
                at += 1
                worth += tables[POINTS + bit]
                if turn == 0:
                    lane, master = bit >> 4, bit
                elif tables[BEATEN_BY + master] >> bit & 1:
                    master, holder = bit, seat
            lead = holder
            if trick == hand_size - 1:
                worth += tables[LAST_TRICK]
            winners[row, trick] = lead + 1
            won[lead & 1] += worth
            won[2 + (lead & 1)] += 1
        for side in range(2):
            points[row, side] = won[side]
            tricks[row, side] = won[2 + side]
