"""What a deal is worth to a side by what it wins in the play."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from overtrick.auctions import Contract
from overtrick.rules.game import Game, Outcome
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


class Worths(NamedTuple):
    """By the points of a side at the end of a deal, or its tricks where they count: what that means to it."""

    worth: npt.NDArray[np.float64]
    """its score less that of the other side"""
    wins: npt.NDArray[np.float64]
    """1 where it wins the deal, 0 where it loses it, and a half where nobody does"""


@lru_cache(256)
def worths(case: Circumstances, side: Side) -> Worths:
    """What a side has of a deal."""
    counting = case.game.counting(case.contract.strain)
    most = sum(counting.card_points) + case.game.hand_size * counting.trick_points + counting.last_trick
    scores = [_score(case, side, points, most - points) for points in range(most + 1)]
    return Worths(
        np.array([difference(score, side) for score in scores]),
        np.array([0.5 if score.winner is None else float(score.winner is side) for score in scores]),
    )


def difference(score: DealScore, side: Side) -> float:
    """By how much a score is better for a side than for the other one, as it counts in a match."""
    first, second = score.worth or score.scores
    return float(first - second if side is Side.ONE else second - first)


def _score(case: Circumstances, side: Side, points: int, others: int) -> DealScore:
    by_side = (points, others) if side is Side.ONE else (others, points)
    tricks = by_side
    if not case.game.trick_points:
        # Only whether a side has a trick matters: it is taken to win none if it wins no points.
        tricks = (max(case.tricks[0], by_side[0] > 0), max(case.tricks[1], by_side[1] > 0))
    taker = case.contract.side
    by_taker = 0 if taker is None else tricks[taker - 1]
    outcome = Outcome(case.contract, by_side, tricks, case.belotes, case.annonces, by_taker, case.vulnerable)
    return case.game.score(outcome) or DealScore()
