"""What a deal is worth to a side by what it wins in the play."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from overtrick.auctions import Contract
from overtrick.bots.sampling.race import chance
from overtrick.rules.game import Game, Outcome, Standing
from overtrick.scoring import NOBODY, DealScore, Scores
from overtrick.seats import Side

if TYPE_CHECKING:
    import numpy.typing as npt


class Circumstances(NamedTuple):
    """What a score depends on besides the play that is still to come; pairs are by side."""

    game: Game
    contract: Contract
    vulnerable: frozenset[Side] = NOBODY
    tricks: Scores = (0, 0)
    """won so far"""
    belotes: Scores = (0, 0)
    annonces: Scores = (0, 0)
    sweeper: Side | None = None
    """the side of which it is told apart whether it wins all tricks or only all points"""
    standing: Standing | None = None
    """of the match, if there is one"""


class Worths(NamedTuple):
    """What the points of a side at the end of a deal mean to it, or its tricks where they count.

    Place p + 1 of the arrays stands for p points; the first one for no trick at all, the last one for all of them.
    """

    worth: npt.NDArray[np.float64]
    """its score less that of the other side, or its chance to win the match"""
    wins: npt.NDArray[np.float64]
    """1 where it wins the deal, 0 where it loses it, and a half where nobody does"""


@lru_cache(512)
def worths(case: Circumstances, side: Side) -> Worths:
    """What a side has of a deal, by its points."""
    most = points_of(case.game, case.contract)
    scores = [
        _score(case, side, 0, most, False),
        *(_score(case, side, points, most - points, True) for points in range(most + 1)),
        _score(case, side, most, 0, False),
    ]
    return Worths(
        np.array([worth_of(score, side, case.game, case.standing) for score in scores]),
        np.array([0.5 if score.winner is None else float(score.winner is side) for score in scores]),
    )


def points_of(game: Game, contract: Contract) -> int:
    """All that can be won in the tricks of a deal."""
    counting = game.counting(contract.strain)
    return sum(counting.card_points) + game.hand_size * counting.trick_points + counting.last_trick


def steps_of(worth: npt.NDArray[np.float64], coarseness: float) -> list[int]:
    """The points at which the worth of a deal rises by more than a share of all that it can; all rises without one."""
    much = coarseness * (worth.max() - worth.min())
    steps, last = [], worth[0]
    for place, value in enumerate(worth.tolist()):
        if abs(value - last) > much:
            steps.append(place - 1)
            last = value
    return steps


def worth_of(score: DealScore, side: Side, game: Game, standing: Standing | None) -> float:
    """What a score is worth to a side: its chance to win the match, or what it has more than the other side."""
    if standing is not None:
        first, second = score.worth or score.scores
        totals = standing.totals[0] + first, standing.totals[1] + second
        if (expected := chance(game, totals, side)) is not None:
            return expected
    return difference(score, side)


def difference(score: DealScore, side: Side) -> float:
    """By how much a score is better for a side than for the other one, as it counts in a match."""
    first, second = score.worth or score.scores
    return float(first - second if side is Side.ONE else second - first)


def _score(case: Circumstances, side: Side, points: int, others: int, told_apart: bool) -> DealScore:
    by_side = (points, others) if side is Side.ONE else (others, points)
    tricks = by_side
    if not case.game.trick_points:
        # Only whether a side has a trick matters. One without points has none, unless that is told apart.
        first, second = (
            max(case.tricks[each - 1], by_side[each - 1] > 0 or (told_apart and case.sweeper is each.other))
            for each in Side
        )
        tricks = (first, second)
    taker = case.contract.side
    by_taker = 0 if taker is None else tricks[taker - 1]
    if not case.game.trick_points and taker is not None and not tricks[taker.other - 1]:
        by_taker = case.game.hand_size
    outcome = Outcome(case.contract, by_side, tricks, case.belotes, case.annonces, by_taker, case.vulnerable)
    return case.game.score(outcome) or DealScore()
