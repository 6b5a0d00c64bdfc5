"""Bo Haglund's Double Dummy Solver (DDS), which answers for Bridge where `endplay` is installed and Numba is not.

It cannot be asked by two threads at once, but works with all cores itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, Final

from overtrick.core.cards import Card, Cards, card_name
from overtrick.core.seats import SEATS
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position
from overtrick.deal.text import deal_text
from overtrick.engine.solver.brought import Tricks

if TYPE_CHECKING:
    from endplay.types import Deal, Denom

MOST_AT_ONCE: Final = 200
_one_at_a_time: Final = Lock()

NAME: Final = "dds"


def is_installed() -> bool:
    """Whether DDS can be asked."""
    return find_spec("endplay") is not None


def tricks_by_dds(hands: Sequence[Cards], strains: Iterable[Strain]) -> dict[Strain, Tricks]:
    """What each declarer wins in each strain, of whole hands."""
    from endplay.dds import calc_dd_table
    from endplay.types import Deal, Player

    with _one_at_a_time:
        found = calc_dd_table(Deal(deal_text(hands)))
    table = {}
    for strain in strains:
        denomination = _denomination(strain)
        north, east, south, west = (int(found[denomination, Player[seat.name.lower()]]) for seat in SEATS)
        table[strain] = north, east, south, west
    return table


def card_values(positions: Sequence[Position]) -> list[dict[Card, int]]:
    """What each legal card leads to in each position, as `solve` has it in `cards`."""
    values = []
    for start in range(0, len(positions), MOST_AT_ONCE):
        values += _values_at_once([_board(position) for position in positions[start : start + MOST_AT_ONCE]])
    return values


def _values_at_once(boards: Sequence[Deal]) -> list[dict[Card, int]]:
    from endplay.dds import solve_all_boards

    with _one_at_a_time:
        found = solve_all_boards(boards)
    return [{Card(card.suit.name[0] + card.rank.abbr): tricks for card, tricks in board} for board in found]


def _board(position: Position) -> Deal:
    from endplay.types import Deal, Player

    hands = list(position.hands)
    for seat, card in zip(position.trick.players, position.trick.cards, strict=False):
        hands[seat - 1] |= Cards([card])
    board = Deal(deal_text(hands))
    board.trump = _denomination(position.strain)
    board.first = Player[position.trick.leader.name.lower()]
    for card in position.trick.cards:
        board.play(card_name(card, "pbn"))
    return board


def _denomination(strain: Strain) -> Denom:
    from endplay.types import Denom

    return Denom.nt if strain is Strain.NO_TRUMPS else Denom[strain.name.lower()]
