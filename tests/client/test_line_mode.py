"""Line mode: what is typed, when it is read, and what is shown."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import pytest
from patience import PATIENCE

from overtrick.cli.local_table import LocalTable, seeded_bytes
from overtrick.client.channel import Disconnected, Reconnected
from overtrick.client.endpoint import Endpoint
from overtrick.client.line_mode import LineMode, TypedLines
from overtrick.client.person import Person
from overtrick.conversation.session import TextSession
from overtrick.protocol.incoming import Create, Options


@contextmanager
def pipe() -> Iterator[tuple[int, int]]:
    """The end from which is read, and the one into which is written, which the test has to close."""
    reading, writing = os.pipe()
    try:
        yield reading, writing
    finally:
        os.close(reading)


@pytest.mark.parametrize(
    ("chunks", "lines"),
    [
        ([], []),
        ([b""], []),
        ([b"one\ntwo\n"], ["one", "two"]),
        ([b"o", b"ne\n\ntw", b"o"], ["one", "", "two"]),
        ([b"\xe2\x99", b"\xa5\n"], ["♥"]),
        ([b"\xff\n"], ["\ufffd"]),
    ],
)
def test_lines_come_whole_in_whatever_parts_they_are_typed(chunks: list[bytes], lines: list[str]) -> None:
    async def read() -> None:
        with pipe() as (reading, writing):
            typed = TypedLines(reading)
            for chunk in chunks:
                os.write(writing, chunk)
                await asyncio.sleep(0.01)
            os.close(writing)
            assert [await typed.next() for _ in range(len(lines) + 2)] == [*lines, None, None]

    asyncio.run(read())


def test_nothing_at_all_is_told_from_something_late() -> None:
    async def read() -> None:
        with pipe() as (reading, writing):
            typed = TypedLines(reading)
            assert not await typed.is_empty(0.01)
            os.write(writing, b"line\n")
            assert not await typed.is_empty(PATIENCE)
            assert await typed.next() == "line"
            os.close(writing)
            assert await typed.is_empty(PATIENCE)
        with pipe() as (reading, writing):
            os.close(writing)
            assert await TypedLines(reading).is_empty(PATIENCE)

    asyncio.run(read())


class Talk:
    """A person who types into a pipe."""

    def __init__(self, channel: LocalTable, writing: int, is_over: asyncio.Task[bool], shown: list[str]) -> None:
        self.channel, self.is_over = channel, is_over
        self._writing, self._shown = writing, shown

    @property
    def shown(self) -> str:
        return "".join(self._shown)

    def type(self, text: str) -> None:
        os.write(self._writing, text.encode())

    async def until_shown(self, words: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while words not in self.shown:
                await asyncio.sleep(0.01)


@asynccontextmanager
async def talk(is_script: bool) -> AsyncIterator[Talk]:
    session, shown = TextSession(auto_ready=False), list[str]()
    endpoint = Endpoint(session.hello, seeded_bytes("client"))
    create = Create(game="sueca", options=Options(clock=0, bot_delay=0), bots="simple")
    with pipe() as (reading, writing):
        try:
            async with LocalTable(endpoint, create, seeded_bytes("1")) as channel:
                mode = LineMode(Person(channel, session), channel, TypedLines(reading), shown.append)
                running = asyncio.create_task(mode.run(is_script))
                yield Talk(channel, writing, running, shown)
                running.cancel()
                await asyncio.wait([running])
        finally:
            os.close(writing)


def test_a_script_is_read_line_by_line_when_something_is_asked() -> None:
    async def play() -> None:
        async with talk(is_script=True) as at:
            await at.until_shown("Your card> ")
            at.type("1\n" * 12 + "quit\n")
            async with asyncio.timeout(PATIENCE):
                assert await at.is_over
            assert "nothing to choose" not in at.shown
            assert at.shown.count("Your card> ") == 13

    asyncio.run(play())


def test_a_person_can_type_at_any_time_and_the_end_of_the_input_quits() -> None:
    async def play() -> None:
        async with talk(is_script=False) as at:
            at.type("help\nquit\n")
            async with asyncio.timeout(PATIENCE):
                assert await at.is_over
            assert "say TEXT: " in at.shown
            assert "Goodbye.\n" in at.shown

    asyncio.run(play())


def test_the_question_stands_again_after_a_connection_was_lost() -> None:
    async def play() -> None:
        async with talk(is_script=True) as at:
            await at.until_shown("Your card> ")
            for news in (Disconnected(1.0), Disconnected(2.0), Reconnected()):
                at.channel._news.put_nowait(news)
            await at.until_shown("there again.")
            after = at.shown.partition("The connection is lost.")[2]
            assert after.count("The connection is lost.") == 0
            assert after.endswith("Your card> ")

    asyncio.run(play())


def test_who_leaves_the_table_is_through() -> None:
    async def play() -> None:
        async with talk(is_script=True) as at:
            await at.until_shown("Your card> ")
            at.type("leave\n")
            async with asyncio.timeout(PATIENCE):
                assert await at.is_over is False

    asyncio.run(play())
