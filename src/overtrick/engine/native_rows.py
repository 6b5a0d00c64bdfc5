"""Deals of a batch that kernels play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from overtrick.core.actions import Action, actions_of
from overtrick.core.game import Standing
from overtrick.core.scoring import DealScore
from overtrick.core.seats import Side
from overtrick.deal.deals import NumberedMatch, next_deal, numbered_deal
from overtrick.deal.round import Round
from overtrick.engine.buffers import Buffers
from overtrick.engine.kernel.deals import NONE, MatchDeal, Model, State, Workspace, match_deal, replayed, set_up
from overtrick.engine.kernel.observing import Plan, Shown, layout_for
from overtrick.engine.kernel.scores import known_scores
from overtrick.engine.kernel.sharing import ADVANCE, CHECK, SHARE, Crew, Task
from overtrick.engine.kernel.shuffling import MatchSeeds, match_seeds, shuffler_of
from overtrick.engine.kernel.splitmix import signed
from overtrick.engine.observation import MATCH_PARTS, match_parts
from overtrick.engine.rows import Options


class NativeRows:
    """Deals that kernels play."""

    def __init__(self, model: Model, buffers: Buffers, options: Options) -> None:
        from overtrick.engine.kernel.compiled import batch as kernels
        from overtrick.engine.kernel.compiled.native import entry

        self._kernels, self._model, self._buffers, self._options = kernels, model, buffers, options
        self._show_to, self._begin_rows = entry(kernels.show_to), entry(kernels.begin)
        self._write_keys, self._begin_in_matches = entry(kernels.write_keys), entry(kernels.begin_in_matches)
        self._rules, size = model.rules, len(buffers.actor)
        self._layout = layout_for(model.game, model.values, options.history)
        self._scores = known_scores(model.game)
        self._states = State((size - 1) * State.SIZE)
        self._actions, self._waiting = np.zeros(size, np.int64), np.zeros((size, 2), np.int64)
        self._set_up: dict[int, tuple[int, Callable[[], Round]]] = {}
        """by row: the number of a deal that was set up, and how it began"""
        self._standings: npt.NDArray[np.float32] = np.zeros(
            (size, len(Side) * MATCH_PARTS if options.match else 0), np.float32
        )
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
            shuffler_of(options.seed),
            self._states,
            Workspace(),
            self._scores.table,
            Plan(options.stride, options.most),
            self._actions,
            Shown(actor, legal, known, small, rewards, over, number, self._standings),
            self._waiting,
            self._results,
        )

    def begin(self, rows: npt.NDArray[np.int64], numbers: npt.NDArray[np.int64]) -> None:
        self._crew.settle()
        task = self._first
        self._begin_rows(self._rules, self._layout, task.shuffler, self._states, task.space, rows, numbers, task.shown)
        for row in rows.tolist() if self._set_up else ():
            self._set_up.pop(row, None)

    def set_up(self, row: int, begun: Round, actions: Sequence[Action], number: int) -> None:
        self._crew.settle()
        task = self._first
        state = State()
        set_up(self._model, state, begun, number)
        self._states.array[row * State.SIZE : (row + 1) * State.SIZE] = state.array
        self._set_up[row] = number, lambda: begun
        numbers = np.array([actions_of(self._model.game).numbers[action] for action in actions], np.int64)
        self._kernels.go_on(self._rules, self._layout, self._states, task.space, row, numbers, task.shown)

    def stand(self, row: int, standing: Standing) -> None:
        self._standings[row] = [part for side in Side for part in match_parts(self._model.game, standing, side)]

    def begin_in_matches(self, rows: Sequence[int], matches: Sequence[NumberedMatch]) -> None:
        self._crew.settle()
        task = self._first
        deals = np.array([match_deal(match) for match in matches], np.int64).reshape(-1, len(MatchDeal._fields))
        for row, match in zip(rows, matches, strict=True):
            self.stand(row, match.standing)
            self._set_up[row] = match.number, partial(next_deal, match.match, match.seed)
        numbers = np.array(rows, np.int64)
        self._begin_in_matches(
            self._rules, self._layout, self._seeds, self._states, task.space, numbers, deals, task.shown
        )

    @cached_property
    def _seeds(self) -> MatchSeeds:
        return match_seeds(self._options.seed)

    def scores(self, rows: npt.NDArray[np.int64]) -> list[DealScore]:
        keys = np.zeros((len(rows), 2), np.int64)
        self._write_keys(self._rules, self._states, rows, keys, self._first.space)
        return [self._scores.score(key) for key in keys.tolist()]

    def random_actions(self, seed: int, number: int) -> npt.NDArray[np.int64]:
        self._crew.choose(signed(seed), number)
        return self._actions.copy()

    def step(self, actions: npt.NDArray[np.int64]) -> int:
        self._actions[:] = actions
        refused = self._crew.do(CHECK)
        if refused < len(actions):
            return refused
        if self._scores.table is not self._first.table:
            self._crew.change(self._scores.table)
        if self._crew.do(ADVANCE) < len(actions):
            rows = np.flatnonzero(self._waiting[:, 0])
            table = self._scores.learn(self._waiting[rows].tolist())
            self._kernels.finish_waiting(self._first._replace(table=table), rows)
            self._waiting[rows] = 0
        return refused

    @property
    def _first(self) -> Task:
        return self._crew.tasks[0]

    def round(self, row: int) -> Round:
        state = State()
        state.array[:] = self._states.array[row * State.SIZE : (row + 1) * State.SIZE]
        number, begin = self._set_up.get(row, (NONE, None))
        usual = partial(numbered_deal, self._model.game, self._options.seed, state.number)
        return replayed(begin() if begin is not None and number == state.number else usual(), state)

    def observe(self, rows: npt.NDArray[np.int64], seats: npt.NDArray[np.int64], seen: npt.NDArray[Any]) -> None:
        shown = self._first.shown
        filled = shown._replace(small=seen) if seen.dtype == np.uint8 else shown._replace(observation=seen)
        ordered = np.ascontiguousarray(rows), np.ascontiguousarray(seats)
        self._show_to(self._rules, self._layout, self._states, *ordered, filled)
