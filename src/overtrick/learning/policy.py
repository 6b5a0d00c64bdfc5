"""A policy as a bot, which can play wherever bots do."""

from __future__ import annotations

from collections.abc import Callable

from overtrick.bots.bot import Bot
from overtrick.core.actions import DECLARE, Action
from overtrick.deal.view import View
from overtrick.engine.observation import Observation, observe
from overtrick.learning.actions import action_of

Policy = Callable[[Observation], int]
"""What a learner has learned: the number of an action for what it sees."""


def policy_bot(policy: Policy) -> Bot:
    """The bot that acts by a policy, and says what can be said, as at the table of an environment."""

    def bot(view: View) -> Action:
        if DECLARE in view.legal:
            return DECLARE
        action = action_of(view.game, policy(observe(view)))
        return view.course.word_with(action, view.held) or action

    return bot
