"""Each level of the bot `sampling` against the one below, in all games, by the arena.

Pairs and their numbers are those of the section above. The aim is that every level is ahead beyond the interval.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from benchmarks.bots_pairs import HEAD, SEED, play, row_of
from benchmarks.resuming import part_of
from overtrick import find_game, game_names
from overtrick.arena.duplicate import Contest
from overtrick.bots.sampling.levels import LEVELS

PAIRS: Final = 300


def table(share: float = 1) -> str:
    """A row for each game and two levels."""
    rows = []
    for name in game_names():
        for lower, higher in pairwise(LEVELS):
            bots = f"sampling:{higher}", f"sampling:{lower}"
            board = play(Contest(find_game(name), bots, SEED, part_of(share, PAIRS)))
            rows.append(f"| {name} | {higher} | {lower} | {row_of(board)} |")
    return "\n".join([f"| game | level | against | {HEAD} |", "|---|--:|--:|--:|--:|--:|--:|", *rows])
