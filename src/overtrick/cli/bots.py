"""`overtrick bots`: bots at the tables of a server, each with a seat and a connection of its own."""

from __future__ import annotations

import argparse
import asyncio
import signal
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final

from overtrick import texts
from overtrick.bots.bot import BOTS, check_bot, find_bot
from overtrick.cli.join import add_address, add_place, place_of
from overtrick.cli.options import positive
from overtrick.client.address import parse_address
from overtrick.errors import Invalid

if TYPE_CHECKING:
    from overtrick.client.address import Address
    from overtrick.client.channel import Channel
    from overtrick.client.connection import Connection

GAME: Final = "belote"


def run(arguments: Sequence[str]) -> int:
    """Let bots play until an interrupt ends it."""
    parser = argparse.ArgumentParser(
        prog="overtrick bots",
        formatter_class=partial(argparse.HelpFormatter, width=100),
        description="Let N bots sit down at the tables of a server and play one match after the other, until this is "
        f"interrupted. If it is not said where, they play {GAME}.",
    )
    add_address(parser)
    parser.add_argument("number", metavar="N", type=positive, help="how many")
    parser.add_argument("--bot", default="simple", help=f"who plays: {', '.join(BOTS)} (%(default)s)")
    add_place(parser)
    parser.add_argument("--name", help="what the others call them (the name of the bot)")
    parser.add_argument("--seed", metavar="S", help="any text, for bots that leave something to chance")
    parser.add_argument("--lang", choices=texts.LANGUAGES, default="en", help="the language of errors")
    options = parser.parse_args(arguments)
    address = parse_address(options.address)
    check_bot(options.bot)
    try:
        asyncio.run(_play(address, options))
    except ModuleNotFoundError as error:
        raise Invalid("not-installed", module=error.name or "", extra="server") from None
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
    name = options.name or options.bot
    return [name] if options.number == 1 else [f"{name} {number}" for number in range(1, options.number + 1)]


def _connection(address: Address, options: argparse.Namespace, name: str) -> Connection:
    from secrets import token_bytes

    from overtrick.client.connection import Connection
    from overtrick.client.conversation import Conversation
    from overtrick.table.incoming import VERSION, Hello

    return Connection(address, Conversation(lambda: Hello(v=VERSION, name=name, lang=options.lang), token_bytes))


async def _bot(channel: Channel, number: int, options: argparse.Namespace) -> None:
    from overtrick.client.network_bot import NetworkBot
    from overtrick.table.incoming import Quick

    rng = Random() if options.seed is None else Random(f"{options.seed}\n{number}")
    await NetworkBot(place_of(options) or Quick(game=GAME), find_bot(options.bot, rng), channel).run()
