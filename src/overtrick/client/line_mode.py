"""A person at a terminal that shows nothing but lines, or a script: lines in, text out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from overtrick.client.channel import Channel, News
from overtrick.client.person import Person
from overtrick.conversation.typed import TypedLines

PROMPT_END: Final = "> "


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
