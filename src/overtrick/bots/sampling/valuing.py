"""What each legal card leads to in imagined deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from overtrick.bots.masks import Masks
from overtrick.bots.sampling.levels import Level
from overtrick.bots.sampling.rollouts import play_on
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.seats import Side
from overtrick.core.tricks import Trick
from overtrick.deal.position import Position
from overtrick.deal.view import View
from overtrick.engine.kernel.question import Answer, Question
from overtrick.engine.kernel.rollouts import Moment
from overtrick.engine.solver.searchers import searcher_of
from overtrick.reviewing.weighing import is_forced

Bounds = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]

BATCH: Final = 10
"""worlds at a time; after each of them time may be up"""
LEAST_WORLDS: Final = 10
"""how many worlds the nodes are enough for"""


class Valuer:
    """Searches one turn of a deal in worlds."""

    def __init__(self, view: View, contract: Contract, trick: Trick, sweeper: Side | None) -> None:
        self._view, self._contract, self._trick, self._sweeper = view, contract, trick, sweeper

    def all_the_same(self, legal: Sequence[Card]) -> bool:
        """Whether all legal cards come to the same whoever has the others."""
        hands = [Cards(), Cards(), Cards(), Cards()]
        hands[self._trick.turn - 1] = self._own
        return is_forced(self._position(hands), Cards(card for trick in self._view.tricks for card in trick.cards))

    @property
    def _own(self) -> Cards:
        dummy = self._view.dummy
        return dummy[1] if dummy is not None and self._trick.turn is dummy[0] else self._view.hand

    def values(
        self,
        legal: Sequence[Card],
        worlds: Masks,
        steps: Sequence[int],
        level: Level,
        is_late: Callable[[], bool],
    ) -> Iterator[Bounds]:
        """Bounds of what the side still wins after each legal card (columns) in worlds (rows), some rows at a time.

        No step is between them where the nodes were enough.
        """
        searcher = searcher_of(self._view.game, self._contract.strain, bool(self._sweeper))
        searcher.forget()
        most, share = level.nodes, level.nodes // LEAST_WORLDS
        for start in range(0, len(worlds), BATCH):
            batch = worlds[start : start + BATCH]
            position = self._position([Cards.from_mask(mask) for mask in batch[0].tolist()])
            question = Question(position, legal, batch, steps, share, most, self._sweeper)
            answer = searcher.value_cards(question)
            most -= answer.nodes
            yield self._estimated(question, answer)
            if most <= 0 or is_late():
                return

    def _estimated(self, question: Question, answer: Answer) -> Bounds:
        """The bounds, and where a step is left between them what the plain way of playing makes of it."""
        steps, (lows, highs, _) = np.array(question.steps, np.int64), answer
        is_open = np.searchsorted(steps, lows, "right") < np.searchsorted(steps, highs, "right")
        rows = is_open.any(axis=1)
        if rows.any():
            ends = play_on(self._moment, question.worlds[rows], question.cards).points[:, :, self._trick.turn.side - 1]
            found = np.clip(ends, lows[rows], highs[rows])
            for bounds in (lows, highs):
                bounds[rows] = np.where(is_open[rows], found, bounds[rows])
        return lows, highs

    @property
    def _moment(self) -> Moment:
        game, contract = self._view.game, self._contract
        dummy = contract.seat.partner if game.has_dummy and contract.seat is not None else None
        return Moment(game, contract.strain, self._trick, Cards(self._view.plays), contract.side, dummy)

    def _position(self, hands: Sequence[Cards]) -> Position:
        trick = self._trick
        return Position(self._view.game, self._contract.strain, hands, trick.leader, trick.cards, trick.out)
