"""What came of many deals or matches: means with their intervals, and who won how often."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from overtrick.arena.estimates import Sample
from overtrick.arena.runner import Failure, Played
from overtrick.core.errors import Finding
from overtrick.core.game import Standing
from overtrick.core.scoring import DealScore
from overtrick.core.seats import Seat, Side
from overtrick.deal.record import Names, Record
from overtrick.formats import jsonl


class Result(NamedTuple):
    """What is kept of a deal or a match."""

    scores: tuple[DealScore, ...]
    """of all deals"""
    standing: Standing | None = None
    """of a match, at its end"""
    lines: str = ""
    """the records of all deals as JSON Lines, if they are wanted"""
    failures: tuple[Failure, ...] = ()
    """of bots, one in a deal at most"""


def result_of(played: Played, seats: Names | None = None) -> Result:
    """What is kept; with names of players also the records."""
    lines = "" if seats is None else jsonl.dumps(_records(played, seats))
    return Result(played.scores, played.standing, lines, tuple(filter(None, played.failures)))


def _records(played: Played, seats: Names) -> Iterator[Record]:
    """The records of all deals; the tags of one that a bot has lost tell who, why, and what both sides have for it."""
    for round_, score, failure in zip_longest(played.rounds, played.scores, played.failures):
        record = round_.record(seats)
        if failure is not None and failure.is_lost:
            lost = {"seat": int(failure.seat), "code": failure.finding.code, "scores": list(score.scores)}
            record = record._replace(tags={**record.tags, "failure": lost})
        yield record


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
        scores, standing = result.scores, result.standing
        self.deals += len(scores)
        self.passed_out += sum(not score.is_played for score in scores)
        for failure in result.failures:
            self.failures.setdefault((failure.seat, failure.finding.code), failure.finding)
        points = scores[0].scores if standing is None else standing.totals
        for side in Side:
            index = side - 1
            self.points[index].add(points[index])
            self.deals_won[index] += sum(score.winner is side for score in scores)
            self.contracts[index] += sum(score.taker is side for score in scores)
            self.made[index] += sum(score.taker is side and score.winner is side for score in scores)
            self.matches_won[index] += standing is not None and standing.winner is side
            self.lost_by_failure[index] += sum(each.is_lost and each.seat.side is side for each in result.failures)
