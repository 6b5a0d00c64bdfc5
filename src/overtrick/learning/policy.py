"""A policy as a bot, which can play wherever bots do."""

from __future__ import annotations

from collections.abc import Callable

from overtrick.bots.bot import Bot
from overtrick.bots.simple_play import word_with
from overtrick.core.actions import DECLARE, Action
from overtrick.deal.view import View
from overtrick.learning.actions import action_of
from overtrick.learning.observation import Observation, observe

Policy = Callable[[Observation], int]
"""What a learner has learned: the number of an action for what it sees."""


def policy_bot(policy: Policy) -> Bot:
    """The bot that acts by a policy, and says what can be said, as at the table of an environment."""

    def bot(view: View) -> Action:
        if DECLARE in view.legal:
            return DECLARE
        action = action_of(view.game, policy(observe(view)))
        return word_with(view, action) or action

    return bot
