"""A person at a terminal that shows nothing but lines, or a script: lines in, text out."""

from __future__ import annotations

import asyncio
import os
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Thread
from typing import Final

from overtrick.client.channel import Channel, News
from overtrick.client.person import Person

PROMPT_END: Final = "> "
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


class LineMode:
    """Shows what comes, and takes what is typed."""

    def __init__(self, person: Person, channel: Channel, typed: TypedLines, write: Callable[[str], None]) -> None:
        self._person, self._channel, self._typed, self._write = person, channel, typed, write
        self._is_asked = asyncio.Event()
        """set while a prompt stands at the end of what is shown"""

    async def run(self, is_script: bool) -> bool:
        """Talk until the person has quit or the server has ended it; gives whether it was the person.

        The lines of a script may all be there from the start: each is read when something is asked.
        """
        tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._type(is_script))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._person.leave()
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        if self._is_asked.is_set():
            self._show("\n")
        for task in tasks:
            if not task.cancelled():
                task.result()  # raises what went wrong
        return self._person.session.over

    async def _listen(self) -> None:
        async for news in self._channel:
            self._show(self._told(news))

    def _told(self, news: News) -> str:
        """The text of what has come, on a line of its own; the question comes again if that stood above it."""
        was_cut_off, text = self._person.is_cut_off, self._person.hear(news)
        if text and was_cut_off is not self._person.is_cut_off:
            choices = self._person.session.choices
            start = "\n" if self._is_asked.is_set() else ""
            return start + text + (choices.text if choices is not None and was_cut_off else "")
        return text

    async def _type(self, is_script: bool) -> None:
        while not self._person.session.over:
            if is_script:
                await self._is_asked.wait()
            line = await self._typed.next()
            self._is_asked.clear()
            if line is None:
                self._show("\n")
            self._show(self._person.enter("quit" if line is None else line))

    def _show(self, text: str) -> None:
        if text:
            self._write(text)
            if text.endswith(PROMPT_END):
                self._is_asked.set()
            else:
                self._is_asked.clear()
