"""Processes that think for bots and judge games, so that nobody at a table waits for a computation.

Each is a process of its own, started afresh and warm before the server says that it is ready. One that dies is
replaced, and what it was asked is asked again. Without processes everything runs in the process of the server.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from random import Random
from typing import Final, NamedTuple, ParamSpec, TypeVar

import msgspec

from overtrick.arena.runner import play_deal
from overtrick.bots.bot import BOTS, find_bot
from overtrick.errors import Invalid
from overtrick.judging import Judgement, judge_lines
from overtrick.parallel import obey_the_caller
from overtrick.play.view import View
from overtrick.records.lines import lines_of
from overtrick.referee.referee import Level
from overtrick.rules import find_game, game_names

P = ParamSpec("P")
T = TypeVar("T")

MOST_GAMES: Final = 5000
"""that are judged at a time"""
MOST_JUDGED: Final = 16
"""texts that are judged or wait for it; more are refused"""
TRIES: Final = 3
"""so often a question is asked of processes that die of it"""

log: Final = logging.getLogger(__name__)


class Choice(NamedTuple):
    """What a bot does."""

    action: str
    failure: str = ""
    """why the bot itself had no answer; the action is then the first legal one"""


class Workers:
    """So many processes for bots, and one for judging."""

    def __init__(self, size: int) -> None:
        self._thinkers = [_Worker() for _ in range(size)]
        self._judge = _Worker() if size else None
        self._judging = 0
        self._judging_here = asyncio.Lock()

    async def start(self) -> None:
        """Start them all, and wait until they are warm."""
        await asyncio.gather(*(worker.run(warm_up) for worker in self._all))

    async def stop(self) -> None:
        """End them all, whatever they are at: who waits for an answer gets none."""
        for worker in self._all:
            worker.kill()
        await asyncio.gather(*(asyncio.to_thread(worker.join) for worker in self._all))

    async def choose(self, bot: str, seed: int, view: View) -> Choice:
        """What the bot of a name does; never fails."""
        if not self._thinkers:
            choice = choose(bot, seed, view)
        else:
            worker = min(self._thinkers, key=lambda each: each.waiting)
            try:
                choice = await worker.run(choose, bot, seed, view)
            except BrokenProcessPool:
                choice = Choice(str(view.legal[0]), "the process died")
        if choice.failure:
            log.error("the bot %s had no answer in a game of %s: %s", bot, view.game, choice.failure)
        return choice

    async def judge(self, text: str, evidence: Level, game: str | None, language: str) -> bytes:
        """The judgements of the games of a text, as `judge_text`; refused where there are too many before it."""
        if self._judging >= MOST_JUDGED:
            raise Invalid("too-busy")
        self._judging += 1
        try:
            if self._judge is None:
                async with self._judging_here:  # several threads would leave too little to that of the tables
                    return await asyncio.to_thread(judge_text, text, evidence, game, language)
            return await self._judge.run(judge_text, text, evidence, game, language)
        except BrokenProcessPool:
            if self._judge is not None and self._judge.is_stopped:
                raise Invalid("shutdown") from None
            raise
        finally:
            self._judging -= 1

    @property
    def _all(self) -> list[_Worker]:
        return [*self._thinkers, *([] if self._judge is None else [self._judge])]


class _Worker:
    """One process."""

    def __init__(self) -> None:
        self.waiting = 0
        """for how many answers"""
        self.is_stopped = False
        self._pool = _process()

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


def warm_up() -> None:
    """Load everything that bots need, by a deal of each game."""
    for game in game_names():
        for bot in BOTS:
            play_deal(find_game(game), [bot] * 4, "warm", 1)


def choose(bot: str, seed: int, view: View) -> Choice:
    """What a bot does, or the first legal action where it fails."""
    try:
        action = find_bot(bot, Random(seed))(view)
        if action in view.legal:
            return Choice(str(action))
        return Choice(str(view.legal[0]), "an illegal action")
    except Exception as error:  # a bot may be anybody's: the game has to go on
        return Choice(str(view.legal[0]), type(error).__name__)


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
