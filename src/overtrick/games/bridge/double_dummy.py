"""The double-dummy table of a Bridge deal: what each declarer wins in each strain.

Our own search finds it; without kernels DDS does, where `endplay` is installed (`overtrick[bridge]`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from overtrick.core.cards import Cards
from overtrick.core.scoring import NOBODY
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position
from overtrick.engine.kernel.engine import engine
from overtrick.engine.solver.brought import DoubleDummyTable, Tricks, other_solver
from overtrick.engine.solver.bulk import in_bulk
from overtrick.engine.solver.searchers import check_position
from overtrick.engine.solver.solve import solve
from overtrick.games.bridge.rules import BID_ORDER, BOOK, PRESETS, contract_score
from overtrick.games.bridge.solver import NAME, tricks_by_dds

__all__ = ["dd_table", "dd_tables", "limited_table", "par"]

GAME: Final = PRESETS["duplicate"]
NEVER: Final = 1_000_000
"""worse than any score, for the side that would have to pay it"""
CONTRACTS: Final = tuple((level, strain) for level in range(1, 8) for strain in BID_ORDER)
"""level and strain of all contracts, the lowest first"""


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


class ParContract(NamedTuple):
    """A contract that comes to par."""

    declarer: Seat
    level: int
    strain: Strain
    tricks: int
    """what the declarer wins"""

    @property
    def is_doubled(self) -> bool:
        """Whether it fails, and so is doubled."""
        return self.tricks < BOOK + self.level

    def __str__(self) -> str:
        """Who plays what with which result, such as `N 4S+1` or `E 5CX-2`."""
        over = self.tricks - BOOK - self.level
        result = f"{over:+}" if over else "="
        return f"{self.declarer.letter} {self.level}{self.strain}{'X' if self.is_doubled else ''}{result}"


class Par(NamedTuple):
    """The par of a deal."""

    score: int
    """for North and South; it is negative if East and West have more"""
    contracts: tuple[ParContract, ...]
    """all that bring it and that the other side can only outbid at a loss, the lowest first and of one declarer in a
    strain the lowest only; none if nobody should bid"""


def par(table: DoubleDummyTable, dealer: Seat, vulnerable: frozenset[Side] = NOBODY) -> Par:
    """The par of a table, by who speaks first and who is vulnerable; scores are those of duplicate.

    From the highest contract down: after a bid each of the others in turn does better with another one, or passes; what
    all pass is played, and doubled if it fails. A player who can bid on at no cost does.
    """
    by_bidding = {seat: -NEVER if seat.side is Side.ONE else NEVER for seat in SEATS}
    """what the players come to by the best of the bids that were looked at"""
    final: list[tuple[int, ParContract]] = []
    """the contracts that nobody outbids unless they pay for it, and their scores"""
    for level, strain in reversed(CONTRACTS):
        values = dict(by_bidding)
        for seat in reversed(SEATS):
            tricks = table.tricks[strain][seat - 1]
            score = value = _score(level, strain, seat, tricks, vulnerable)
            for other in (seat.previous, seat.partner, seat.next):  # the last one to speak decides first
                value = _best(other.side, value, by_bidding[other])
            opponents = by_bidding[seat.next], by_bidding[seat.previous]
            if value == score and score not in opponents:
                final.append((score, ParContract(seat, level, strain, tricks)))
            values[seat] = _best(seat.side, by_bidding[seat], value)
        by_bidding = values
    score = 0
    for seat in (dealer.previous, dealer.partner, dealer.next, dealer):
        score = _best(seat.side, score, by_bidding[seat])
    lowest = {(c.declarer, c.strain): c for worth, c in final if worth == score}  # of those that only differ in level
    return Par(score, tuple(reversed(lowest.values())))


def _best(side: Side, *scores: int) -> int:
    return max(scores) if side is Side.ONE else min(scores)


def _score(level: int, strain: Strain, declarer: Seat, tricks: int, vulnerable: frozenset[Side]) -> int:
    """What a contract brings to North and South, doubled if it fails."""
    score = contract_score(level, strain, int(tricks < BOOK + level), declarer.side in vulnerable, tricks)
    return score if declarer.side is Side.ONE else -score
