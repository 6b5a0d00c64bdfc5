"""Bots that have learned: a policy as a bot, and `policy:FILE`, which has one from the checkpoint of a learner."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import numpy as np

from overtrick.bots.bot import Bot
from overtrick.bots.checkpoint import Checkpoint, outputs
from overtrick.bots.simple_play import outspoken
from overtrick.core.actions import Action, action_of
from overtrick.core.game import Game
from overtrick.deal.view import View
from overtrick.engine.observation import Observation, observe

Policy = Callable[[Observation], int]
"""What a learner has learned: the number of an action for what it sees."""


def policy_bot(policy: Policy, history: bool = False) -> Bot:
    """The bot that acts by a policy, and says what can be said, as at the table of an environment.

    With `history` it sees all tricks.
    """

    def choose(view: View) -> Action:
        return action_of(view.game, policy(observe(view, history)))

    return lambda view: outspoken(view, choose)


def file_bot(path: str, game: Game | None = None) -> Bot:
    """The bot that takes the most likely action by the checkpoint of a file.

    Refuses a file that has none, or none for a game.
    """
    checkpoint = _checkpoint(path)
    if game is not None:
        checkpoint.check_game(game, path)

    def most_likely(seen: Observation) -> int:
        likely = outputs(checkpoint.layers, seen["observation"][None])[-1][0, :-1]
        return int(np.where(seen["action_mask"], likely, -np.inf).argmax())

    bot = policy_bot(most_likely, checkpoint.history)

    def bot_of_its_game(view: View) -> Action | str:
        checkpoint.check_game(view.game, path)
        return bot(view)

    return bot_of_its_game


def _checkpoint(path: str) -> Checkpoint:
    """The checkpoint of a file, which is read once as long as it stays the same."""
    try:
        file = os.stat(path)
    except (OSError, ValueError):  # what is wrong is told when it is read
        return Checkpoint.read(Path(path))
    return _read(path, file.st_mtime_ns, file.st_size)


@lru_cache(16)
def _read(path: str, changed: int, size: int) -> Checkpoint:
    return Checkpoint.read(Path(path))
