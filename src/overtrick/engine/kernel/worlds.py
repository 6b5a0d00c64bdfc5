"""Unseen cards, put into places by kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from overtrick.core.errors import Invalid
from overtrick.engine.kernel.engine import load
from overtrick.engine.kernel.memory import Grid, Line, NamedMemory, Number, Row
from overtrick.engine.kernel.splitmix import signed
from overtrick.engine.worlds.places import PLACES, Known

if TYPE_CHECKING:
    from overtrick.engine.worlds.bulk import Worlds

PLACE_COUNT: Final = len(PLACES)
MOST_WAYS: Final = 2**63 - 1
"""no count of ways may be higher; also the highest random number"""


class Places(NamedMemory):
    """What is known of the places of cards, as `Known` has it."""

    placed = Row(PLACE_COUNT)
    room = Row(PLACE_COUNT)
    barred = Row(PLACE_COUNT)
    unseen = Number()
    wanted_place = Number()
    wanted = Number()

    @classmethod
    def of(cls, known: Known) -> Places:
        """The same for kernels."""
        made = cls()
        made.placed[:], made.room[:], made.barred[:] = known.placed, known.room, known.barred
        made.unseen, (made.wanted_place, made.wanted) = known.unseen, known.wanted or (0, 0)
        return made


class Numbered(NamedTuple):
    """All ways to put some cards into places."""

    strides: Line[np.int64]
    """`[place]`"""
    cards: Grid[np.int64]
    """`[number]`: the bit of a card, and the places that it may have, as a mask"""
    vacant: Line[np.int64]
    """`[state]`: the places that may have room, as a mask"""
    ways: Grid[np.int64]
    """`[state, number]`: in how many ways the cards from that number on fill the room of the state"""


class Drawn(NamedTuple):
    """The arrays of `Worlds`: what the places 1 to 4, 0 and 5 hold, as masks."""

    hands: Grid[np.uint64]
    stock: Line[np.uint64]
    discard: Line[np.uint64]


def draw(known: Known, seed: int, made: Worlds) -> None:
    """Fill in the rows of arrays with deals that agree with what is known; refuses what no deal agrees with."""
    load("worlds")
    from overtrick.engine.kernel.compiled import worlds as kernels

    if not kernels.draw(Places.of(known), signed(seed), Drawn(*made)):
        raise Invalid("impossible-deal")
