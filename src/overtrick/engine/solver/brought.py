"""What the package of a game brings to the solver: another solver for want of kernels, and what all declarers win."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, cast

from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import part_of
from overtrick.core.game import Game
from overtrick.core.scoring import NOBODY
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position
from overtrick.engine.kernel.engine import engine

Tricks = tuple[int, int, int, int]
"""Of the declarers North, East, South and West."""


class OtherSolver(Protocol):
    """The part `solver` of a game: a solver of others, which answers where there are no kernels and it is installed."""

    NAME: str

    def is_installed(self) -> bool:
        """Whether it can be asked."""

    def card_values(self, positions: Sequence[Position]) -> list[dict[Card, int]]:
        """What each legal card leads to in each position, as `solve` has it in `cards`."""


class DoubleDummyTable(NamedTuple):
    """How many tricks each declarer wins in each strain by best play of all."""

    tricks: Mapping[Strain, Tricks]
    """by strain, spades first and no trumps last"""
    engine: str
    """what found them: `dds`, `numba` or `plain`"""


class Par(Protocol):
    """What a deal is worth if both sides know all cards and bid for their best."""

    @property
    def score(self) -> int:
        """For side 1; it is negative if side 2 has more."""

    @property
    def contracts(self) -> Sequence[object]:
        """All that bring it; none if nobody should bid."""


class DoubleDummy(Protocol):
    """The part `double_dummy` of a game: what all declarers win, and par."""

    def limited_table(self, hands: Sequence[Cards], max_nodes: int = 0) -> DoubleDummyTable | None:
        """The table of four hands, if each of its numbers is found within a limit of nodes, or without one for 0."""

    def dd_tables(self, deals: Iterable[Sequence[Cards]]) -> Iterator[DoubleDummyTable]:
        """The tables of many deals in their order, found on all cores."""

    def par(self, table: DoubleDummyTable, dealer: Seat, vulnerable: frozenset[Side] = NOBODY) -> Par:
        """The par of a table, by who speaks first and who is vulnerable."""


def other_solver(game: Game) -> OtherSolver | None:
    """The solver of others that answers for a game; none where our kernels do."""
    if engine() != "plain":
        return None
    part = cast("OtherSolver | None", part_of(game, "solver"))
    return part if part is not None and part.is_installed() else None


def double_dummy_of(game: Game) -> DoubleDummy | None:
    """What tells what all declarers win."""
    return cast("DoubleDummy | None", part_of(game, "double_dummy"))
