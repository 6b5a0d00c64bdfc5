"""Sequences of cards, counted by kernels."""

from __future__ import annotations

from overtrick.deal.position import Position
from overtrick.engine.kernel.engine import load
from overtrick.engine.kernel.tables import Players, tables_of


def count(position: Position, depth: int) -> int:
    """How many legal sequences of `depth` cards follow a position."""
    load("perft")
    from overtrick.engine.kernel.compiled import perft as kernels

    tables, players = tables_of(position.game, position.strain), Players()
    tables.seat(position.trick, position.hands, players)
    return kernels.count(tables.rules, players, position.turn - 1, tables.laid(position.trick), depth)
