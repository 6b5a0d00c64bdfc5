"""Games judged per second on one core, at both levels of evidence; the aim is 1,500 for Belote at deal level."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import get_args

from overtrick import Contract, Level, Record, Seat, Side, belote_text, find_game, game_names, judge
from scripts.random_games import Played, random_game

GAMES = 2000


def record_of(played: Played) -> Record:
    """The record of a random game, as one would load it."""
    return Record(played.game, tuple(played.plays), Contract(played.strain, Side.TWO, Seat.WEST))


def table() -> str:
    """A row for each game, and one for the text of Belote, which has to be read as well."""
    rows = [_row(name, _records(name)) for name in game_names()]
    rows.insert(1, _row("belote, from text", [belote_text.dumps(record) for record in _records("belote:seed000")]))
    return "\n".join(["| game | player level | deal level |", "|---|---|---|", *rows])


def _records(game: str) -> list[Record]:
    rng = Random(1)
    return [record_of(random_game(find_game(game), rng)) for _ in range(GAMES)]


def _row(name: str, deals: Sequence[Record | str]) -> str:
    cells = []
    for level in get_args(Level):
        best = min(_seconds(deals, level) for _ in range(3))
        cells.append(f"{len(deals) / best:,.0f}")
    return f"| {name} | {' | '.join(cells)} |"


def _seconds(deals: Sequence[Record | str], level: Level) -> float:
    start = time.perf_counter()
    for deal in deals:
        judge(deal, level)
    return time.perf_counter() - start


if __name__ == "__main__":
    print(table())
