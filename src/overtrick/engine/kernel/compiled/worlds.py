"""Unseen cards put into places in bulk, every way to do so with the same chance.

The ways are numbered: a table tells in how many ways the cards from any one on fill the room that is then left, and
going through the cards with it turns a number below the count of all ways into a way. So one random number is a deal.

A place is a number from 0 to 5. The room that is left is one number, the state: the sum of `strides[place]` over the
cards that are still to come there. The stride of one place is 0, for its room follows from that of the others.
"""

import numpy as np

from overtrick.engine.kernel.compiled.chance import after, mixed, stream
from overtrick.engine.kernel.compiled.native import int64, kernel, lowest, popcount
from overtrick.engine.kernel.memory import Line
from overtrick.engine.kernel.worlds import MOST_WAYS, PLACE_COUNT, Drawn, Numbered, Places


@kernel
def number_ways(places: Places) -> Numbered:
    """Number the ways to put the unseen cards into places, whatever is wanted."""
    strides, states, roomiest, size = np.zeros(PLACE_COUNT, np.int64), int64(1), int64(0), popcount(places.unseen)
    for place in range(PLACE_COUNT):
        if places.room[place] > places.room[roomiest]:
            roomiest = place
    for place in range(PLACE_COUNT):
        if place != roomiest:
            strides[place] = states
            states *= places.room[place] + 1
    cards, vacant = np.zeros((size, 2), np.int64), np.zeros(states, np.int64)
    ways, unseen = np.zeros((states, size + 1), np.int64), places.unseen
    for number in range(size):
        card = unseen & -unseen
        unseen ^= card
        cards[number, 0] = card
        for place in range(PLACE_COUNT):
            if not places.barred[place] & card:
                cards[number, 1] |= int64(1) << place
    for state in range(states):
        fewest = 0
        for place in range(PLACE_COUNT):
            left = state // strides[place] % (places.room[place] + 1) if strides[place] else int64(0)
            fewest += left
            if left or not strides[place]:
                vacant[state] |= int64(1) << place
        ways[state, size] = state == 0
        for number in range(size - 1, -1, -1):
            total, free = int64(0), cards[number, 1] & vacant[state]
            while free and size - number >= fewest:
                total += ways[state - strides[lowest(free)], number + 1]
                free &= free - 1
            ways[state, number] = total
    return Numbered(strides, cards, vacant, ways)


@kernel
def ways_without_wanted(places: Places) -> int:
    """In how many ways a place has none of the cards that are wanted there."""
    barred = places.barred[places.wanted_place]
    places.barred[places.wanted_place] = barred | places.wanted & places.unseen
    ways = number_ways(places).ways
    places.barred[places.wanted_place] = barred
    return int64(ways[-1, 0])


@kernel
def put_into_places(way: int, numbered: Numbered, held: Line[np.int64]) -> None:
    """Add the cards to what the places hold (masks), in the way of a number below the count of all ways."""
    strides, cards, vacant, ways = numbered
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


@kernel
def draw(places: Places, seed: int, made: Drawn) -> bool:
    """Fill in the rows of the arrays: what is placed, and the unseen cards in ways that are drawn, if there are any."""
    numbered = number_ways(places)
    count = int64(numbered.ways[-1, 0])
    if count == (ways_without_wanted(places) if places.wanted else 0):
        return False
    highest_fair = MOST_WAYS - (MOST_WAYS % count + 1) % count  # up to it, each way has as many numbers as another
    held = np.zeros(PLACE_COUNT, np.int64)
    for row in range(len(made.hands)):
        chance = stream(seed, row)
        while True:
            chance = after(chance)
            number = mixed(chance) & MOST_WAYS
            if number > highest_fair:
                continue
            for place in range(PLACE_COUNT):
                held[place] = places.placed[place]
            put_into_places(number % count, numbered, held)
            if not places.wanted or held[places.wanted_place] & places.wanted:
                break
        made.stock[row], made.discard[row] = held[0], held[5]
        for seat in range(4):
            made.hands[row, seat] = held[seat + 1]
    return True
