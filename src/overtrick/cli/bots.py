"""`overtrick bots`: bots at the tables of a server, each with a seat and a connection of its own."""

from __future__ import annotations

import argparse
import asyncio
import signal
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, closing, contextmanager, suppress
from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING, Final

from overtrick import texts
from overtrick.bots.bot import Bot, bot_name, check_bot, find_bot, is_program
from overtrick.cli.join import add_address, add_key, add_table, signing, table_wanted
from overtrick.cli.options import Parser, bot_text, positive
from overtrick.client.address import parse_address
from overtrick.core.catalogue import find_game
from overtrick.core.seats import SEATS, Seat
from overtrick.plugins import our_games
from overtrick.protocol.table_manager import PORT as TABLE_MANAGER_PORT

if TYPE_CHECKING:
    from overtrick.client.address import Address
    from overtrick.client.channel import Channel
    from overtrick.client.connection import Connection
    from overtrick.client.endpoint import Sign

GAME: Final = our_games()[0]
SHARE: Final = 0.5
"""of the time of a turn that bots think about it"""
PARTNERS_FIRST: Final = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)


def run(arguments: Sequence[str]) -> int:
    """Let bots play until an interrupt ends it."""
    parser = Parser(
        "bots",
        "Let N bots sit down at the tables of a server and play one match after the other, until this is "
        f"interrupted. If it is not said where, they play {GAME}. With --table-manager they play a session at "
        "somebody else's table.",
    )
    add_address(parser)
    parser.value("number", "N", "how many", type=positive, nargs="?")
    parser.bot("who plays")
    add_table(parser)
    parser.flag("--challenges", "wait for challenges instead, N seats at once at most, and play a match for each")
    parser.value("--least-clock", "S", "decline challenges with fewer seconds for a turn", type=positive)
    parser.flag("--table-manager", "the server speaks the Table Manager protocol: HOST or HOST:PORT")
    parser.value("--seats", "NSEW", "where they sit there (the first N of these letters, or all four)", type=_seats)
    add_key(parser, "who they are, marked as a program and rated where matches count")
    parser.add_argument("--name", help="what the others call them, or their team (the name of the bot)")
    parser.value("--seed", "S", "any text, for bots that leave something to chance")
    parser.lang("of errors")
    options = parser.parse_args(arguments)
    if options.table_manager:
        _check_seats(parser, options)
        address, play = parse_address(options.address, TABLE_MANAGER_PORT), _play_session
    else:
        if options.number is None or options.seats is not None:
            parser.error("N is needed" if options.number is None else "--seats needs --table-manager")
        _check_challenges(parser, options)
        address, play = parse_address(options.address), _wait if options.challenges else _play
    options.bot = bot_text(options)
    check_bot(options.bot, is_own=True)
    asyncio.run(play(address, options))
    return 0


def _seats(text: str) -> tuple[Seat, ...]:
    """Some seats by their letters, as a type for argparse."""
    letters = {seat.letter: seat for seat in SEATS}
    seats = tuple(letters[letter] for letter in text.upper() if letter in letters)
    if not seats or len(set(seats)) < len(text):
        raise argparse.ArgumentTypeError(f"'{text}' is not some of the letters N, E, S, W")
    return seats


def _check_seats(parser: Parser, options: argparse.Namespace) -> None:
    """Find the seats at somebody else's table, and refuse what is only for ours."""
    if table_wanted(options) is not None or options.key is not None or options.challenges:
        parser.error("--table, --code, --game, --key and --challenges are not for --table-manager")
    seats = options.seats or PARTNERS_FIRST[: options.number]
    if options.number not in (None, len(seats)):
        parser.error(f"{options.number} bots cannot have {len(seats)} seats")
    options.seats, options.number = seats, len(seats)


def _check_challenges(parser: Parser, options: argparse.Namespace) -> None:
    """Refuse what challenges do not allow, or what is only for them."""
    if options.challenges and (options.key is None or options.table is not None or options.code is not None):
        parser.error("--challenges needs --key, and no --table or --code")
    if options.least_clock is not None and not options.challenges:
        parser.error("--least-clock needs --challenges")


async def _wait(address: Address, options: argparse.Namespace) -> None:
    """Let bots play a match for each challenge, until a signal, or the server, ends it."""
    from itertools import count

    from overtrick.client.invitations import Limits, WaitingProgram

    games = None if options.game is None else (find_game(options.game).name,)
    limits = Limits(games, options.number, options.least_clock or 0)
    sign, name, numbers = signing("bots", address, options, program=True), _name(options), count(1)
    connect = partial(connection, address, options, name, sign)
    words = texts.say(options.lang, "bots.waiting", count=options.number, address=str(address))
    begun = partial(print, words, flush=True)
    async with connect() as channel:
        program = WaitingProgram(channel, limits, connect, lambda: maker(next(numbers), options), begun)
        await _until_stopped([program.run()])


async def _play(address: Address, options: argparse.Namespace) -> None:
    """Connect all bots, and let them play until a signal, or the server, ends it."""
    sign = signing("bots", address, options, program=True)
    async with AsyncExitStack() as stack:
        connections = [connection(address, options, name, sign) for name in _names(options)]
        channels = [await stack.enter_async_context(each) for each in connections]
        print(texts.say(options.lang, "bots.playing", count=len(channels), address=str(address)), flush=True)
        await _until_stopped([_bot(channel, number, options) for number, channel in enumerate(channels, 1)])


async def _until_stopped(playing: Sequence[Coroutine[object, object, None]]) -> None:
    """Let all bots play until they have ended, one has failed, which raises, or a signal comes."""
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # there, an interrupt cancels this task
            loop.add_signal_handler(number, stopped.set)
    stopping, waiting = asyncio.create_task(stopped.wait()), {asyncio.create_task(each) for each in playing}
    try:
        while waiting and not stopping.done():
            done, _ = await asyncio.wait([*waiting, stopping], return_when=asyncio.FIRST_COMPLETED)
            for task in done & waiting:
                task.result()  # raises what the server had against it
            waiting -= done
    finally:
        for task in (*waiting, stopping):
            task.cancel()
        await asyncio.wait([*waiting, stopping])


def _name(options: argparse.Namespace) -> str:
    return str(options.name or bot_name(options.bot))


def _names(options: argparse.Namespace) -> list[str]:
    name = _name(options)
    return [name] if options.number == 1 else [f"{name} #{number}" for number in range(1, options.number + 1)]


def connection(address: Address, options: argparse.Namespace, name: str, sign: Sign | None) -> Connection:
    """The connection of a bot that is to have a name."""
    from secrets import token_bytes

    from overtrick.client.connection import Connection
    from overtrick.client.endpoint import Endpoint
    from overtrick.protocol.incoming import VERSION, Hello

    hello = Hello(v=VERSION, name=name, lang=options.lang)
    return Connection(address, Endpoint(lambda: hello, token_bytes, sign=sign))


async def _bot(channel: Channel, number: int, options: argparse.Namespace) -> None:
    from overtrick.client.network_bot import NetworkBot
    from overtrick.protocol.incoming import Quick

    with maker(number, options) as make:
        await NetworkBot(table_wanted(options) or Quick(game=GAME), make, channel).run()


@contextmanager
def maker(number: int, options: argparse.Namespace) -> Iterator[Callable[[int], Bot]]:
    """What makes the bot of a number, from the seconds for a turn."""
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

        yield make


async def _play_session(address: Address, options: argparse.Namespace) -> None:
    """Let all bots play at somebody else's table, until the session is over or a signal ends it."""
    from overtrick.client.table_manager import ManagedBot

    async def play(number: int, seat: Seat) -> None:
        with maker(number, options) as make:
            await ManagedBot(seat, options.name or bot_name(options.bot), make(0)).run(address)

    print(texts.say(options.lang, "bots.playing", count=options.number, address=str(address)), flush=True)
    await _until_stopped([play(number, seat) for number, seat in enumerate(options.seats, 1)])
