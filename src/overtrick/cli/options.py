"""Options that several commands have."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from overtrick import texts
from overtrick.bots.bot import BOTS, check_bot
from overtrick.core.errors import Invalid

SEED_BYTES: Final = 8
MOST_DIGITS: Final = 9
LEAST_SECONDS: Final = 0.001
MOST_SECONDS: Final = 1_000_000


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


def add_bot(parser: argparse.ArgumentParser, whom: str) -> None:
    """Which bot, and at which level; `bot_text` gives its text."""
    known = f"{', '.join(BOTS)}, exec:COMMAND"
    parser.add_argument("--bot", metavar="NAME", help=f"{whom}: {known} (sampling if it is installed, else simple)")
    parser.add_argument("--level", metavar="L", type=positive, help="how well it plays: sampling from 1 to 5 (3)")


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
    try:
        check_bot("sampling")
    except Invalid:
        return "simple"
    return "sampling"


def random_seed(command: str, language: str, key: str) -> str:
    """A seed for who gives none, which is told on standard error with the sentence of a key."""
    from secrets import token_hex  # here, because it takes milliseconds to import

    seed = token_hex(SEED_BYTES)
    print(f"overtrick {command}: {texts.say(language, key, seed=seed)}", file=sys.stderr)
    return seed
