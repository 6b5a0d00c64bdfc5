"""How threads share the rows of a batch: each takes some of those that are left, until nothing is.

Whoever asks works as well, and never waits for a thread that has not come yet. A thread that finds nothing to do looks
for it for a while before it leaves: to wake one up takes longer than many steps do.
"""

from __future__ import annotations

import os
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from time import sleep
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from overtrick.engine.kernel.deals import DealRules, State, Workspace
from overtrick.engine.kernel.memory import CACHE_LINE, Grid, Line, NamedMemory, Number, Row
from overtrick.engine.kernel.observing import Layout, Plan, Shown
from overtrick.engine.kernel.scores import ScoreTable
from overtrick.engine.kernel.shuffling import Shuffler

LEAVE, CHOOSE, CHECK, ADVANCE = range(4)
"""what threads are asked to do"""
SHARE: Final = 32
"""rows that a thread takes at once"""
MOST_TAKEN: Final = 1 << 40
"""an order is what to do times this, and how many shares of it were taken"""
PATIENCE: Final = 1 << 17
"""how often a thread looks for something to do: for some 100 microseconds"""
WHILE: Final = 1e-5
"""seconds for which the caller lets others run who have no core to finish on"""


class Asked(NamedMemory):
    """What threads are to do."""

    order = Number()
    seed = Number()
    drawn = Number()
    """by what random actions are chosen"""
    rest = Row(CACHE_LINE - 3)


class Done(NamedMemory):
    """What threads have done."""

    shares = Number()
    """how many of them"""
    rest = Row(CACHE_LINE - 1)


class Task(NamedTuple):
    """What a thread needs to play deals."""

    rules: DealRules
    layout: Layout
    shuffler: Shuffler
    states: State
    space: Workspace
    table: ScoreTable
    plan: Plan
    actions: Line[np.int64]
    shown: Shown
    waiting: Grid[np.int64]
    """`[row]`: from the first row of a share on, the deals that wait for a score: their rows and keys"""
    results: Line[np.int64]
    """`[share]`: what came of an order"""


class Crew:
    """Threads that share the rows of a batch, the caller's among them."""

    def __init__(self, tasks: list[Task]) -> None:
        from overtrick.engine.kernel.compiled.batch import are_done, lead, serve
        from overtrick.engine.kernel.compiled.native import entry

        self._lead, self._are_done, self._serve = entry(lead), entry(are_done), entry(serve)
        self.tasks, self._asked, self._done = tasks, Asked(), Done()
        self._rest()
        self._enlist()

    def _rest(self) -> None:
        """Let threads find that all is taken of what was asked."""
        self._asked.order = CHOOSE * MOST_TAKEN + len(self.tasks[0].results)

    def _enlist(self) -> None:
        self._process, self._pool = os.getpid(), ThreadPoolExecutor(len(self.tasks))
        self._serving: dict[int, Future[None]] = {}
        """by the number of a task"""

    def choose(self, seed: int, drawn: int) -> None:
        """Choose random actions."""
        self._asked.seed, self._asked.drawn = seed, drawn
        self.do(CHOOSE)

    def do(self, what: int) -> npt.NDArray[np.int64]:
        """Do something in all rows; gives what came of it in each share."""
        self._send()
        is_done = self._lead(self.tasks[0], self._asked, self._done, what)
        while not is_done:
            sleep(WHILE)
            is_done = self._are_done(self._done, len(self.tasks[0].results))
        return self.tasks[0].results

    def change(self, table: ScoreTable) -> None:
        """Give another table to all tasks; no thread goes on with the former one."""
        self._asked.order = LEAVE * MOST_TAKEN
        for serving in self._serving.values():
            serving.result()
        self._rest()
        self.tasks = [task._replace(table=table) for task in self.tasks]

    def _send(self) -> None:
        """See to it that there is a thread for each task but the first."""
        if self._process != os.getpid():  # a fork has no threads
            self._enlist()
        for number in range(1, len(self.tasks)):
            serving = self._serving.get(number)
            if serving is None or serving.done():
                serve = partial(self._serve, self.tasks[number], self._asked, self._done)
                self._serving[number] = self._pool.submit(serve)
