"""Random deals, played out by kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from overtrick.core.cards import CARDS
from overtrick.core.game import Game
from overtrick.core.seats import Seat
from overtrick.core.tricks import Strain
from overtrick.engine.kernel.engine import load
from overtrick.engine.kernel.memory import Grid, NamedMemory, Row
from overtrick.engine.kernel.splitmix import signed
from overtrick.engine.kernel.tables import tables_of

if TYPE_CHECKING:
    from overtrick.engine.playouts import Playouts


class Dealer(NamedMemory):
    """Room to deal."""

    order = Row(len(CARDS))
    """the pack, partly shuffled"""
    hands = Row(4)
    """`[seat]`: masks"""


class PlayoutArrays(NamedTuple):
    """The arrays of `Playouts`."""

    hands: Grid[np.uint64]
    plays: Grid[np.uint8]
    winners: Grid[np.uint8]
    points: Grid[np.int32]
    tricks: Grid[np.int32]


def play_out(game: Game, strain: Strain, seed: int, first: int, leader: Seat, made: Playouts) -> None:
    """Fill in the rows of arrays, which are all 0: the deals of a seed from a number on."""
    load("playouts")
    from overtrick.engine.kernel.compiled import playouts as kernels

    rules = tables_of(game, strain).rules
    kernels.play_out(rules, Dealer(), signed(seed), signed(first), leader - 1, PlayoutArrays(*made))
