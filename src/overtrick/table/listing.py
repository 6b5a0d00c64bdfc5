"""The list of the tables that anybody may find."""

from __future__ import annotations

from math import inf
from typing import Final

from overtrick.protocol.parts import TableInfo
from overtrick.table.rooms import Rooms

MOST_LISTED: Final = 200
FRESH: Final = 1.0
"""seconds for which a list holds that was long to make"""


def public_tables(rooms: Rooms) -> tuple[TableInfo, ...]:
    """The public tables, those with empty seats first."""
    public = [room for room in rooms if not room.table.state.options.private]
    public.sort(key=lambda room: not room.table.state.empty_seats)
    return tuple(room.info for room in public[:MOST_LISTED])


class Listing:
    """The list for clients, of whom each that comes asks for it: with many tables it is made once a second."""

    def __init__(self) -> None:
        self._tables: tuple[TableInfo, ...] = ()
        self._made = -inf

    def at(self, rooms: Rooms, now: float) -> tuple[TableInfo, ...]:
        """The list of some tables; with many of them it may be a second old."""
        if len(rooms) <= MOST_LISTED or not self._made <= now < self._made + FRESH:
            self._tables, self._made = public_tables(rooms), now
        return self._tables
