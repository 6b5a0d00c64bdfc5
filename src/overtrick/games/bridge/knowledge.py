"""How players of Bridge call: by a system."""

from functools import partial
from typing import Final

from overtrick.bots.sampling.knowledge import Knowledge, System
from overtrick.games.bridge.bidding.beliefs import likelihood
from overtrick.games.bridge.bidding.system import ALIASES, DEFAULT, SYSTEMS, call, explain, partner_of


def _system(name: str) -> System:
    return System(
        partial(call, system=name),
        partial(explain, system=name),
        partial(partner_of, system=name),
        partial(likelihood, system=name),
    )


KNOWLEDGE: Final = Knowledge(
    believes_calls=True,
    systems={name: _system(name) for name in sorted(SYSTEMS, key=lambda name: name != DEFAULT)},
    aliases=ALIASES,
)
