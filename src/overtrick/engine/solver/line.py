"""One line of best play: the principal variation of a position."""

from __future__ import annotations

from overtrick.core.cards import Card
from overtrick.core.seats import Side
from overtrick.deal.position import Position
from overtrick.engine.solver.reference import at_stake, capot_bonus, worth_of
from overtrick.engine.solver.searchers import searcher_for


def best_line(
    position: Position, value: int, capot: bool = False, max_nodes: int = 0
) -> tuple[tuple[Card, ...], bool, int]:
    """Cards by which both sides come to the value of a position, whether the deal is over then, and the nodes it took.

    Of equal cards each player plays the first in the pinned order. The line ends early at a limit of nodes.
    """
    finder = _Finder(position.turn.side, max_nodes)
    line: list[Card] = []
    while legal := position.legal():
        try:
            card = next(iter(legal)) if len(legal) == 1 else finder.best(position, value, capot)
        except _LimitReached:
            break
        line.append(card)
        position, won, capot = finder.after(position, card, capot)
        value -= won
    return tuple(line), not position.legal(), finder.nodes


class _Finder:
    """Finds cards that keep what a side can have; `capot` is whether that side has more for all tricks that remain."""

    def __init__(self, side: Side, max_nodes: int) -> None:
        self.nodes = 0
        self._side = side
        self._max_nodes = max_nodes

    def best(self, position: Position, value: int, capot: bool) -> Card:
        """The first card after which the side can have no less, if it plays it, or no more than before."""
        is_own = position.turn.side is self._side
        *others, last = position.legal()
        for card in others:
            after, won, still_capot = self.after(position, card, capot)
            if self._reaches(after, value - won + (not is_own), still_capot) is is_own:
                return card
        return last

    def after(self, position: Position, card: Card, capot: bool) -> tuple[Position, int, bool]:
        """The position after a card, what the side wins by it, and whether it can still win all tricks."""
        after = position.play_unchecked(card)
        if after.trick.cards:
            return after, 0, capot
        counting = position.game.counting(position.strain)
        taken, more = worth_of(counting, (*position.trick.cards, card), after)
        return (after, taken + more, capot) if after.trick.leader.side is self._side else (after, -more, False)

    def _reaches(self, position: Position, points: int, capot: bool) -> bool:
        """Whether the side can have at least some of the points at stake."""
        legal = position.legal()
        if not legal:
            return points <= (capot_bonus(position.game) if capot else 0)
        if position.turn.side is self._side:
            return self._mover_has(position, points, capot)
        if not capot:
            return not self._mover_has(position, at_stake(position) - points + 1, False)
        # A searcher counts capot for the side that moves: look a card ahead, after which that is the side again.
        afters = (self.after(position, card, capot) for card in legal)
        return all(self._reaches(after, points - won, still_capot) for after, won, still_capot in afters)

    def _mover_has(self, position: Position, points: int, capot: bool) -> bool:
        left = self._max_nodes - self.nodes
        if self._max_nodes and left <= 0:
            raise _LimitReached
        searcher = searcher_for(position, capot)
        low, high, nodes = searcher.bounds(position, points - 1, points, left if self._max_nodes else 0)
        self.nodes += nodes
        if low < points <= high:
            raise _LimitReached
        return low >= points


class _LimitReached(Exception):
    """As many nodes were visited as were allowed."""
