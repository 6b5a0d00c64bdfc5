"""A wire between clients and a server that a test can cut, or let go dead."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random

from overtrick.client.address import Address


class Wire:
    """Carries bytes to a server on this machine. `address` is where clients connect."""

    address: Address

    def __init__(self, port: int) -> None:
        self.port = port
        self.connected = 0
        """how often somebody has connected"""
        self.is_dead = False
        """whether nothing comes through any more, although nobody is told"""
        self.random: Random | None = None
        """if there is chance, connections break after some bytes, in the middle of whatever that is"""
        self._ends: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def cut(self) -> None:
        """Break all connections at once."""
        for end in self._ends:
            end.transport.abort()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connected += 1
        try:
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            writer.transport.abort()
            return
        self._ends |= {writer, server_writer}
        for task in (self._carry(reader, server_writer), self._carry(server_reader, writer)):
            self._tasks.add(asyncio.create_task(task))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        left = 10**9 if self.random is None else self.random.randrange(300, 12_000)
        with suppress(OSError):
            while data := await reader.read(4096):
                if self.is_dead:
                    continue
                writer.write(data[:left])
                left -= len(data)
                if left <= 0:
                    break
        writer.close()
        self._ends.discard(writer)

    async def close(self) -> None:
        self.cut()
        await asyncio.gather(*self._tasks)


@asynccontextmanager
async def wire_to(port: int, tls: ssl.SSLContext | None = None) -> AsyncIterator[Wire]:
    """A wire to a port of this machine; one that clients enter through TLS is a proxy."""
    wire = Wire(port)
    server = await asyncio.start_server(wire.take, "127.0.0.1", 0, ssl=tls)
    wire.address = Address("127.0.0.1", server.sockets[0].getsockname()[1], tls is not None)
    try:
        yield wire
    finally:
        server.close()
        await wire.close()
        await server.wait_closed()
