"""Deals of a batch that kernels play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from overtrick.core.actions import Action, actions_of
from overtrick.core.game import Standing
from overtrick.core.scoring import DealScore
from overtrick.core.seats import SEATS
from overtrick.deal.deals import deck_for, numbered_deal, seed_of_match
from overtrick.deal.match import Match, deal_of_match
from overtrick.deal.round import Round
from overtrick.engine.buffers import Buffers
from overtrick.engine.kernel.deals import VULNERABLE, Model, State, Workspace, replayed, set_up
from overtrick.engine.kernel.matches import MatchState
from overtrick.engine.kernel.memory import column, record_at
from overtrick.engine.kernel.observing import Plan, Shown, layout_for
from overtrick.engine.kernel.scores import known_scores
from overtrick.engine.kernel.sharing import ADVANCE, CHECK, SHARE, Crew, Task
from overtrick.engine.kernel.shuffling import seeds_of
from overtrick.engine.kernel.splitmix import signed
from overtrick.engine.rows import Options


class NativeRows:
    """Deals that kernels play."""

    def __init__(self, model: Model, buffers: Buffers, options: Options) -> None:
        from overtrick.engine.kernel.compiled import batch as kernels
        from overtrick.engine.kernel.compiled.native import entry

        self._kernels, self._model, self._buffers, self._options = kernels, model, buffers, options
        self._show_to, self._begin_rows = entry(kernels.show_to), entry(kernels.begin)
        self._write_keys = entry(kernels.write_keys)
        self._rules, size = model.rules, len(buffers.actor)
        self._layout = layout_for(model.game, model.values, options.history)
        self._scores = known_scores(model.game)
        self._states = State((size - 1) * State.SIZE)
        self._actions, self._waiting = np.zeros(size, np.int64), np.zeros((size, 2), np.int64)
        self._matches = MatchState((size - 1) * MatchState.SIZE if options.match else 0)
        self._set_up: dict[int, tuple[tuple[int, int], Round]] = {}
        """by row: a deal that was set up, as `_which` tells it, and how it began"""
        self._results = np.zeros(-(-size // SHARE), np.int64)
        self._crew = Crew([self._task() for _ in range(min(options.threads, len(self._results)))])

    def _task(self) -> Task:
        options, (actor, legal, observation, rewards, over, number) = self._options, self._buffers
        nothing: npt.NDArray[Any] = np.zeros((1, 0), np.uint8)
        known, small = observation, nothing
        if observation.dtype == np.uint8:
            known, small = np.zeros((1, observation.shape[1]), np.float32), observation
        return Task(
            self._rules,
            self._layout,
            seeds_of(options.seed),
            self._states,
            Workspace(),
            self._scores.table,
            self._scores.marks.table,
            Plan(options.stride, options.most),
            self._actions,
            Shown(actor, legal, known, small, rewards, over, number, options.match, self._matches),
            self._waiting,
            self._results,
        )

    def begin(self, rows: npt.NDArray[np.int64], numbers: npt.NDArray[np.int64]) -> None:
        self._crew.settle()
        self._begin_rows(self._first, rows, numbers)
        self._waiting[rows] = 0  # a fork in the middle of a step may have left some
        for row in rows.tolist() if self._set_up else ():
            self._set_up.pop(row, None)

    def set_up(self, row: int, begun: Round, actions: Sequence[Action], number: int, match: Match | None) -> None:
        self._crew.settle()
        task = self._first
        state = State()
        set_up(self._model, state, begun, number)
        self._states.array[row * State.SIZE : (row + 1) * State.SIZE] = state.array
        if match is not None:
            record = record_at(self._matches, row)
            record.number, record.dealt, record.progress = number, len(match.history) + 1, match.progress
            record.place = self._scores.marks.place(match.progress)
        self._set_up[row] = self._which(row), begun
        numbers = np.array([actions_of(self._model.game).numbers[action] for action in actions], np.int64)
        self._kernels.go_on(self._rules, self._layout, self._states, task.space, row, numbers, task.shown)

    def numbers(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        return column(self._states, "number")[rows]

    def standing(self, row: int) -> Standing | None:
        return record_at(self._matches, row).progress.standing if self._options.match else None

    def score(self, row: int) -> DealScore:
        keys = np.zeros((1, 2), np.int64)
        self._write_keys(self._rules, self._states, np.array([row]), keys, self._first.space)
        return self._scores.score(keys[0].tolist())

    def random_actions(self, seed: int, number: int) -> npt.NDArray[np.int64]:
        self._crew.choose(signed(seed), number)
        return self._actions.copy()

    def step(self, actions: npt.NDArray[np.int64]) -> int:
        self._actions[:] = actions
        refused = self._crew.do(CHECK)
        if refused < len(actions):
            return refused
        if self._scores.table is not self._first.table or self._scores.marks.table is not self._first.marks:
            self._crew.change(self._scores.table, self._scores.marks.table)
        if self._crew.do(ADVANCE) < len(actions):
            self._count()
        return refused

    def settle(self) -> None:
        self._crew.settle()
        self._count()

    def _count(self) -> None:
        """Count the deals that wait for what they are worth, and go on with them."""
        rows = np.flatnonzero(self._waiting[:, 0])
        while len(rows):  # others may have changed what is known
            self._kernels.finish_waiting(self._learned(rows), rows)
            rows = rows[self._waiting[rows, 0] != 0]

    def _learned(self, rows: npt.NDArray[np.int64]) -> Task:
        """The first task, with tables that know what the deals of some rows are worth that wait for it."""
        scores, marks, keys = self._scores, self._scores.marks, self._waiting[rows].tolist()
        if self._options.match:
            matches = [record_at(self._matches, row) for row in rows.tolist()]
            marks.learn([(match.progress, scores.score(key)) for match, key in zip(matches, keys, strict=True)])
            for match in matches:
                match.place = marks.place(match.progress)
        return self._first._replace(table=scores.learn(keys), marks=marks.table)

    @property
    def _first(self) -> Task:
        return self._crew.tasks[0]

    def round(self, row: int) -> Round:
        state = record_at(self._states, row)
        which, begun = self._set_up.get(row, (None, None))
        return replayed(begun if begun is not None and which == self._which(row) else self._dealt(row, state), state)

    def _which(self, row: int) -> tuple[int, int]:
        """The number of the deal of a row, or of its match, and the one in the match."""
        number = record_at(self._states, row).number
        return number, record_at(self._matches, row).dealt if self._options.match else 0

    def _dealt(self, row: int, state: State) -> Round:
        """The deal of a row before its first call."""
        game, seed = self._model.game, self._options.seed
        if not self._options.match:
            return numbered_deal(game, seed, state.number)
        place = record_at(self._matches, row).dealt
        deck = deck_for(game, seed_of_match(seed, state.number), place)
        return deal_of_match(game, SEATS[state.dealer], deck, VULNERABLE[state.vulnerable], place)

    def observe(self, rows: npt.NDArray[np.int64], seats: npt.NDArray[np.int64], seen: npt.NDArray[Any]) -> None:
        shown = self._first.shown
        filled = shown._replace(small=seen) if seen.dtype == np.uint8 else shown._replace(observation=seen)
        ordered = np.ascontiguousarray(rows), np.ascontiguousarray(seats)
        self._show_to(self._rules, self._layout, self._states, *ordered, filled)
