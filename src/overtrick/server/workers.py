"""Processes that think for bots and judge games, so that nobody waits for a computation that is not about his table.

Each is a process of its own, started afresh. Bots that think have processes of theirs, so that those that do not need
not wait for them. A process that dies is replaced, and what it was asked is asked again. Without processes everything
runs in the process of the server.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Final, ParamSpec, TypeVar

import msgspec

from overtrick.bots.sampling.advice import Advice
from overtrick.errors import Invalid
from overtrick.judging import Judgement, judge_lines
from overtrick.parallel import obey_the_caller
from overtrick.play.view import View
from overtrick.records.lines import lines_of
from overtrick.referee.referee import Level
from overtrick.rules import game_names
from overtrick.server.thinking import QUICK, SECONDS, Choice, advise, bots_to_warm, choose, warm_up

P = ParamSpec("P")
T = TypeVar("T")

MOST_GAMES: Final = 5000
"""that are judged at a time"""
MOST_JUDGED: Final = 16
"""texts that are judged or wait for it; more are refused"""
TRIES: Final = 3
"""so often a question is asked of processes that die of it"""

log: Final = logging.getLogger(__name__)


class Workers:
    """So many processes for bots that think, one for those that answer at once, and one for judging."""

    def __init__(self, size: int, seconds: float | None = SECONDS) -> None:
        """`seconds`: the most that a bot thinks about an action; with None the same seed gives the same action."""
        self._seconds = seconds
        self._thinkers = [_Worker() for _ in range(size)]
        self._quick = [_Worker()] if size else []
        self._judge = _Worker() if size else None
        self._judging = 0
        self._judging_here, self._thinking_here = asyncio.Lock(), asyncio.Lock()
        """several threads would leave too little to that of the tables"""
        self._warming: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start them all, and wait until those are warm that do not think.

        The others follow one by one while the tables are open: the second one finds what the first has compiled.
        """
        others = [*self._quick, *([] if self._judge is None else [self._judge])]
        warming = (worker.run(warm_up, QUICK, game_names()) for worker in others)
        # What a look at the bots imports is then there before a table needs it.
        bots, *_ = await asyncio.gather(asyncio.to_thread(bots_to_warm), *warming)
        if self._thinkers:
            self._warming = asyncio.create_task(self._warm_thinkers(bots or QUICK))

    async def _warm_thinkers(self, bots: frozenset[str]) -> None:
        try:
            for worker in self._thinkers:
                await worker.think(warm_up, bots, game_names())
        except Exception as error:  # tables do without it
            if not any(worker.is_stopped for worker in self._thinkers):
                log.error("the bots are not warm: %s", type(error).__name__)

    async def stop(self) -> None:
        """End them all, whatever they are at: who waits for an answer gets none."""
        workers = [*self._thinkers, *self._quick, *([] if self._judge is None else [self._judge])]
        for worker in workers:
            worker.kill()
        await asyncio.gather(*(asyncio.to_thread(worker.join) for worker in workers))
        if self._warming is not None:
            await self._warming

    async def choose(self, bot: str, seed: int, view: View) -> Choice:
        """What the bot of a name does; never fails."""
        try:
            if bot not in QUICK:
                choice = await self._think(choose, bot, seed, view)
            elif self._thinkers:
                worker = min((*self._quick, *self._thinkers), key=_Worker.work)
                choice = await worker.run(choose, bot, seed, view)
            else:
                choice = choose(bot, seed, view)
        except BrokenProcessPool:
            choice = Choice(str(view.legal[0]), "the process died")
        if choice.failure:
            log.error("the bot %s had no answer in a game of %s: %s", bot, view.game, choice.failure)
        return choice

    async def advise(self, seed: int, view: View) -> Advice | None:
        """What is best to do in a view, and why; None if nobody has an answer."""
        try:
            return await self._think(advise, seed, view)
        except Exception as error:
            log.error("there was no hint in a game of %s: %s", view.game, type(error).__name__)
            return None

    async def _think(self, function: Callable[..., T], *args: object) -> T:
        """What a function gives that takes a while: the less, the more are before it, so that all are served soon."""
        if not self._thinkers:
            async with self._thinking_here:
                return await asyncio.to_thread(function, *args, self._seconds)
        worker = min(self._thinkers, key=_Worker.work)
        seconds = None if self._seconds is None else self._seconds / (worker.thinking + 1)
        return await worker.think(function, *args, seconds)

    async def judge(self, text: str, evidence: Level, game: str | None, language: str) -> bytes:
        """The judgements of the games of a text, as `judge_text`; refused where there are too many before it."""
        if self._judging >= MOST_JUDGED:
            raise Invalid("too-busy")
        self._judging += 1
        try:
            if self._judge is None:
                async with self._judging_here:
                    return await asyncio.to_thread(judge_text, text, evidence, game, language)
            return await self._judge.run(judge_text, text, evidence, game, language)
        except BrokenProcessPool:
            if self._judge is not None and self._judge.is_stopped:
                raise Invalid("shutdown") from None
            raise
        finally:
            self._judging -= 1


class _Worker:
    """One process."""

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


def judge_text(text: str, evidence: Level, game: str | None, language: str) -> bytes:
    """The judgements of the games of a text, as a list in JSON of what `overtrick judge --json` prints.

    They are written here, since an event loop could do nothing else meanwhile. Raises `Invalid` for too many games: a
    few bytes of a game that cannot be read make a long judgement.
    """
    items = judge_lines(lines_of(text), evidence, game)
    judgements = list(islice((item for item in items if isinstance(item, Judgement)), MOST_GAMES + 1))
    if len(judgements) > MOST_GAMES:
        raise Invalid("too-many-games", most=MOST_GAMES)
    return msgspec.json.encode([judgement.as_json(language) for judgement in judgements])
