"""What a deal is worth to a side by what it wins in the play."""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from overtrick.bots.masks import Floats, MaskArray
from overtrick.bots.sampling.knowledge import Pace, knowledge_of
from overtrick.core.auctions import Contract
from overtrick.core.game import Game, Outcome, Progress, Standing
from overtrick.core.scoring import NOBODY, DealScore, Scores, seen_from
from overtrick.core.seats import SEATS, Side
from overtrick.core.tricks import Strain
from overtrick.deal.view import View


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
    nil_tricks: tuple[int, ...] = (0, 0, 0, 0)
    """what players have won who promised to win nothing; they are thought to win no more"""


class Worths(NamedTuple):
    """What the points of a side at the end of a deal mean to it, or its tricks where they count.

    Entry p + 1 of the arrays stands for p points; the first one for no trick at all, the last one for all of them.
    Where sets of cards bring points in tricks, which are counted as `Tally.values` does, there are entries for some
    `margin` below nothing and above all.
    """

    worth: Floats
    """its score less that of the other side, or its chance to win the match"""
    wins: Floats
    """1 where it wins the deal, 0 where it loses it, and a half where nobody does"""
    margin: int = 0


@lru_cache(512)
def worths(case: Circumstances, side: Side) -> Worths:
    """What a side has of a deal, by its points."""
    most, margin = case.game.points_in_tricks(case.contract.strain), _margin(case.game, case.contract.strain)
    scores = [
        _score(case, seen_from(side, (0, most)), False),
        *(_score(case, seen_from(side, (won, most - won)), True) for won in range(-margin, most + margin + 1)),
        _score(case, seen_from(side, (most, 0)), False),
    ]
    return Worths(
        np.array([worth_of(score, side, case.game, case.standing) for score in scores]),
        np.array([0.5 if score.winner is None else float(score.winner is side) for score in scores]),
        margin,
    )


def _margin(game: Game, strain: Strain) -> int:
    """How far beyond all points sets of cards may bring a side, before that is worth as much as all tricks."""
    return min(game.counting(strain).trick_sets.most // 2, (game.capot_bonus or 0) // 2)


def steps_of(table: Worths, coarseness: float) -> list[int]:
    """The points at which the worth of a deal rises by more than a share of all that it can; all rises without one."""
    worth = table.worth
    much = coarseness * (worth.max() - worth.min())
    steps, last = [], worth[0]
    for number, value in enumerate(worth.tolist()):
        if abs(value - last) > much:
            steps.append(number - 1 - table.margin)
            last = value
    return steps


def worth_of(score: DealScore, side: Side, game: Game, standing: Standing | None) -> float:
    """What a score is worth to a side: its chance to win the match, or what it has more than the other side."""
    if standing is not None:
        after = game.after(Progress(SEATS[0], standing), score).standing
        if (expected := chance(game, after, side)) is not None:
            return expected
    in_row = 0 if score.winner is None else game.row_worth if score.winner is side else -game.row_worth
    return difference(score, side, game.bag_cost) + in_row


def difference(score: DealScore, side: Side, bag_cost: float = 0) -> float:
    """By how much a score is better for a side than for the other one, as it counts in a match, less its bags."""
    first, second = (counted - bag_cost * bags for counted, bags in zip(score.counted, score.bags, strict=True))
    return float(first - second if side is Side.ONE else second - first)


def _score(case: Circumstances, by_side: Scores, told_apart: bool) -> DealScore:
    """What a deal is worth that ends with some points; a side without any may have a trick where that is told apart."""
    tricks = case.tricks
    if told_apart:
        has_sets = bool(case.game.counting(case.contract.strain).trick_sets)  # which can leave it without points
        first, second = (max(case.tricks[each - 1], has_sets or case.sweeper is each.other) for each in Side)
        tricks = (first, second)
    return score_of(
        case.game,
        case.contract,
        by_side,
        tricks,
        case.belotes,
        case.annonces,
        case.vulnerable,
        case.nil_tricks,
    )


def score_of(
    game: Game,
    contract: Contract,
    points: Scores,
    tricks: Scores,
    belotes: Scores,
    annonces: Scores,
    vulnerable: frozenset[Side] = NOBODY,
    nil_tricks: tuple[int, ...] = (0, 0, 0, 0),
) -> DealScore:
    """The score of an imagined deal; of tricks that count no points, it is enough whether a side has any."""
    so_far = Outcome(contract, points, tricks, belotes, annonces, vulnerable=vulnerable, nil_tricks=nil_tricks)
    return game.score(game.ended_with(points, so_far)) or DealScore()


def belotes_in(game: Game, strain: Strain, hands: MaskArray) -> npt.NDArray[np.int32]:
    """What pairs in one hand bring to the two sides, in deals whose rows have all cards of the four hands.

    It is `Counting.bonus_in` for thousands of hands at once.
    """
    counting = game.counting(strain)
    found = np.zeros((len(hands), len(Side)), np.int32)
    for pair in counting.pairs:
        for seat in SEATS:
            found[:, seat.side - 1] += counting.pair_bonus * (hands[:, seat - 1] & np.uint64(pair) == pair)
    return found


def is_for_match(view: View) -> bool:
    """Whether scores are worth what they mean for the match."""
    return view.standing is not None and view.game.match_target is not None


def chance(game: Game, standing: Standing, side: Side) -> float | None:
    """The chance of a side to win a match where it stands; None where no number of points ends it.

    The deals to come are a walk of equal sides: it counts how far ahead a side is, measured by what that many deals
    scatter as are still to be played.
    """
    target = game.match_target
    if target is None:
        return None
    if standing.is_over:
        return 0.5 if standing.winner is None else float(standing.winner is side)
    pace = knowledge_of(game).pace or Pace(target / 12, target / 10)
    first, second = (
        target - total - game.row_worth * row + game.bag_cost * bags
        for total, row, bags in zip(standing.totals, standing.rows, standing.bags, strict=True)
    )
    own, other = (first, second) if side is Side.ONE else (second, first)
    if min(own, other) <= 0:
        return 0.5 if own == other else float(own < other)
    deals = (own + other) / (2 * pace.mean)
    return 0.5 + 0.5 * erf((other - own) / (pace.scatter * sqrt(2 * deals)))
