"""Whole boards of Bridge, bidding and play, against BEN with its search.

Each board is played at two tables, with our bot as North-South at one and as East-West at the other. What we gain is in
IMPs, with a 95 % interval. The times are for a decision: of ours in CPU time, of BEN by the clock on the wall.

The networks of BEN are those for ONNX that its repository has; the larger ones for TensorFlow are not public there.
`peers/ben_player.py` tells how it is started, and with which settings it takes a time like ours.
"""

from __future__ import annotations

from argparse import ArgumentParser
from functools import partial
from itertools import chain
from statistics import median
from typing import Final, NamedTuple

from benchmarks.bots_bridge import points
from benchmarks.bots_times import Timed, milliseconds
from benchmarks.peers.ben_player import Ben, address
from benchmarks.peers.environment import NotMeasured
from benchmarks.resuming import part_of, resumed
from overtrick import find_game
from overtrick.arena.estimates import Sample
from overtrick.arena.runner import bots_for, play_out
from overtrick.bots.bot import Bot
from overtrick.core.comparing import imps
from overtrick.deal.deals import numbered_deal

BOARDS: Final = 100
SEED: Final = "whole boards"
OURS: Final = "sampling:3"
HEAD: Final = ("boards", "IMPs a board", "points a board", "our median ms", "their median ms")


class Board(NamedTuple):
    """What became of a board, as plain data: points are those of North and South."""

    with_us: int
    with_them: int
    ours: list[float]
    theirs: list[float]
    """the seconds of all decisions with a choice"""


def table(share: float = 1) -> str:
    """Our bot against BEN."""
    return row_of(OURS, SEED, part_of(share, BOARDS))


def row_of(ours: str, seed: str, boards: int) -> str:
    """What a bot gains; or why nothing was measured."""
    try:
        address()
    except NotMeasured as error:
        return f"BEN was not measured: {error}."
    found = [
        Board(*kept) for kept in resumed(f"boards-{seed}-{ours}", boards, partial(met, ours, seed), on_all_cores=False)
    ]
    gains, more = Sample(), Sample()
    for board in found:
        gains.add(imps(board.with_us - board.with_them))
        more.add(board.with_us - board.with_them)
    times = [median(chain.from_iterable(kept)) for kept in ([b.ours for b in found], [b.theirs for b in found])]
    figures = (gains.mean().told("+.2f"), more.mean().told("+.0f"), *map(milliseconds, times))
    rows = f"| {ours} against | {' | '.join(HEAD)} |", f"|---{'|--:' * len(HEAD)}|"
    return "\n".join([*rows, f"| BEN | {' | '.join((f'{len(found):,}', *figures))} |"])


def met(ours: str, seed: str, number: int) -> Board:
    """What becomes of the board of a number."""
    deal, ben = numbered_deal(find_game("bridge"), seed, number), Ben()
    seconds: list[float] = []
    us = [Timed(bot, seconds) for bot in bots_for([ours] * 4, seed, number)]
    tables: tuple[list[Bot], list[Bot]] = [us[0], ben, us[2], ben], [ben, us[1], ben, us[3]]
    with_us, with_them = (points(play_out(deal, bots)) for bots in tables)
    return Board(with_us, with_them, seconds, ben.seconds)


def main() -> None:
    """Measure what is asked for, and print it."""
    parser = ArgumentParser(prog="python -m benchmarks.bots_bridge_boards")
    parser.add_argument("--boards", type=int, default=BOARDS)
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--ours", default=OURS)
    asked = parser.parse_args()
    print(row_of(asked.ours, asked.seed, asked.boards))


if __name__ == "__main__":
    main()
