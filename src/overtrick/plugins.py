"""What other packages bring, registered as entry points: games and bots. Ours are known without looking for any."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES: Final = "overtrick.games"
"""the group of games, each a package; ours are in the package of this name"""
BOTS: Final = "overtrick.bots"
"""the group of bots, each a `Maker`"""


@cache
def installed(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by name, which take long to find."""
    from importlib.metadata import entry_points

    return {found.name: found for found in entry_points(group=group)}


@cache
def our_games() -> tuple[str, ...]:
    """The names of the games in our own package, in alphabetical order."""
    folder = os.path.join(os.path.dirname(__file__), "games")
    return tuple(sorted(name for name in os.listdir(folder) if os.path.isfile(os.path.join(folder, name, "rules.py"))))


def game_packages() -> dict[str, str]:
    """The modules of the packages of all games by name, ours first; nobody else can have a game of the same name."""
    ours = {name: f"{GAMES}.{name}" for name in our_games()}
    return ours | {name: found.value for name, found in sorted(installed(GAMES).items()) if name not in ours}
