"""The bot `sampling` of level 3 in all games against `simple` and against `random`, by the arena.

Every deal is played twice with the sides swapped: a pair, which is decided if the points of the two deals differ in
sum. The aims against `simple` are 65 % of the decided pairs in Belote, Coinche and Sueca and 60 % in Euchre. Intervals
are those of 95 %; points are what counts in a match, own less those of the other side.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from benchmarks.resuming import part_of, resumed
from overtrick import find_game, game_names
from overtrick.arena.duplicate import Contest, Meeting, meet
from overtrick.arena.estimates import Estimate
from overtrick.arena.scoreboard import Scoreboard
from overtrick.core.scoring import Scores

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
    """Play what is missing of a contest of two bots."""
    (couple,), name = contest.couples, f"pairs-{contest.game.name}-{contest.bots[1]}"
    board = Scoreboard(contest)
    for number, (one, two) in enumerate(
        resumed(name, contest.deals, partial(scores_of, contest), on_all_cores=True), 1
    ):
        board.add(Meeting(number, couple, ((one[0], one[1]), (two[0], two[1]))))
    return board


def scores_of(contest: Contest, number: int) -> tuple[Scores, Scores]:
    """Those of a meeting of two bots; one that failed makes the run worthless."""
    (couple,) = contest.couples
    meeting = meet(contest, (number, couple))
    if meeting.lapses:
        raise RuntimeError(f"bots have failed: {meeting.lapses}")
    return meeting.scores


def row_of(board: Scoreboard) -> str:
    """The cells of `HEAD` for the first bot of a contest."""
    bot = board.contest.bots[0]
    decisions, points = board.decisions(bot), board.points_per_deal(bot)
    won = _text(decisions.win_rate, ".1%")
    return " | ".join([f"{board.pairs}", f"{decisions.decided}", won, _text(points, "+.2f")])


def _text(estimate: Estimate, form: str) -> str:
    """A number with the ends of its interval."""
    value, low, high = (None if number is None else format(number, form) for number in estimate)
    return f"{value}" if low is None else f"{value} ({low} to {high})"
