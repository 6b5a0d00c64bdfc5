"""How threads share the rows of a batch: each takes some of those that are left, until nothing is.

Whoever asks works as well, and never waits for a thread that has not come yet. A thread that finds nothing to do looks
for it for a while before it leaves: to wake one up takes longer than many steps do.
"""

from __future__ import annotations

import os
from _thread import allocate_lock, start_new_thread
from time import sleep
from typing import Final, NamedTuple

import numpy as np

from overtrick.engine.kernel.deals import NONE, DealRules, State, Workspace
from overtrick.engine.kernel.matches import MarkTable
from overtrick.engine.kernel.memory import CACHE_LINE, Grid, Line, NamedMemory, Number, Row
from overtrick.engine.kernel.observing import Layout, Plan, Shown
from overtrick.engine.kernel.scores import ScoreTable
from overtrick.engine.kernel.shuffling import Seeds

LEAVE, CHOOSE, CHECK, ADVANCE = range(4)
"""what threads are asked to do"""
SHARE: Final = 32
"""rows that a thread takes at once"""
MOST_TAKEN: Final = 1 << 40
"""an order is what to do times this, and how many shares of it were taken"""
PATIENCE: Final = 1 << 17
"""how often a thread looks for something to do: for 100 to 300 microseconds"""
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
    seeds: Seeds
    states: State
    space: Workspace
    table: ScoreTable
    marks: MarkTable
    plan: Plan
    actions: Line[np.int64]
    shown: Shown
    waiting: Grid[np.int64]
    """`[row]`: the keys of deals that wait to be counted, else 0"""
    results: Line[np.int64]
    """`[share]`: what came of an order"""


class Crew:
    """Threads that share the rows of a batch, the caller's among them."""

    def __init__(self, tasks: list[Task]) -> None:
        from overtrick.engine.kernel.compiled.batch import lead, least_when_done, serve
        from overtrick.engine.kernel.compiled.native import entry

        self._lead, self._least, self._serve = entry(lead), entry(least_when_done), entry(serve)
        self.tasks, self._asked, self._done = tasks, Asked(), Done()
        self._begin_here()

    def _rest(self) -> None:
        """Let threads find that all is taken and done of what was asked."""
        self._done.shares = len(self.tasks[0].results)
        self._asked.order = CHOOSE * MOST_TAKEN + self._done.shares

    def choose(self, seed: int, drawn: int) -> None:
        """Choose random actions."""
        self._asked.seed, self._asked.drawn = seed, drawn
        self.do(CHOOSE)

    def do(self, what: int) -> int:
        """Do something in all rows; gives the least that came of it in a share."""
        self.settle()
        if len(self.tasks) > 1:
            self._send()
        self._is_busy = True
        return self._wait(self._lead(self.tasks[0], self._asked, self._done, what))

    def settle(self) -> None:
        """Wait for threads that are still at work, because an interrupt has come between; in a fork there are none."""
        if self._process != os.getpid():
            self._begin_here()
        elif self._is_busy:
            self._wait(NONE)

    def _wait(self, least: int) -> int:
        """Let others run until all shares are done; gives the least that came of it."""
        while least == NONE:
            sleep(WHILE)
            least = self._least(self.tasks[0], self._done)
        self._is_busy = False
        return least

    def change(self, table: ScoreTable, marks: MarkTable) -> None:
        """Give other tables to all tasks; who goes on with the former ones has left before anything else is asked."""
        self.settle()
        self._asked.order = LEAVE * MOST_TAKEN + self._done.shares
        self.tasks = [task._replace(table=table, marks=marks) for task in self.tasks]

    def _send(self) -> None:
        """See to it that there is a thread for each task but the first."""
        if self._asked.order < MOST_TAKEN:  # LEAVE
            while any(desk.locked() for desk in self._desks):
                sleep(WHILE)
            self._rest()
        for number, desk in enumerate(self._desks, 1):
            if not desk.locked():
                start_new_thread(self._sit_down, (number,))

    def _sit_down(self, number: int) -> None:
        """Serve by a task, unless another thread does."""
        desk = self._desks[number - 1]
        if desk.acquire(blocking=False):
            try:
                self._serve(self.tasks[number], self._asked, self._done)
            finally:
                desk.release()

    def _begin_here(self) -> None:
        """Begin without threads in this process; a fork has none of those before it."""
        self._process = os.getpid()
        self._is_busy = False
        """whether shares of the last order may not be done yet"""
        # Only single calls of C that an interrupt cannot leave half done, as it can the pools and conditions of Python.
        self._desks = [allocate_lock() for _ in self.tasks[1:]]
        """of each task but the first: held by the thread that serves by it"""
        self._rest()
