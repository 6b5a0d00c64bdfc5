"""What commands share: their arguments, the options that several of them have, and how they end."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from overtrick import texts
from overtrick.core.errors import Invalid

WIDTH: Final = 100
"""of what is printed for people, in letters"""
SEED_BYTES: Final = 8
MOST_DIGITS: Final = 9
LEAST_SECONDS: Final = 0.001
MOST_SECONDS: Final = 1_000_000
LEFT_OUT: Final = 1
"""the exit code where some games could not be read, written or counted"""


class Parser(argparse.ArgumentParser):
    """Reads the arguments of a command."""

    def __init__(self, command: str = "", description: str = "", prog: str | None = None, **more: Any) -> None:
        formatter = partial(argparse.HelpFormatter, width=WIDTH)
        super().__init__(prog or f"overtrick {command}", description=description, formatter_class=formatter, **more)

    def flag(self, name: str, help_: str) -> None:
        """An option without a value."""
        self.add_argument(name, action="store_true", help=help_)

    def value(self, name: str, metavar: str, help_: str, *, also: Sequence[str] = (), **more: Any) -> None:
        """An option with a value, or an argument; `also` are other names for it."""
        self.add_argument(name, *also, metavar=metavar, help=help_, **more)

    def game(self) -> None:
        """Which game, and under which rules."""
        self.add_argument("game", metavar="GAME[:PRESET][,RULE=VALUE…]")

    def seed(self) -> None:
        """A seed; `random_seed` gives one if it is left out."""
        self.value("--seed", "S", "any text; without one it is random, and told")

    def lang(self, whose: str) -> None:
        """A language, which whatever is named here has."""
        self.add_argument("--lang", choices=texts.LANGUAGES, default="en", help=f"the language {whose}")

    def bots(self, metavar: str, which: str) -> None:
        self.value("--bots", metavar, f"{which}: {_known_bots()}", required=True)

    def bot_seconds(self) -> None:
        self.value("--bot-seconds", "S", "the most that a bot may think at a time", type=positive_seconds)

    def bot(self, whom: str) -> None:
        """Which bot, and at which level; `bot_text` gives its text."""
        self.value("--bot", "NAME", f"{whom}: {_known_bots()} (sampling if it is installed, else simple)")
        self.value("--level", "L", "how well it plays: sampling from 1 to 5 (3)", type=positive)


def positive(text: str) -> int:
    """A number from 1 on, as a type for argparse."""
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and int(text)):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 on")
    return int(text)


def positive_seconds(text: str) -> float:
    """A time that a clock can measure, as a type for argparse."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not LEAST_SECONDS <= value <= MOST_SECONDS:  # nor anything that is no number
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of seconds from {LEAST_SECONDS} on")
    return value


def _known_bots() -> str:
    from overtrick.bots.bot import BOTS  # here, because not every command has bots

    return f"{', '.join(BOTS)}, policy:FILE, exec:COMMAND"


def bot_text(options: argparse.Namespace) -> str:
    """The text of the bot that was asked for; it is not checked."""
    bot: str | None = options.bot
    level: int | None = options.level
    if level is None:
        return bot or _usual_bot()
    if bot is not None and ":" in bot:
        raise Invalid("level-twice", bot=bot, level=level)
    return f"{bot or 'sampling'}:{level}"


def _usual_bot() -> str:
    """The best one that is installed."""
    from overtrick.bots.bot import check_bot

    try:
        check_bot("sampling")
    except Invalid:
        return "simple"
    return "sampling"


def random_seed(command: str, language: str, key: str) -> str:
    """A seed for who gives none, which is told on standard error with the sentence of a key."""
    from secrets import token_hex  # here, because it takes milliseconds to import

    seed = token_hex(SEED_BYTES)
    tell(command, language, key, seed=seed)
    return seed


def tell(command: str, language: str, key: str, **values: str | int) -> None:
    """Say the sentence of a key on standard error."""
    print(f"overtrick {command}: {texts.say(language, key, **values)}", file=sys.stderr)


@contextmanager
def ended_by_interrupts() -> Iterator[None]:
    """Let an interrupt end the process at once: kernels do not look for it, and nothing has to be put in order."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
