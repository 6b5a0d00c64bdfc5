"""The cards of Jass: what they count, and the pair of trumps that is called Stöck."""

from __future__ import annotations

from typing import Final

from overtrick.core.cards import Card, Rank
from overtrick.core.game import RankPoints
from overtrick.core.tricks import RankOrders, Strain

RANKS: Final = "AKQJT9876"
ORDERS: Final = RankOrders(plain=RANKS, trumps="J9AKQT876")
LAST_TRICK: Final = 5
WHOLE: Final = 152 + LAST_TRICK
PLAIN_POINTS: Final = (11, 4, 3, 2, 10, 0, 0, 0, 0)
TRUMP_POINTS: Final = (20, 14, 11, 4, 3, 10, 0, 0, 0)
POINTS_WITHOUT: Final = {Strain.NO_TRUMPS: (11, 4, 3, 2, 10, 0, 8, 0, 0), Strain.LOW: (0, 4, 3, 2, 10, 0, 8, 0, 11)}
"""where there are no trumps, from the ace down"""


def rank_points(strain: Strain) -> tuple[RankPoints, RankPoints]:
    """The points of plain suits and of trumps, in the orders of both."""
    return POINTS_WITHOUT.get(strain, PLAIN_POINTS), TRUMP_POINTS


def stoeck_of(strain: Strain) -> tuple[int, ...]:
    """King and queen of trumps, as a mask, where there are trumps."""
    if strain.suit is None:
        return ()
    return (Card.of(Rank.KING, strain.suit).bit | Card.of(Rank.QUEEN, strain.suit).bit,)
