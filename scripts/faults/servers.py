"""`overtrick serve` in a process of its own, which can be killed and started again with the same file and ports."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Final

from scripts.faults.players import HOST

PORTS: Final = range(10_000, 32_000)
"""below those that systems give to clients: one of them could have taken the port of a server that is away"""
READY: Final = re.compile(rb"ready: http://127\.0\.0\.1:\d+, text 127\.0\.0\.1:\d+")
EXPECTED: Final = (
    *("the store failed", "the server is not ready", "tables cannot be read", "no sign of life", "taken for dead"),
    "are free only in",
)
"""what servers may log as errors and warnings where something is broken on purpose"""
HEAD: Final = re.compile(r"\d{4}-\d\d-\d\d ")
"""how a line begins that is no part of the one before it"""
TIME_TO_STOP: Final = 30.0


class ServerProcess:
    """A server with a file, and perhaps with more options, there as long as its `with` block."""

    def __init__(self, db: Path | str, rng: Random, *options: str) -> None:
        """A server to come, on ports that `rng` finds: one that nobody else has, if others look at the same time."""
        self.db = str(db)
        self._options = options
        self.port, self.text_port = free_port(rng), free_port(rng)
        self.errors: list[str] = []
        """what it has logged as an error, without failures of the store"""
        self._process: Process | None = None
        self._logging: asyncio.Task[None] | None = None

    async def __aenter__(self) -> ServerProcess:
        await self.start()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            await self.kill()
        elif code := await self.stop():
            self.errors.append(f"the server ended with {code}")

    async def launch(self) -> None:
        """Start it, without waiting for it."""
        ports = ["--port", str(self.port), "--text-port", str(self.text_port)]
        options = [*ports, "--workers", "0", "--db", self.db, *self._options]
        program = [sys.executable, "-m", "overtrick", "serve"]
        self._process = await asyncio.create_subprocess_exec(*program, *options, stdout=PIPE, stderr=PIPE)
        self._logging = asyncio.create_task(self._read_log(self._process))

    async def start(self) -> None:
        """Start it, and wait until it is ready."""
        await self.launch()
        stdout = self.process.stdout
        assert stdout is not None
        if not (line := await stdout.readline()):
            await self._wait()
        assert READY.match(line), f"the server did not start: {self.errors}"

    @property
    def process(self) -> Process:
        """The process of the server."""
        assert self._process is not None
        return self._process

    @property
    def cpu_seconds(self) -> float:
        """The time that it has computed, in all its threads."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8")
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def is_alive(self) -> bool:
        """Whether the process is there."""
        return self.process.returncode is None

    async def kill(self) -> None:
        """End it as no process can prevent."""
        if self.is_alive:
            self.process.kill()
        await self._wait()

    async def stop(self) -> int:
        """End it as an administrator would; gives the exit code."""
        self.process.terminate()
        try:
            async with asyncio.timeout(TIME_TO_STOP):
                return await self._wait()
        except TimeoutError:
            await self.kill()
            raise AssertionError("the server does not stop") from None

    async def _wait(self) -> int:
        code = await self.process.wait()
        if self._logging is not None:
            await self._logging
        return code

    async def _read_log(self, process: Process) -> None:
        assert process.stderr is not None
        self.errors += logged_errors([line.decode().rstrip() async for line in process.stderr])


def logged_errors(lines: Iterable[str]) -> list[str]:
    """What a server has logged as an error and must not, with its traceback."""
    errors: list[str] = []
    is_expected: bool | None = None
    for line in lines:
        if HEAD.match(line):
            is_expected = " INFO " in line or any(known in line for known in EXPECTED)
            if not is_expected:
                errors.append(line)
        elif is_expected is None:
            errors.append(line)
        elif not is_expected:
            errors[-1] += f"\n{line}"
    return errors


def free_port(rng: Random) -> int:
    """A port that nobody listens to."""
    while True:
        port = rng.choice(PORTS)
        with socket.socket() as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind((HOST, port))
            except OSError:
                continue
            return port
