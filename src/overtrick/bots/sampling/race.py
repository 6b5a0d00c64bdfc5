"""The chance to win a match, by how far the sides are from its end."""

from __future__ import annotations

from math import erf, sqrt
from typing import Final, NamedTuple

from overtrick.core.game import Game
from overtrick.core.scoring import Scores
from overtrick.core.seats import Side


class Pace(NamedTuple):
    """What a deal brings, measured in deals of equal players."""

    mean: float
    """what a side has on average"""
    scatter: float
    """the standard deviation of the difference between the sides"""


PACES: Final = {
    "belote": Pace(85, 111),
    "coinche": Pace(148, 228),
    "euchre": Pace(0.71, 1.5),
    "sueca": Pace(0.58, 1.2),
    "whist": Pace(0.98, 2.2),
}


def chance(game: Game, totals: Scores, side: Side) -> float | None:
    """The chance of a side to win a match with some totals; None where no number of points ends it.

    The deals to come are a walk of equal sides: it counts how far ahead a side is, measured by what so many deals
    scatter as are still to be played.
    """
    target = game.match_target
    if target is None:
        return None
    pace = PACES.get(game.name) or Pace(target / 12, target / 10)
    own, other = (target - totals[each - 1] for each in (side, side.other))
    if min(own, other) <= 0:
        return 0.5 if own == other else float(own < other)
    deals = (own + other) / (2 * pace.mean)
    return 0.5 + 0.5 * erf((other - own) / (pace.scatter * sqrt(2 * deals)))
