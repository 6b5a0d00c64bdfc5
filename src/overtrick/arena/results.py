"""What came of many deals or matches: means with their intervals, and who won how often."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from overtrick.arena.estimates import Sample
from overtrick.arena.runner import Failure, Played
from overtrick.core.errors import Finding
from overtrick.core.scoring import Scores
from overtrick.core.seats import Seat, Side
from overtrick.deal.record import Names, Record
from overtrick.formats import jsonl


class Result(NamedTuple):
    """What is kept of a deal or a match; pairs are by side."""

    scores: Scores
    """of the deal, or the totals of the match"""
    deals: int
    passed_out: int
    """how many of the deals"""
    deals_won: Scores
    contracts: Scores
    """how many each side took"""
    made: Scores
    """how many of them it made"""
    winner: Side | None = None
    """of a match"""
    lines: str = ""
    """the records of all deals as JSON Lines, if they are wanted"""
    failures: tuple[Failure, ...] = ()
    """of bots, one in a deal at most"""


def result_of(played: Played, seats: Names | None = None) -> Result:
    """What is kept; with names of players also the records."""
    scores = played.scores
    return Result(
        played.standing.totals if played.standing is not None else scores[0].scores,
        len(scores),
        sum(not score.is_played for score in scores),
        _by_side([score.winner for score in scores]),
        _by_side([score.taker for score in scores]),
        _by_side([score.taker for score in scores if score.winner is score.taker]),
        None if played.standing is None else played.standing.winner,
        "" if seats is None else jsonl.dumps(_records(played, seats)),
        tuple(failure for failure in played.failures if failure is not None),
    )


def _records(played: Played, seats: Names) -> Iterator[Record]:
    """The records of all deals; the tags of one that a bot has lost tell who, why, and what both sides have for it."""
    for round_, score, failure in zip_longest(played.rounds, played.scores, played.failures):
        record = round_.record(seats)
        if failure is not None and failure.is_lost:
            lost = {"seat": int(failure.seat), "code": failure.finding.code, "scores": list(score.scores)}
            record = record._replace(tags={**record.tags, "failure": lost})
        yield record


def _by_side(sides: list[Side | None]) -> Scores:
    return sides.count(Side.ONE), sides.count(Side.TWO)


class Results:
    """All results of a simulation so far; pairs are by side."""

    def __init__(self) -> None:
        self.points = (Sample(), Sample())
        self.deals = 0
        self.passed_out = 0
        self.deals_won = [0, 0]
        self.contracts = [0, 0]
        self.made = [0, 0]
        self.matches_won = [0, 0]
        self.lost_by_failure = [0, 0]
        """deals that a bot of the side lost because it failed"""
        self.failures: dict[tuple[Seat, str], Finding] = {}
        """the first failure of each kind on each seat, by its code"""

    @property
    def size(self) -> int:
        """How many deals or matches there are."""
        return self.points[0].size

    def add(self, result: Result) -> None:
        self.deals += result.deals
        self.passed_out += result.passed_out
        for failure in result.failures:
            self.failures.setdefault((failure.seat, failure.finding.code), failure.finding)
        for side in Side:
            index = side - 1
            self.points[index].add(result.scores[index])
            self.deals_won[index] += result.deals_won[index]
            self.contracts[index] += result.contracts[index]
            self.made[index] += result.made[index]
            self.matches_won[index] += result.winner is side
            self.lost_by_failure[index] += sum(each.is_lost and each.seat.side is side for each in result.failures)
