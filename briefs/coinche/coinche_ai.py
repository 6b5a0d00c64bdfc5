"""Artificial players, each with a connection of its own: `./ai ADDRESS PORT N`."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from random import Random

from coinche_start import EXIT_FAILURE, Parameters, read_parameters, reason, refuse, show
from coinche_texts import LANGUAGE, say

from overtrick import Invalid, Seat, find_bot
from overtrick.client.line_channel import LineChannel
from overtrick.client.network_bot import NetworkBot
from overtrick.protocol import incoming, outgoing

BOT = "simple"
TABLE = incoming.Quick(game="coinche:dot_cardgames")
"""what is asked of a server that has other games too"""
TEAMS = ("FIRST", "SECOND")


def main(arguments: Sequence[str]) -> int:
    """Run the command line; the result is the exit code of the process."""
    parameters = read_parameters("ai", ["ADDRESS", "PORT", "N"], arguments)
    return EXIT_FAILURE if parameters is None else asyncio.run(_play_all(parameters))


async def _play_all(parameters: Parameters) -> int:
    """Play until the server has ended all connections."""
    address, port, count = parameters
    players = list[asyncio.Task[int]]()
    async with AsyncExitStack() as connections:
        try:
            for number in range(1, count + 1):
                ai = await connections.enter_async_context(Ai(address, port, f"AI {number}"))
                players.append(asyncio.create_task(_play(ai)))
        except (OSError, UnicodeError) as error:
            for player in players:
                player.cancel()
            return refuse(say("no-server", address=address, port=port, reason=reason(error)))
        return max(await asyncio.gather(*players))


async def _play(ai: Ai) -> int:
    """Play one game after the other; the result is 0 if the server has ended it in good order."""
    bot = find_bot(BOT, Random())
    try:
        await NetworkBot(TABLE, lambda _: bot, ai).run()
    except Invalid as error:
        if not ai.was_told_goodbye:
            return refuse(f"{ai.name}: {error.told(LANGUAGE)}")
    return 0


class Ai(LineChannel):
    """The connection of one player, who tells how his games end."""

    def __init__(self, address: str, port: int, name: str) -> None:
        hello = incoming.Hello(v=incoming.VERSION, name=name, lang="fr" if LANGUAGE == "fr" else "en")
        super().__init__(address, port, hello, secrets.token_bytes)
        self.name = name
        self.was_told_goodbye = False
        """whether the server has said that it stops"""
        self._games = 0
        self._side = 0

    async def __aiter__(self) -> AsyncIterator[outgoing.Message]:
        async for news in super().__aiter__():
            match news:
                case outgoing.Taken():
                    self._side = Seat(news.seat).side
                case outgoing.Ended():
                    self._games += 1
                    self._tell(news)
                case outgoing.Bye():
                    self.was_told_goodbye = news.code == "shutdown"
            yield news

    def _tell(self, ended: outgoing.Ended) -> None:
        key = "broken" if ended.why == "gone" else "won" if ended.winner == self._side else "lost"
        scores = ", ".join(f"{team} {points}" for team, points in zip(TEAMS, ended.totals, strict=True))
        team = TEAMS[self._side - 1]
        told = say(key, name=self.name, team=team, number=self._games, scores=scores, player=ended.name)
        show(f"{told}\n")
