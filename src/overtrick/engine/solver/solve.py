"""Exact values of positions with all hands open, from any point of a deal of any game.

>>> position = Position.parse("belote H N N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K")
>>> solution = solve(position, all_cards=True, line=True)
>>> solution.value, solution.at_least(20), solution.cards[Card("As")], solution.line[:2]
(14, False, 0, (Card('7c'), Card('8c')))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Final, NamedTuple

from overtrick.core.cards import Card
from overtrick.core.errors import Invalid
from overtrick.deal.position import Position
from overtrick.engine.kernel.engine import Engine, engine
from overtrick.engine.solver.bulk import in_bulk
from overtrick.engine.solver.line import best_line
from overtrick.engine.solver.searchers import check_position, searcher_for

EVERYTHING: Final = (-(1 << 20), 1 << 20)
"""all values are between these"""
MOST_NODES: Final = 1 << 50
"""a limit above this one is none that a search could reach"""


class Solution(NamedTuple):
    """What is known of the value of a position: what the side of the player to move still wins by best play of all.

    The current trick is included, what was won before is not. The value is in card points with the bonus for the last
    trick, or in tricks in games that count tricks. Where sets of cards bring points in a trick, half of that is for the
    side that wins it and half against the other one, so that a value can be less than nothing.
    """

    low: int
    """the value is at least this"""
    high: int
    """the value is at most this"""
    finished: bool
    """whether all that was asked was found; else the limit of nodes came first"""
    cards: dict[Card, int]
    """what each legal card leads to, as far as it was asked for and found"""
    line: tuple[Card, ...]
    """one line of best play to the end of the deal, as far as it was asked for and found"""
    nodes: int
    """how many positions were looked at, as the engine counts them"""
    engine: Engine

    @property
    def value(self) -> int | None:
        """The exact value; None if only bounds of it are known."""
        return self.low if self.low == self.high else None

    def at_least(self, points: int) -> bool | None:
        """Whether the value is so high; None if that is not known."""
        return True if self.low >= points else False if self.high < points else None


def solve(
    position: Position,
    *,
    all_cards: bool = False,
    line: bool = False,
    at_least: int | None = None,
    capot: bool = False,
    max_nodes: int = 0,
) -> Solution:
    """The value of a position, exactly; with `all_cards` that of each legal card, with `line` a line of best play.

    With `at_least`, and neither of these, only whether the value is so high is searched, which takes a tenth of the
    time. With `capot`, in games that have one, the side of the player to move has what the game gives for all tricks if
    it wins all that remain, the current one included. `max_nodes` limits the search; 0 does not. Under a limit nothing
    is remembered from earlier searches, so that the same question always has the same answer.
    """
    check_position(position, capot)
    if max_nodes < 0:
        raise Invalid("negative-nodes", count=max_nodes)
    if not position.legal():
        return Solution(0, 0, True, {}, (), 0, engine())
    max_nodes = min(max_nodes, MOST_NODES)
    searcher = searcher_for(position, capot)
    if max_nodes:
        searcher.forget()
        if capot and line:
            searcher_for(position).forget()  # a line goes on with this one after a trick is lost
    cards: dict[Card, int] = {}
    if all_cards:
        bounds, nodes = searcher.card_bounds(position, max_nodes)
        low, high = max(least for least, _ in bounds.values()), max(most for _, most in bounds.values())
        cards = {card: bounds[card][0] for card in position.legal() if bounds[card][0] == bounds[card][1]}
        finished = len(cards) == len(bounds)
    else:
        below, above = EVERYTHING
        if at_least is not None and not line:
            above = min(max(at_least, below + 1), above)
            below = above - 1
        low, high, nodes = searcher.bounds(position, below, above, max_nodes)
        finished = low == high or high <= below or low >= above
    best: tuple[Card, ...] = ()
    if line:
        is_whole = False
        if low == high and (nodes < max_nodes or not max_nodes):
            best, is_whole, further = best_line(position, low, capot, max_nodes and max_nodes - nodes)
            nodes += further
        finished = finished and is_whole
    return Solution(low, high, finished, cards, best, nodes, engine())


def solve_many(
    positions: Iterable[Position],
    *,
    all_cards: bool = False,
    line: bool = False,
    at_least: int | None = None,
    capot: bool = False,
    max_nodes: int = 0,
) -> Iterator[Solution]:
    """The solutions of many positions in their order, found on all cores; what can be asked is as for `solve`."""
    coming = iter(positions)
    first = next(coming, None)
    if first is None:
        return
    searcher_for(first, capot)  # so that kernels are loaded, or even compiled, once only
    ask = partial(solve, all_cards=all_cards, line=line, at_least=at_least, capot=capot, max_nodes=max_nodes)
    yield from in_bulk(ask, chain([first], coming), _weight)


def _weight(position: Position) -> int:
    """About how the time for a search grows with the cards."""
    return 1 << len(position.hands[position.turn - 1])
