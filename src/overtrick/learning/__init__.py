"""Environments for reinforcement learning: PettingZoo's for four learners, Gymnasium's for one, among bots or for all.

Importing this package registers those of Gymnasium, if that is installed. docs/learning.md has the details.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from overtrick.core.errors import Invalid

try:
    from overtrick.bots.policy import Policy, policy_bot
    from overtrick.engine.observation import Observation, action_mask, layout, observation_size, observe
    from overtrick.learning.actions import action_number, action_of, actions
    from overtrick.learning.spiel import SpielGame, SpielState
except ModuleNotFoundError as error:
    raise Invalid("not-installed", module=error.name or "", extra="rl") from None
try:
    import gymnasium
except ModuleNotFoundError:
    pass  # OpenSpiel does without it
else:
    from overtrick.learning.registering import register

    register(gymnasium)

if TYPE_CHECKING:
    from overtrick.learning.seat_env import SeatEnv
    from overtrick.learning.table_env import TableEnv, env
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

_HOMES: Final = {
    "SeatEnv": "seat_env",
    "TableEnv": "table_env",
    "VectorTables": "vector_env",
    "env": "table_env",
}
"""what is loaded when somebody asks for it: not everybody has each library, nor a Gymnasium that is new enough"""


def __getattr__(name: str) -> Any:
    """An environment, from its module; refused with what to install where its library is missing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        home = import_module(f"{__name__}.{_HOMES[name]}")
    except ModuleNotFoundError as error:
        raise Invalid("not-installed", module=(error.name or "").partition(".")[0], extra="rl") from None
    return getattr(home, name)
