"""Processes that think for bots, judge games and analyse deals, so that no table waits for another."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from hashlib import sha256
from itertools import islice
from typing import Final, ParamSpec, TypeVar

import msgspec

from overtrick.bots.sampling.advice import Advice
from overtrick.core.catalogue import game_names
from overtrick.core.errors import Invalid
from overtrick.core.parallel import obey_the_caller
from overtrick.deal.record import Record
from overtrick.deal.view import View
from overtrick.formats.lines import lines_of
from overtrick.referee.judging import Judgement, judge_lines
from overtrick.referee.referee import Level
from overtrick.server.analysing import analyse_text
from overtrick.server.explaining import explain_call
from overtrick.server.honesty import examine_text
from overtrick.server.queueing import FairQueue, Owner
from overtrick.server.thinking import QUICK, SECONDS, BotChoice, advise, bots_to_warm, choose, play_day, warm_up
from overtrick.table.agreements import is_sure

P = ParamSpec("P")
T = TypeVar("T")

TRIES: Final = 3
"""how often a question is asked of processes that die of it"""
MOST_GAMES: Final = 5000
"""that are judged at a time"""
MOST_JUDGED: Final = 16
"""texts that are judged or wait for it; for more, an address with the most of them is refused"""
MOST_ANALYSED: Final = 8
"""deals that are analysed or wait for it, the last of them for a minute or more; refused as above"""

DAILY: Final = "the deal of the day"
"""who wants what bots make of it"""
ANALYSES_KEPT: Final = 256
"""of a few kilobytes each"""

log: Final = logging.getLogger(__name__)


def _process() -> Executor:
    """A process of its own: forked, it would share the sockets of the server."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=obey_the_caller)


def _thread() -> Executor:
    """A thread of this process; several would leave too little to that of the tables."""
    return ThreadPoolExecutor(1)


class Worker:
    """One process, or a thread, which is started by the first question and answers one after the other."""

    def __init__(self, start: Callable[[], Executor] = _process) -> None:
        self.waiting = 0
        """for how many answers"""
        self.thinking = 0
        """how many of them take a while"""
        self.is_stopped = False
        self._start, self._pool = start, start()

    def work(self) -> tuple[int, int]:
        """How much it has to do."""
        return self.thinking, self.waiting

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function gives, asked again if the process dies.

        Raises `Invalid` where it has been stopped, and `BrokenProcessPool` if every process dies.
        """
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
                        self._pool = self._start()
            raise Invalid("shutdown") if self.is_stopped else BrokenProcessPool
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
        # Before Python 3.14, a pool has no method for it.
        for process in list((getattr(self._pool, "_processes", None) or {}).values()):
            process.kill()

    def join(self) -> None:
        """Wait until the process that was killed is gone."""
        self._pool.shutdown(cancel_futures=True)


class Workers:
    """Some processes for bots that think, one for those that answer at once, one for judging, one for analyses."""

    def __init__(self, size: int, seconds: float | None = SECONDS) -> None:
        """`size`: processes for bots that think; with 0 everything runs in this one.

        `seconds`: the most that a bot thinks about an action; with None the same seed gives the same action.
        """
        self._seconds = seconds
        start = _process if size else _thread
        self._thinkers = [Worker(start) for _ in range(size or 1)]
        self._quick = [Worker()] if size else []
        self._judge, self._analyst = Worker(start), Worker(start)
        self._to_think = FairQueue(len(self._thinkers))
        self._to_judge, self._to_analyse = FairQueue(1, MOST_JUDGED), FairQueue(1, MOST_ANALYSED)
        self._analyses: dict[bytes, asyncio.Task[bytes]] = {}
        """the last ones by the hash of their texts, those that are under way included"""
        self._warming: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start them, and wait until those are warm that bots need that do not think, and the judge.

        The others follow one by one while the tables are open: the second one finds what the first has compiled.
        """
        others = [*self._quick, self._judge] if self._quick else []
        warming = (worker.run(warm_up, QUICK, game_names()) for worker in others)
        # What a look at the bots imports is then there before a table needs it.
        bots, *_ = await asyncio.gather(asyncio.to_thread(bots_to_warm), *warming)
        if self._quick:
            self._warming = asyncio.create_task(self._warm_thinkers(bots or QUICK))

    async def _warm_thinkers(self, bots: frozenset[str]) -> None:
        try:
            for worker in self._thinkers:
                await worker.think(warm_up, bots, game_names())
        except Exception as error:  # tables do without it
            if not any(worker.is_stopped for worker in self._thinkers):
                log.error("the bots are not warm: %s", type(error).__name__)

    async def stop(self) -> None:
        """End them all, whatever they are at: those who wait for an answer get none."""
        workers = [*self._thinkers, *self._quick, self._judge, self._analyst]
        for worker in workers:
            worker.kill()
        await asyncio.gather(*(asyncio.to_thread(worker.join) for worker in workers))
        if self._warming is not None:
            await self._warming

    async def choose(self, bot: str, seed: int, view: View, owner: Owner = "") -> BotChoice:
        """What the bot of a name does, for whoever plays with it; never fails."""
        try:
            if bot not in QUICK:
                choice = await self._think(owner, choose, bot, seed, view)
            elif self._quick:
                worker = min((*self._quick, *self._thinkers), key=Worker.work)
                choice = await worker.run(choose, bot, seed, view)
            else:
                choice = choose(bot, seed, view)
        except (BrokenProcessPool, Invalid):
            choice = BotChoice(str(view.legal[0]), "the process died")
        if choice.failure:
            log.error("the bot %s had no answer in a game of %s: %s", bot, view.game, choice.failure)
        return choice

    async def advise(self, seed: int, view: View, owner: Owner = "") -> Advice | None:
        """What is best to do in a view, and why; None if nobody has an answer."""
        try:
            return await self._think(owner, advise, seed, view)
        except Exception as error:
            log.error("there was no hint in a game of %s: %s", view.game, type(error).__name__)
            return None

    async def is_sure(self, view: View, tricks: int, owner: Owner = "") -> bool:
        """Whether the side of a view wins some more tricks in any case; False too if nobody has an answer."""
        try:
            async with self._to_think.turn(owner):
                return await min(self._thinkers, key=Worker.work).think(is_sure, view, tricks)
        except Exception as error:
            log.error("nobody knows whether a claim is sure in a game of %s: %s", view.game, type(error).__name__)
            return False

    async def explain_call(self, game: str, dealer: str, vulnerable: str, calls: str, owner: Owner = "") -> bytes:
        """What a call shows, as `explain_call`; those who think for bots know the system."""
        async with self._to_think.turn(owner):
            return await min(self._thinkers, key=Worker.work).think(explain_call, game, dealer, vulnerable, calls)

    async def _think(self, owner: Owner, function: Callable[..., T], *args: object) -> T:
        """What a function gives that takes a while: the less, the more there are, so that all are served soon.

        All owners have the same share of the processes, and all questions that one asks at a time the same part of it.
        """
        queue = self._to_think
        before = queue.of(owner)
        async with queue.turn(owner):
            asked = before + 1 + queue.waiting(owner)
            share = min(1.0, len(self._thinkers) / (asked * queue.owners))
            seconds = None if self._seconds is None else self._seconds * share
            return await min(self._thinkers, key=Worker.work).think(function, *args, seconds)

    async def judge(self, text: str, evidence: Level, game: str | None, language: str, owner: Owner = "") -> bytes:
        """The judgements of the games of a text, as `judge_text`; refused where the owner has too many before it."""
        async with self._to_judge.turn(owner):
            return await self._judge.run(judge_text, text, evidence, game, language)

    async def analyse(self, text: str, owner: Owner = "") -> bytes:
        """The analysis of the record of a text, as `analyse_text`; refused like a judgement."""
        return await self._analysed(owner, analyse_text, text)

    async def examine(self, text: str, bots: str, owner: Owner = "") -> bytes:
        """Whether the bots of a record decide by their views, as `examine_text`; refused like a judgement."""
        return await self._analysed(owner, examine_text, text, bots)

    async def play_day(self, game: str, deck: str, bots: Sequence[str], seed: str) -> Record:
        """The record of a deal that bots have played, as `play_day`, when nobody else waits for an analysis."""
        return await self._analysed_in_turn(DAILY, play_day, game, deck, tuple(bots), seed)

    async def _analysed(self, owner: Owner, function: Callable[..., bytes], *arguments: str) -> bytes:
        """What a function finds out about a deal.

        All players of a deal ask for the same, and most of them at the same time: it is found out once.
        """
        key = sha256("\0".join((function.__name__, *arguments)).encode("utf-8", "replace")).digest()
        task = self._analyses.pop(key, None)
        if task is None or (task.done() and task.exception() is not None):
            task = asyncio.create_task(self._analysed_in_turn(owner, function, *arguments))
        self._analyses[key] = task
        if len(self._analyses) > ANALYSES_KEPT:
            del self._analyses[next(iter(self._analyses))]
        return await asyncio.shield(task)  # others may wait for it, too

    async def _analysed_in_turn(self, owner: Owner, function: Callable[..., T], *arguments: object) -> T:
        async with self._to_analyse.turn(owner):
            return await self._analyst.run(function, *arguments)


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
