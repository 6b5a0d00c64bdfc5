"""A PettingZoo environment: four learners at a table."""

from __future__ import annotations

from operator import attrgetter, index
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from overtrick.core.catalogue import find_game
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.view import view
from overtrick.engine.batch import Batch
from overtrick.engine.observation import Observation
from overtrick.learning.actions import action_of, actions
from overtrick.learning.picture import RENDERING, check_render_mode, picture
from overtrick.learning.spaces import USUAL_GAME, box, losses, seed_text, summary

AGENTS: Final = {f"player_{seat}": seat for seat in SEATS}


def env(
    game: Game | str = USUAL_GAME, *, match: bool = False, raw: bool = False, render_mode: str | None = None
) -> OrderEnforcingWrapper[str, Any, Any]:
    """The environment of a game, with PettingZoo's check that it is used in the right order.

    An episode is a deal, or with `match` a whole match. Rewards come at its end: from -1 to 1, or with `raw` in points.
    """
    return _InOrder(TableEnv(game, match=match, raw=raw, render_mode=render_mode))


class _InOrder(OrderEnforcingWrapper[str, Any, Any]):
    """The check of PettingZoo, which looks for what every step needs in a slow way."""

    agents = property(attrgetter("env.agents"))
    agent_selection = property(attrgetter("env.agent_selection"))

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the agent whose turn it is sees, and what it has got."""
        return self.env.last(observe) if self._has_reset else super().last(observe)


class TableEnv(AECEnv[str, Any, Any]):
    """A table of four agents, who act in turn: calls, discards and cards, dummy's by the declarer."""

    def __init__(
        self, game: Game | str = USUAL_GAME, *, match: bool = False, raw: bool = False, render_mode: str | None = None
    ) -> None:
        """A table of a game, given as for `find_game`; `env` tells the rest."""
        check_render_mode(render_mode)
        self.game = find_game(game)
        self.metadata = {**RENDERING, "name": f"{self.game.name}_v0", "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.action_spaces = {agent: Discrete(len(actions(self.game))) for agent in AGENTS}
        mask = Box(0, 1, (len(actions(self.game)),), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": box(self.game), "action_mask": mask}) for agent in AGENTS
        }
        self._raw, self._is_match = raw, match
        self._batch: Batch | None = None
        self._offender: Seat | None = None

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next episode; the same seed gives the same deals, in the same order."""
        if seed is not None or self._batch is None:
            self._batch = Batch(self.game, 1, seed_text(seed), match=self._is_match, raw=self._raw, automatic=False)
        else:
            self._batch.deal(0)
        self._offender = None
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}
        self._look_who_is_next()

    @property
    def _table(self) -> Batch:
        """The table, once there was a reset."""
        assert self._batch is not None, "PettingZoo has asked for a reset"
        return self._batch

    def observe(self, agent: str) -> Observation:
        table, seat = self._table, AGENTS[agent]
        if table.actor.item(0) == seat and self._offender is None:
            return {"observation": table.observation[0].copy(), "action_mask": table.legal[0].astype(np.int8)}
        return {"observation": table.observe(0, seat), "action_mask": np.zeros(table.legal.shape[1], np.int8)}

    def step(self, action: int | None) -> None:
        """Go on with the action of a number; one that is not legal ends the episode, and its side loses.

        At the end all agents step once more, with None.
        """
        agent = self.agent_selection
        if self.terminations[agent] or action is None:
            self._was_dead_step(action)
            return
        action_of(self.game, action)  # refuses a number that is none
        table, number = self._table, index(action)
        if table.legal.item(0, number):
            table.step([number])
        else:
            self._offender = AGENTS[agent]
        self._cumulative_rewards[agent] = 0.0
        self._look_who_is_next()
        if self.render_mode == "human":
            self.render()

    def _look_who_is_next(self) -> None:
        table = self._table
        actor = table.actor.item(0)
        if actor and self._offender is None:
            self.agent_selection = self.possible_agents[actor - 1]
            return
        self.rewards = {agent: self._reward(seat) for agent, seat in AGENTS.items()}
        self.terminations = dict.fromkeys(AGENTS, True)
        end = summary(table.scores(0), self._offender)
        self.infos = {agent: {**end} for agent in AGENTS}
        self._accumulate_rewards()
        self._deads_step_first()

    def _reward(self, seat: Seat) -> float:
        """What the end is worth to a player; who has chosen something illegal loses all that there is to lose."""
        if self._offender is None:
            return float(self._table.rewards[0, seat - 1])
        return float(losses(self.game, self._raw)[self._offender - 1, seat - 1])

    def render(self) -> str | None:
        """The deal with all hands, as a text, or printed."""
        if self.render_mode is None:
            return None
        deal = self._table.round(0)
        hands = dict(zip(SEATS, deal.hands, strict=True))
        text = picture(view(deal, None, self._table.standing(0)), hands)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def close(self) -> None:
        """Nothing has to be closed."""
