"""The double-dummy table of a Bridge deal: what each declarer wins in each strain.

Our own search finds it; without kernels DDS does, where `endplay` is installed (`overtrick[bridge]`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from overtrick.core.cards import Cards
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position
from overtrick.engine.kernel.engine import engine
from overtrick.engine.solver.brought import DoubleDummyTable, Tricks, other_solver
from overtrick.engine.solver.bulk import in_bulk
from overtrick.engine.solver.searchers import check_position
from overtrick.engine.solver.solve import solve
from overtrick.games.bridge.par import par
from overtrick.games.bridge.rules import PRESETS
from overtrick.games.bridge.solver import NAME, tricks_by_dds

__all__ = ["dd_table", "dd_tables", "limited_table", "par"]

GAME: Final = PRESETS["duplicate"]


def dd_table(hands: Sequence[Cards]) -> DoubleDummyTable:
    """The table of the hands of North, East, South and West, which may have fewer than 13 cards each."""
    table = limited_table(hands)
    assert table is not None, "without a limit nothing is given up"
    return table


def limited_table(hands: Sequence[Cards], max_nodes: int = 0) -> DoubleDummyTable | None:
    """The table, if each of its numbers is found within a limit of nodes, or without one for 0."""
    check_position(Position(GAME, Strain.NO_TRUMPS, hands, Seat.NORTH))
    whole = len(hands[0]) == GAME.hand_size  # of fewer cards DDS makes tables that are wrong
    if whole and other_solver(GAME):
        return DoubleDummyTable(tricks_by_dds(hands, GAME.strains), NAME)
    tricks = _by_search(hands, max_nodes)
    return None if tricks is None else DoubleDummyTable(tricks, engine())


def dd_tables(deals: Iterable[Sequence[Cards]]) -> Iterator[DoubleDummyTable]:
    """The tables of many deals in their order, found on all cores."""
    return in_bulk(dd_table, deals, lambda hands: 1 << len(hands[0]))


def _by_search(hands: Sequence[Cards], max_nodes: int) -> dict[Strain, Tricks] | None:
    size, table = len(hands[0]), {}
    for strain in GAME.strains:  # the leaders one after the other, because a searcher remembers what it has found
        won = []
        for declarer in SEATS:
            value = solve(Position(GAME, strain, hands, declarer.next), max_nodes=max_nodes).value
            if value is None:
                return None
            won.append(size - value)
        north, east, south, west = won
        table[strain] = north, east, south, west
    return table
