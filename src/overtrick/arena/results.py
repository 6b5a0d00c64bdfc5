"""What came of many deals or matches: means with their intervals, and who won how often."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import zip_longest
from typing import Final, NamedTuple

from overtrick.arena.estimates import Sample
from overtrick.arena.runner import Failure, Plan, Played, simulate
from overtrick.core.errors import Finding
from overtrick.core.game import Standing
from overtrick.core.scoring import DealScore
from overtrick.core.seats import Seat, Side
from overtrick.deal.record import Names, Record
from overtrick.engine.kernel.engine import engine, is_compiled
from overtrick.formats import jsonl

WORTH_LOADING: Final = 2_000
WORTH_COMPILING: Final = 20_000
"""so many deals take longer than to load the kernels, or to compile them"""
DEALS_OF_A_MATCH: Final = 8
"""more or less"""


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


def is_for_kernels(deals: int) -> bool:
    """Whether there are kernels, and they are worth it for some deals."""
    if deals < WORTH_LOADING or engine() == "plain":
        return False
    return deals >= WORTH_COMPILING or is_compiled("strategies")


def results_of(plan: Plan, with_records: bool = False) -> Iterator[tuple[Result, int]]:
    """What is kept of all deals or matches of a plan, each with how many ended so.

    Kernels play long plans, where all bots and the game have some, unless records are wanted.
    """
    deals = plan.size if plan.unit == "deals" else DEALS_OF_A_MATCH * plan.size
    if not with_records and is_for_kernels(deals):
        from overtrick.arena.native import native_results  # loads NumPy

        found = native_results(plan)
        if found is not None:
            yield from found
            return
    for result in simulate(plan, partial(result_of, seats=plan.bots if with_records else None)):
        yield result, 1


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

    def add(self, result: Result, times: int = 1) -> None:
        """Count a deal or match that ended so, or some of them."""
        scores, standing = result.scores, result.standing
        self.deals += times * len(scores)
        self.passed_out += times * sum(not score.is_played for score in scores)
        for failure in result.failures:
            self.failures.setdefault((failure.seat, failure.finding.code), failure.finding)
        points = scores[0].scores if standing is None else standing.totals
        for side in Side:
            index = side - 1
            self.points[index].add(points[index], times)
            self.deals_won[index] += times * sum(score.winner is side for score in scores)
            self.contracts[index] += times * sum(score.taker is side for score in scores)
            self.made[index] += times * sum(score.taker is side and score.winner is side for score in scores)
            self.matches_won[index] += times * (standing is not None and standing.winner is side)
            self.lost_by_failure[index] += times * sum(
                each.is_lost and each.seat.side is side for each in result.failures
            )
