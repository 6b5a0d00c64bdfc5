"""A program that waits for invitations, and plays each match to which it comes with a connection of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import Final, NamedTuple

from overtrick.client.channel import Channel, News
from overtrick.client.connection import Connection
from overtrick.client.network_bot import BotMaker, NetworkBot
from overtrick.core.errors import Invalid
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import Available, Decline, Excuse, Ping, Sit

TIME_TO_BEGIN: Final = 120.0
"""seconds that a match may take to begin"""
SIGN_OF_LIFE: Final = 300.0
"""seconds after which a server hears that the program still waits"""

log: Final = logging.getLogger(__name__)


class NoMatch(Exception):
    """Who has invited the program has gone before the match."""


class Limits(NamedTuple):
    """To which tables a program comes."""

    games: tuple[str, ...] | None
    """by their names; None for all"""
    most: int
    """how many seats it has at once"""
    least_clock: int = 0
    """the seconds for a turn that it needs; where there is no clock, there is time enough"""

    def excuse(self, invited: outgoing.Invited, seats: int) -> Excuse | None:
        """Why a program that has some seats does not come; None if it does."""
        if seats >= self.most:
            return "busy"
        if self.games is not None and invited.parts.name not in self.games:
            return "game"
        return "too-fast" if 0 < invited.options.turn_seconds < self.least_clock else None


class WaitingProgram:
    """Waits in the lobby, and comes to the tables that are within its limits, each for one match."""

    def __init__(
        self,
        channel: Channel,
        limits: Limits,
        connect: Callable[[], Connection],
        making: Callable[[], AbstractContextManager[BotMaker]],
        begun: Callable[[], None],
    ) -> None:
        """`channel` is for the lobby; `connect` makes the connections, and `making` the bots, of its seats.

        `begun` is told once, when the program can be invited.
        """
        self._channel, self._limits, self._connect, self._making = channel, limits, connect, making
        self._begun: Callable[[], None] | None = begun
        self._asked = ""
        """the id of what tells the server that it waits"""
        self._matches: set[asyncio.Task[None]] = set()
        self._last_words = ""

    async def run(self) -> None:
        """Wait until the server ends it, which raises `Invalid` with its words, or until this is cancelled."""
        living = asyncio.create_task(self._live())
        try:
            async for news in self._channel:
                self._take(news)
        finally:
            ending = [living, *self._matches]
            for task in ending:
                task.cancel()
            await asyncio.wait(ending)
        raise Invalid("server-refused", reason=self._last_words)

    async def _live(self) -> None:
        while True:
            await asyncio.sleep(SIGN_OF_LIFE)
            self._channel.send(Ping())

    def _take(self, news: News) -> None:
        match news:
            case outgoing.InLobby():
                self._asked = self._channel.send(Available(games=self._limits.games))
            case outgoing.Done() if news.id == self._asked and self._begun is not None:
                self._begun()
                self._begun = None
            case outgoing.Invited():
                self._answer(news)
            case outgoing.Refused() if news.code == "program-needed":
                raise Invalid("server-refused", reason=news.text)
            case outgoing.Refused() | outgoing.Bye():
                self._last_words = news.text

    def _answer(self, invited: outgoing.Invited) -> None:
        excuse = self._limits.excuse(invited, len(self._matches))
        if excuse is not None:
            self._channel.send(Decline(table=invited.table, seat=invited.seat, why=excuse))
            return
        task = asyncio.create_task(self._play(invited))
        self._matches.add(task)
        task.add_done_callback(self._matches.discard)

    async def _play(self, invited: outgoing.Invited) -> None:
        """Play a match; what goes wrong there ends this match only."""
        place = {"code": invited.code} if invited.code else {"table": invited.table}
        try:
            with self._making() as make, suppress(TimeoutError, NoMatch):
                async with self._connect() as channel, asyncio.timeout(TIME_TO_BEGIN) as limit:

                    def note(news: News) -> None:
                        match news:
                            case outgoing.Dealt():
                                limit.reschedule(None)
                            case outgoing.Snapshot() if news.seats[invited.by - 1].kind == "empty":
                                raise NoMatch
                            case outgoing.Left() if news.seat == invited.by and limit.when() is not None:
                                raise NoMatch

                    await NetworkBot(Sit(seat=invited.seat, **place), make, channel, once=True, note=note).run()
        except Invalid as error:
            log.error("%s", error)
