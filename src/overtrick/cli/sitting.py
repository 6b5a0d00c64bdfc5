"""A person sits down: on the whole screen of a terminal, or line by line."""

from __future__ import annotations

import argparse
import os
import sys
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING

from overtrick.cli.options import Parser

if TYPE_CHECKING:
    from overtrick.client.channel import Channel
    from overtrick.client.line_mode import TypedLines
    from overtrick.conversation.session import TextSession


def add_options(parser: Parser) -> None:
    """The options of a person who sits down."""
    parser.add_argument("--name", default="", help="what the others call you")
    parser.lang("of all that is shown")
    parser.flag("--plain", "show lines, not a screen")
    parser.flag("--auto-forced", "play a card at once where it is the only legal one")


def is_terminal() -> bool:
    """Whether somebody sits there who types and reads."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def shows_screen(plain: bool) -> bool:
    """Whether the whole screen is used."""
    return not plain and is_terminal() and os.environ.get("TERM") != "dumb" and find_spec("textual") is not None


def typed_lines() -> TypedLines:
    """What is typed on standard input, or nothing where that is closed; to be asked for in a running loop."""
    from overtrick.client.line_mode import TypedLines

    return TypedLines(os.open(os.devnull, os.O_RDONLY) if sys.stdin is None else sys.stdin.fileno())


async def sit(
    channel: Channel,
    session: TextSession,
    options: argparse.Namespace,
    typed: TypedLines | None,
    rest: float | None = None,
) -> bool:
    """Let a person play over a channel until they quit or the server ends it; gives whether it was the person.

    They have a screen where no typed lines are given; there the next deal begins when they say so, or after `rest`.
    """
    from overtrick.client.line_mode import LineMode
    from overtrick.client.person import Person

    person = Person(channel, session, options.auto_forced)
    if typed is not None:
        return await LineMode(person, channel, typed, write).run(is_script=not is_terminal())
    from overtrick.client.screen.app import TableScreen

    try:
        ending = await TableScreen(person, channel, time.time, rest).sit()
    finally:
        person.leave()
    if not ending.has_quit:
        write(ending.last_words)  # which went with the screen
    return ending.has_quit


def write(text: str) -> None:
    """Show a text at once."""
    sys.stdout.write(text)
    sys.stdout.flush()
