"""Clients at real servers over channels that come back by themselves."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import TypeVar

from patience import PATIENCE

from overtrick.bots.bot import Bot, find_bot
from overtrick.client.address import Address
from overtrick.client.channel import Channel, News
from overtrick.client.connection import Connection
from overtrick.client.endpoint import Endpoint
from overtrick.client.network_bot import NetworkBot, Request
from overtrick.protocol import incoming
from overtrick.protocol.fair.recording import Transcript
from overtrick.protocol.incoming import Hello
from overtrick.server.server import Server

T = TypeVar("T")


def endpoint(name: str = "somebody") -> Endpoint:
    return Endpoint(lambda: Hello(v=incoming.VERSION, name=name), secrets.token_bytes)


def connection(address: Address, name: str = "somebody", transcript: Transcript | None = None) -> Connection:
    return Connection(address, endpoint(name), transcript, pause=lambda tries: 0.02 * tries)


def address_of(server: Server) -> Address:
    return Address("127.0.0.1", server.port)


class Reader:
    """Reads a channel and keeps what came."""

    def __init__(self, channel: Channel) -> None:
        self.all: list[News] = []
        self._news = aiter(channel)

    async def wait_for(self, kind: type[T], is_right: Callable[[T], bool] = lambda _: True) -> T:
        async with asyncio.timeout(PATIENCE):
            async for news in self._news:
                self.all.append(news)
                if isinstance(news, kind) and is_right(news):
                    return news
        raise AssertionError("the channel has ended")


async def until(is_right: Callable[[], bool], what: str) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            while not is_right():
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(f"waited in vain for {what}") from None


async def run_bot(server: Server, request: Request, bot: Bot) -> None:
    async with connection(address_of(server), "bot") as channel:
        await NetworkBot(request, lambda _: bot, channel).run()


@asynccontextmanager
async def bots(server: Server, request: Request, *players: Bot) -> AsyncIterator[list[asyncio.Task[None]]]:
    """Bots that play as long as the block."""
    tasks = [asyncio.create_task(run_bot(server, request, bot)) for bot in players]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


def any_bot(seed: int) -> Bot:
    return find_bot("random", Random(seed))
