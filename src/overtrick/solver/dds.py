"""The double-dummy table of a Bridge deal: what each declarer wins in each strain.

Bo Haglund's Double Dummy Solver (DDS) finds it where `endplay` is installed (`overtrick[bridge]`), elsewhere our own
search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from threading import Lock
from typing import Final, Literal, NamedTuple

from overtrick.cards import Cards
from overtrick.kernel.engine import engine
from overtrick.play.deal import deal_text
from overtrick.play.position import Position
from overtrick.rules.bridge import PRESETS
from overtrick.seats import SEATS, Seat
from overtrick.solver.bulk import in_bulk
from overtrick.solver.searchers import check_position
from overtrick.solver.solve import solve
from overtrick.tricks import Strain

GAME: Final = PRESETS["duplicate"]
_one_at_a_time: Final = Lock()
"""DDS cannot be asked by two threads, but works with all cores itself"""

Tricks = tuple[int, int, int, int]
"""Of the declarers North, East, South and West."""


class DoubleDummyTable(NamedTuple):
    """How many tricks each declarer wins in each strain by best play of all."""

    tricks: Mapping[Strain, Tricks]
    """by strain, spades first and no trumps last"""
    engine: Literal["dds", "numba", "plain"]
    """what found them"""


def dd_table(hands: Sequence[Cards]) -> DoubleDummyTable:
    """The table of the hands of North, East, South and West, which may have fewer than 13 cards each."""
    check_position(Position(GAME, Strain.NO_TRUMPS, hands, Seat.NORTH))
    whole = len(hands[0]) == GAME.hand_size  # of fewer cards DDS makes tables that are wrong
    if whole and find_spec("endplay") is not None:
        return DoubleDummyTable(_by_dds(hands), "dds")
    return DoubleDummyTable(_by_search(hands), engine())


def dd_tables(deals: Iterable[Sequence[Cards]]) -> Iterator[DoubleDummyTable]:
    """The tables of many deals in their order, found on all cores."""
    return in_bulk(dd_table, deals, lambda hands: 1 << len(hands[0]))


def _by_dds(hands: Sequence[Cards]) -> dict[Strain, Tricks]:
    from endplay.dds import calc_dd_table
    from endplay.types import Deal, Denom, Player

    with _one_at_a_time:
        found = calc_dd_table(Deal(deal_text(hands)))
    table = {}
    for strain in GAME.strains:
        denomination = Denom.nt if strain is Strain.NO_TRUMPS else Denom[strain.name.lower()]
        north, east, south, west = (int(found[denomination, Player[seat.name.lower()]]) for seat in SEATS)
        table[strain] = north, east, south, west
    return table


def _by_search(hands: Sequence[Cards]) -> dict[Strain, Tricks]:
    size, table = len(hands[0]), {}
    for strain in GAME.strains:  # the leaders one after the other, because a searcher remembers what it has found
        leads = (solve(Position(GAME, strain, hands, declarer.next)) for declarer in SEATS)
        north, east, south, west = (size - lead.low for lead in leads)
        table[strain] = north, east, south, west
    return table
