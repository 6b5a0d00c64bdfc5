"""How good players are, by the matches that they have played: the model of Plackett and Luce, from OpenSkill."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

SCALE: Final = 60.0
"""points of a unit of the model: with it, 250 points more win four of five matches between single players, as in Elo"""
MIDDLE: Final = 1500.0
USUAL_MEAN: Final = 25.0
"""of a beginner, in units of the model"""


class Rating(NamedTuple):
    """What is thought of a player: a normal distribution, in units of the model."""

    mean: float
    deviation: float

    @property
    def points(self) -> float:
        """As people read it."""
        return MIDDLE + SCALE * (self.mean - USUAL_MEAN)

    @property
    def doubt(self) -> float:
        """With 95 in 100, the true value is not farther from the points than this."""
        return 2 * SCALE * self.deviation


BEGINNER: Final = Rating(USUAL_MEAN, USUAL_MEAN / 3)


def rated(ratings: Sequence[Rating], loser: int | None) -> list[Rating]:
    """The ratings of four seats after a match that a side has lost, or nobody."""
    from openskill.models import PlackettLuce  # only where something is rated

    model = PlackettLuce()
    players = [model.rating(mu=rating.mean, sigma=rating.deviation) for rating in ratings]
    first, second = (1.0, 1.0) if loser is None else (2.0, 1.0) if loser == 1 else (1.0, 2.0)
    one, two = model.rate([[players[0], players[2]], [players[1], players[3]]], ranks=[first, second])
    return [Rating(player.mu, player.sigma) for player in (one[0], two[0], one[1], two[1])]
