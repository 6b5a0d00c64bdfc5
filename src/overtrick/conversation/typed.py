"""The lines that somebody types."""

from __future__ import annotations

import asyncio
import os
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import suppress
from threading import Thread
from typing import Final

CHUNK: Final = 4096


class TypedLines:
    """The lines of a file descriptor as they come, read by a thread; to be made in a running loop.

    The thread may wait for a line that is never typed, and does not keep the program alive then. It reads without the
    buffer of `sys.stdin`, which would stay locked at the end of the program.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        """with None at the end"""
        self._next = asyncio.create_task(self._lines.get())
        Thread(target=self._read, name="typed", daemon=True).start()

    async def next(self) -> str | None:
        """The next line; None at the end, and ever after."""
        line = await asyncio.shield(self._next)
        if line is not None:
            self._next = asyncio.create_task(self._lines.get())
        return line

    async def is_empty(self, patience: float) -> bool:
        """Whether there is no line at all: within some seconds nothing comes but the end."""
        await asyncio.wait([self._next], timeout=patience)
        return self._next.done() and self._next.result() is None

    def _read(self) -> None:
        with suppress(RuntimeError):  # the loop has ended meanwhile
            for line in self._typed():
                self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
            self._loop.call_soon_threadsafe(self._lines.put_nowait, None)

    def _typed(self) -> Iterator[str]:
        decoder, rest = getincrementaldecoder("utf-8")("replace"), ""
        with suppress(OSError):  # nothing is open there, or a terminal has gone
            while data := os.read(self._descriptor, CHUNK):
                *lines, rest = (rest + decoder.decode(data)).split("\n")
                yield from lines
        if rest:
            yield rest
