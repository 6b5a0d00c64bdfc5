"""Positions with open hands, searched by kernels."""

from __future__ import annotations

from typing import Final, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from overtrick.core.cards import Card
from overtrick.deal.position import Position
from overtrick.engine.kernel.memory import Cube, Grid, Line, Number
from overtrick.engine.kernel.question import Answer, Question
from overtrick.engine.kernel.tables import Laid, Players, Rules, Tables

NO_LIMIT: Final = 1 << 60
"""of nodes"""


class State(Players):
    """The memory of a search; each kind of search has more of it."""

    nodes = Number()
    """how many nodes were searched"""
    limit = Number()
    """how many may be"""


class Root(NamedTuple):
    """Where a search begins, besides the hands in its state."""

    seat: int
    laid: Laid
    table: int
    """the cards on the table, as a mask"""
    sweeper: int
    """the side, 1 or 2, that has a bonus if it wins all tricks that are left; 0 if none has"""


class Bounds(NamedTuple):
    """A value is between these."""

    low: int
    high: int


class Asked(NamedTuple):
    """The arrays of a `Question`."""

    worlds: Grid[np.uint64]
    cards: Line[np.int64]
    """bit numbers from below"""
    steps: Line[np.int64]
    nodes: int
    most_nodes: int


Memory = TypeVar("Memory", bound=State, contravariant=True)


class SearchKernels(Protocol[Memory]):
    """What the kernels of a search answer."""

    def value(self, rules: Rules, s: Memory, root: Root, window: Bounds) -> Bounds: ...

    def value_cards(self, rules: Rules, s: Memory, root: Root, found: Grid[np.int64]) -> int: ...

    def value_in_worlds(self, rules: Rules, s: Memory, root: Root, asked: Asked, found: Cube[np.int64]) -> int: ...


class KernelSearcher(Generic[Memory]):
    """Searches positions of a game under a strain, and keeps what it finds for later ones. Not for two threads.

    The hands of the players are equal, but for the cards that lie on the table.
    """

    def __init__(self, kernels: SearchKernels[Memory], tables: Tables, state: Memory, has_bonus: bool = False) -> None:
        self._kernels, self._tables, self._state, self._has_bonus = kernels, tables, state, has_bonus

    def bounds(self, position: Position, low: int, high: int, max_nodes: int = 0) -> tuple[int, int, int]:
        """Bounds of the value for the side to move, and how many nodes were searched.

        The bounds meet unless the value is found to be at most `low` or at least `high`, or as many nodes have been
        searched as may be (0: there is no limit).
        """
        root, window = self._begin(position, max_nodes), Bounds(low, max(high, low + 1))
        return *self._kernels.value(self._tables.rules, self._state, root, window), self._state.nodes

    def card_bounds(self, position: Position, max_nodes: int = 0) -> tuple[dict[Card, tuple[int, int]], int]:
        """Bounds of the value of each legal card for the side to move, and how many nodes were searched.

        They meet unless the limit was reached.
        """
        root, found = self._begin(position, max_nodes), np.zeros((position.game.hand_size, 3), np.int64)
        count = self._kernels.value_cards(self._tables.rules, self._state, root, found)
        card_of = self._tables.card_of
        return {card_of[bit]: (low, high) for bit, low, high in found[:count].tolist()}, self._state.nodes

    def value_cards(self, question: Question) -> Answer:
        """Bounds of the values of some cards in worlds."""
        position, bit_of = question.position, self._tables.bit_of
        root = self._begin(position, 0)._replace(sweeper=int(question.sweeper or 0))
        cards = np.array([bit_of[card.index] for card in question.cards], np.int64)
        order, worlds = np.argsort(cards), question.worlds.copy()
        worlds[:, [seat - 1 for seat in position.trick.out]] = 0  # their cards are not in play
        steps, found = np.array(question.steps, np.int64), np.zeros((2, len(worlds), len(cards)), np.int64)
        asked = Asked(worlds, cards[order], steps, question.nodes, question.most_nodes)
        searched = self._kernels.value_in_worlds(self._tables.rules, self._state, root, asked, found)
        lows, highs = found[:, :, np.argsort(order)]
        return Answer(lows, highs, searched)

    def _begin(self, position: Position, max_nodes: int) -> Root:
        """Fill in the hands of the state, and find where the search begins."""
        tables, state, trick = self._tables, self._state, position.trick
        tables.seat(trick, position.hands, state)
        state.nodes, state.limit = 0, max_nodes or NO_LIMIT
        seat = trick.turn - 1
        return Root(seat, tables.laid(trick), tables.mask(trick.cards), (seat & 1) + 1 if self._has_bonus else 0)
