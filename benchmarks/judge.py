"""Games judged per second on one core, at both levels of evidence; the aim is 1,500 for Belote at deal level.

The second table is of many games at once. `judge_many` screens bare cards, or cards with all four hands known, at both
levels; the records have hands, calls and scores, are read from JSON Lines and judged whole at deal level, one by one or
with the cards screened first, as `overtrick judge` does it on large files.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import get_args

import numpy as np

from overtrick import (
    Contract,
    Game,
    Record,
    Seat,
    Side,
    Strain,
    find_game,
    game_names,
    jsonl,
    judge,
    judge_many,
    play_deal,
    playouts,
)
from overtrick.engine.screening import judge_all
from overtrick.games.belote import belote_text
from overtrick.referee.judging import judge_game
from overtrick.referee.referee import Level
from scripts.random_games import Played, random_game

GAMES = 2000
SCREENED = 50_000
RECORDS = 400
RUNS = 5


def record_of(played: Played) -> Record:
    """The record of a random game, as one would load it."""
    return Record(played.game, tuple(played.plays), Contract(played.strain, Side.TWO, Seat.WEST))


def table() -> str:
    """A row for each game, and one for the text of Belote, which has to be read as well."""
    rows = [_row(name, _records(name)) for name in game_names()]
    rows.insert(1, _row("belote, from text", [belote_text.dumps(record) for record in _records("belote:info0004")]))
    return "\n".join(["| game | player level | deal level |", "|---|---|---|", *rows, "", *_in_bulk()])


def _in_bulk() -> list[str]:
    """The table of many games at once."""
    return [
        "| game | judge_many, cards | judge_many, cards and hands | records, one by one | records, screened |",
        "|---|---|---|---|---|",
        *map(_bulk_row, game_names()),
    ]


def _bulk_row(name: str) -> str:
    return f"| {name} | " + " | ".join(f"{speed:,.0f}" for speed in _speeds(find_game(name))) + " |"


def _speeds(game: Game) -> list[float]:
    """The cells of a row of that table."""
    made = playouts(game, Strain.HEARTS, SCREENED, seed=1)
    held = np.bitwise_or.reduce(made.hands, axis=1, keepdims=True)
    barred = np.hstack([held, np.uint64(game.pack.mask) & ~made.hands])
    text = jsonl.dumps(play_deal(game, ("random",) * 4, "1", number).record() for number in range(1, RECORDS + 1))
    return [
        SCREENED / _best(lambda: judge_many(game, Strain.HEARTS, made.plays)),
        SCREENED / _best(lambda: judge_many(game, Strain.HEARTS, made.plays, barred=barred)),
        RECORDS / _best(lambda: [judge_game(located, "deal") for located in jsonl.games(text)]),
        RECORDS / _best(lambda: judge_all(jsonl.games(text), "deal")),
    ]


def _best(work: Callable[[], object]) -> float:
    """The least CPU time of some runs, after one that is not counted."""
    work()
    seconds = []
    for _ in range(RUNS):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


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
    start = time.process_time()
    for deal in deals:
        judge(deal, level)
    return time.process_time() - start


if __name__ == "__main__":
    print(table())
