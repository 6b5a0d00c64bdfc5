"""Bots: a bot is a function that gets what its seat may know and answers with one of the actions that are legal."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple

from overtrick.bots.simple import simple
from overtrick.errors import Invalid
from overtrick.play.round import Action
from overtrick.play.view import View

if TYPE_CHECKING:
    from random import Random  # takes milliseconds to import, and a bot gets its randomness from outside

Bot = Callable[[View], Action]


class Making(NamedTuple):
    """What a bot is made with."""

    rng: Random
    """the source of all chance in its play"""
    options: str = ""
    """what stands after the colon of its text, such as the level in `sampling:4`"""
    seconds: float | None = None
    """the most that it may think about an action at a live table; without it the same seed gives the same play"""


Maker = Callable[[Making], Bot]


def _random(making: Making) -> Bot:
    """Any legal action, all equally likely."""
    _refuse_options("random", making)
    return lambda view: making.rng.choice(view.legal)


def _simple(making: Making) -> Bot:
    """The plain strategy of each game, which leaves nothing to chance."""
    _refuse_options("simple", making)
    return simple


def _sampling(making: Making) -> Bot:
    """Imagined deals and exact solutions of them; `sampling:LEVEL`."""
    for module in ("numba", "numpy"):
        if find_spec(module) is None:
            raise Invalid("not-installed", module=module, extra="fast")
    from overtrick.bots.sampling.bot import Sampling  # with NumPy, which the others do without

    return Sampling.make(making)


def _refuse_options(name: str, making: Making) -> None:
    if making.options:
        raise Invalid("bad-bot-options", bot=name, options=making.options, known="-")


BOTS: Final[dict[str, Maker]] = {"random": _random, "simple": _simple, "sampling": _sampling}
"""what makes a bot of each name"""


def find_bot(text: str, rng: Random, seconds: float | None = None) -> Bot:
    """The bot of a text, `NAME` or `NAME:OPTIONS`; all chance in its play comes from `rng`."""
    name, _, options = text.partition(":")
    if name not in BOTS:
        raise Invalid("unknown-bot", bot=name, known=", ".join(BOTS))
    return BOTS[name](Making(rng, options, seconds))


def check_bot(text: str) -> None:
    """Refuse a text that no bot has."""
    from random import Random

    find_bot(text, Random(0))


def bot_name(text: str) -> str:
    """What people call the bot of a text: `sampling 4`."""
    return text.replace(":", " ")
