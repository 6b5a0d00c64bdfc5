"""Deals by the thousand, side by side in arrays: whose turn it is, what they may do and know, and what came of it.

Kernels play them where there are any for the auction of a game; else the plain engine does, with the same results.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from functools import partial
from itertools import pairwise
from operator import index
from typing import Any, Literal, NamedTuple, NoReturn, Protocol, Self, SupportsIndex, get_args

import numpy as np
import numpy.typing as npt

from overtrick.core.actions import DISCARDS, Action, Call, Word, actions_of
from overtrick.core.auctions import NoAuction
from overtrick.core.cards import Cards
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.game import Game, Standing
from overtrick.core.scoring import DealScore, Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.shuffle import Seed, word_of
from overtrick.deal.dealing import deck_of
from overtrick.deal.deals import NumberedMatch, numbered_deal
from overtrick.deal.record import Deal
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.engine.kernel.deals import (
    NONE,
    Model,
    State,
    Workspace,
    match_deal,
    native_model,
    replayed,
    set_up,
)
from overtrick.engine.kernel.observing import Plan, Shown, layout_for
from overtrick.engine.kernel.scores import known_scores
from overtrick.engine.kernel.shuffling import LAST_NUMBER, Shuffler, check_first, shuffler_of
from overtrick.engine.kernel.splitmix import Stream, signed
from overtrick.engine.observation import (
    MATCH_PARTS,
    action_mask,
    in_bytes,
    match_parts,
    observation_size,
    observe,
)
from overtrick.engine.rewards import best_result, match_reward, reward_of

ObservationType = Literal["float32", "uint8"]


class Buffers(NamedTuple):
    """The arrays of a batch, a row for each deal."""

    actor: npt.NDArray[np.int8]
    """who acts, 1 to 4; 0 where a deal is over and no other has begun"""
    legal: npt.NDArray[np.bool_]
    """`[row, action]`: what they may do, by the numbers of actions"""
    observation: npt.NDArray[Any]
    """`[row, place]`: what they know, as `layout` describes it"""
    rewards: npt.NDArray[np.float32]
    """`[row, seat - 1]`: what a deal that ended with the last step brings to each player, else 0"""
    over: npt.NDArray[np.bool_]
    """whether a deal ended with the last step"""
    number: npt.NDArray[np.int64]
    """the number of the deal in its seed"""


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
            _check_buffers(buffers, wanted)
        self.buffers = buffers
        self.actor, self.legal, self.observation, self.rewards, self.over, self.number = buffers
        model = native_model(self.game, "deals", "batch")
        self._is_raw, self._is_automatic = raw, automatic
        self._places = observation_size(self.game, history)
        self._drawn = 0
        """how often random actions were drawn"""
        self._is_match = match
        self._matches: dict[int, NumberedMatch] = {}
        """by row, where rows are matches"""
        stride = self.size if automatic and not match else 0
        options = _Options(seed, 0 if raw else best_result(self.game), stride, history, threads)
        self._rows: _Rows
        if model is None:
            self._rows = _PlainRows(self.game, buffers, options)
        else:
            self._rows = _NativeRows(model, buffers, options)
        self.engine: Literal["numba", "plain"] = "plain" if model is None else "numba"
        """what plays the deals; the plain engine serves games with auctions of their own kind, and is far slower"""
        self._begin(range(self.size), range(first, first + self.size))

    def _begin(self, rows: Sequence[int], numbers: Sequence[int]) -> None:
        if not self._is_match:
            self._rows.begin(np.array(rows, np.int64), np.array(numbers, np.int64))
            return
        for row, number in zip(rows, numbers, strict=True):
            self._matches[row] = NumberedMatch(self.game, self.seed, number)
            self._rows.begin_in_match(row, self._matches[row])

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
        refused = self._rows.first_refused(chosen)
        if refused < self.size:
            wanted = str(np.asarray(actions)[refused])  # as it was given: numbers beyond 2^63 are others here
            raise Invalid("batch-refused", row=refused, action=wanted, game=str(self.game))
        self._rows.step(chosen)
        for row in np.flatnonzero(self.over).tolist() if self._is_match else ():
            self._go_on_in_match(row)

    def _go_on_in_match(self, row: int) -> None:
        """Count a deal of a match that is over, and begin the next one."""
        match = self._matches[row]
        match.add(self._rows.score(row))
        self._rows.stand(row, match.standing)
        self.over[row], self.rewards[row] = match.standing.is_over, 0
        if not match.standing.is_over:
            self._rows.begin_in_match(row, match)
            return
        self.rewards[row] = [match_reward(match.standing, seat.side, self._is_raw) for seat in SEATS]
        if self._is_automatic:
            self._begin([row], [match.number + self.size])

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
        self._begin(chosen.tolist(), following.tolist())
        self.over[chosen], self.rewards[chosen] = False, 0

    def action(self, number: int) -> Action:
        """The action of a number."""
        return actions_of(self.game).all[number]

    def round(self, row: int) -> Round:
        """The deal of a row as it is now."""
        return self._rows.round(range(self.size)[row])

    def scores(self, row: int) -> Scores:
        """What the sides have in a row at the end: in its deal, or in all of its match; nothing in a deal before it."""
        row = range(self.size)[row]
        if self._is_match:
            return self._matches[row].standing.totals
        return (0, 0) if self.actor[row] else self._rows.score(row).scores

    def standing(self, row: int) -> Standing | None:
        """Where the match of a row stands, if it is one."""
        return self._matches[range(self.size)[row]].standing if self._is_match else None

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


def empty_buffers(
    game: Game | str, size: int, observation: ObservationType | None = "float32", history: bool = False
) -> Buffers:
    """Arrays for a batch, all zero."""
    game = find_game(game)
    if not isinstance(size, SupportsIndex) or index(size) < 1:
        raise Invalid("batch-size", size=str(size))
    if observation not in (None, *get_args(ObservationType)):
        raise Invalid("batch-observation", type=str(observation))
    places = 0 if observation is None else observation_size(game, history)
    return Buffers(
        np.zeros(size, np.int8),
        np.zeros((size, len(actions_of(game).choices)), np.bool_),
        np.zeros((size, places), observation or np.float32),
        np.zeros((size, len(SEATS)), np.float32),
        np.zeros(size, np.bool_),
        np.zeros(size, np.int64),
    )


def _check_buffers(given: Buffers, wanted: Buffers) -> None:
    for name in Buffers._fields:
        own: Any = getattr(given, name, None)
        usual = getattr(wanted, name)
        fits = isinstance(own, np.ndarray) and own.dtype == usual.dtype and own.shape == usual.shape
        if not fits or not own.flags.c_contiguous or not own.flags.writeable:
            raise Invalid("batch-buffer", name=name, type=str(usual.dtype), shape=str(usual.shape))


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
        if course.contract.seat is None:
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


def actions_done(deal: Round) -> list[Action]:
    """All that was done in a deal since its beginning, but words."""
    discard = [] if deal.discard is None else [DISCARDS[deal.discard]]
    return [*deal.auction.calls, *discard, *deal.plays]


class _Options(NamedTuple):
    seed: Seed
    most: int
    """the result that is the reward 1; 0 for rewards in points"""
    stride: int
    """how much higher the number of the next deal of a row is; 0 where `deal` begins it"""
    history: bool
    threads: int


class _Rows(Protocol):
    """What plays the deals of a batch, and fills in its arrays."""

    def begin(self, rows: npt.NDArray[np.int64], numbers: npt.NDArray[np.int64]) -> None:
        """Deal the deals of some numbers in some rows."""

    def begin_in_match(self, row: int, match: NumberedMatch) -> None:
        """Deal the next deal of a match."""

    def stand(self, row: int, standing: Standing) -> None:
        """Note where the match of a row stands."""

    def score(self, row: int) -> DealScore:
        """That of a deal which is over."""

    def set_up(self, row: int, begun: Round, actions: Sequence[Action], number: int) -> None:
        """Begin a deal, which gets a number, and do some actions."""

    def first_refused(self, actions: npt.NDArray[np.int64]) -> int:
        """The first row whose action may not be done, or as many as there are rows."""

    def random_actions(self, seed: int, number: int) -> npt.NDArray[np.int64]:
        """Legal actions by a seed and a number."""

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """Do legal actions."""

    def round(self, row: int) -> Round:
        """The deal of a row."""

    def observe(self, rows: npt.NDArray[np.int64], seats: npt.NDArray[np.int64], seen: npt.NDArray[Any]) -> None:
        """Fill in what seats know of the deals of some rows."""


class _Share(NamedTuple):
    """Rows of one thread, and its room to work."""

    plan: Plan
    space: Workspace
    shuffler: Shuffler
    shown: Shown


class _NativeRows:
    """Deals that kernels play."""

    def __init__(self, model: Model, buffers: Buffers, options: _Options) -> None:
        from overtrick.engine.kernel.compiled import batch as kernels
        from overtrick.engine.kernel.compiled.native import entry

        self._kernels, self._model, self._buffers, self._options = kernels, model, buffers, options
        self._advance_rows, self._show_to = entry(kernels.advance), entry(kernels.show_to)
        self._begin_rows, self._refused = entry(kernels.begin), entry(kernels.first_refused)
        self._write_key = entry(kernels.write_key)
        self._rules, size = model.rules, len(buffers.actor)
        self._layout = layout_for(model.game, model.values, options.history)
        self._scores = known_scores(model.game)
        self._states = State((size - 1) * State.SIZE)
        self._waiting = np.zeros((size, 3), np.int64)
        self._set_up: dict[int, tuple[int, Callable[[], Round]]] = {}
        """by row: the number of a deal that was set up, and how it began"""
        self._standings: npt.NDArray[np.float32] = np.zeros((len(buffers.actor), 0), np.float32)
        threads = min(options.threads, size)
        cuts = [size * number // threads for number in range(threads + 1)]
        self._shares = [self._share(first, last) for first, last in pairwise(cuts)]
        self._pool, self._process = self._new_pool(), os.getpid()

    def _new_pool(self) -> ThreadPoolExecutor | None:
        return ThreadPoolExecutor(len(self._shares) - 1) if len(self._shares) > 1 else None

    def _share(self, first: int, last: int) -> _Share:
        options, (actor, legal, observation, rewards, over, number) = self._options, self._buffers
        nothing: npt.NDArray[Any] = np.zeros((1, 0), np.uint8)
        known, small = observation, nothing
        if observation.dtype == np.uint8:
            known, small = np.zeros((1, observation.shape[1]), np.float32), observation
        shown = Shown(actor, legal, known, small, rewards, over, number, self._standings)
        return _Share(Plan(first, last, options.stride, options.most), Workspace(), shuffler_of(options.seed), shown)

    def begin(self, rows: npt.NDArray[np.int64], numbers: npt.NDArray[np.int64]) -> None:
        _, space, shuffler, shown = self._shares[0]
        self._begin_rows(self._rules, self._layout, shuffler, self._states, space, rows, numbers, shown)
        for row in rows.tolist() if self._set_up else ():
            self._set_up.pop(row, None)

    def set_up(self, row: int, begun: Round, actions: Sequence[Action], number: int) -> None:
        _, space, _, shown = self._shares[0]
        state = State()
        set_up(self._model, state, begun, number)
        self._states.array[row * State.SIZE : (row + 1) * State.SIZE] = state.array
        self._set_up[row] = number, lambda: begun
        numbers = np.array([actions_of(self._model.game).numbers[action] for action in actions], np.int64)
        self._kernels.go_on(self._rules, self._layout, self._states, space, row, numbers, shown)

    def stand(self, row: int, standing: Standing) -> None:
        if not self._standings.shape[1]:
            self._standings = np.zeros((len(self._buffers.actor), len(Side) * MATCH_PARTS), np.float32)
            self._shares = [
                share._replace(shown=share.shown._replace(standings=self._standings)) for share in self._shares
            ]
        self._standings[row] = [part for side in Side for part in match_parts(self._model.game, standing, side)]

    def begin_in_match(self, row: int, match: NumberedMatch) -> None:
        self.stand(row, match.standing)
        deal, shuffler = match_deal(match), shuffler_of(match.seed)
        _, space, _, shown = self._shares[0]
        self._kernels.begin_in_match(self._rules, self._layout, shuffler, self._states, space, row, deal, shown)
        self._set_up[row] = match.number, copy(match).next_round  # as the match is now

    def score(self, row: int) -> DealScore:
        key = np.zeros(2, np.int64)
        self._write_key(self._rules, self._states, row, key, self._shares[0].space)
        return self._scores.score(key.tolist())

    def first_refused(self, actions: npt.NDArray[np.int64]) -> int:
        return self._refused(self._rules, self._states, self._shares[0].space, actions)

    def random_actions(self, seed: int, number: int) -> npt.NDArray[np.int64]:
        chosen = np.empty(len(self._buffers.actor), np.int64)
        self._kernels.choose(self._buffers.legal, signed(seed), number, chosen)
        return chosen

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        if self._process != os.getpid():  # a fork has no threads
            self._pool, self._process = self._new_pool(), os.getpid()
        first, *others = self._shares
        running = [self._pool.submit(self._advance, share, actions) for share in others] if self._pool else []
        waiting = [self._advance(first, actions), *(future.result() for future in running)]
        if any(waiting):
            plan, space, shuffler, shown = first
            counted = zip(self._shares, waiting, strict=True)
            unknown = np.concatenate(
                [self._waiting[share.plan.first : share.plan.first + count] for share, count in counted]
            )
            table = self._scores.learn(unknown[:, 1:].tolist())
            rows = np.ascontiguousarray(unknown[:, 0])
            self._kernels.finish_waiting(
                self._rules, self._layout, shuffler, self._states, space, table, plan, shown, rows
            )

    def _advance(self, share: _Share, actions: npt.NDArray[np.int64]) -> int:
        plan, space, shuffler, shown = share
        return self._advance_rows(
            self._rules,
            self._layout,
            shuffler,
            self._states,
            space,
            self._scores.table,
            plan,
            actions,
            shown,
            self._waiting,
        )

    def round(self, row: int) -> Round:
        state = State()
        state.array[:] = self._states.array[row * State.SIZE : (row + 1) * State.SIZE]
        number, begin = self._set_up.get(row, (NONE, None))
        usual = partial(numbered_deal, self._model.game, self._options.seed, state.number)
        return replayed(begin() if begin is not None and number == state.number else usual(), state)

    def observe(self, rows: npt.NDArray[np.int64], seats: npt.NDArray[np.int64], seen: npt.NDArray[Any]) -> None:
        shown = self._shares[0].shown
        filled = shown._replace(small=seen) if seen.dtype == np.uint8 else shown._replace(observation=seen)
        ordered = np.ascontiguousarray(rows), np.ascontiguousarray(seats)
        self._show_to(self._rules, self._layout, self._states, *ordered, filled)


class _PlainRows:
    """Deals that the plain engine plays."""

    def __init__(self, game: Game, buffers: Buffers, options: _Options) -> None:
        self._game, self._buffers, self._options = game, buffers, options
        self._rounds: list[Round] = [numbered_deal(game, options.seed, 1)] * len(buffers.actor)
        self._standings: dict[int, Standing] = {}
        """by row, of matches"""
        self._actions = actions_of(game).all

    def begin(self, rows: npt.NDArray[np.int64], numbers: npt.NDArray[np.int64]) -> None:
        for row, number in zip(rows.tolist(), numbers.tolist(), strict=True):
            self._begin(row, number)

    def _begin(self, row: int, number: int) -> None:
        self.set_up(row, numbered_deal(self._game, self._options.seed, number), (), number)

    def set_up(self, row: int, begun: Round, actions: Sequence[Action], number: int) -> None:
        deal = begun.declare()
        for action in actions:
            deal = deal.choose(action)
        self._buffers.number[row], self._rounds[row] = number, deal
        self._show(row)

    def stand(self, row: int, standing: Standing) -> None:
        self._standings[row] = standing

    def begin_in_match(self, row: int, match: NumberedMatch) -> None:
        self.stand(row, match.standing)
        self.set_up(row, match.next_round(), (), match.number)

    def score(self, row: int) -> DealScore:
        return self._rounds[row].score or DealScore()

    def _show(self, row: int) -> None:
        round_, (actor, legal, observation, *_) = self._rounds[row], self._buffers
        actor[row] = round_.actor or 0
        legal[row] = action_mask(view(round_, round_.actor)) if round_.actor else False
        if observation.shape[1] and round_.actor:
            observation[row] = self._known(row, round_.actor)

    def first_refused(self, actions: npt.NDArray[np.int64]) -> int:
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

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        self._buffers.over[:], self._buffers.rewards[:] = False, 0
        for row, action in enumerate(actions.tolist()):
            if self._rounds[row].actor is None:
                continue
            self._rounds[row] = after = self._rounds[row].choose(self._actions[action])
            self._buffers.over[row] = after.actor is None
            if after.actor is None:
                scores = self.score(row).scores
                self._buffers.rewards[row] = [reward_of(scores, seat, self._options.most) for seat in SEATS]
            if after.actor is None and self._options.stride:
                self._begin(row, int(self._buffers.number[row]) + self._options.stride)
            else:
                self._show(row)

    def round(self, row: int) -> Round:
        return self._rounds[row]

    def observe(self, rows: npt.NDArray[np.int64], seats: npt.NDArray[np.int64], seen: npt.NDArray[Any]) -> None:
        for number, (row, seat) in enumerate(zip(rows.tolist(), seats.tolist(), strict=True)):
            seen[number] = self._known(row, Seat(seat))

    def _known(self, row: int, seat: Seat) -> npt.NDArray[Any]:
        known = view(self._rounds[row], seat, self._standings.get(row))
        seen = observe(known, self._options.history)["observation"]
        return in_bytes(self._game, seen) if self._buffers.observation.dtype == np.uint8 else seen
