"""`overtrick play`: a person and three bots at a table in this process."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Final

from overtrick import texts
from overtrick.bots.bot import check_bot, is_policy, is_program
from overtrick.cli.options import Parser, bot_text
from overtrick.cli.sitting import add_options, is_terminal, shows_screen, sit, typed_lines
from overtrick.core.catalogue import find_game, game_text

BOT_DELAY: Final = 0.5
"""seconds that bots take for a person who watches them"""
FOR_EVER: Final = 24 * 3600
"""seconds that a table waits for the person between two deals"""
PATIENCE: Final = 0.5
"""seconds for a script to type its first line, or to end"""


def run(arguments: Sequence[str]) -> int:
    """Play until the person quits."""
    parser = Parser(
        "play",
        "Play a game against bots, and with one as your partner. Nothing is opened to the network and "
        "nothing is stored. Without a terminal, the lines of standard input are what you type.",
    )
    parser.game()
    parser.bot("who sits on the other seats")
    parser.value("--seed", "S", "any text; the same one gives the same cards")
    add_options(parser)
    options = parser.parse_args(arguments)
    game = find_game(options.game)
    options.game = game_text(game)
    options.bot = bot_text(options)
    check_bot(options.bot, is_own=True, game=game)
    with ExitStack() as stack:
        if is_program(options.bot) or is_policy(options.bot):
            from overtrick.bots.program.bot import registered

            options.bot = stack.enter_context(registered(options.bot))
        if is_terminal():
            _prepare(options)
        asyncio.run(_play(options))
    return 0


def _prepare(options: argparse.Namespace) -> None:
    """Compile now what has to be, with a notice: at the table it would look as if the bots slept."""
    from overtrick.server.thinking import WARMING, bots_to_warm, warm_up

    if options.bot.partition(":")[0] == WARMING.partition(":")[0]:
        warm_up(bots_to_warm(), [options.game])


async def _play(options: argparse.Namespace) -> None:
    from secrets import token_hex

    from overtrick.cli.local_table import LocalTable, seeded_bytes
    from overtrick.client.endpoint import Endpoint
    from overtrick.conversation.session import TextSession
    from overtrick.protocol.incoming import Create, Options
    from overtrick.server.thinking import SECONDS

    typed = None if shows_screen(options.plain) else typed_lines()
    if typed is not None and not is_terminal() and await typed.is_empty(PATIENCE):
        print(texts.say(options.lang, "play.no-terminal", game=options.game))
        return
    seed = options.seed if options.seed is not None else token_hex()
    session = TextSession(options.lang, options.name, auto_ready=False)
    endpoint = Endpoint(session.hello, seeded_bytes(f"{seed}\nclient"), says_ready=typed is None)
    table = Options(clock=0, grace=FOR_EVER, bot_delay=BOT_DELAY if is_terminal() else 0)
    create = Create(game=options.game, options=table, bots=options.bot)
    # What a script plays depends on its seed alone.
    seconds = SECONDS if is_terminal() else None
    async with LocalTable(endpoint, create, seeded_bytes(seed), seconds) as channel:
        await sit(channel, session, options, typed)
