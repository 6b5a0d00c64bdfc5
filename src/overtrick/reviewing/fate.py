"""What becomes of a deal if the sides end with some points: who wins it, and with how many the takers do."""

from __future__ import annotations

from overtrick.play.position import Position
from overtrick.play.round import Round
from overtrick.reviewing.case import Case
from overtrick.reviewing.weighing import Effort
from overtrick.rules.coinche import CAPOT
from overtrick.scoring import Scores
from overtrick.seats import Side
from overtrick.solver.reference import at_stake, capot_bonus
from overtrick.solver.solve import solve


class Fate:
    """Who wins a deal, by what the side of the case has at the end in the units of the solver.

    Belotes and annonces are those of the deal. Points do not tell whether a side without any wins a trick: that is
    searched where all tricks were bid, and else it is taken to win none.
    """

    def __init__(self, case: Case, effort: Effort) -> None:
        self._case = case
        self._effort = effort
        self._counts_tricks = bool(case.record.game.trick_points)
        self.total = at_stake((*case.rounds, case.end)[0].position)
        """what both sides have together"""

    def winner(self, round_: Round, points: int) -> Side | None:
        """The side that wins the deal if the case's side has so many points at its end; None where nobody does."""
        tricks, side = round_.tally.tricks, self._case.side
        if self._case.contract.value == CAPOT and points == self.total and not tricks[side.other - 1]:
            return side if self._can_win_all(round_.position) else side.other
        return self._winner(points, tricks)

    @property
    def needed(self) -> int | None:
        """The least with which the case's side wins; None where nothing is enough."""
        enough = (points for points in range(self.total + 1) if self._winner(points) is self._case.side)
        return next(enough, None)

    def _winner(self, points: int, tricks: Scores = (0, 0)) -> Side | None:
        case, others = self._case, self.total - points
        both = (points, others) if case.side is Side.ONE else (others, points)
        tricks = both if self._counts_tricks else (max(tricks[0], both[0] > 0), max(tricks[1], both[1] > 0))
        score = case.record.game.score(case.outcome._replace(points=both, tricks=tricks))
        if score is not None:
            return score.winner
        return None if points == others else case.side if points > others else case.side.other

    def _can_win_all(self, position: Position) -> bool:
        """Whether the case's side can win all tricks that remain, whatever the others do."""
        if position.turn.side is not self._case.side:
            return all(self._can_win_all(position.play_unchecked(card)) for card in position.legal())
        if not position.legal():
            return True
        all_of_it = at_stake(position) + capot_bonus(position.game)
        solution = solve(position, capot=True, at_least=all_of_it, max_nodes=self._effort.max_nodes)
        return bool(solution.at_least(all_of_it))
