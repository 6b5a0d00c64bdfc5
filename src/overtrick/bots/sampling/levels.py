"""How strong the bot plays: a number of imagined deals and of searched positions, so that chance alone varies."""

from __future__ import annotations

from typing import Final, NamedTuple


class Level(NamedTuple):
    """What a decision may cost."""

    worlds: int
    """how many deals are imagined for a card, if the nodes are enough"""
    nodes: int
    """positions that are searched in all of them together"""
    playouts: int
    """how many deals are played on for a card, where that tells something"""
    deals: int
    """imagined deals for a call, four times as many where the auction is short"""


LEVELS: Final = {
    1: Level(4, 2_000, 4, 20),
    2: Level(20, 12_000, 50, 50),
    3: Level(120, 150_000, 400, 100),
    4: Level(250, 500_000, 800, 250),
    5: Level(600, 2_000_000, 2_000, 600),
}
"""from a beginner to full strength"""
DEFAULT: Final = 3
