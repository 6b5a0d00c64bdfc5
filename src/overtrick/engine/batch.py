"""Deals by the thousand, side by side in arrays: whose turn it is, what they may do and know, and what came of it.

Kernels play them where there are any for the auction of a game; else the plain engine does, with the same results.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from threading import get_ident
from typing import Any, Literal, NoReturn, Self, SupportsIndex

import numpy as np
import numpy.typing as npt

from overtrick.core.actions import Action, actions_of
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.game import Game, Standing
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS
from overtrick.core.shuffle import Seed, word_of
from overtrick.deal.match import Match
from overtrick.deal.round import Round
from overtrick.engine.beginnings import course_of, matches_of
from overtrick.engine.buffers import Buffers, ObservationType, check_buffers, empty_buffers
from overtrick.engine.kernel.deals import native_model
from overtrick.engine.kernel.shuffling import LAST_NUMBER, check_first
from overtrick.engine.kernel.splitmix import mixed
from overtrick.engine.native_rows import NativeRows
from overtrick.engine.observation import observation_size
from overtrick.engine.rewards import best_result
from overtrick.engine.rows import Options, PlainRows, Rows

__all__ = ["Batch", "Buffers", "ObservationType", "action_array", "empty_buffers"]


class Batch:
    """Deals of a game that go on side by side, one in each row of its arrays.

    >>> batch = Batch("euchre", 1000, seed=1)
    >>> while not batch.over.any():
    ...     batch.step(batch.legal.argmax(axis=1))
    >>> batch.rewards[batch.over].sum(axis=1).max()
    np.float32(0.0)
    """

    def __init__(
        self,
        game: Game | str,
        size: int,
        seed: Seed = "",
        *,
        first: int = 1,
        match: bool = False,
        observation: ObservationType | None = "float32",
        history: bool = False,
        raw: bool = False,
        automatic: bool = True,
        threads: int = 1,
        buffers: Buffers | None = None,
    ) -> None:
        """Deals of a seed from a number on, the same as `deals` gives; in each row the next one is `size` further on.

        With `match`, rows play whole matches, those of `overtrick simulate`, and numbers, ends and rewards are theirs.
        `observation` is the type of its numbers, or None where nobody needs it; `history` adds all tricks to it.
        Rewards are from -1 to 1, or with `raw` points. With `automatic`, the next deal begins when one is over; else
        `deal` begins it. `threads` share the rows. `buffers` are arrays of the caller, as `empty_buffers` makes them.
        """
        self.game = find_game(game)
        if not isinstance(threads, SupportsIndex) or threads < 1:
            raise Invalid("batch-threads", threads=str(threads))
        wanted = empty_buffers(self.game, size, observation, history)
        check_first(first, size)
        self.size, self.seed, self._first = len(wanted.actor), seed, first
        if buffers is None:
            buffers = wanted
        else:
            check_buffers(buffers, wanted)
        self.buffers = buffers
        self.actor, self.legal, self.observation, self.rewards, self.over, self.number = buffers
        # Kernels do not know in which order the points of a deal came, on which the end of a match can depend.
        model = None if match and self.game.counts_in_order else native_model(self.game, "deals", "batch")
        self._places = observation_size(self.game, history)
        self._at_work: tuple[int, int] | None = None
        """the process and the thread that have begun a step, and not ended it"""
        self._drawn = 0
        """how often random actions were drawn"""
        stride = self.size if automatic else 0
        options = Options(seed, 0 if raw else best_result(self.game), stride, history, threads, match)
        self._rows: Rows
        if model is None:
            self._rows = PlainRows(self.game, buffers, options)
        else:
            self._rows = NativeRows(model, buffers, options)
        self.engine: Literal["numba", "plain"] = "plain" if model is None else "numba"
        """what plays the deals; the plain engine serves games with auctions of their own kind, and is far slower"""
        self._rows.begin(np.arange(self.size, dtype=np.int64), np.arange(first, first + self.size, dtype=np.int64))

    @classmethod
    def from_rounds(
        cls, rounds: Iterable[Round], seed: Seed = "", *, matches: Iterable[Match] | None = None, **options: Any
    ) -> Self:
        """Deals that go on from any moment, all of one game; the deals that follow them are those of the seed.

        Everything must have been said that could be, as players in a batch say it by themselves. The numbers of these
        deals are those before `first`, so that they may be 0 and less.

        With `matches` each deal is the next one of a match, with `match` alone the first one of a new match. These
        matches get the numbers from `first` on, and the decks of their further deals are those of the matches there.
        """
        given = [rounds] if isinstance(rounds, Round) else list(rounds) if isinstance(rounds, Iterable) else [rounds]
        if not all(isinstance(deal, Round) for deal in given):
            raise Invalid("batch-rounds")
        games = {deal.game for deal in given}
        if len(games) != 1:
            raise Invalid("batch-of-games", count=len(games))
        courses = [course_of(deal, row) for row, deal in enumerate(given)]
        options["match"] = options.get("match", False) or matches is not None
        going_on = matches_of(given, matches) if options["match"] else [None] * len(given)
        made = cls(games.pop(), len(given), seed, **options)
        first = made._first if options["match"] else made._first - made.size
        for row, ((begun, actions), match) in enumerate(zip(courses, going_on, strict=True)):
            made._rows.set_up(row, begun, actions, first + row, match)
        return made

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Refuse to be copied or sent to another process: memory of kernels has one owner."""
        raise Invalid("batch-copy")

    def step(self, actions: npt.ArrayLike) -> None:
        """Do an action in each row, by its number, and bring all arrays up to date; rows that are over stay so.

        Calls out of turn, where a game has them, have the numbers after those of `legal`. If an action is refused,
        none is done. An interrupt lets the whole step be done, or none of it, before it goes on; the arrays tell.
        """
        chosen = action_array(actions, self.size)
        self._settle()
        self._at_work = os.getpid(), get_ident()
        try:
            refused = self._rows.step(chosen)
        except BaseException:
            self._settle()
            raise
        self._at_work = None
        if refused < self.size:
            wanted = str(np.asarray(actions)[refused])  # as it was given: numbers beyond 2^63 are others here
            raise Invalid("batch-refused", row=refused, action=wanted, game=str(self.game))

    def _settle(self) -> None:
        """See to it that a step that was interrupted is done, or undone; refuse what another thread is at."""
        if self._at_work is None:
            return
        process, thread = self._at_work
        if process != os.getpid():
            raise Invalid("batch-half-done")
        if thread != get_ident():
            raise Invalid("batch-at-work")
        self._rows.settle()
        self._at_work = None

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal action for each row, each with the same chance, by the seed and how often it was asked before."""
        self._settle()
        self._drawn += 1
        return self._rows.random_actions(mixed(word_of(self.seed)), self._drawn)  # so that no seed is near another

    def deal(self, rows: npt.ArrayLike, numbers: npt.ArrayLike | None = None) -> None:
        """Begin other deals in some rows: those of some numbers of the seed, or the ones that are next there.

        Rows are numbers, or those for which a mask of all rows is true.
        """
        given = np.asarray(rows)
        if given.dtype == np.bool_ and given.shape != (self.size,):
            raise Invalid("batch-rows", size=self.size)
        chosen = np.flatnonzero(given) if given.dtype == np.bool_ else self._row_numbers(given).reshape(-1)
        is_of_all = len(set(chosen.tolist())) == self.size
        if not is_of_all:
            self._settle()
        following = self._rows.numbers(chosen) + self.size if numbers is None else np.asarray(numbers).reshape(-1)
        fits = len(following) == len(chosen) and (not len(chosen) or following.dtype.kind in "iu")
        if not fits or (following < 1).any() or (following > LAST_NUMBER).any():
            raise Invalid("bad-array", name="numbers", least=1, most=LAST_NUMBER, shape=str(chosen.shape))
        if is_of_all:
            self._at_work = None  # whatever was half done is forgotten
        self._rows.begin(chosen, following.astype(np.int64))
        self.over[chosen], self.rewards[chosen] = False, 0

    def action(self, number: int) -> Action:
        """The action of a number."""
        actions = actions_of(self.game).all
        if not isinstance(number, SupportsIndex) or not 0 <= number < len(actions):
            raise Invalid("batch-action", number=str(number), last=len(actions) - 1, game=str(self.game))
        return actions[number]

    def round(self, row: int) -> Round:
        """The deal of a row as it is now."""
        return self._rows.round(self._row_number(row))

    def scores(self, row: int) -> Scores:
        """What the sides have in a row: at the end of a deal, before which it is nothing, or so far in a match.

        Where the next deal begins by itself, that is the one that goes on.
        """
        row = self._row_number(row)
        standing = self._rows.standing(row)
        if standing is not None:
            return standing.totals
        return (0, 0) if self.actor[row] else self._rows.score(row).scores

    def standing(self, row: int) -> Standing | None:
        """Where the match of a row stands, if it is one."""
        return self._rows.standing(self._row_number(row))

    def observe(self, row: npt.ArrayLike, seat: npt.ArrayLike) -> npt.NDArray[Any]:
        """What any seat knows of the deal of a row; of several rows and seats, what each knows in a row of its own."""
        self._settle()
        rows, seats = np.broadcast_arrays(self._row_numbers(row), np.asarray(seat))
        wrong = seats if seats.dtype.kind not in "iu" else seats[(seats < 1) | (seats > len(SEATS))]
        if wrong.size:
            raise Invalid("bad-array", name="seat", least=1, most=len(SEATS), shape=str(seats.shape))
        seen: npt.NDArray[Any] = np.zeros((rows.size, self._places), self.observation.dtype)
        self._rows.observe(rows.reshape(-1), seats.reshape(-1).astype(np.int64), seen)
        return seen.reshape(*rows.shape, self._places)

    def _row_number(self, row: int) -> int:
        """The number of a row, if there is such; those below 0 count from the end, as in a list."""
        self._settle()
        if not isinstance(row, SupportsIndex) or not -self.size <= row < self.size:
            raise Invalid("batch-rows", size=self.size)
        return range(self.size)[row]

    def _row_numbers(self, rows: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """The numbers of rows, if there are such; those below 0 count from the end, as in a list."""
        given = np.asarray(rows)
        if given.size and (given.dtype.kind not in "iu" or ((given < -self.size) | (given >= self.size)).any()):
            raise Invalid("batch-rows", size=self.size)
        return given.astype(np.int64) % self.size


def action_array(actions: npt.ArrayLike, size: int) -> npt.NDArray[np.int64]:
    """The numbers of actions, one for each row; what is something else is refused."""
    try:
        given = np.asarray(actions)
    except ValueError:  # lists of different lengths
        given = np.asarray(actions, object)
    if given.shape != (size,) or given.dtype.kind not in "iu":
        raise Invalid("batch-actions", size=size, type=str(given.dtype), shape=str(given.shape))
    return np.ascontiguousarray(given, np.int64)
