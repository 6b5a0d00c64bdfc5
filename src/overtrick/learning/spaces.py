"""What environments have in common: the spaces of what is seen, choices by number, ends and seeds."""

from __future__ import annotations

from typing import Any, Final, get_args

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box
from gymnasium.utils import seeding

from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat
from overtrick.engine.buffers import ObservationType
from overtrick.engine.observation import observation_size
from overtrick.engine.rewards import best_result
from overtrick.learning.actions import action_of
from overtrick.plugins import our_games

USUAL_GAME: Final = our_games()[0]


def box(game: Game, observation: ObservationType = "float32", history: bool = False, more: int = 0) -> Box[Any]:
    """The space of what is seen in a game, which must not be left out, and of some more numbers."""
    if observation not in get_args(ObservationType):
        raise Invalid("batch-observation", type=str(observation))
    shape = (more + observation_size(game, history),)
    return Box(0, 255, shape, np.uint8) if observation == "uint8" else Box(-1.0, 1.0, shape, np.float32)


def losses(game: Game, raw: bool) -> npt.NDArray[np.float32]:
    """`[offender - 1, seat - 1]`: what an episode brings to all that ended because somebody chose something illegal.

    Their side loses as much as there is to lose.
    """
    lost = best_result(game) if raw else 1
    return np.array(
        [[-lost if seat.side is offender.side else lost for seat in SEATS] for offender in SEATS], np.float32
    )


def legal_choices(
    game: Game, legal: npt.NDArray[np.bool_], chosen: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Something legal for each row of a batch, and the rows where something else was chosen.

    What is the number of no action is refused.
    """
    none = (chosen < 0) | (chosen >= legal.shape[1])
    if none.any():
        action_of(game, int(chosen[none][0]))  # refuses it
    illegal, done = ~legal[np.arange(len(chosen)), chosen], chosen.copy()
    done[illegal] = legal[illegal].argmax(axis=1)
    return done, illegal


def summary(scores: Scores, offender: Seat | None) -> dict[str, Any]:
    """How an episode ended: the scores of the sides, and who has chosen something illegal."""
    return {"scores": scores} | ({} if offender is None else {"offender": int(offender)})


def seed_text(seed: int | None) -> str:
    """The seed of deals for one that a library hands on, if it is such a number, or for one that chance gives."""
    return str(seeding.np_random(seed)[1])
