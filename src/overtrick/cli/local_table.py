"""A table in this very process, with a person and three bots: no port is opened and nothing is stored."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from random import Random
from types import TracebackType
from typing import Final

from overtrick.client.channel import Channel, News
from overtrick.client.endpoint import Endpoint
from overtrick.protocol import incoming, outgoing
from overtrick.server.hub import Hub
from overtrick.server.limits import LOCALS, Caller
from overtrick.server.ports.connection import Connection
from overtrick.server.store.store import Store
from overtrick.server.workers import Workers
from overtrick.table.lobby import Lobby

BEFORE: Final = (outgoing.Welcome, outgoing.InLobby, outgoing.Taken)
"""what comes before the table itself and means nothing where there is only one"""


def seeded_bytes(seed: str) -> Callable[[int], bytes]:
    """Bytes from a seed, for lobby and client.

    Each size has a stream of its own: the secret of a deal, the only thing of its size, does not depend on how many
    other random bytes the play of the deals before it took. The same seed gives the same cards however they are played.
    """
    streams: dict[int, Random] = {}

    def take(size: int) -> bytes:
        return streams.setdefault(size, Random(f"{seed}\n{size}")).randbytes(size)

    return take


class LocalTable(Channel):
    """A channel to a lobby of its own, open as long as its `with` block. Who leaves the table is through."""

    def __init__(
        self,
        endpoint: Endpoint,
        create: incoming.Create,
        entropy: Callable[[int], bytes],
        seconds: float | None = None,
    ) -> None:
        """A table as a message asks for it, at which bots think about an action for some seconds at most."""
        super().__init__(endpoint)
        self._create, self._entropy, self._seconds = create, entropy, seconds
        self._news: asyncio.Queue[News] = asyncio.Queue()

    async def __aenter__(self) -> LocalTable:
        self._hub = Hub(Lobby(self._entropy), Store(), Workers(0, self._seconds))
        self._connect()
        self.send(self._create)
        return self

    def _connect(self) -> None:
        self._end = _LobbyEnd(self._hub, self._take)
        self._post(self._endpoint.begin())

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._hub.close()

    def ask_anew(self) -> None:
        self._endpoint.ask_anew()
        self._hub.lost(self._end.client)
        self._connect()

    async def __aiter__(self) -> AsyncIterator[News]:
        is_there = False
        while True:
            message = await self._news.get()
            is_there = is_there or not isinstance(message, BEFORE)
            if is_there and isinstance(message, outgoing.InLobby):
                return
            if is_there:
                yield message

    def _post(self, messages: list[incoming.Message]) -> None:
        for message in messages:
            self._end.loop.call_soon(self._end.say, message)

    def _take(self, message: outgoing.Message) -> None:
        for shown in self._hear(message):
            self._news.put_nowait(shown)


class _LobbyEnd(Connection):
    """The lobby's end of the channel."""

    kind = "local"

    def __init__(self, hub: Hub, take: Callable[[outgoing.Message], None]) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(hub, Caller("local", LOCALS, loop.time()), loop, "en")
        self._take = take

    def send(self, message: outgoing.Message, data: bytes) -> None:
        self._take(message)

    def finish(self) -> None:
        """There is nothing to close."""

    def abort(self) -> None:
        """There is nothing to close."""
