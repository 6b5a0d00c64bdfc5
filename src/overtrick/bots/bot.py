"""Bots: a bot is a function that gets what its seat may know and answers with one of the actions that are legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from overtrick.bots.simple import simple
from overtrick.errors import Invalid
from overtrick.play.round import Action
from overtrick.play.view import View

if TYPE_CHECKING:
    from random import Random  # takes milliseconds to import, and a bot gets its randomness from outside

Bot = Callable[[View], Action]


def _random(rng: Random) -> Bot:
    """Any legal action, all equally likely."""
    return lambda view: rng.choice(view.legal)


def _simple(rng: Random) -> Bot:
    """The plain strategy of each game, which leaves nothing to chance."""
    return simple


BOTS: Final[dict[str, Callable[[Random], Bot]]] = {"random": _random, "simple": _simple}
"""what makes a bot of each name, given its source of randomness"""


def check_bot(name: str) -> None:
    """Refuse a name that no bot has."""
    if name not in BOTS:
        raise Invalid("unknown-bot", bot=name, known=", ".join(BOTS))


def find_bot(name: str, rng: Random) -> Bot:
    """The bot of a name; all chance in its play comes from `rng`."""
    check_bot(name)
    return BOTS[name](rng)
