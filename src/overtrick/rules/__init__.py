"""The games. Each is one module of this folder with its `PRESETS` and the name of the `DEFAULT` one."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module

from overtrick.errors import Invalid
from overtrick.rules.game import Game

_NOT_GAMES = ("__init__", "game")


def game_names() -> tuple[str, ...]:
    """The names of all games, in alphabetical order."""
    modules = (name.removesuffix(".py") for name in os.listdir(os.path.dirname(__file__)) if name.endswith(".py"))
    return tuple(sorted(set(modules) - set(_NOT_GAMES)))


def presets(name: str) -> dict[str, Game]:
    """The presets of a game by name, the default one first."""
    if name not in game_names():
        raise Invalid("unknown-game", game=name, known=", ".join(game_names()))
    module = import_module(f"overtrick.rules.{name}")
    named: dict[str, Game] = module.PRESETS
    return {module.DEFAULT: named[module.DEFAULT], **named}


@cache
def find_game(text: str) -> Game:
    """The game of `NAME` or `NAME:PRESET`: `find_game("coinche:contree")`."""
    name, _, preset = text.partition(":")
    named = presets(name)
    if not preset:
        return next(iter(named.values()))
    if preset not in named:
        raise Invalid("unknown-preset", preset=preset, game=name, known=", ".join(named))
    return named[preset]
