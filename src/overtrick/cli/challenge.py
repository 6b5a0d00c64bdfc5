"""`overtrick challenge`: a rated match against a program that waits for it on a server."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from typing import TYPE_CHECKING, Final

from overtrick import texts
from overtrick.bots.bot import bot_name, check_bot
from overtrick.cli.bots import connection, maker
from overtrick.cli.join import add_address, add_key, add_transcript, new_prefix, seat_person, signing
from overtrick.cli.options import Parser, bot_text, positive
from overtrick.cli.sitting import add_options
from overtrick.client.address import parse_address
from overtrick.core.catalogue import find_game, game_text
from overtrick.core.errors import Invalid

if TYPE_CHECKING:
    from overtrick.client.address import Address
    from overtrick.client.endpoint import Sign
    from overtrick.protocol.players import ProgramInfo

PARTNERS: Final = 2
"""bots of one player at a table"""


def run(arguments: Sequence[str]) -> int:
    """List who waits for challenges, or play a match against one of them."""
    parser = Parser(
        "challenge",
        "List the programs that wait for challenges on a server, or play a rated match against one of them: yourself "
        "with a bot of the server as your partner or, with --bot, two bots of yours.",
    )
    add_address(parser)
    parser.value("game", "GAME", "what to play; of the list, only those who play it, with their ratings", nargs="?")
    parser.value("--against", "PLAYER", "whom to challenge: a name, or the digits of a player")
    add_key(parser, "who you are, or your bots are")
    parser.value("--clock", "S", "seconds for a turn (60)", type=positive)
    parser.bot("two bots of yours play instead of you")
    parser.value("--partner", "NAME", "the bot of the server that is your partner (simple)", default="simple")
    parser.value("--seed", "S", "any text, for bots that leave something to chance")
    add_transcript(parser)
    add_options(parser)
    options = parser.parse_args(arguments)
    address = parse_address(options.address)
    game = None if options.game is None else find_game(options.game)
    if options.against is None:
        return asyncio.run(_list(address, "" if game is None else game.name, options.lang))
    if game is None or options.key is None:
        parser.error("--against needs GAME and --key")
    from overtrick.client.player_key import PlayerKey

    options.game, options.number = game_text(game), PARTNERS
    has_bots = options.bot is not None or options.level is not None
    if has_bots:
        options.bot = bot_text(options)
        check_bot(options.bot, is_own=True)
    player = asyncio.run(_find(address, game.name, options.against))
    sign = signing("challenge", address, options, program=has_bots)
    if PlayerKey.load(options.key).player == player:
        raise Invalid("challenge-oneself", name=options.against)
    return asyncio.run((_let_play if has_bots else _play)(address, options, sign, player))


async def _programs(address: Address, game: str) -> Sequence[ProgramInfo]:
    from overtrick.client.http import ask
    from overtrick.protocol.players import ProgramInfo

    found = await ask(address, "/api/programs", dict[str, list[ProgramInfo]], **({"game": game} if game else {}))
    return found.get("programs", [])


async def _list(address: Address, game: str, lang: str) -> int:
    """Print who waits, the best first where a game is named; the exit code is 1 if nobody does."""
    from overtrick.client.http import ask
    from overtrick.protocol.players import PlayerInfo

    programs, rated = await _programs(address, game), dict[str, list[PlayerInfo]]()
    if game:
        rated = await ask(address, "/api/players", dict[str, list[PlayerInfo]], game=game, bots="1")
    order = {each.player: (number, each.rating) for number, each in enumerate(rated.get("players", []))}
    for program in sorted(programs, key=lambda each: order.get(each.player, (len(order), None))[0]):
        _, rating = order.get(program.player, (0, None))
        games = ", ".join(program.games)
        told = games if not game else "-" if rating is None else f"{rating.rating} ± {rating.doubt}"
        print(f"{program.player}  {program.name}  {told}")
    if not programs:
        print(texts.say(lang, "challenge.nobody"))
    return 0 if programs else 1


async def _find(address: Address, game: str, wanted: str) -> str:
    """The one program that is meant by a name or its digits."""
    programs = await _programs(address, game)
    found = [each for each in programs if wanted == each.player or wanted.casefold() == each.name.casefold()]
    if len(found) != 1:
        raise Invalid("challenge-several" if found else "challenge-nobody", name=wanted)
    return found[0].player


async def _play(address: Address, options: argparse.Namespace, sign: Sign | None, player: str) -> int:
    """Let a person play."""
    from overtrick.client.challenge import ChallengingSession, table_for

    session = ChallengingSession(options.lang, options.name, new_prefix(), player, options.partner)
    return await seat_person(address, options, sign, session, table_for(options.game, options.clock))


async def _let_play(address: Address, options: argparse.Namespace, sign: Sign | None, player: str) -> int:
    """Let two bots play, and print how the match ended."""
    from overtrick.client.challenge import BotChallenge, ChallengeDeclined, table_for
    from overtrick.conversation.news import declined_line
    from overtrick.conversation.words import Words

    name = options.name or bot_name(options.bot)
    async with AsyncExitStack() as connections:
        with ExitStack() as bots:
            channels = [
                await connections.enter_async_context(connection(address, options, name, sign)) for _ in range(PARTNERS)
            ]
            makers = [bots.enter_context(maker(number, options)) for number in range(1, PARTNERS + 1)]
            create = table_for(options.game, options.clock)
            try:
                ended = await BotChallenge(create, player, (channels[0], channels[1]), makers).run()
            except ChallengeDeclined as error:
                print(declined_line(Words(options.lang), error.declined))
                return 1
    key = {1: "challenge.won", 2: "challenge.lost"}.get(ended.winner or 0, "challenge.drawn")
    own, other = ended.totals
    print(texts.say(options.lang, key, own=own, other=other))
    return 0
