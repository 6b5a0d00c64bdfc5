"""The chance to win a match, by how far the sides are from its end."""

from __future__ import annotations

from math import erf, sqrt

from overtrick.bots.sampling.knowledge import Pace, knowledge_of
from overtrick.core.game import Game
from overtrick.core.scoring import Scores
from overtrick.core.seats import Side


def chance(game: Game, totals: Scores, side: Side) -> float | None:
    """The chance of a side to win a match with some totals; None where no number of points ends it.

    The deals to come are a walk of equal sides: it counts how far ahead a side is, measured by what that many deals
    scatter as are still to be played.
    """
    target = game.match_target
    if target is None:
        return None
    pace = knowledge_of(game).pace or Pace(target / 12, target / 10)
    own, other = (target - totals[each - 1] for each in (side, side.other))
    if min(own, other) <= 0:
        return 0.5 if own == other else float(own < other)
    deals = (own + other) / (2 * pace.mean)
    return 0.5 + 0.5 * erf((other - own) / (pace.scatter * sqrt(2 * deals)))
