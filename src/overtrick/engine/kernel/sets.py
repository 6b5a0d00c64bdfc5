"""Exact values of positions with open hands in games in which sets of cards bring points in tricks, found by kernels.

It also serves games in which players must trump tricks that their partners hold, or may trump though they could follow.
"""

from __future__ import annotations

from overtrick.core.game import Game
from overtrick.core.tricks import Strain
from overtrick.engine.kernel.engine import load
from overtrick.engine.kernel.points import PointsState, bounds_hold, has_room, state_of
from overtrick.engine.kernel.searching import KernelSearcher
from overtrick.engine.kernel.tables import tables_of


def serves(game: Game, strain: Strain) -> bool:
    """Whether this search is made for a game under a strain: a state has room for it, and all points are even."""
    return has_room(game, strain) and all(points % 2 == 0 for _, points in game.counting(strain).trick_sets.sets)


class SetsSearcher(KernelSearcher[PointsState]):
    """Searches for points as `Tally.values` counts them; nodes are leads."""

    def __init__(self, game: Game, strain: Strain, capot: bool = False) -> None:
        """`capot` counts the bonus for all tricks that are left, in games that have one."""
        if not serves(game, strain):
            raise ValueError(f"{game} under {strain} is more than this search can hold")
        load("sets")
        from overtrick.engine.kernel.compiled import sets as kernels

        tables, bonus = tables_of(game, strain), game.capot_bonus or 0 if capot else 0
        state = state_of(tables, bonus)
        state.bounds_hold = bounds_hold(game, strain)
        super().__init__(kernels, tables, state, bool(bonus))

    def forget(self) -> None:
        """Forget what earlier questions left, so that the next search is the same whatever came before."""
        self._state.generation += 1
        self._state.refuted[:] = 0
