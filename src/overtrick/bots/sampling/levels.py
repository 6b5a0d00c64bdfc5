"""How strong the bot plays: a number of imagined deals and of searched positions, so that chance alone varies."""

from __future__ import annotations

from typing import Final, NamedTuple


class Level(NamedTuple):
    """What a decision may cost."""

    worlds: int
    """imagined deals for a card"""
    nodes: int
    """positions that are searched in each of them"""


LEVELS: Final = {
    1: Level(4, 500),
    2: Level(10, 2_000),
    3: Level(30, 10_000),
    4: Level(80, 30_000),
    5: Level(200, 100_000),
}
"""from a beginner to full strength"""
DEFAULT: Final = 3
