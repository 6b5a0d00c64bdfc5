"""Deals by the thousand, side by side in arrays: whose turn it is, what they may do and know, and what came of it.

Kernels play them where there are any for the auction of a game; else the plain engine does, with the same results.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NoReturn, Self, SupportsIndex

import numpy as np
import numpy.typing as npt

from overtrick.core.actions import DISCARDS, Action, actions_of
from overtrick.core.auctions import Contract, Naming, NoAuction, TurnUp
from overtrick.core.cards import Cards
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.game import Game, Standing
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS
from overtrick.core.shuffle import Seed, word_of
from overtrick.deal.dealing import deck_of
from overtrick.deal.record import Deal
from overtrick.deal.round import Round
from overtrick.engine.buffers import Buffers, ObservationType, check_buffers, empty_buffers
from overtrick.engine.kernel.deals import native_model
from overtrick.engine.kernel.shuffling import LAST_NUMBER, check_first
from overtrick.engine.native_rows import NativeRows
from overtrick.engine.observation import observation_size
from overtrick.engine.rewards import best_result
from overtrick.engine.rows import Options, PlainRows, Rows

__all__ = ["Batch", "Buffers", "ObservationType", "action_array", "actions_done", "empty_buffers"]


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
        check_first(first)
        if threads < 1:
            raise Invalid("batch-threads", threads=threads)
        wanted = empty_buffers(self.game, size, observation, history)
        self.size, self.seed, self._first = len(wanted.actor), seed, first
        if buffers is None:
            buffers = wanted
        else:
            check_buffers(buffers, wanted)
        self.buffers = buffers
        self.actor, self.legal, self.observation, self.rewards, self.over, self.number = buffers
        model = native_model(self.game, "deals", "batch")
        self._places = observation_size(self.game, history)
        self._is_half_done = False
        """whether a step was interrupted, so that nobody knows where its deals are"""
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
    def from_rounds(cls, rounds: Iterable[Round], seed: Seed = "", **options: Any) -> Self:
        """Deals that go on from any moment, all of one game; the deals that follow them are those of the seed.

        Everything must have been said that could be, as players in a batch say it by themselves. The numbers of these
        deals are those before `first`, so that they may be 0 and less.
        """
        given = list(rounds)
        games = {round_.game for round_ in given}
        if len(games) != 1:
            raise Invalid("batch-of-games", count=len(games))
        courses = [_course_of(round_, row) for row, round_ in enumerate(given)]
        made = cls(games.pop(), len(given), seed, **options)
        for row, (begun, actions) in enumerate(courses):
            made._rows.set_up(row, begun, actions, made._first + row - made.size)
        return made

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Refuse to be copied or sent to another process: memory of kernels has one owner."""
        raise Invalid("batch-copy")

    def step(self, actions: npt.ArrayLike) -> None:
        """Do an action in each row, by its number, and bring all arrays up to date; rows that are over stay so.

        Calls out of turn, where a game has them, have the numbers after those of `legal`. If an action is refused,
        none is done.
        """
        chosen = action_array(actions, self.size)
        if self._is_half_done:
            raise Invalid("batch-half-done")
        self._is_half_done = True
        refused = self._rows.step(chosen)
        self._is_half_done = False
        if refused < self.size:
            wanted = str(np.asarray(actions)[refused])  # as it was given: numbers beyond 2^63 are others here
            raise Invalid("batch-refused", row=refused, action=wanted, game=str(self.game))

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal action for each row, each with the same chance, by the seed and how often it was asked before."""
        self._drawn += 1
        return self._rows.random_actions(word_of(self.seed), self._drawn)

    def deal(self, rows: npt.ArrayLike, numbers: npt.ArrayLike | None = None) -> None:
        """Begin other deals in some rows: those of some numbers of the seed, or the ones that are next there.

        Rows are numbers, or those for which a mask of all rows is true.
        """
        given = np.asarray(rows)
        is_mask = given.dtype == np.bool_ and given.shape == (self.size,)
        chosen = np.flatnonzero(given) if is_mask else self._row_numbers(given).reshape(-1)
        following = self.number[chosen] + self.size if numbers is None else np.asarray(numbers).reshape(-1)
        fits = len(following) == len(chosen) and (not len(chosen) or following.dtype.kind in "iu")
        if not fits or (following < 1).any() or (following > LAST_NUMBER).any():
            raise Invalid("bad-array", name="numbers", least=1, most=LAST_NUMBER, shape=str(chosen.shape))
        self._rows.begin(chosen, following.astype(np.int64))
        self.over[chosen], self.rewards[chosen] = False, 0
        if len(set(chosen.tolist())) == self.size:
            self._is_half_done = False

    def action(self, number: int) -> Action:
        """The action of a number."""
        return actions_of(self.game).all[number]

    def round(self, row: int) -> Round:
        """The deal of a row as it is now."""
        return self._rows.round(range(self.size)[row])

    def scores(self, row: int) -> Scores:
        """What the sides have in a row at the end: in its deal, or in all of its match; nothing in a deal before it."""
        row = range(self.size)[row]
        standing = self._rows.standing(row)
        if standing is not None:
            return standing.totals
        return (0, 0) if self.actor[row] else self._rows.score(row).scores

    def standing(self, row: int) -> Standing | None:
        """Where the match of a row stands, if it is one."""
        return self._rows.standing(range(self.size)[row])

    def observe(self, row: npt.ArrayLike, seat: npt.ArrayLike) -> npt.NDArray[Any]:
        """What any seat knows of the deal of a row; of several rows and seats, what each knows in a row of its own."""
        rows, seats = np.broadcast_arrays(self._row_numbers(row), np.asarray(seat))
        wrong = seats if seats.dtype.kind not in "iu" else seats[(seats < 1) | (seats > len(SEATS))]
        if wrong.size:
            raise Invalid("bad-seat", text=str(wrong.flat[0]))
        seen: npt.NDArray[Any] = np.zeros((rows.size, self._places), self.observation.dtype)
        self._rows.observe(rows.reshape(-1), seats.reshape(-1).astype(np.int64), seen)
        return seen.reshape(*rows.shape, self._places)

    def _row_numbers(self, rows: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """The numbers of rows, if there are such."""
        given = np.asarray(rows)
        if given.size and (given.dtype.kind not in "iu" or ((given < 0) | (given >= self.size)).any()):
            raise Invalid("batch-rows", size=self.size)
        return given.astype(np.int64)


def action_array(actions: npt.ArrayLike, size: int) -> npt.NDArray[np.int64]:
    """The numbers of actions, one for each row; what is something else is refused."""
    given = np.asarray(actions)
    if given.shape != (size,) or given.dtype.kind not in "iu":
        raise Invalid("batch-actions", size=size, type=str(given.dtype), shape=str(given.shape))
    return np.ascontiguousarray(given, np.int64)


def _course_of(deal: Round, row: int) -> tuple[Round, list[Action]]:
    """The deal of a row at its beginning, and all that was done since but words; refuses one that cannot go on."""
    begun, actions = _parts_of(deal)
    after = begun.declare()
    for action in actions:
        after = after.choose(action)
    if after != deal.declare() or after.phase == "over":
        raise Invalid("batch-moment", row=row)
    return begun, actions


def _parts_of(deal: Round) -> tuple[Round, list[Action]]:
    course, dealt, game = deal.course, deal.dealt, deal.game
    if isinstance(course.auction, NoAuction) and not game.turn_up_is_trumps and course.contract is not None:
        if not _is_called(game, course.contract):
            raise Invalid("batch-contract")
        begun = Round.at_play(
            game,
            course.dealer,
            course.contract,
            [Cards(hand) for hand in dealt.hands],
            turn_up=dealt.turn_up,
            stock=dealt.stock,
            discard=deal.discard,
            vulnerable=course.vulnerable,
            number=course.number,
        )
        return begun, [*course.plays]
    deck = deck_of(game, course.dealer, Deal(dealt.hands, dealt.turn_up, dealt.stock))
    begun = Round(game, course.dealer, deck, vulnerable=course.vulnerable, number=course.number)
    return begun, actions_done(deal)


def _is_called(game: Game, contract: Contract) -> bool:
    """Whether a known player can come to a contract by a call."""
    rules, seat, strain = game.auction_rules, contract.seat, contract.strain
    if seat is None or seat.side is not contract.side or contract.double not in (0, 1, 2):
        return False
    if isinstance(rules, TurnUp | Naming):
        return any(call.strain is strain for call in rules.naming)
    return any(call.strain is strain and call.value == contract.value for call in rules.calls)


def actions_done(deal: Round) -> list[Action]:
    """All that was done in a deal since its beginning, but words."""
    discard = [] if deal.discard is None else [DISCARDS[deal.discard]]
    return [*deal.auction.calls, *discard, *deal.plays]
