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
_FOLDER: Final = os.path.join(os.path.dirname(__file__), "games")


@cache
def installed(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by name, which take long to find."""
    from importlib.metadata import entry_points

    return {found.name: found for found in entry_points(group=group)}


@cache
def our_games() -> tuple[str, ...]:
    """The names of the games in our own package, in alphabetical order."""
    return tuple(
        sorted(name for name in os.listdir(_FOLDER) if os.path.isfile(os.path.join(_FOLDER, name, "rules.py")))
    )


def installed_games() -> dict[str, str]:
    """The modules of the packages of other games by name; nobody else can have a game of the same name as we."""
    return {name: found.value for name, found in sorted(installed(GAMES).items()) if name not in our_games()}


def our_game_folders() -> list[str]:
    """The folders of our games."""
    return [os.path.join(_FOLDER, name) for name in our_games()]


def installed_game_folders() -> list[str]:
    """The folders of the packages of other games, but for those that cannot be found."""
    from importlib.util import find_spec

    folders: list[str] = []
    for module in installed_games().values():
        try:
            spec = find_spec(module)
        except Exception:  # whatever the code of another package raises
            continue
        folders += [] if spec is None else spec.submodule_search_locations or []
    return folders
