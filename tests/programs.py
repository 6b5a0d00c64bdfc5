"""Programs beside a server of the same test."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from patience import PATIENCE


class Program:
    """`overtrick` with some arguments and pipes; `shown` is all that it has written."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.shown = ""
        self._waited = 0
        """where what was waited for ends"""

    async def wait_for(self, words: str) -> None:
        """Wait until something is shown after what was waited for before."""
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while (found := self.shown.find(words, self._waited)) < 0:
                data = await self.process.stdout.read(4096)
                assert data, f"the end, but no {words!r} in {self.shown!r}"
                self.shown += data.decode()
        self._waited = found + len(words)

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())

    async def end(self) -> int:
        """Wait for the end; gives the exit code."""
        async with asyncio.timeout(PATIENCE):
            out, _ = await self.process.communicate()
        self.shown += out.decode()
        assert self.process.returncode is not None
        return self.process.returncode


@asynccontextmanager
async def program(*arguments: str, **environment: str) -> AsyncIterator[Program]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-X", "utf8", "-m", "overtrick", *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, **environment},
    )
    try:
        yield Program(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()
