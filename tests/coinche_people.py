"""The programs of the Coinche brief as processes, and people who talk to its server with nothing but a socket."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from codecs import getincrementaldecoder
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path

from patience import PATIENCE

FOLDER = Path(__file__).parents[1] / "briefs" / "coinche"
PROMPT = "> "
OVER = "The match is over, and you are in the lobby.\n"

Process = subprocess.Popen[str]


def environment(locale: str) -> dict[str, str]:
    """The environment of a process in a language."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    return {**kept, "LC_ALL": locale, "PYTHONUTF8": "1"}


def command(program: str, *words: object) -> list[str]:
    return [sys.executable, str(FOLDER / program), *map(str, words)]


def run(program: str, *words: object, locale: str = "C", stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a program to its end."""
    return subprocess.run(
        command(program, *words),
        input=stdin,
        env=environment(locale),
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


@contextmanager
def running(words: list[str], locale: str = "C") -> Iterator[Process]:
    """A process with pipes, which is gone in the end."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        words, stdin=pipe, stdout=pipe, stderr=pipe, env=environment(locale), encoding="utf-8"
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


def first_line(process: Process) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def stop(process: Process, number: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
    """End a process by a signal: its exit code, and what it wrote to standard error."""
    process.send_signal(number)
    _, err = process.communicate(timeout=PATIENCE)
    return process.returncode, err


@contextmanager
def serving(locale: str = "C") -> Iterator[int]:
    """The server on a free port, which must end in good order."""
    port = free_port()
    with running(command("server", "127.0.0.1", port), locale) as process:
        assert str(port) in first_line(process)
        yield port
        assert stop(process) == (0, "")


class Person:
    """Somebody with `nc`: `shown` is everything on the screen."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._decoder = getincrementaldecoder("utf-8")()
        self._answered = 0
        """how much was shown when the last prompt was answered"""
        self._read = 0
        """up to where `wait_for` has found what it waited for"""
        self.shown = ""

    def type(self, line: str) -> None:
        self._answered = len(self.shown)
        self._writer.write(f"{line}\n".encode())

    async def look(self) -> bool:
        """Wait until something more is shown; False at the end."""
        async with asyncio.timeout(PATIENCE):
            data = await self._reader.read(65536)
        self.shown += self._decoder.decode(data)
        return bool(data)

    async def wait_for(self, text: str) -> str:
        """Wait for a text after the one that was waited for last; gives all up to it."""
        while (place := self.shown.find(text, self._read)) < 0:
            assert await self.look(), self.shown
        before, self._read = self.shown[self._read : place], place + len(text)
        return before

    @property
    def is_asked(self) -> bool:
        """Whether there is a prompt that was not answered."""
        return self.shown.endswith(PROMPT) and len(self.shown) > self._answered

    async def asked(self) -> list[str]:
        """Wait for a prompt; gives the options above it."""
        while not self.is_asked:
            assert await self.look(), self.shown
        return self.options

    @property
    def options(self) -> list[str]:
        """The options of the last prompt, which have the numbers from 1 on."""
        asked = self.shown[self.shown.rindex("\n  1) ") :]
        found = re.findall(r"^  (\d+)\) (.+)$", asked, re.MULTILINE)
        assert [int(number) for number, _ in found] == list(range(1, len(found) + 1))
        return [words for _, words in found]

    @property
    def hand(self) -> list[str]:
        """The cards of the last line that shows a hand."""
        line = next(line for line in reversed(self.shown.splitlines()) if line.startswith("Your hand: "))
        return line.removeprefix("Your hand: ").split()

    async def ended(self) -> str:
        while await self.look():
            pass
        return self.shown

    async def close(self) -> None:
        self._writer.close()
        await self._writer.wait_closed()


async def come(port: int) -> Person:
    """Connect, and type a line at once, since who says nothing is greeted only after a moment."""
    person = Person(*await asyncio.open_connection("127.0.0.1", port))
    person.type("")
    await person.wait_for(" of 4")
    return person


@asynccontextmanager
async def people(port: int, count: int = 4) -> AsyncIterator[list[Person]]:
    """People who come one after the other."""
    async with AsyncExitStack() as stack:
        found = list[Person]()
        for _ in range(count):
            found.append(await come(port))
            stack.push_async_callback(found[-1].close)
        yield found


Choose = Callable[[list[str]], int]
"""gives the number of one of some options"""


async def play(person: Person, choose: Choose, games: int = 1) -> None:
    """Choose options until so many games are over."""
    while person.shown.count(OVER) < games:
        if person.is_asked:
            person.type(str(choose(person.options)))
        assert await person.look(), person.shown
