"""All sequences of cards that may follow a position, counted by kernels or by the plain engine."""

from __future__ import annotations

from typing import Final

from overtrick.core.cards import Card
from overtrick.deal.position import Position
from overtrick.engine.kernel.engine import engine

SHALLOW: Final = 6
"""up to this depth the plain engine has counted before kernels are loaded"""


def perft(position: Position, depth: int) -> int:
    """How many legal sequences of `depth` cards follow a position."""
    if depth <= SHALLOW or engine() == "plain":
        return count_plainly(position, depth)
    from overtrick.engine.kernel.perft import count

    return count(position, min(depth, sum(map(len, position.hands)) + 1))


def count_plainly(position: Position, depth: int) -> int:
    """As `perft`, by the plain engine."""
    if depth == 0:
        return 1
    legal = position.legal()
    if depth == 1:
        return len(legal)
    return sum(count_plainly(position.play_unchecked(card), depth - 1) for card in legal)


def divide(position: Position, depth: int) -> dict[Card, int]:
    """The `perft` count below each legal card."""
    return {card: perft(position.play_unchecked(card), depth - 1) for card in position.legal()}
