"""`overtrick bots`: bots at the tables of a server, each with a seat and a connection of its own."""

from __future__ import annotations

import argparse
import asyncio
import signal
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack, closing, suppress
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Final

from overtrick import texts
from overtrick.bots.bot import Bot, bot_name, check_bot, find_bot, is_program
from overtrick.cli.join import add_address, add_table, table_wanted
from overtrick.cli.options import Parser, bot_text, needing_server, positive
from overtrick.client.address import parse_address
from overtrick.plugins import our_games

if TYPE_CHECKING:
    from overtrick.client.address import Address
    from overtrick.client.channel import Channel
    from overtrick.client.connection import Connection

GAME: Final = our_games()[0]
SHARE: Final = 0.5
"""of the time of a turn that bots think about it"""


@needing_server()
def run(arguments: Sequence[str]) -> int:
    """Let bots play until an interrupt ends it."""
    parser = Parser(
        "bots",
        "Let N bots sit down at the tables of a server and play one match after the other, until this is "
        f"interrupted. If it is not said where, they play {GAME}.",
    )
    add_address(parser)
    parser.value("number", "N", "how many", type=positive)
    parser.bot("who plays")
    add_table(parser)
    parser.add_argument("--name", help="what the others call them (the name of the bot)")
    parser.value("--seed", "S", "any text, for bots that leave something to chance")
    parser.lang("of errors")
    options = parser.parse_args(arguments)
    address = parse_address(options.address)
    options.bot = bot_text(options)
    check_bot(options.bot, is_own=True)
    asyncio.run(_play(address, options))
    return 0


async def _play(address: Address, options: argparse.Namespace) -> None:
    """Connect all bots, and let them play until a signal, or the server, ends it."""
    async with AsyncExitStack() as stack:
        channels = [await stack.enter_async_context(_connection(address, options, name)) for name in _names(options)]
        print(texts.say(options.lang, "bots.playing", count=len(channels), address=str(address)), flush=True)
        stopped, loop = asyncio.Event(), asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(NotImplementedError):  # there, an interrupt cancels this task
                loop.add_signal_handler(number, stopped.set)
        tasks = [asyncio.create_task(_bot(channel, number, options)) for number, channel in enumerate(channels, 1)]
        stopping = asyncio.create_task(stopped.wait())
        try:
            done, _ = await asyncio.wait([*tasks, stopping], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (*tasks, stopping):
                task.cancel()
            await asyncio.wait([*tasks, stopping])
        for task in done:
            task.result()  # raises what the server had against it


def _names(options: argparse.Namespace) -> list[str]:
    name = options.name or bot_name(options.bot)
    return [name] if options.number == 1 else [f"{name} #{number}" for number in range(1, options.number + 1)]


def _connection(address: Address, options: argparse.Namespace, name: str) -> Connection:
    from secrets import token_bytes

    from overtrick.client.connection import Connection
    from overtrick.client.endpoint import Endpoint
    from overtrick.protocol.incoming import VERSION, Hello

    return Connection(address, Endpoint(lambda: Hello(v=VERSION, name=name, lang=options.lang), token_bytes))


async def _bot(channel: Channel, number: int, options: argparse.Namespace) -> None:
    from overtrick.client.network_bot import NetworkBot
    from overtrick.protocol.incoming import Quick

    rng = Random() if options.seed is None else Random(f"{options.seed}\n{number}")
    with ExitStack() as stack:
        programs = None
        if is_program(options.bot):
            from overtrick.bots.program.bot import Programs

            programs = stack.enter_context(closing(Programs()))

        @cache
        def make(clock: int) -> Bot:
            # If all of them have to act at once, none may be late.
            return find_bot(options.bot, rng, clock * SHARE / options.number or None, programs, files=True)

        await NetworkBot(table_wanted(options) or Quick(game=GAME), make, channel).run()
