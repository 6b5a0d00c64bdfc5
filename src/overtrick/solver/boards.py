"""The values of all cards of Bridge positions by Bo Haglund's Double Dummy Solver, where `endplay` is installed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from overtrick.cards import Card, Cards, card_name
from overtrick.play.deal import deal_text
from overtrick.play.position import Position
from overtrick.rules.game import Game
from overtrick.tricks import Strain

if TYPE_CHECKING:
    from endplay.types import Deal

MOST_AT_ONCE: Final = 200


def dds_serves(game: Game) -> bool:
    """Whether DDS can be asked about positions of a game."""
    return game.name == "bridge" and find_spec("endplay") is not None


def card_values(positions: Sequence[Position]) -> list[dict[Card, int]]:
    """What each legal card leads to in each position, as `solve` has it in `cards`."""
    from endplay.dds import solve_all_boards

    starts = range(0, len(positions), MOST_AT_ONCE)
    parts = ([_board(position) for position in positions[start : start + MOST_AT_ONCE]] for start in starts)
    return [
        {Card(card.suit.name[0] + card.rank.abbr): tricks for card, tricks in board}
        for part in parts
        for board in solve_all_boards(part)
    ]


def _board(position: Position) -> Deal:
    from endplay.types import Deal, Denom, Player

    hands = list(position.hands)
    for seat, card in zip(position.trick.players, position.trick.cards, strict=False):
        hands[seat - 1] |= Cards([card])
    board = Deal(deal_text(hands))
    board.trump = Denom.nt if position.strain is Strain.NO_TRUMPS else Denom[position.strain.name.lower()]
    board.first = Player[position.trick.leader.name.lower()]
    for card in position.trick.cards:
        board.play(card_name(card, "pbn"))
    return board
