"""The arrays of a batch."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, SupportsIndex, get_args

import numpy as np
import numpy.typing as npt

from overtrick.core.actions import actions_of
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS
from overtrick.engine.observation import observation_size

ObservationType = Literal["float32", "uint8"]


class Buffers(NamedTuple):
    """The arrays of a batch, a row for each deal."""

    actor: npt.NDArray[np.int8]
    """who acts, 1 to 4; 0 where a deal is over and no other has begun"""
    legal: npt.NDArray[np.bool_]
    """`[row, action]`: what they may do, by the numbers of actions"""
    observation: npt.NDArray[Any]
    """`[row, place]`: what they know, as `layout` describes it"""
    rewards: npt.NDArray[np.float32]
    """`[row, seat - 1]`: what a deal that ended with the last step brings to each player, else 0"""
    over: npt.NDArray[np.bool_]
    """whether a deal ended with the last step"""
    number: npt.NDArray[np.int64]
    """the number of the deal in its seed"""


def empty_buffers(
    game: Game | str, size: int, observation: ObservationType | None = "float32", history: bool = False
) -> Buffers:
    """Arrays for a batch, all zero."""
    game = find_game(game)
    if not isinstance(size, SupportsIndex) or isinstance(size, bool) or size < 1:
        raise Invalid("batch-size", size=repr(size))
    if observation not in (None, *get_args(ObservationType)):
        raise Invalid("batch-observation", type=str(observation))
    places = 0 if observation is None else observation_size(game, history)
    return Buffers(
        np.zeros(size, np.int8),
        np.zeros((size, len(actions_of(game).choices)), np.bool_),
        np.zeros((size, places), observation or np.float32),
        np.zeros((size, len(SEATS)), np.float32),
        np.zeros(size, np.bool_),
        np.zeros(size, np.int64),
    )


def check_buffers(given: Buffers, wanted: Buffers) -> None:
    """Refuse arrays that are not as those that are wanted."""
    for name in Buffers._fields:
        own: Any = getattr(given, name, None)
        usual = getattr(wanted, name)
        fits = isinstance(own, np.ndarray) and own.dtype == usual.dtype and own.shape == usual.shape
        if not fits or not own.flags.c_contiguous or not own.flags.writeable:
            raise Invalid("batch-buffer", name=name, type=str(usual.dtype), shape=str(usual.shape))
