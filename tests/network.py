"""Servers and clients with real sockets, for tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeVar, cast

import aiohttp
import msgspec
from halls import Hall, Player
from patience import PATIENCE

from overtrick.client.player_key import PlayerKey
from overtrick.formats import jsonl
from overtrick.protocol import incoming, outgoing
from overtrick.referee.judging import Status, judge
from overtrick.server.database import records
from overtrick.server.server import Server, ServerSettings

T = TypeVar("T", bound=outgoing.Message)

FORGIVEN = {"store-failed", "not-ready-now", "not-reveal-now", "not-your-turn-now", "stale"}
numbers = count(1)
OPTIONS = incoming.Options(bot_delay=0, clock=0)
decode = msgspec.json.Decoder(outgoing.Message).decode
encode = msgspec.json.Encoder().encode


@asynccontextmanager
async def serving(**settings: Any) -> AsyncIterator[Server]:
    """A server on free ports."""
    server = Server(ServerSettings(**settings))
    try:
        await server.start()
        yield server
    finally:
        await server.stop()


class Client:
    """A client that speaks the messages; `got` is everything that it was sent."""

    def __init__(self) -> None:
        self.got: list[outgoing.Message] = []
        self.desk = Desk()
        self.player = Player(cast("Hall", self.desk), next(numbers), Random(1))  # its ids begin with its number

    async def write(self, data: bytes) -> None:
        raise NotImplementedError

    async def read(self) -> bytes | None:
        """The next message, or None at the end."""
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError

    async def send(self, message: incoming.Message) -> None:
        await self.write(encode(message))

    async def receive(self) -> outgoing.Message:
        async with asyncio.timeout(PATIENCE):
            data = await self.read()
        assert data is not None, "the server has closed the connection"
        self.got.append(decode(data))
        return self.got[-1]

    async def wait_for(self, kind: type[T]) -> T:
        """The next message of a kind; others are passed over."""
        while not isinstance(message := await self.receive(), kind):
            pass
        return message

    async def ended(self) -> None:
        """Read until the server has closed the connection."""
        async with asyncio.timeout(PATIENCE):
            while (data := await self.read()) is not None:
                self.got.append(decode(data))

    async def hello(self, **fields: Any) -> None:
        await self.send(incoming.Hello(v=incoming.VERSION, **fields))
        await self.wait_for(outgoing.Welcome)

    async def play(self, seed: object = 1, until: type[outgoing.Message] = outgoing.Ended) -> None:
        """Play random legal actions until the next message of a kind comes."""
        player = self.player
        player.rng = Random(str(seed))
        while True:
            self.catch_up()
            if player.legal:
                action, player.legal = player.rng.choice(player.legal), ()
                self.desk.say(0, incoming.Act(id=player.id(), at=player.n, action=action))
            for said in self.desk.take():
                await self.send(said)
            if isinstance(await self.receive(), until):
                return

    def catch_up(self) -> None:
        """Let the player see what has come; a failure of the store, and what follows from it, he does not mind."""
        player = self.player
        for message in self.got[player.read :]:
            if isinstance(message, outgoing.Refused) and message.code in FORGIVEN:
                continue
            player.react(message)
            if isinstance(message, outgoing.Snapshot) and message.commitments and message.deal is None:
                nonce = player.nonces.get(message.commitments[(message.seat or 1) - 1])
                if nonce is not None:
                    self.desk.say(0, incoming.Reveal(deal=message.next_deal, nonce=nonce))
        player.read = len(self.got)


class Desk:
    """What `halls.Player` sees of a hall: it keeps what the player says."""

    def __init__(self) -> None:
        self._said: list[incoming.Message] = []

    def say(self, client: int, message: incoming.Message) -> None:
        self._said.append(message)

    def take(self) -> list[incoming.Message]:
        said, self._said = self._said, []
        return said


class WebSocketClient(Client):
    def __init__(self, session: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse) -> None:
        super().__init__()
        self.session, self.socket = session, socket

    @classmethod
    async def open(cls, server: Server, **options: Any) -> WebSocketClient:
        session = aiohttp.ClientSession()
        try:
            return cls(session, await session.ws_connect(f"http://127.0.0.1:{server.port}/ws", **options))
        except BaseException:
            await session.close()
            raise

    async def write(self, data: bytes) -> None:
        await self.socket.send_str(data.decode())

    async def read(self) -> bytes | None:
        frame = await self.socket.receive()
        return frame.data.encode() if frame.type is aiohttp.WSMsgType.TEXT else None

    async def close(self) -> None:
        await self.socket.close()
        await self.session.close()


class LineClient(Client):
    """Speaks lines of JSON on the text port."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__()
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, server: Server) -> LineClient:
        return cls(*await asyncio.open_connection("127.0.0.1", server.text_port))

    async def write(self, data: bytes) -> None:
        self.writer.write(data + b"\n")
        await self.writer.drain()

    async def read(self) -> bytes | None:
        return await self.reader.readline() or None

    async def close(self) -> None:
        self.writer.close()
        await self.writer.wait_closed()


def recorded(path: Path, table: str) -> list[Status]:
    """What the referee says of the records of a table."""
    return [judge(record).status for stored in records(str(path), table) for record in jsonl.loads(stored.line)]


Opener = Callable[[Server], Awaitable[Client]]


@asynccontextmanager
async def clients(server: Server, *kinds: Opener) -> AsyncIterator[list[Client]]:
    """Clients of some kinds that have said hello, and are closed in the end."""
    opened: list[Client] = []
    try:
        for number, kind in enumerate(kinds, 1):
            opened.append(await kind(server))
            await opened[-1].hello(name=f"player {number}")
        yield opened
    finally:
        for client in opened:
            await client.close()


async def sit_down(players: list[Client], game: str, options: incoming.Options = OPTIONS, bots: str = "") -> str:
    """Let all sit down at a new table; gives its name."""
    first, *others = players
    await first.send(incoming.Create(game=game, options=options, bots=bots))
    taken = await first.wait_for(outgoing.Taken)
    for player in others:
        await player.send(incoming.Sit(table="" if taken.code else taken.table, code=taken.code))
        await player.wait_for(outgoing.Taken)
    return taken.table


async def challenged(client: Client) -> str:
    """What a client is given to sign."""
    await client.send(incoming.Challenge())
    return (await client.wait_for(outgoing.Challenged)).nonce


async def identify(client: Client, server: Server, key: PlayerKey, program: bool = False) -> str:
    """Show a key; gives what the player is called."""
    await client.send(key.identify(f"127.0.0.1:{server.port}", await challenged(client), program))
    return (await client.wait_for(outgoing.Identified)).player


class TextClient:
    """A person at the text port; `shown` is everything on the screen."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.shown = ""

    @classmethod
    async def open(cls, server: Server) -> TextClient:
        return cls(*await asyncio.open_connection("127.0.0.1", server.text_port))

    def type(self, line: str, end: str = "\n") -> None:
        self.writer.write(f"{line}{end}".encode())

    async def look(self) -> bool:
        """Wait until something more is shown; False at the end."""
        async with asyncio.timeout(PATIENCE):
            data = await self.reader.read(65536)
        self.shown += data.decode()
        return bool(data)

    async def wait_for(self, text: str) -> str:
        """What is shown up to a text, which may have been there before."""
        while text not in self.shown:
            assert await self.look(), self.shown
        return self.shown

    async def ended(self) -> str:
        while await self.look():
            pass
        return self.shown

    async def close(self) -> None:
        self.writer.close()
        await self.writer.wait_closed()
