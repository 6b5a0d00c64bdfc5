"""Random deals, played out by kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from overtrick.core.cards import CARDS
from overtrick.core.game import Game
from overtrick.core.seats import Seat
from overtrick.core.shuffle import Seed, word_of
from overtrick.core.tricks import Strain
from overtrick.engine.kernel.deals import Model, State, Workspace
from overtrick.engine.kernel.engine import load
from overtrick.engine.kernel.memory import Grid, NamedMemory, Row
from overtrick.engine.kernel.scores import known_scores
from overtrick.engine.kernel.shuffling import shuffler_of
from overtrick.engine.kernel.splitmix import signed
from overtrick.engine.kernel.tables import tables_of

if TYPE_CHECKING:
    from overtrick.engine.playouts import Playouts


AT_ONCE: Final = 1 << 12
"""whole deals that are played before the game is asked for their scores"""


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


def play_at_random(model: Model, seed: Seed, first: int, results: npt.NDArray[np.int64]) -> None:
    """Fill in the scores of the sides and how many cards were played: the deals of a seed from a number on."""
    load("deals")
    from overtrick.engine.kernel.compiled import deals as kernels

    known, shuffler, state, space = known_scores(model.game), shuffler_of(seed), State(), Workspace()
    waiting, word = np.zeros((AT_ONCE, 3), np.int64), signed(word_of(seed))
    for begin in range(0, len(results), AT_ONCE):
        part = results[begin : begin + AT_ONCE]
        unscored = kernels.random_deals(
            model.rules, shuffler, state, space, known.table, word, first + begin, part, waiting
        )
        if unscored:
            unknown = waiting[:unscored]
            kernels.look_up(known.learn(unknown[:, 1:].tolist()), unknown, part)
