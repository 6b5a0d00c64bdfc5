"""Environments for reinforcement learning: PettingZoo's for four learners, Gymnasium's for one, among bots or for all.

Importing this package registers those of Gymnasium. docs/learning.md has the details.
"""

from typing import TYPE_CHECKING, Any

from overtrick.core.errors import Invalid

try:
    from overtrick.bots.policy import Policy, policy_bot
    from overtrick.engine.observation import Observation, action_mask, layout, observation_size, observe
    from overtrick.learning.actions import action_number, action_of, actions
    from overtrick.learning.seat_env import SeatEnv, register
    from overtrick.learning.spiel import SpielGame, SpielState
    from overtrick.learning.table_env import TableEnv, env
except ModuleNotFoundError as error:
    raise Invalid("not-installed", module=error.name or "", extra="rl") from None

if TYPE_CHECKING:
    from overtrick.learning.vector_env import VectorTables

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


def __getattr__(name: str) -> Any:
    """`VectorTables` when somebody asks for it, since the Gymnasium that PufferLib wants is too old for it."""
    if name != "VectorTables":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from overtrick.learning.vector_env import VectorTables

    return VectorTables
