"""Exact values of positions with open hands, for games in which a side that wins enough tricks ends the deal.

A side wins a number of tricks before the others have enough, or enough before the others win a number, exactly if it
wins as many of the next tricks, of which there are just so many that one of the two must have happened. So each
question is one for tricks, of which the last ones of the deal do not count.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from overtrick.core.cards import Card
from overtrick.core.game import Game
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position
from overtrick.engine.kernel import tricks
from overtrick.engine.kernel.question import Answer, Question

NO_LIMIT: Final = 1 << 60
"""of nodes"""


def serves(game: Game, strain: Strain, free_leads: bool = False) -> bool:
    """Whether this search is made for a game under a strain."""
    return game.enough_tricks is not None and not game.sweep_goes_on and tricks.serves(game, strain, free_leads)


class _Race(NamedTuple):
    """What is left of a deal, for the side of the player to move."""

    tricks: int
    own: int
    """how many tricks end the deal for the side"""
    others: int

    def asked(self, value: int) -> tuple[int, int]:
        """How many tricks are not played, and how many of the others the side must win, to come to a value."""
        needed, allowed = min(value, self.own), min(self.others, self.tricks - value + 1)
        return self.tricks - (needed + allowed - 1), needed


class RaceSearcher:
    """Searches for tricks in a race to enough of them; nodes are cards that were tried."""

    def __init__(self, game: Game, strain: Strain) -> None:
        assert serves(game, strain, free_leads=True)
        self._game, self._strain = game, strain
        self._searchers: dict[int, tricks.TricksSearcher] = {}
        """by how many tricks are not played"""

    def forget(self) -> None:
        """Forget what earlier questions left, so that the next search is the same whatever came before."""
        for searcher in self._searchers.values():
            searcher.forget()

    def bounds(self, position: Position, low: int, high: int, max_nodes: int = 0) -> tuple[int, int, int]:
        """Bounds of the value for the side to move, and how many nodes were searched, as for all searchers."""
        race, nodes, left = self._race(position), 0, max_nodes or NO_LIMIT
        least, most = 0, race.tricks if position.legal() else 0
        while least < most and most > low and least < high and nodes < left:
            value = min(max((least + most + 1) // 2, low + 1), high, most)
            unplayed, needed = race.asked(value)
            found = self._searcher(unplayed).bounds(position, needed - 1, needed, left - nodes)
            nodes += found[2]
            if found[0] >= needed:
                least = value
            elif found[1] < needed:
                most = value - 1
            else:
                break
        return least, most, nodes

    def card_bounds(self, position: Position, max_nodes: int = 0) -> tuple[dict[Card, tuple[int, int]], int]:
        """Bounds of the value of each legal card for the side to move, and how many nodes were searched."""
        cards, steps = list(position.legal()), range(1, self._race(position).tricks + 1)
        world = np.array([[hand.mask for hand in position.hands]], np.uint64)
        most = max_nodes or NO_LIMIT
        lows, highs, nodes = self.value_cards(Question(position, cards, world, steps, most, most))
        return dict(zip(cards, zip(lows[0].tolist(), highs[0].tolist(), strict=True), strict=True)), nodes

    def value_cards(self, question: Question) -> Answer:
        """Bounds of the values of some cards in worlds that have no step between them, where the nodes are enough."""
        race, nodes = self._race(question.position), 0
        shape = len(question.worlds), len(question.cards)
        lows, highs = np.zeros(shape, np.int64), np.full(shape, race.tricks, np.int64)
        steps = sorted((step for step in question.steps if 0 < step <= race.tricks), key=self._likely(race))
        for step in steps:
            rows = ((lows < step) & (highs >= step)).any(axis=1)
            if not rows.any():
                continue
            unplayed, needed = race.asked(step)
            left = max(question.most_nodes - nodes, 1)
            asked = question._replace(worlds=question.worlds[rows], steps=(needed,), most_nodes=left)
            answer = self._searcher(unplayed).value_cards(asked)
            nodes += answer.nodes
            lows[rows] = np.where(answer.lows >= needed, np.maximum(lows[rows], step), lows[rows])
            highs[rows] = np.where(answer.highs < needed, np.minimum(highs[rows], step - 1), highs[rows])
        return Answer(lows, highs, nodes)

    @staticmethod
    def _likely(race: _Race) -> Callable[[int], int]:
        """The order in which steps are asked: first who wins the deal."""
        return lambda step: abs(step - race.own)

    def _searcher(self, unplayed: int) -> tricks.TricksSearcher:
        if unplayed not in self._searchers:
            self._searchers[unplayed] = tricks.TricksSearcher(self._game, self._strain, unplayed)
        return self._searchers[unplayed]

    def _race(self, position: Position) -> _Race:
        side, trick, enough = position.turn.side, position.trick, self._game.enough_tricks or 0
        own, others = (enough - trick.won[each - 1] for each in (side, side.other))
        return _Race(len(position.hands[position.turn - 1]), own, others)
