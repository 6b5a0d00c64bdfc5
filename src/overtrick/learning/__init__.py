"""Environments for reinforcement learning: PettingZoo's for four learners, Gymnasium's for one, among bots or for all.

Importing this package registers those of Gymnasium. docs/learning.md has the details.
"""

from overtrick.core.errors import Invalid

try:
    from overtrick.bots.policy import Policy, policy_bot
    from overtrick.engine.observation import Observation, action_mask, layout, observation_size, observe
    from overtrick.learning.actions import action_number, action_of, actions
    from overtrick.learning.seat_env import SeatEnv, register
    from overtrick.learning.spiel import SpielGame, SpielState
    from overtrick.learning.table_env import TableEnv, env
    from overtrick.learning.vector_env import VectorTables, register_tables
except ModuleNotFoundError as error:
    raise Invalid("not-installed", module=error.name or "", extra="rl") from None

__all__ = [
    "Observation",
    "Policy",
    "SeatEnv",
    "SpielGame",
    "SpielState",
    "TableEnv",
    "VectorTables",
    "action_mask",
    "action_number",
    "action_of",
    "actions",
    "env",
    "layout",
    "observation_size",
    "observe",
    "policy_bot",
]

register()
register_tables()
