"""The double-dummy table of a Bridge deal: what each declarer wins in each strain.

DDS finds it where `endplay` is installed (`overtrick[bridge]`), elsewhere our own search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from overtrick.core.cards import Cards
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position
from overtrick.engine.kernel.engine import engine
from overtrick.engine.solver.brought import DoubleDummyTable, Tricks
from overtrick.engine.solver.bulk import in_bulk
from overtrick.engine.solver.searchers import check_position
from overtrick.engine.solver.solve import solve
from overtrick.games.bridge.par import par
from overtrick.games.bridge.rules import PRESETS
from overtrick.games.bridge.solver import NAME, is_installed, tricks_by_dds

__all__ = ["dd_table", "dd_tables", "par"]

GAME: Final = PRESETS["duplicate"]


def dd_table(hands: Sequence[Cards]) -> DoubleDummyTable:
    """The table of the hands of North, East, South and West, which may have fewer than 13 cards each."""
    check_position(Position(GAME, Strain.NO_TRUMPS, hands, Seat.NORTH))
    whole = len(hands[0]) == GAME.hand_size  # of fewer cards DDS makes tables that are wrong
    if whole and is_installed():
        return DoubleDummyTable(tricks_by_dds(hands, GAME.strains), NAME)
    return DoubleDummyTable(_by_search(hands), engine())


def dd_tables(deals: Iterable[Sequence[Cards]]) -> Iterator[DoubleDummyTable]:
    """The tables of many deals in their order, found on all cores."""
    return in_bulk(dd_table, deals, lambda hands: 1 << len(hands[0]))


def _by_search(hands: Sequence[Cards]) -> dict[Strain, Tricks]:
    size, table = len(hands[0]), {}
    for strain in GAME.strains:  # the leaders one after the other, because a searcher remembers what it has found
        leads = (solve(Position(GAME, strain, hands, declarer.next)) for declarer in SEATS)
        north, east, south, west = (size - lead.low for lead in leads)
        table[strain] = north, east, south, west
    return table
