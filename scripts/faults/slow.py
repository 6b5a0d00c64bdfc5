"""Clients that ask to see a busy table and never read: they are dropped, and nobody else notices."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random, SystemRandom
from statistics import quantiles
from typing import Final

import aiohttp

from overtrick.protocol import incoming
from scripts.faults.checks import Checked, check_tables
from scripts.faults.players import HOST, PATIENCE, Player, finish, playing, sit_down
from scripts.faults.servers import ServerProcess

OPTIONS: Final = incoming.Options(bot_delay=0, clock=0)
SMALL: Final = 4096
SEGMENT: Final = 536
"""the smallest that hosts agree on, so that the system itself keeps little for such a client"""
LINE: Final = 400
LINE_PAUSE: Final = 0.005
UPGRADE: Final = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Latencies:
    """Times from actions to their events, in milliseconds."""

    def __init__(self, seconds: Sequence[float]) -> None:
        self.count = len(seconds)
        cuts = quantiles(seconds, n=100) if self.count > 1 else [0.0] * 99
        self.p50, self.p99 = 1000 * cuts[49], 1000 * cuts[98]

    def __str__(self) -> str:
        return f"p50 {self.p50:.1f} ms, p99 {self.p99:.1f} ms of {self.count} moves"


class DeafClients:
    """Clients that never read, one on each port; closed after their `with` block."""

    def __init__(self, server: ServerProcess, table: str) -> None:
        messages = [b'{"type":"hello","v":1}', b'{"type":"watch","table":"%s"}' % table.encode()]
        self._said = {
            server.text_port: b"".join(message + b"\n" for message in messages),
            server.port: UPGRADE + b"".join(map(_frame, messages)),
        }
        self._sockets: list[socket.socket] = []

    async def __aenter__(self) -> DeafClients:
        loop = asyncio.get_running_loop()
        for port, said in self._said.items():
            deaf = socket.socket()
            self._sockets.append(deaf)
            deaf.setblocking(False)
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
            with suppress(OSError):  # a system may not allow it
                deaf.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT)
            await loop.sock_connect(deaf, (HOST, port))
            await loop.sock_sendall(deaf, said)
        return self

    async def __aexit__(self, *_: object) -> None:
        for deaf in self._sockets:
            deaf.close()

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._sockets)


def _frame(message: bytes) -> bytes:
    """A text frame of a client, the mask of which is zero."""
    return bytes((0x81, 0x80 | len(message))) + bytes(4) + message


async def leave_unread(folder: Path, tables: int, seconds: float, seed: str) -> tuple[Checked, Latencies, Latencies]:
    """Let tables play some time alone, and then with deaf clients until they are dropped; gives the times of both."""
    server = ServerProcess(folder / "slow.db", SystemRandom())
    async with server, aiohttp.ClientSession() as http:
        players = [Player(f"player {n}", server.port, Random(f"{seed} {n}")) for n in range(1, 4 * tables + 1)]
        async with playing(players):
            for number in range(tables):
                await sit_down(players[4 * number : 4 * number + 4], "sueca", OPTIONS)
            talking = asyncio.create_task(_talk(players[0]))
            await asyncio.sleep(seconds)
            alone = _taken(players)
            async with DeafClients(server, players[0].table) as deaf, asyncio.timeout(PATIENCE):
                await asyncio.sleep(seconds)
                while await _dropped(http, server.port) < deaf.count:
                    await asyncio.sleep(0.1)
                beside = _taken(players)
            talking.cancel()
            await finish(players)
    return check_tables(server.db, players, server.errors), alone, beside


async def _talk(player: Player) -> None:
    """Let somebody talk a lot, so that there is more to read than the cards."""
    while True:
        player.say(incoming.Say(text="x" * LINE))
        await asyncio.sleep(LINE_PAUSE)


def _taken(players: Sequence[Player]) -> Latencies:
    """The times of all players since the last time."""
    seconds = [latency for player in players for latency in player.witness.latencies]
    for player in players:
        player.witness.latencies.clear()
    return Latencies(seconds)


async def _dropped(http: aiohttp.ClientSession, port: int) -> int:
    """How many clients the server says that it has dropped."""
    async with http.get(f"http://{HOST}:{port}/metrics") as answer:
        found = re.search(r"^overtrick_dropped_total ([\d.e+]+)$", await answer.text(), re.MULTILINE)
        return 0 if found is None else int(float(found[1]))
