"""`overtrick join`: a person at the tables of a server."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from overtrick.cli.files import open_to_write
from overtrick.cli.options import Parser, tell
from overtrick.cli.sitting import add_options, shows_screen, sit, typed_lines
from overtrick.client.address import parse_address

if TYPE_CHECKING:
    from overtrick.client.address import Address
    from overtrick.client.endpoint import Sign
    from overtrick.conversation.session import TextSession
    from overtrick.protocol.incoming import Create, Quick, Sit

REST: Final = 25.0
"""seconds to look at the score of a deal, at a table where others wait"""


def run(arguments: Sequence[str]) -> int:
    """Sit down until the person quits; the exit code is 1 if it was the server that ended it."""
    parser = Parser(
        "join",
        "Sit down at the tables of a server. A connection that is lost comes back by itself, and with it "
        "your seat; what opens it is remembered only as long as this program runs. Without a terminal, the lines of "
        "standard input are what you type.",
    )
    add_address(parser)
    add_table(parser)
    add_transcript(parser)
    add_key(parser, "who you are, where matches count")
    add_options(parser)
    options = parser.parse_args(arguments)
    address = parse_address(options.address)
    return asyncio.run(_join(address, options, signing("join", address, options, program=False)))


def add_transcript(parser: Parser) -> None:
    """The file for what proves that cards were fair."""
    parser.value("--transcript", "FILE", "add what is sent and seen to a file, for overtrick verify")


def add_address(parser: Parser) -> None:
    """The server, for all who sit down there."""
    parser.value("address", "ADDRESS", "HOST or HOST:PORT of the server, wss://HOST through TLS")


def add_key(parser: Parser, whose: str) -> None:
    """The key by which a player is known again."""
    parser.value("--key", "FILE", f"{whose}: a file with a key, which is made if there is none")


def signing(command: str, address: Address, options: argparse.Namespace, program: bool) -> Sign | None:
    """What shows a server the key of the options, if they name one; who that is goes to standard error."""
    if options.key is None:
        return None
    from secrets import token_bytes

    from overtrick.client.connection import host_of
    from overtrick.client.player_key import PlayerKey

    key, is_new = PlayerKey.load_or_make(options.key, token_bytes)
    tell(command, options.lang, "key.made" if is_new else "key.read", path=options.key, player=key.player)
    return partial(key.identify, host_of(address), program=program)


def add_table(parser: Parser) -> None:
    """The table at which to sit down at once."""
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("--table", metavar="T", help="at the table of this name")
    wanted.add_argument("--code", metavar="C", help="at the private table of this code")
    wanted.add_argument("--game", metavar="GAME", help="at any open table of this game, or at a new one")


def table_wanted(options: argparse.Namespace) -> Quick | Sit | None:
    """What asks for a seat at the table, if one is named."""
    from overtrick.protocol.incoming import Quick, Sit

    if options.table is not None:
        return Sit(table=options.table)
    if options.code is not None:
        return Sit(code=options.code)
    return None if options.game is None else Quick(game=options.game)


async def _join(address: Address, options: argparse.Namespace, sign: Sign | None) -> int:
    from overtrick.conversation.session import TextSession

    session = TextSession(options.lang, options.name, auto_ready=False, prefix=new_prefix())
    return await seat_person(address, options, sign, session, table_wanted(options))


def new_prefix() -> str:
    """How the ids of a session begin: nobody on the same seat, before or after, may have the same ones."""
    from secrets import token_hex

    return f"{token_hex(6)}."


async def seat_person(
    address: Address,
    options: argparse.Namespace,
    sign: Sign | None,
    session: TextSession,
    wanted: Create | Quick | Sit | None,
) -> int:
    """Let a person play at a server, first at the table that is wanted; gives the exit code."""
    from secrets import token_bytes

    from overtrick.client.connection import Connection
    from overtrick.client.endpoint import Endpoint
    from overtrick.protocol.fair.recording import Transcript

    has_screen = shows_screen(options.plain)
    endpoint = Endpoint(session.hello, token_bytes, says_ready=has_screen, sign=sign)
    with open_to_write(options.transcript, "a") as file:
        transcript = None if file is None else Transcript(file, time.time)
        async with Connection(address, endpoint, transcript) as channel:
            if wanted is not None:
                channel.send(wanted)
            has_quit = await sit(channel, session, options, None if has_screen else typed_lines(), REST)
    return 0 if has_quit else 1
