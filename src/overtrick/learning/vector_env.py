"""A Gymnasium vector environment: tables side by side, at each of which the learner acts for whoever has the turn."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.vector.utils import batch_space

from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.engine.batch import Batch, ObservationType, action_array, empty_buffers
from overtrick.learning.actions import actions
from overtrick.learning.spaces import USUAL_GAME, box, legal_choices, losses, seed_text
from overtrick.texts import say

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
except ImportError:
    raise Invalid("old-gymnasium", version=gymnasium.__version__) from None

Flags = npt.NDArray[np.bool_]
Step = tuple[npt.NDArray[Any], npt.NDArray[np.float64], Flags, Flags, dict[str, Any]]


class VectorTables(VectorEnv[npt.NDArray[Any], npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Tables of a game in the rows of a batch; `infos` tell who acts next, and what they may do."""

    def __init__(
        self,
        game: Game | str = USUAL_GAME,
        num_envs: int = 1,
        *,
        match: bool = False,
        raw: bool = False,
        observation: ObservationType = "float32",
        history: bool = False,
        threads: int = 1,
        copy: bool = True,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        """Tables of a game, given as for `find_game`; episodes and rewards are those of `env`.

        `observation`, `history` and `threads` are those of `Batch`. Without `copy`, observations are given in the same
        array each time, which the next step changes.
        """
        self.game = find_game(game)
        buffers = empty_buffers(self.game, num_envs, observation, history)
        self.num_envs = num_envs
        self._options: dict[str, Any] = {
            "match": match,
            "raw": raw,
            "observation": observation,
            "history": history,
            "threads": threads,
            "automatic": False,
            "buffers": buffers,
        }
        self._batch: Batch | None = None
        modes = [mode.value for mode in AutoresetMode]
        if autoreset_mode not in (*modes, *AutoresetMode):
            raise Invalid("bad-autoreset-mode", mode=str(autoreset_mode), known=", ".join(modes))
        self.metadata = {"autoreset_mode": AutoresetMode(autoreset_mode)}
        self.single_observation_space = box(self.game, observation, history)
        self.single_action_space = Discrete(len(actions(self.game)))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._losses, self._mode = losses(self.game, raw), AutoresetMode(autoreset_mode)
        self._ended = np.ones(num_envs, np.bool_)
        """the rows whose episode is over; those in which somebody chose something illegal go on in the batch"""

    @property
    def _tables(self) -> Batch:
        """The tables, once there was a reset."""
        if self._batch is None:
            raise ResetNeeded(say("en", "learning.over"))
        return self._batch

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        """Begin the next episode in all rows, or in those of `options["reset_mask"]`; a seed begins anew in all."""
        super().reset(seed=seed)
        mask = self._reset_mask(seed, options or {})
        if seed is not None or self._batch is None:
            self._batch = Batch(self.game, self.num_envs, seed_text(seed), **self._options)
        else:
            self._batch.deal(np.flatnonzero(mask))
        self._ended = self._ended & ~mask
        return self._seen(), self._infos(np.ones(self.num_envs, np.bool_))

    def _reset_mask(self, seed: int | None, options: dict[str, Any]) -> Flags:
        """The rows that are reset; all at the first time."""
        everywhere = np.ones(self.num_envs, np.bool_)
        mask = options.get("reset_mask", everywhere)
        fits = isinstance(mask, np.ndarray) and mask.dtype == np.bool_ and mask.shape == (self.num_envs,)
        if not fits or not mask.any():
            raise Invalid("bad-reset-mask", size=self.num_envs)
        if not mask.all() and (seed is not None or self._batch is None):
            raise Invalid("reset-mask-too-early")
        return np.asarray(mask, np.bool_)

    def step(self, actions: npt.ArrayLike) -> Step:
        """What comes of an action in each row: rewards are those of whoever acted, and `infos` have those of all seats.

        An action that is not legal ends its episode, and its side loses. What is the number of no action is refused
        before anything is done, but where an episode is over any number will do.
        """
        tables, before, waiting = self._tables, self._tables.actor.copy(), self._ended
        if waiting.any() and self._mode is AutoresetMode.DISABLED:
            raise ResetNeeded(say("en", "learning.over"))
        chosen, illegal = self._chosen(actions)
        seen_last = tables.observation[illegal]
        tables.step(chosen)
        rewards = tables.rewards.astype(np.float64)
        tables.observation[illegal], rewards[illegal] = seen_last, self._losses[before[illegal] - 1]
        finished = np.flatnonzero(tables.over & ~waiting & ~illegal)
        tables.observation[finished] = tables.observe(finished, before[finished])
        self._ended = ended = (tables.over | illegal) & ~waiting
        rewards[~ended] = 0
        if waiting.any():
            tables.deal(np.flatnonzero(waiting))
        infos: dict[str, Any] = {}
        if ended.any():
            infos = {"rewards": rewards, "_rewards": ended.copy()}
        if illegal.any():
            infos |= {"offender": np.where(illegal, before, 0), "_offender": illegal}
        own = np.where(ended, rewards[np.arange(self.num_envs), before - 1], 0.0)
        if self._mode is AutoresetMode.SAME_STEP and ended.any():
            infos = self._begin_again(ended, infos)
        everywhere = np.ones(self.num_envs, np.bool_)
        return self._seen(), own, ended.copy(), ~everywhere, infos | self._infos(everywhere)

    def _chosen(self, actions: npt.ArrayLike) -> tuple[npt.NDArray[np.int64], Flags]:
        """What is done in the rows, something legal everywhere; and the rows where something else was wanted."""
        given = action_array(actions, self.num_envs)
        chosen, illegal = legal_choices(self.game, self._tables.legal, np.where(self._ended, 0, given))
        return chosen, illegal & ~self._ended

    def _begin_again(self, ended: Flags, infos: dict[str, Any]) -> dict[str, Any]:
        """Begin the next episodes in the rows whose last one is over; gives how those ended."""
        final = np.full(self.num_envs, None, object)
        for row, seen in zip(np.flatnonzero(ended).tolist(), self._tables.observation[ended], strict=True):
            final[row] = seen
        final_info = infos | self._infos(ended)
        self._tables.deal(np.flatnonzero(ended))
        self._ended = np.zeros(self.num_envs, np.bool_)
        return {"final_obs": final, "_final_obs": ended, "final_info": final_info, "_final_info": ended}

    def _seen(self) -> npt.NDArray[Any]:
        return self._tables.observation.copy() if self._copy else self._tables.observation

    def _infos(self, rows: Flags) -> dict[str, Any]:
        """Who acts in some rows, 0 where an episode is over, and what they may do."""
        going_on = rows & ~self._ended
        return {
            "actor": np.where(going_on, self._tables.actor, np.int8(0)),
            "_actor": rows,
            "action_mask": (self._tables.legal & going_on[:, None]).view(np.int8),
            "_action_mask": rows,
        }
