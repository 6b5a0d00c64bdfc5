"""One process that answers questions, and a desk at which people queue for it."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, ParamSpec, TypeVar

from overtrick.core.errors import Invalid
from overtrick.core.parallel import obey_the_caller

P = ParamSpec("P")
T = TypeVar("T")

TRIES: Final = 3
"""how often a question is asked of processes that die of it"""

log: Final = logging.getLogger(__name__)


class Worker:
    """One process, which is started by the first question."""

    def __init__(self) -> None:
        self.waiting = 0
        """for how many answers"""
        self.thinking = 0
        """how many of them take a while"""
        self.is_stopped = False
        self._pool = _process()

    def work(self) -> tuple[int, int]:
        """How much it has to do."""
        return self.thinking, self.waiting

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function gives, asked again if the process dies; raises `BrokenProcessPool` if there is none."""
        self.waiting += 1
        try:
            for _ in range(TRIES):
                if self.is_stopped:
                    break
                pool = self._pool
                try:
                    return await asyncio.wrap_future(pool.submit(function, *args, **kwargs))
                except BrokenProcessPool:
                    if pool is self._pool and not self.is_stopped:  # else another who was waiting has replaced it
                        log.error("a worker process died and is replaced")
                        pool.shutdown(wait=False)
                        self._pool = _process()
            raise BrokenProcessPool
        finally:
            self.waiting -= 1

    async def think(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """As `run`, of something that takes a while."""
        self.thinking += 1
        try:
            return await self.run(function, *args, **kwargs)
        finally:
            self.thinking -= 1

    def kill(self) -> None:
        """End the process at once; nothing that it does has to be finished."""
        self.is_stopped = True
        for process in list((self._pool._processes or {}).values()):  # before Python 3.14, a pool has no method for it
            process.kill()

    def join(self) -> None:
        """Wait until the process that was killed is gone."""
        self._pool.shutdown()


def _process() -> ProcessPoolExecutor:
    """A process of its own: forked, it would share the sockets of the server."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=obey_the_caller)


class Desk:
    """A process, or else a thread, that answers one question after the other; only a few may wait for it."""

    def __init__(self, worker: Worker | None, most: int) -> None:
        """`most`: how many questions are answered or wait for it."""
        self.worker = worker
        self._most = most
        self._asked = 0
        self._one_at_a_time = asyncio.Lock()
        """several threads would leave too little to that of the tables"""

    async def ask(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function gives; refused where too many wait, and where the process has been stopped."""
        if self._asked >= self._most:
            raise Invalid("too-busy")
        self._asked += 1
        try:
            if self.worker is not None:
                return await self.worker.run(function, *args, **kwargs)
            async with self._one_at_a_time:
                return await asyncio.to_thread(function, *args, **kwargs)
        except BrokenProcessPool:
            if self.worker is not None and self.worker.is_stopped:
                raise Invalid("shutdown") from None
            raise
        finally:
            self._asked -= 1
