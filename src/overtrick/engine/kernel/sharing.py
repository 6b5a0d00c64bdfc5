"""How threads share the rows of a batch: what each has to work with, and how it is told what to do.

A thread that has done what was asked looks for more for a while before it leaves: to wake one up takes longer than
many steps do. Nothing is held that could be left locked: if a thread has left or never came, another one is sent, and
finds what is asked.
"""

from __future__ import annotations

import os
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from overtrick.engine.kernel.deals import DealRules, State, Workspace
from overtrick.engine.kernel.memory import CACHE_LINE, Grid, Line, NamedMemory, Number, Row
from overtrick.engine.kernel.observing import Layout, Plan, Shown
from overtrick.engine.kernel.scores import ScoreTable
from overtrick.engine.kernel.shuffling import Shuffler

LEAVE, CHOOSE, CHECK, ADVANCE = range(4)
"""what threads are asked to do"""
ORDERS: Final = 4
"""an order is its number times this, and what to do"""
PATIENCE: Final = 1 << 17
"""how often a thread looks for something to do: for some 100 microseconds"""


class Asked(NamedMemory):
    """What threads are to do."""

    order = Number()
    seed = Number()
    drawn = Number()
    """by what random actions are chosen"""
    rest = Row(CACHE_LINE - 3)


class Done(NamedMemory):
    """What a thread has done."""

    order = Number()
    result = Number()
    rest = Row(CACHE_LINE - 2)
    """so that no thread waits for what another one writes"""


class Task(NamedTuple):
    """Rows of one thread, and all it needs to play them."""

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
    """`[row]`: from the first row of the thread on, the deals that wait for a score: their rows and keys"""


class Crew:
    """Threads that share the rows of a batch; whoever asks them serves the first rows."""

    def __init__(self, tasks: list[Task]) -> None:
        from overtrick.engine.kernel.compiled.batch import are_done, lead, serve
        from overtrick.engine.kernel.compiled.native import entry

        self._lead, self._are_done, self._serve = entry(lead), entry(are_done), entry(serve)
        self.tasks, self._threads, self._asked = tasks, len(tasks), Asked()
        self._done = Done((self._threads - 1) * Done.SIZE)
        self._enlist()

    def _enlist(self) -> None:
        self._process, self._pool = os.getpid(), ThreadPoolExecutor(self._threads)
        self._serving: dict[int, Future[None]] = {}
        """by the number of a task"""

    def choose(self, seed: int, drawn: int) -> None:
        """Choose random actions."""
        self._asked.seed, self._asked.drawn = seed, drawn
        self.do(CHOOSE)

    def do(self, what: int) -> list[int]:
        """Do something in all rows; gives what came of it in each task."""
        order = self._next_order(what)
        self._send()
        is_done = self._lead(self.tasks[0], self._asked, order, self._done, self._threads)
        while not is_done:
            self._send()
            is_done = self._are_done(order, self._done, self._threads)
        return [self._done.array.item(place) for place in range(1, len(self._done.array), Done.SIZE)]

    def change(self, table: ScoreTable) -> None:
        """Give another table to all tasks; no thread goes on with the former one."""
        order = self._asked.order = self._next_order(LEAVE)
        for serving in self._serving.values():
            serving.result()
        self._done.array[:: Done.SIZE] = order
        self.tasks = [task._replace(table=table) for task in self.tasks]

    def _next_order(self, what: int) -> int:
        return self._asked.order // ORDERS * ORDERS + ORDERS + what

    def _send(self) -> None:
        """See to it that there is a thread for each task but the first."""
        if self._process != os.getpid():  # a fork has no threads
            self._enlist()
        for number in range(1, self._threads):
            serving = self._serving.get(number)
            if serving is None or serving.done():
                serve = partial(self._serve, self.tasks[number], self._asked, self._done, number)
                self._serving[number] = self._pool.submit(serve)
