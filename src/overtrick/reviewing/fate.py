"""What becomes of a deal if the sides end with some points: who wins it, and with how many the takers do."""

from __future__ import annotations

from overtrick.reviewing.case import Case
from overtrick.scoring import Scores
from overtrick.seats import Side
from overtrick.solver.reference import at_stake


class Fate:
    """Who wins a deal, by what the side of the case has at the end in the units of the solver.

    Belotes and annonces are those of the deal. A side is taken to win a trick if it has points or has won one.
    """

    def __init__(self, case: Case) -> None:
        self._case = case
        self._counts_tricks = bool(case.record.game.trick_points)
        self.total = at_stake((*case.rounds, case.end)[0].position)
        """what both sides have together"""

    def winner(self, points: int, tricks: Scores = (0, 0)) -> Side | None:
        """The side that wins the deal with so many points of the case's side; None where nobody does.

        `tricks` are those that the sides have won already.
        """
        case, others = self._case, self.total - points
        both = (points, others) if case.side is Side.ONE else (others, points)
        if not self._counts_tricks:
            tricks = (max(tricks[0], int(both[0] > 0)), max(tricks[1], int(both[1] > 0)))
        outcome = case.outcome._replace(points=both, tricks=both if self._counts_tricks else tricks)
        score = case.record.game.score(outcome)
        if score is not None:
            return score.winner
        return None if points == others else case.side if points > others else case.side.other

    @property
    def needed(self) -> int | None:
        """The least with which the case's side wins; None where nothing is enough."""
        enough = (points for points in range(self.total + 1) if self.winner(points) is self._case.side)
        return next(enough, None)
