"""What is asked of one turn in many worlds: deals that a player cannot tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from overtrick.core.cards import Card
from overtrick.core.seats import Side
from overtrick.deal.position import Position

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Question(NamedTuple):
    """Between which steps the values of some legal cards lie, for the side to move, in each world."""

    position: Position
    """the turn; worlds differ from it in the hands only"""
    cards: Sequence[Card]
    worlds: npt.NDArray[np.uint64]
    """what the seats 1 to 4 hold, one world a row"""
    steps: Sequence[int]
    """the values that have to be told from lower ones, from below"""
    nodes: int
    """how many positions may be searched in a world"""
    most_nodes: int
    """and in all of them"""
    sweeper: Side | None = None
    """a side that has won all tricks so far and gets the bonus for all of them: less than nothing for the other one"""


class Answer(NamedTuple):
    """Bounds of the values by world (rows) and card; no step is between them, unless the nodes were not enough."""

    lows: npt.NDArray[np.int64]
    highs: npt.NDArray[np.int64]
    nodes: int
    """how many positions were searched"""
