"""A Gymnasium environment: one learner on a seat, and bots on the others."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete

from overtrick.bots.bot import Bot, check_bot, find_bot, is_policy
from overtrick.bots.chance import chance_of
from overtrick.core.catalogue import find_game
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat, parse_seat
from overtrick.engine.observation import action_mask, observe
from overtrick.learning.actions import actions
from overtrick.learning.episode import Episode, Episodes
from overtrick.learning.picture import RENDERING, check_render_mode, picture
from overtrick.learning.spaces import USUAL_GAME, box, summary
from overtrick.texts import say

Seen = npt.NDArray[np.float32]


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """A learner on a seat; its partner and its opponents are bots, by their texts or as they are."""

    metadata = RENDERING

    def __init__(
        self,
        game: Game | str = USUAL_GAME,
        *,
        seat: Seat | int | str = Seat.NORTH,
        partner: str | Bot = "simple",
        opponents: str | Bot = "simple",
        match: bool = False,
        raw: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """A table of a game, given as for `find_game`; episodes and rewards are those of `env`."""
        check_render_mode(render_mode)
        self.game = find_game(game)
        self.seat = parse_seat(str(seat))
        self.render_mode = render_mode
        self.observation_space = box(self.game)
        self.action_space = Discrete(len(actions(self.game)))
        self._bots = {
            other: partner if other is self.seat.partner else opponents for other in SEATS if other is not self.seat
        }
        self._raw = raw
        self._episodes = Episodes(self.game, match)
        self._players = self._new_players()  # bots that there are not are refused at once
        for bot in (partner, opponents):
            if isinstance(bot, str) and is_policy(bot):
                check_bot(bot, is_own=True, game=self.game)
        self._begun: Episode | None = None

    def _new_players(self) -> dict[Seat, Bot]:
        """The bots of an episode, each with chance of its own, as in `overtrick simulate`."""
        seed, number = self._episodes.seed, self._episodes.number
        return {
            seat: bot if callable(bot) else find_bot(str(bot), chance_of(seed or "", seat, number), files=True)
            for seat, bot in self._bots.items()
        }

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """The first decision of the learner in the next deal or match in which it has one."""
        super().reset(seed=seed)
        self._begin(seed)
        while self._episode.actor is None:
            self._begin(None)
        self._show()
        return self._answer()

    @property
    def _episode(self) -> Episode:
        if self._begun is None:
            raise ResetNeeded(say("en", "learning.over"))
        return self._begun

    def _begin(self, seed: int | None) -> None:
        self._begun = self._episodes.next(seed)
        self._players = self._new_players()
        self._let_bots_act()

    def _let_bots_act(self) -> None:
        episode = self._episode
        while (actor := episode.actor) is not None and actor is not self.seat:
            episode.act(self._players[actor](episode.view(actor)))

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """The next decision of the learner after the action of a number; one that is not legal loses the episode.

        After the end of an episode it raises `ResetNeeded`.
        """
        if self._episode.actor is None:
            raise ResetNeeded(say("en", "learning.over"))
        self._episode.choose(action)
        self._let_bots_act()
        self._show()
        over = self._episode.actor is None
        seen, info = self._answer()
        return seen, self._episode.reward(self.seat, self._raw) if over else 0.0, over, False, info

    def _answer(self) -> tuple[Seen, dict[str, Any]]:
        seen = observe(self._episode.view(self.seat))
        info = summary(self._episode.scores, self._episode.offender) if self._episode.actor is None else {}
        return seen["observation"], {"action_mask": seen["action_mask"], **info}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What the learner may choose now, as some libraries ask for it."""
        return action_mask(self._episode.view(self.seat)).astype(np.bool_)

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self._picture(), end="\n\n")

    def _picture(self) -> str:
        """The deal with the hands that the learner sees."""
        seen = self._episode.view(self.seat)
        return picture(seen, {self.seat: seen.hand, **(dict([seen.open_hand]) if seen.open_hand is not None else {})})

    def render(self) -> str | None:
        """The deal as the learner sees it, as a text; in the mode `human` it is printed at each step."""
        return self._picture() if self.render_mode == "ansi" else None
