"""How Bridge compares what a board brought at several tables, and what the margin of a match is worth.

Scores are those of one side, say North-South, at each table. The other side has the opposite of every result; of
matchpoints and victory points it has the rest.

>>> imps(-430), matchpoints([620, 170, 620, -100]), victory_points(20, 16)
(-10, [5, 2, 5, 0], (15.0, 5.0))
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from math import ceil, sqrt
from typing import Final

from overtrick.core.errors import Invalid

IMP_BOUNDS: Final = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""the least differences in points that bring 1, 2, 3 … IMPs (Law 78B)"""

MOST_BOARDS: Final = 1000
"""of a match; from this number on, hundredths of victory points no longer tell the margins apart"""

_DRAW: Final = 1000
_BLITZ: Final = 2000
"""what a draw and the highest win bring, in hundredths of victory points"""


def imps(difference: int) -> int:
    """The international match points of a difference in points, with its sign."""
    won = bisect_right(IMP_BOUNDS, abs(difference))
    return won if difference >= 0 else -won


def matchpoints(scores: Sequence[int]) -> list[int]:
    """For each table two points for each lower score and one for each equal one at another table."""
    ranked = sorted(scores)
    return [bisect_left(ranked, score) + bisect_right(ranked, score) - 1 for score in scores]


def cross_imps(scores: Sequence[int]) -> list[int]:
    """For each table the sum of the IMPs against every other table."""
    return [sum(imps(score - other) for other in scores) for score in scores]


def victory_points(margin: int, boards: int) -> tuple[float, float]:
    """The victory points of a team that won a match by a margin in IMPs, and those of its opponents; together 20.

    This is the continuous scale of the World Bridge Federation (2013): 20 from 15 IMPs times the square root of the
    number of boards on, below it on an exponential curve, in hundredths. Where rounding would make an IMP worth more
    than the one before, the score between them is raised.
    """
    if not 1 <= boards <= MOST_BOARDS:
        raise Invalid("bad-boards", boards=boards, most=MOST_BOARDS)
    scale = _scale(boards)
    won = scale[min(abs(margin), len(scale) - 1)]
    winners, losers = won / 100, (_BLITZ - won) / 100
    return (winners, losers) if margin >= 0 else (losers, winners)


@lru_cache(64)
def _scale(boards: int) -> list[int]:
    """The hundredths of victory points for each margin, up to the first that brings them all."""
    blitz, ratio = 15 * sqrt(boards), sqrt(5) - 2  # the golden ratio, which is below 1, to the power of three
    curve = [(1 - ratio ** (margin / blitz)) / (1 - ratio) for margin in range(ceil(blitz))]
    scale = [*(_DRAW + round((_BLITZ - _DRAW) * share) for share in curve), _BLITZ]
    while dents := [i for i in range(1, len(scale) - 1) if 2 * scale[i] < scale[i - 1] + scale[i + 1]]:
        for margin in dents:
            scale[margin] += 1
    return scale
