"""`overtrick join`: a person at the tables of a server."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Final

from overtrick.cli.sitting import add_options, shows_screen, sit, typed_lines
from overtrick.client.address import parse_address
from overtrick.core.errors import Invalid

if TYPE_CHECKING:
    from overtrick.client.address import Address
    from overtrick.protocol.incoming import Quick, Sit

REST: Final = 25.0
"""seconds to look at the score of a deal, at a table where others wait"""


def run(arguments: Sequence[str]) -> int:
    """Sit down until the person quits; the exit code is 1 if it was the server that ended it."""
    parser = argparse.ArgumentParser(
        prog="overtrick join",
        formatter_class=partial(argparse.HelpFormatter, width=100),
        description="Sit down at the tables of a server. A connection that is lost comes back by itself, and with it "
        "your seat; what opens it is remembered only as long as this program runs. Without a terminal, the lines of "
        "standard input are what you type.",
    )
    add_address(parser)
    add_place(parser)
    parser.add_argument(
        "--transcript", metavar="FILE", help="add what is sent and seen to a file, for overtrick verify"
    )
    add_options(parser)
    options = parser.parse_args(arguments)
    address = parse_address(options.address)
    try:
        return asyncio.run(_join(address, options))
    except ModuleNotFoundError as error:
        raise Invalid("not-installed", module=error.name or "", extra="server") from None


def add_address(parser: argparse.ArgumentParser) -> None:
    """The server, for all who sit down there."""
    parser.add_argument("address", metavar="ADDRESS", help="HOST or HOST:PORT of the server, wss://HOST through TLS")


def add_place(parser: argparse.ArgumentParser) -> None:
    """Where to sit down at once."""
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--table", metavar="T", help="at the table of this name")
    place.add_argument("--code", metavar="C", help="at the private table of this code")
    place.add_argument("--game", metavar="GAME", help="at any open table of this game, or at a new one")


def place_of(options: argparse.Namespace) -> Quick | Sit | None:
    """What asks for the place."""
    from overtrick.protocol.incoming import Quick, Sit

    if options.table is not None:
        return Sit(table=options.table)
    if options.code is not None:
        return Sit(code=options.code)
    return None if options.game is None else Quick(game=options.game)


async def _join(address: Address, options: argparse.Namespace) -> int:
    from secrets import token_bytes, token_hex

    from overtrick.client.connection import Connection
    from overtrick.client.endpoint import Endpoint
    from overtrick.conversation.session import TextSession
    from overtrick.protocol.fair.recording import Transcript

    place, has_screen = place_of(options), shows_screen(options.plain)
    session = TextSession(options.lang, options.name, auto_ready=False, prefix=f"{token_hex(6)}.")
    endpoint = Endpoint(session.hello, token_bytes, says_ready=has_screen)
    path: str | None = options.transcript
    with ExitStack() as stack:
        try:
            file = None if path is None else stack.enter_context(open(path, "a", encoding="utf-8"))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Invalid("unwritable", path=str(path), reason=reason) from None
        transcript = None if file is None else Transcript(file, time.time)
        async with Connection(address, endpoint, transcript) as channel:
            if place is not None:
                channel.send(place)
            has_quit = await sit(channel, session, options, None if has_screen else typed_lines(), REST)
    return 0 if has_quit else 1
