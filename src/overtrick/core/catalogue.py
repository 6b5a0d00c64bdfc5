"""The games by name. Each is a package of `overtrick.games` with its `PRESETS` and the name of the `DEFAULT` one."""

from __future__ import annotations

import os
from functools import lru_cache
from importlib import import_module

from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.house_rules import MOST_POINTS

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "games")


@lru_cache(1)
def game_names() -> tuple[str, ...]:
    """The names of all games, in alphabetical order."""
    return tuple(
        sorted(name for name in os.listdir(_FOLDER) if os.path.isfile(os.path.join(_FOLDER, name, "rules.py")))
    )


def presets(name: str) -> dict[str, Game]:
    """The presets of a game by name, the default one first."""
    if name not in game_names():
        raise Invalid("unknown-game", game=name, known=", ".join(game_names()))
    module = import_module(f"overtrick.games.{name}")
    named: dict[str, Game] = module.PRESETS
    return {module.DEFAULT: named[module.DEFAULT], **named}


@lru_cache(256)
def find_game(text: str) -> Game:
    """The game of `NAME[:PRESET][,RULE=VALUE…]`: `find_game("coinche:contree,undertrump=forced")`."""
    named, *rules = text.split(",")
    name, _, preset = named.partition(":")
    known = presets(name)
    if preset and preset not in known:
        raise Invalid("unknown-preset", preset=preset, game=name, known=", ".join(known))
    game = known[preset] if preset else next(iter(known.values()))
    return game.with_house_rules(dict(_parse_rule(rule) for rule in rules))


def game_text(game: Game) -> str:
    """The text of a game, which `find_game` reads: its name, its preset, and where its house rules differ from it."""
    return ",".join(
        [str(_preset_of(game)), *(f"{rule}={str(value).lower()}" for rule, value in changed_rules(game).items())]
    )


def changed_rules(game: Game) -> dict[str, object]:
    """The house rules in which a game differs from its preset."""
    of_preset = _preset_of(game).house
    return {rule: value for rule, value in game.house.items() if value != of_preset[rule]}


def _preset_of(game: Game) -> Game:
    """The preset that a game names, or the default one if somebody made it with a name of his own."""
    known = presets(game.name)
    return known.get(game.preset, next(iter(known.values())))


def _parse_rule(text: str) -> tuple[str, object]:
    rule, _, value = text.partition("=")
    if value in ("true", "false"):
        return rule, value == "true"
    return rule, int(value) if value.isdecimal() and len(value) <= len(str(MOST_POINTS)) else value
