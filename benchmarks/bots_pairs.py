"""The bot `sampling` of level 3 in all games against `simple` and against `random`, by the arena.

Every deal is played twice with the sides swapped: a pair, which is decided if the points of the two deals differ in
sum. The aims against `simple` are 65 % of the decided pairs in Belote, Coinche and Sueca and 60 % in Euchre. Intervals
are those of 95 %; points are what counts in a match, own less those of the other side.
"""

from __future__ import annotations

from contextlib import closing
from typing import Final

from benchmarks.resuming import cache_folder, part_of
from overtrick import find_game, game_names
from overtrick.arena.duplicate import Contest, compete
from overtrick.arena.estimates import Estimate
from overtrick.arena.journal import open_journal
from overtrick.arena.scoreboard import Scoreboard
from overtrick.cli.progress import Progress

OURS: Final = "sampling:3"
PAIRS: Final = {"simple": 500, "random": 100}
"""by the other bot"""
SEED: Final = "pairs"
HEAD: Final = "pairs | decided | won of those | points a deal"


def table(share: float = 1) -> str:
    """A row for each game and opponent."""
    rows = [
        f"| {name} | {other} | {row_of(play(Contest(find_game(name), (OURS, other), SEED, part_of(share, pairs))))} |"
        for name in game_names()
        for other, pairs in PAIRS.items()
    ]
    return "\n".join([f"| game | against | {HEAD} |", "|---|---|--:|--:|--:|--:|", *rows])


def play(contest: Contest) -> Scoreboard:
    """Play what is missing of a contest."""
    board, progress = Scoreboard(contest), Progress(contest.size)
    path = cache_folder() / f"pairs-{contest.game.name}-{contest.bots[1]}.jsonl"
    with open_journal(str(path), contest) as journal:
        kept = journal.kept[: contest.size]
        for meeting in kept:
            board.add(meeting)
        progress.skip(len(kept))
        with closing(compete(contest, len(kept))) as meetings:
            for meeting in meetings:
                journal.add(meeting)
                board.add(meeting)
                progress.advance(1)
    progress.clear()
    return board


def row_of(board: Scoreboard) -> str:
    """The cells of `HEAD` for the first bot of a contest; a bot that failed makes the run worthless."""
    if board.lapses:
        raise RuntimeError(f"bots have failed: {board.first_lapse}")
    bot = board.contest.bots[0]
    decisions, points = board.decisions(bot), board.points_per_deal(bot)
    won = _text(decisions.win_rate, ".1%")
    return " | ".join([f"{board.pairs}", f"{decisions.decided}", won, _text(points, "+.2f")])


def _text(estimate: Estimate, form: str) -> str:
    """A number with the ends of its interval."""
    value, low, high = (None if number is None else format(number, form) for number in estimate)
    return f"{value}" if low is None else f"{value} ({low} to {high})"
