"""Many games screened by a kernel for the first card of each that the referee objects to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from overtrick.core.game import Game
from overtrick.core.tricks import Strain
from overtrick.engine.kernel.engine import load
from overtrick.engine.kernel.memory import Grid, Line, NamedMemory, Row
from overtrick.engine.kernel.tables import tables_of
from overtrick.referee.evidence import PLACES

if TYPE_CHECKING:
    from overtrick.engine.screening import Screening

PLACE_COUNT: Final = len(PLACES)


class PlaceLimits(NamedMemory):
    """What limits the places of cards in the middle of a game, as masks."""

    room = Row(PLACE_COUNT)
    """`[place]`: how many unseen cards each place still has"""
    barred = Row(PLACE_COUNT)
    """`[place]`: the cards that cannot be in each place"""
    must_hold = Row(PLACE_COUNT)
    """`[place]`: the cards that by the facts can be nowhere else"""
    sets = Row(2 * 2**PLACE_COUNT)
    """`[number][2]`: the cards barred from a set of places, and the room outside it"""


class Games(NamedTuple):
    """What is asked of many games, as in `judge_many`; a row for each of them."""

    plays: Grid[np.uint8]
    leader: Line[np.uint8]
    out: Grid[np.uint8]
    barred: Grid[np.int64]


class Found(NamedTuple):
    """The arrays of `Screening`."""

    player: Line[np.int16]
    deal: Line[np.int16]
    winners: Grid[np.uint8]


def first_findings(game: Game, strain: Strain, games: Games, made: Screening) -> None:
    """Fill in the rows of arrays."""
    load("screening")
    from overtrick.engine.kernel.compiled import screening as kernels

    kernels.first_findings(tables_of(game, strain).rules, PlaceLimits(), games, Found(*made))
