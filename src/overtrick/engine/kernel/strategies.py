"""Whole deals by players whose way of playing is a kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from overtrick.core.cards import CARDS
from overtrick.core.game import Game
from overtrick.core.scoring import DealScore
from overtrick.core.seats import SEATS
from overtrick.core.shuffle import Seed
from overtrick.core.tricks import Strain
from overtrick.deal.deals import NumberedMatch
from overtrick.engine.kernel.deals import DealRules, Model, State, Workspace, match_deal, won_in_order
from overtrick.engine.kernel.engine import load
from overtrick.engine.kernel.memory import NamedMemory, Number, Row, copy_of, record_at, side_by_side
from overtrick.engine.kernel.rollouts import Orders, orders_of
from overtrick.engine.kernel.scores import DealsPlayed, known_scores
from overtrick.engine.kernel.shuffling import shuffler_of
from overtrick.engine.kernel.tables import Rules, tables_of


class Strong(NamedMemory):
    """What makes a hand good for a contract under a strain."""

    cards = Number()
    """trumps and the highest cards of suits, as a mask"""
    needed = Row(len(CARDS) + 1)
    """`[cards of a hand]`: how many of them must be strong"""


class Ways(NamedTuple):
    """What ways of playing know of a game, for each strain one after the other."""

    tables: Rules
    orders: Orders
    strong: Strong


Act = Callable[[DealRules, Ways, State, Workspace], int]
"""A way of playing: the number of the action of whoever decides now."""


class Acts(NamedTuple):
    """Those of the players, in the order of their seats."""

    first: Act
    second: Act
    third: Act
    fourth: Act


class Player(NamedTuple):
    """Who sits at a seat."""

    act: Act
    seed: Seed | None = None
    """of the stream from which they draw, which begins anew with each deal or match; None without chance"""


@lru_cache(64)
def ways_of(game: Game, good: float) -> Ways:
    """What ways of playing know of a game; such a share of a good hand is trumps or the highest of their suits."""
    strains = game.strains
    return Ways(
        side_by_side([tables_of(game, strain).rules for strain in strains]),
        side_by_side([orders_of(game, strain) for strain in strains]),
        side_by_side([_strong(game, strain, good) for strain in strains]),
    )


def _strong(game: Game, strain: Strain, good: float) -> Strong:
    made, ranking, pack = Strong(), game.rules(strain).ranking, game.pack.mask
    masters = sum(card.bit for card in game.pack if not ranking.above[card.index] & pack)
    made.cards = ranking.trumps | masters
    made.needed[1:] = [
        next(count for count in range(size + 1) if count / size >= good) for size in range(1, len(CARDS) + 1)
    ]
    return made


class Quartet:
    """Four players of a game of which there is a model."""

    def __init__(self, model: Model, ways: Ways, players: Sequence[Player]) -> None:
        load("strategies")
        self._model, self._ways, self._scores = model, ways, known_scores(model.game)
        self._acts = Acts(*(player.act for player in players))
        self._streams = side_by_side([shuffler_of(player.seed or "") for player in players])
        self._drawing = sum(1 << seat for seat, player in enumerate(players) if player.seed is not None)

    def deals(self, seed: Seed, numbers: range) -> DealsPlayed:
        """Play deals of a seed, whose numbers follow each other."""
        return self._scores.scores(self._play_deals(seed, numbers, State()))

    def _play_deals(self, seed: Seed, numbers: range, state: State) -> npt.NDArray[np.int64]:
        """The keys of the scores; the state is that of the last deal."""
        from overtrick.engine.kernel.compiled.native import entry
        from overtrick.engine.kernel.compiled.strategies import play_deals

        keys, streams = np.zeros((len(numbers), 2), np.int64), copy_of(self._streams)  # each thread its own
        entry(play_deals)(
            self._model.rules,
            self._ways,
            self._acts,
            shuffler_of(seed),
            streams,
            self._drawing,
            state,
            Workspace(),
            numbers.start,
            keys,
        )
        return keys

    def deal(self, seed: Seed, number: int) -> State:
        """Play the deal of a number of a seed; gives how it ended."""
        state = State()
        self._play_deals(seed, range(number, number + 1), state)
        return state

    def play(self, matches: Sequence[NumberedMatch]) -> Iterator[State]:
        """Play a deal of each match, and so on until all are over.

        It gives the states after each time, those of the matches one after the other.
        """
        from overtrick.engine.kernel.compiled.native import entry
        from overtrick.engine.kernel.compiled.strategies import begin_matches, play_in_matches

        shufflers, states = side_by_side([shuffler_of(match.seed) for match in matches]), _states(len(matches))
        space, chances = Workspace(), np.zeros((len(matches), len(SEATS)), np.int64)
        numbers = np.array([match.number for match in matches], np.int64)
        begin_matches(copy_of(self._streams), self._drawing, space, numbers, chances)
        play = partial(entry(play_in_matches), self._model.rules, self._ways, self._acts, shufflers, states, space)
        while running := [row for row, match in enumerate(matches) if not match.standing.is_over]:
            deals, keys = [match_deal(matches[row]) for row in running], np.zeros((len(running), 2), np.int64)
            play(np.array(running, np.int64), np.array(deals, np.int64), chances, keys)
            scores, which = self._scores.scores(keys)
            for place, (row, number) in enumerate(zip(running, which.tolist(), strict=True)):
                matches[row].add(self._in_order(scores[number], keys[place].tolist(), record_at(states, row)))
            yield states

    def _in_order(self, score: DealScore, key: Sequence[int], state: State) -> DealScore:
        """The score of a deal that is over, with the order in which its points were counted where that matters."""
        game, outcome = self._model.game, self._model.outcome(key) if score.is_played else None
        if outcome is None or not game.counts_in_order:
            return score
        return game.score(outcome._replace(won=won_in_order(self._model, state, outcome.contract))) or score


def _states(count: int) -> State:
    return State((count - 1) * State.SIZE)
