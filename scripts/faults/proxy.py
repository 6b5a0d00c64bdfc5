"""A way to a server that can be cut, or go dead: nothing comes through any more, and nobody is told."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from contextlib import suppress
from typing import Final

from scripts.faults.players import HOST

CHUNK: Final = 65536


class Link:
    """One connection through a proxy."""

    def __init__(self, near: StreamWriter, far: StreamWriter) -> None:
        self.near, self.far = near, far
        self.is_dead = False
        self._is_cut = asyncio.Event()

    async def carry(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Carry what comes to the other end; once dead, swallow it, and its end too."""
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                if not self.is_dead:
                    writer.write(data)
                    await writer.drain()
        if self.is_dead:
            await self._is_cut.wait()
        self.cut()

    def cut(self, server_later: float = 0.0) -> None:
        """Break it; the server is told some seconds later than the client."""
        self._is_cut.set()
        self.near.transport.abort()
        if server_later:
            asyncio.get_running_loop().call_later(server_later, self.far.transport.abort)
        else:
            self.far.transport.abort()


class Proxy:
    """A way to a port of this machine, open as long as its `with` block."""

    def __init__(self, target: int) -> None:
        self.port = 0
        self._target = target
        self._links: set[Link] = set()

    async def __aenter__(self) -> Proxy:
        self._server = await asyncio.start_server(self._serve, HOST)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()
        while self._links:
            await asyncio.sleep(0.01)
        await self._server.wait_closed()

    @property
    def is_connected(self) -> bool:
        """Whether there is anything to break."""
        return bool(self._links)

    def cut(self, server_later: float = 0.0) -> None:
        """Break what is connected now."""
        for link in self._links:
            link.cut(server_later)

    def die(self) -> None:
        """Let what is connected now carry nothing any more."""
        for link in self._links:
            link.is_dead = True

    async def _serve(self, near_reader: StreamReader, near: StreamWriter) -> None:
        try:
            far_reader, far = await asyncio.open_connection(HOST, self._target)
        except OSError:
            near.transport.abort()
            return
        link = Link(near, far)
        self._links.add(link)
        try:
            await asyncio.gather(link.carry(near_reader, far), link.carry(far_reader, near))
        finally:
            self._links.discard(link)
            for writer in (near, far):
                writer.close()
                with suppress(OSError):
                    await writer.wait_closed()
