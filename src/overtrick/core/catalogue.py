"""The games by name: ours, a package each in `overtrick.games`, and those that other packages register.

A package has a module `rules` with `PRESETS`, the name of the `DEFAULT` one, and perhaps `ALIASES`, older names of
presets. All else that belongs to a game is a part: a module of its package that is used if it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import NamedTuple

from overtrick.core.errors import Finding, Invalid, Phrase
from overtrick.core.game import Game
from overtrick.core.house_rules import MOST_POINTS
from overtrick.plugins import GAMES, installed, installed_games, our_games


class _Package(NamedTuple):
    """The package of a game."""

    module: str
    presets: dict[str, Game]
    """the default one first"""
    aliases: Mapping[str, str]


@cache
def game_names() -> tuple[str, ...]:
    """The names of all games that can be played, in alphabetical order."""
    others = (name for name in installed_games() if isinstance(_package(name), _Package))
    return tuple(sorted([*our_games(), *others]))


def broken_games() -> tuple[Finding, ...]:
    """Why some games of other packages cannot be played."""
    taken = [
        _broken(name, found.value, Phrase("reason.name-taken"))
        for name, found in installed(GAMES).items()
        if name in our_games()
    ]
    return (*taken, *(found for found in map(_package, installed_games()) if isinstance(found, Finding)))


def presets(name: str) -> dict[str, Game]:
    """The presets of a game by name, the default one first."""
    return dict(_known(name).presets)


def find_preset(name: str, preset: str | None = None) -> Game:
    """A preset of a game, also by an older name; without one it is the default one."""
    package = _known(name)
    if preset is None:
        return next(iter(package.presets.values()))
    found = package.presets.get(package.aliases.get(preset, preset))
    if found is None:
        raise Invalid("unknown-preset", preset=preset, game=name, known=", ".join(package.presets))
    return found


def split_game_text(text: str) -> tuple[str, str | None, dict[str, object]]:
    """Name, preset if there is one, and house rules of a text for `find_game`, whether there is such a game or not."""
    named, *rules = text.split(",")
    name, _, preset = named.partition(":")
    return name, preset or None, dict(_parse_rule(rule) for rule in rules)


def find_game(text: Game | str) -> Game:
    """The game of `NAME[:PRESET][,RULE=VALUE…]`, or a game itself: `find_game("coinche:contree,undertrump=forced")`."""
    return text if isinstance(text, Game) else _read_game(str(text))


@lru_cache(256)
def _read_game(text: str) -> Game:
    name, preset, house = split_game_text(text)
    return find_preset(name, preset).with_house_rules(house)


def game_text(game: Game) -> str:
    """The text of a game, which `find_game` reads: its name, its preset, and where its house rules differ from it."""
    return ",".join(
        [str(_preset_of(game)), *(f"{rule}={str(value).lower()}" for rule, value in changed_rules(game).items())]
    )


def changed_rules(game: Game) -> dict[str, object]:
    """The house rules in which a game differs from its preset."""
    of_preset = _preset_of(game).house
    return {rule: value for rule, value in game.house.items() if value != of_preset[rule]}


def only_for(option: str, has: Callable[[Game], object]) -> Invalid:
    """What is told of an option that only those games have of which something is true."""
    names = [name.capitalize() for name in game_names() if has(find_game(name))]
    return Invalid("only-some-games", option=option, games=", ".join(names))


def part_of(game: Game, name: str) -> ModuleType | None:
    """A module of the package of a game, such as `results`; None where the package has none, or the game no package."""
    module = _module_of(game)
    return None if module is None else _part(game.name, module, name)


def has_part(game: Game, name: str) -> bool:
    """Whether `part_of` has something to import."""
    module = _module_of(game)
    return module is not None and find_spec(f"{module}.{name}") is not None


def _module_of(game: Game) -> str | None:
    """The package of a game, if it is one of the games of the package."""
    package = _package(game.name)
    if not isinstance(package, _Package) or type(game) is not type(next(iter(package.presets.values()))):
        return None
    return package.module


def our_parts(name: str) -> list[ModuleType]:
    """The parts of a name of all our games that have one."""
    found = (_part(game, f"{GAMES}.{game}", name) for game in our_games())
    return [part for part in found if part is not None]


def installed_parts(name: str) -> list[ModuleType]:
    """The parts of a name of all other games that have one and are not broken."""
    parts: list[ModuleType] = []
    for game, package in installed_games().items():
        with suppress(Invalid):
            parts += filter(None, [_part(game, package, name)])
    return parts


@cache
def _part(game: str, package: str, name: str) -> ModuleType | None:
    module = f"{package}.{name}"
    try:
        return import_module(module)
    except Exception as error:  # whatever the code of another package raises
        if isinstance(error, ModuleNotFoundError) and error.name == module:  # nothing that it needs
            return None
        raise Invalid(_broken(game, module, error)) from error


def _preset_of(game: Game) -> Game:
    """The preset that a game names, or the default one if somebody made it with a name of their own."""
    known = _known(game.name).presets
    return known.get(game.preset, next(iter(known.values())))


def _known(name: str) -> _Package:
    package = _package(name)
    if package is None:
        raise Invalid("unknown-game", game=name, known=", ".join(game_names()))
    if isinstance(package, Finding):
        raise Invalid(package)
    return package


@cache
def _package(name: str) -> _Package | Finding | None:
    """The package of a game, why there is none that can be used, or None for a name that no game has."""
    if name in our_games():
        return _read(f"{GAMES}.{name}")
    module = installed_games().get(name)
    if module is None:
        return None
    try:
        package = _read(module)
    except Exception as error:  # whatever the code of another package raises
        return _broken(name, module, error)
    named = package.presets.items()
    if not all(isinstance(game, Game) and str(game) == f"{name}:{preset}" for preset, game in named):
        return _broken(name, module, Phrase("reason.other-presets"))
    return package


def _read(module: str) -> _Package:
    rules = import_module(f"{module}.rules")
    named: dict[str, Game] = rules.PRESETS
    return _Package(module, {rules.DEFAULT: named[rules.DEFAULT], **named}, getattr(rules, "ALIASES", {}))


def _broken(game: str, package: str, why: Phrase | Exception) -> Finding:
    reason = why if isinstance(why, Phrase) else f"{type(why).__name__}: {why}".removesuffix(".")
    return Finding("broken-game", {"game": game, "package": package, "reason": reason})


def _parse_rule(text: str) -> tuple[str, object]:
    rule, _, value = text.partition("=")
    if value in ("true", "false"):
        return rule, value == "true"
    return rule, int(value) if value.isdecimal() and len(value) <= len(str(MOST_POINTS)) else value
