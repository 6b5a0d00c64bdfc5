"""What plays the deals of a batch: what is asked of it, and the plain engine as one that does it."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from overtrick.core.actions import Action, Call, Word, actions_of
from overtrick.core.game import Game, Standing
from overtrick.core.scoring import DealScore
from overtrick.core.seats import SEATS, Seat
from overtrick.core.shuffle import Seed
from overtrick.deal.deals import NumberedMatch, numbered_deal
from overtrick.deal.match import Match
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.engine.buffers import Buffers
from overtrick.engine.kernel.splitmix import Stream
from overtrick.engine.observation import action_mask, in_bytes, observe
from overtrick.engine.rewards import match_reward, reward_of


class Options(NamedTuple):
    """How deals follow each other, and what is told of them."""

    seed: Seed
    most: int
    """the result that is the reward 1; 0 for rewards in points"""
    stride: int
    """how much higher the number of the next deal or match of a row is; 0 where `deal` begins it"""
    history: bool
    threads: int
    match: bool
    """whether rows are matches"""


class Rows(Protocol):
    """What plays the deals of a batch, and fills in its arrays."""

    def begin(self, rows: npt.NDArray[np.int64], numbers: npt.NDArray[np.int64]) -> None:
        """Begin the deals, or the matches, of some numbers in some rows."""

    def numbers(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The numbers of the deals, or the matches, of some rows."""

    def standing(self, row: int) -> Standing | None:
        """Where the match of a row stands, if it is one."""

    def score(self, row: int) -> DealScore:
        """That of a deal that is over."""

    def set_up(self, row: int, begun: Round, actions: Sequence[Action], number: int, match: Match | None) -> None:
        """Begin a deal, which gets a number, and do some actions; in a batch of matches it is the next one of a match.

        That gets the number then.
        """

    def random_actions(self, seed: int, number: int) -> npt.NDArray[np.int64]:
        """Legal actions by a seed and a number."""

    def step(self, actions: npt.NDArray[np.int64]) -> int:
        """Do an action in each row, unless one may not be done; gives that row, or how many rows there are."""

    def settle(self) -> None:
        """Bring a step to its end that an interrupt has left half done, or undo it."""

    def round(self, row: int) -> Round:
        """The deal of a row."""

    def observe(self, rows: npt.NDArray[np.int64], seats: npt.NDArray[np.int64], seen: npt.NDArray[Any]) -> None:
        """Fill in what seats know of the deals of some rows."""


class PlainRows:
    """Deals that the plain engine plays."""

    def __init__(self, game: Game, buffers: Buffers, options: Options) -> None:
        self._game, self._buffers, self._options = game, buffers, options
        self._rounds: list[Round] = [numbered_deal(game, options.seed, 1)] * len(buffers.actor)
        self._numbers = np.zeros(len(buffers.actor), np.int64)  # those in the buffers may be changed by their owner
        self._matches: dict[int, NumberedMatch] = {}
        """by row, where rows are matches"""
        self._actions = actions_of(game).all
        self._before: (
            tuple[list[Round], npt.NDArray[np.int64], dict[int, NumberedMatch], list[npt.NDArray[Any]]] | None
        ) = None
        """what there was before a step that is under way"""

    def begin(self, rows: npt.NDArray[np.int64], numbers: npt.NDArray[np.int64]) -> None:
        for row, number in zip(rows.tolist(), numbers.tolist(), strict=True):
            self._begin(row, number)

    def _begin(self, row: int, number: int) -> None:
        if self._options.match:
            self._matches[row] = match = NumberedMatch(self._game, self._options.seed, number)
            self._go_on(row, match.next_round(), number)
        else:
            self._go_on(row, numbered_deal(self._game, self._options.seed, number), number)

    def set_up(self, row: int, begun: Round, actions: Sequence[Action], number: int, match: Match | None) -> None:
        if match is not None:
            self._matches[row] = NumberedMatch(self._game, self._options.seed, number, match)
        self._go_on(row, begun, number, actions)

    def _go_on(self, row: int, begun: Round, number: int, actions: Sequence[Action] = ()) -> None:
        """Begin a deal, and do some actions."""
        deal = begun.declare()
        for action in actions:
            deal = deal.choose(action)
        self._numbers[row], self._rounds[row] = number, deal
        self._show(row)

    def numbers(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        return self._numbers[rows]

    def standing(self, row: int) -> Standing | None:
        return self._matches[row].standing if row in self._matches else None

    def score(self, row: int) -> DealScore:
        return self._rounds[row].score or DealScore()

    def _show(self, row: int) -> None:
        round_, (actor, legal, observation, _, _, number) = self._rounds[row], self._buffers
        actor[row], number[row] = round_.actor or 0, self._numbers[row]
        legal[row] = action_mask(view(round_, round_.actor)) if round_.actor else False
        if observation.shape[1] and round_.actor:
            observation[row] = self._known(row, round_.actor)

    def _first_refused(self, actions: npt.NDArray[np.int64]) -> int:
        for row, number in enumerate(actions.tolist()):
            round_ = self._rounds[row]
            action = self._actions[number] if 0 <= number < len(self._actions) else None
            caller = action.seat if isinstance(action, Call) else None
            legal = round_.legal() if caller is None else round_.auction.legal_out_of_turn(caller)
            if round_.actor is not None and (action not in legal or isinstance(action, Word)):
                return row
        return len(actions)

    def random_actions(self, seed: int, number: int) -> npt.NDArray[np.int64]:
        chosen = np.zeros(len(self._rounds), np.int64)
        for row, legal in enumerate(self._buffers.legal):
            choices = np.flatnonzero(legal)
            if len(choices):
                chosen[row] = choices[Stream(seed + row, number).below(len(choices))]
        return chosen

    def step(self, actions: npt.NDArray[np.int64]) -> int:
        refused = self._first_refused(actions)
        if refused == len(actions):
            self._step(actions)
        return refused

    def settle(self) -> None:
        if self._before is not None:
            rounds, numbers, matches, shown = self._before
            self._rounds[:], self._numbers[:] = rounds, numbers
            self._matches.update(matches)
            for name, before in zip(Buffers._fields, shown, strict=True):
                getattr(self._buffers, name)[...] = before
            self._before = None

    def _step(self, actions: npt.NDArray[np.int64]) -> None:
        matches = {row: copy(match) for row, match in self._matches.items()}
        shown: list[npt.NDArray[Any]] = [getattr(self._buffers, name).copy() for name in Buffers._fields]
        self._before = [*self._rounds], self._numbers.copy(), matches, shown
        self._buffers.over[:], self._buffers.rewards[:] = False, 0
        for row, action in enumerate(actions.tolist()):
            if self._rounds[row].actor is None:
                continue
            self._rounds[row] = after = self._rounds[row].choose(self._actions[action])
            if after.actor is None:
                self._end(row)
            else:
                self._show(row)
        self._before = None

    def _end(self, row: int) -> None:
        """Count a deal that is over, and go on."""
        match, score, number = self._matches.get(row), self.score(row), int(self._numbers[row])
        most, stride = self._options.most, self._options.stride
        if match is None:
            rewards = [reward_of(score.scores, seat, most) for seat in SEATS]
        else:
            match.add(score)
            if not match.standing.is_over:
                self._go_on(row, match.next_round(), match.number)
                return
            rewards = [match_reward(match.standing, seat.side, raw=not most) for seat in SEATS]
        self._buffers.over[row], self._buffers.rewards[row] = True, rewards
        if stride:
            self._begin(row, number + stride)
        else:
            self._show(row)

    def round(self, row: int) -> Round:
        return self._rounds[row]

    def observe(self, rows: npt.NDArray[np.int64], seats: npt.NDArray[np.int64], seen: npt.NDArray[Any]) -> None:
        for number, (row, seat) in enumerate(zip(rows.tolist(), seats.tolist(), strict=True)):
            seen[number] = self._known(row, Seat(seat))

    def _known(self, row: int, seat: Seat) -> npt.NDArray[Any]:
        known = view(self._rounds[row], seat, self.standing(row))
        seen = observe(known, self._options.history)["observation"]
        return in_bytes(self._game, seen) if self._buffers.observation.dtype == np.uint8 else seen
