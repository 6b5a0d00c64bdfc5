"""A PufferLib environment: tables in arrays that the caller owns, with an agent on each seat."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete

from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS
from overtrick.engine.batch import Batch, ObservationType, action_array, empty_buffers
from overtrick.learning.actions import actions as actions_of_game
from overtrick.learning.spaces import USUAL_GAME, box, legal_choices, losses, seed_text

try:
    from pufferlib import PufferEnv
except ModuleNotFoundError:
    raise Invalid("not-installed", module="PufferLib", extra="puffer") from None

Step = tuple[
    npt.NDArray[Any], npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], list[dict[str, float]]
]


class PufferTables(PufferEnv):  # type: ignore[misc]  # nobody has typed it
    """Tables of a game with four agents each, on the seats 1 to 4 of the first table, then of the second and so on.

    PufferLib learns from what an agent sees, does and gets, one step after the other, so that an agent stays on its
    seat and has its own rewards. At a step one agent of each table acts. `masks` tells which, and what the others
    choose is not looked at. PufferLib has no masks of actions: an observation begins with 1 for each action that is
    legal, nothing but 0 where an agent does not act, and what the seat knows follows.
    """

    def __init__(
        self,
        game: Game | str = USUAL_GAME,
        num_tables: int = 1,
        *,
        match: bool = False,
        raw: bool = False,
        observation: ObservationType = "uint8",
        history: bool = False,
        threads: int = 1,
        buf: dict[str, npt.NDArray[Any]] | None = None,
        seed: int | None = 0,
    ) -> None:
        """Tables of a game, given as for `find_game`; episodes and rewards are those of `env`.

        `observation`, `history` and `threads` are those of `Batch`; `buf` has the arrays of PufferLib.
        """
        self.game = find_game(game)
        self.num_agents, self._choices = len(SEATS) * num_tables, len(actions_of_game(self.game))
        self.single_observation_space = box(self.game, observation, history, more=self._choices)
        self.single_action_space = Discrete(self._choices)
        super().__init__(buf)
        self._size = num_tables
        self._options: dict[str, Any] = {
            "match": match,
            "raw": raw,
            "observation": observation,
            "history": history,
            "threads": threads,
            "buffers": empty_buffers(self.game, num_tables, observation, history)._replace(
                rewards=self.rewards.reshape(num_tables, len(SEATS))
            ),
        }
        self._losses = losses(self.game, raw)
        self._tables = Batch(self.game, num_tables, seed_text(seed), **self._options)
        self._has_begun = False

    def reset(self, seed: int | None = None) -> tuple[npt.NDArray[Any], list[dict[str, float]]]:
        """Begin the next episode at all tables, at first those of the seed of the environment; or those of a seed."""
        if seed is not None:
            self._tables = Batch(self.game, self._size, seed_text(seed), **self._options)
        elif self._has_begun:
            self._tables.deal(np.arange(self._size))
        self._has_begun = True
        self.rewards[:], self.terminals[:], self.truncations[:] = 0, False, False
        self._show()
        return self.observations, []

    def step(self, actions: npt.ArrayLike) -> Step:
        """Do what the agents chose whose turn it is; where an episode is over, the next one has begun.

        An action that is not legal ends its episode, and its side loses. What is the number of no action is refused
        before anything is done.
        """
        tables, acting = self._tables, self._tables.actor - 1
        by_seat = action_array(actions, self.num_agents).reshape(self._size, len(SEATS))
        wanted = np.take_along_axis(by_seat, acting[:, None], 1).reshape(-1)
        chosen, illegal = legal_choices(self.game, tables.legal, wanted)
        tables.step(chosen)
        ended = tables.over | illegal
        if illegal.any():
            tables.deal(np.flatnonzero(illegal & ~tables.over))
            tables.rewards[illegal] = self._losses[acting[illegal]]
        self.terminals[:] = np.repeat(ended, len(SEATS))
        self._show()
        infos = [{"illegal": float(illegal.sum() / ended.sum())}] if ended.any() else []
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def _show(self) -> None:
        """Fill in the observations of all agents, and who acts."""
        tables, seats = self._tables, np.arange(1, len(SEATS) + 1)
        acts = tables.actor[:, None] == seats
        seen = self.observations.reshape(self._size, len(SEATS), -1)
        seen[:, :, : self._choices] = tables.legal[:, None] & acts[:, :, None]
        seen[:, :, self._choices :] = tables.observe(np.arange(self._size)[:, None], seats)
        self.masks[:] = acts.reshape(-1)

    def close(self) -> None:
        """Nothing is left open."""
