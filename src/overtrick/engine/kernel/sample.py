"""Unseen cards put into places in bulk, every way to do so with the same chance.

The ways are numbered: a table tells in how many ways the cards from any one on fill the room that is then left, and
going through the cards with it turns a number below the count of all ways into a way. So one random number is a deal.

A place is a number from 0 to 5. The room that is left is one number, the state: the sum of `strides[place]` over the
cards that are still to come there. The stride of one place is 0, for its room follows from that of the others.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from overtrick.engine.kernel.chance import after, mixed, stream
from overtrick.engine.kernel.native import int64, kernel, lowest

PLACES: Final = 6
MOST: Final = 2**63 - 1
"""no count of ways may be higher; also the highest random number"""


@kernel("void(int64, int64[::1], int64[::1], int64[::1], int64[:, ::1], int64[::1], int64[:, ::1])")
def count_ways(
    unseen: int,
    barred: npt.NDArray[np.int64],
    room: npt.NDArray[np.int64],
    strides: npt.NDArray[np.int64],
    cards: npt.NDArray[np.int64],
    vacant: npt.NDArray[np.int64],
    ways: npt.NDArray[np.int64],
) -> None:
    """Fill in the last three arrays from a mask of cards, masks of those barred from a place, and the room of places.

    `cards` gets their bits, each with the places that it may have (as a mask); `vacant[state]` the places that may have
    room; `ways[state, number]` in how many ways the cards from that number on fill the room of the state.
    """
    for number in range(len(cards)):
        card = unseen & -unseen
        unseen ^= card
        cards[number, 0], cards[number, 1] = card, 0
        for place in range(PLACES):
            if not barred[place] & card:
                cards[number, 1] |= int64(1) << place
    for state in range(len(ways)):
        vacant[state], fewest = 0, 0
        for place in range(PLACES):
            left = state // strides[place] % (room[place] + 1) if strides[place] else int64(0)
            fewest += left
            if left or not strides[place]:
                vacant[state] |= int64(1) << place
        ways[state, len(cards)] = state == 0
        for number in range(len(cards) - 1, -1, -1):
            total, places = int64(0), cards[number, 1] & vacant[state]
            while places and len(cards) - number >= fewest:
                total += ways[state - strides[lowest(places)], number + 1]
                places &= places - 1
            ways[state, number] = total


@kernel("void(int64, int64[::1], int64[:, ::1], int64[::1], int64[:, ::1], int64[::1])")
def put_into_places(
    way: int,
    strides: npt.NDArray[np.int64],
    cards: npt.NDArray[np.int64],
    vacant: npt.NDArray[np.int64],
    ways: npt.NDArray[np.int64],
    held: npt.NDArray[np.int64],
) -> None:
    """Add the cards to what the places hold (masks), in the way of a number below the count of all ways."""
    state = len(ways) - 1
    for number in range(len(cards)):
        places = cards[number, 1] & vacant[state]
        while True:
            place = lowest(places)
            places &= places - 1
            here = ways[state - strides[place], number + 1]
            if way < here:
                break
            way -= here
        held[place] |= cards[number, 0]
        state -= strides[place]


@kernel(
    "void(int64[::1], int64[::1], int64[:, ::1], int64[::1], int64[:, ::1], int64, int64, int64,"
    " uint64[:, ::1], uint64[::1], uint64[::1])"
)
def draw(
    placed: npt.NDArray[np.int64],
    strides: npt.NDArray[np.int64],
    cards: npt.NDArray[np.int64],
    vacant: npt.NDArray[np.int64],
    ways: npt.NDArray[np.int64],
    wanted_place: int,
    wanted: int,
    seed: int,
    hands: npt.NDArray[np.uint64],
    stock: npt.NDArray[np.uint64],
    discard: npt.NDArray[np.uint64],
) -> None:
    """Fill in the rows of the last three arrays with masks: the places 1 to 4, 0 and 5, with what they held before.

    Where cards are wanted, a place must have one of them; there must be such a way.
    """
    count = ways[len(ways) - 1, 0]
    highest_fair = MOST - (MOST % count + 1) % count  # up to it, as many numbers lead to one way as to another
    held = placed.copy()
    for row in range(len(hands)):
        chance = stream(seed, row)
        while True:
            chance = after(chance)
            number = mixed(chance) & MOST
            if number > highest_fair:
                continue
            held[:] = placed
            put_into_places(number % count, strides, cards, vacant, ways, held)
            if not wanted or held[wanted_place] & wanted:
                break
        stock[row], discard[row] = held[0], held[5]
        for seat in range(4):
            hands[row, seat] = held[seat + 1]
