"""What other packages bring, registered as entry points: games and bots. Ours are known without looking for any."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")
GAMES: Final = "overtrick.games"
"""the group of games, each a package; ours are in the package of this name"""
BOTS: Final = "overtrick.bots"
"""the group of bots, each a `Maker`"""
_FOLDER: Final = os.path.join(os.path.dirname(__file__), "games")


class OursFirst(Mapping[str, T]):
    """What is ours by name, and then what others bring, which is looked for when a name is not among ours."""

    def __init__(self, ours: Callable[[], Mapping[str, T]], others: Callable[[], Mapping[str, T]]) -> None:
        self._ours, self._others = ours, others

    def __getitem__(self, name: str) -> T:
        ours = self._ours()
        return ours[name] if name in ours else self._others()[name]

    def __iter__(self) -> Iterator[str]:
        ours = self._ours()
        yield from ours
        yield from (name for name in self._others() if name not in ours)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def installed(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by name, but for ours, in the package of the group's name; they take long to find."""
    from importlib.metadata import entry_points

    return {found.name: found for found in entry_points(group=group) if found.value != f"{group}.{found.name}"}


@cache
def our_games() -> tuple[str, ...]:
    """The names of the games in our own package, in alphabetical order."""
    return tuple(
        sorted(name for name in os.listdir(_FOLDER) if os.path.isfile(os.path.join(_FOLDER, name, "rules.py")))
    )


def installed_games() -> dict[str, str]:
    """The modules of the packages of other games by name; nobody else can have a game of the same name as we."""
    return {name: found.value for name, found in sorted(installed(GAMES).items()) if name not in our_games()}


def our_game_folders() -> dict[str, str]:
    """The folders of our games by name."""
    return {name: os.path.join(_FOLDER, name) for name in our_games()}


def installed_game_folders() -> dict[str, str]:
    """The folders of other games' packages by name, but for those that cannot be found."""
    from importlib.util import find_spec

    folders: dict[str, str] = {}
    for name, module in installed_games().items():
        try:
            spec = find_spec(module)
        except Exception:  # whatever the code of another package raises
            continue
        if spec is not None and spec.submodule_search_locations:
            folders[name] = spec.submodule_search_locations[0]
    return folders
