"""A PettingZoo environment: four learners at a table."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from overtrick.core.catalogue import find_game
from overtrick.core.game import Game
from overtrick.core.seats import SEATS
from overtrick.engine.observation import Observation, observation_size, observe
from overtrick.learning.actions import actions
from overtrick.learning.episode import Episode, Episodes
from overtrick.learning.picture import RENDERING, check_render_mode, picture
from overtrick.plugins import our_games

USUAL_GAME: Final = our_games()[0]
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


def box(game: Game) -> Box[np.float32]:
    """The space of what is seen in a game."""
    return Box(-1.0, 1.0, (observation_size(game),), np.float32)


class TableEnv(AECEnv[str, Any, Any], EzPickle):
    """A table of four agents, who act in turn: calls, discards and cards, dummy's by the declarer."""

    def __init__(
        self, game: Game | str = USUAL_GAME, *, match: bool = False, raw: bool = False, render_mode: str | None = None
    ) -> None:
        """A table of a game, given as for `find_game`; `env` tells the rest."""
        EzPickle.__init__(self, game, match=match, raw=raw, render_mode=render_mode)
        check_render_mode(render_mode)
        self.game = find_game(game) if isinstance(game, str) else game
        self.metadata = {**RENDERING, "name": f"{self.game.name}_v0", "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.action_spaces = {agent: Discrete(len(actions(self.game))) for agent in AGENTS}
        mask = Box(0, 1, (len(actions(self.game)),), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": box(self.game), "action_mask": mask}) for agent in AGENTS
        }
        self._raw = raw
        self._episodes = Episodes(self.game, match)
        self._episode: Episode

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next episode; the same seed gives the same deals, in the same order."""
        self._episode = self._episodes.next(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}
        self._look_who_is_next()

    def observe(self, agent: str) -> Observation:
        return observe(self._episode.view(AGENTS[agent]))

    def step(self, action: int | None) -> None:
        """Go on with the action of a number; one that is not legal ends the episode, and its side loses.

        At the end all agents step once more, with None.
        """
        agent = self.agent_selection
        if self.terminations[agent] or action is None:
            self._was_dead_step(action)
            return
        self._episode.choose(action)
        self._cumulative_rewards[agent] = 0.0
        self._look_who_is_next()
        if self.render_mode == "human":
            self.render()

    def _look_who_is_next(self) -> None:
        actor = self._episode.actor
        if actor is not None:
            self.agent_selection = f"player_{actor}"
            return
        self.rewards = {agent: self._episode.reward(seat, self._raw) for agent, seat in AGENTS.items()}
        self.terminations = dict.fromkeys(AGENTS, True)
        self.infos = {agent: self._episode.summary() for agent in AGENTS}
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """The deal with all hands, as a text, or printed."""
        if self.render_mode is None:
            return None
        hands = dict(zip(SEATS, self._episode.round.hands, strict=True))
        text = picture(self._episode.view(None), hands)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def close(self) -> None:
        """Nothing has to be closed."""
