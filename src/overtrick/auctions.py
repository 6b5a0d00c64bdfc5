"""Auctions: how the players come to a contract."""

from __future__ import annotations

from typing import NamedTuple

from overtrick.seats import Seat, Side
from overtrick.tricks import Strain


class Contract(NamedTuple):
    """What is played, and by whom."""

    strain: Strain
    side: Side | None = None
    """the side that took it"""
    seat: Seat | None = None
    """the player who took it"""
    value: int | str | None = None
    """what was bid: points, a level, or `capot`"""
    double: int = 0
    """0, or 1 for doubled (coinche), or 2 for redoubled (surcoinche)"""
