"""When tables want to be woken."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import Final

SPARE: Final = 64
"""times that hold no longer may be kept, besides as many as there are tables"""


class Alarms:
    """The next time for each table. To be woken too early does no harm: then a table says anew when it wants to be."""

    def __init__(self) -> None:
        self._times: dict[str, float] = {}
        self._heap: list[tuple[float, str]] = []
        """with times that hold no longer, which are found when they come"""

    @property
    def next(self) -> float | None:
        """When the next table may want to be woken."""
        return self._heap[0][0] if self._heap else None

    def set(self, table: str, time: float) -> None:
        """Wake a table at a time, if not before."""
        if time >= self._times.get(table, time + 1):
            return
        self._times[table] = time
        heappush(self._heap, (time, table))
        if len(self._heap) > 2 * len(self._times) + SPARE:
            self._heap = [(time, table) for table, time in self._times.items()]
            heapify(self._heap)

    def ring(self, now: float) -> list[str]:
        """The tables that are to be woken by now."""
        tables = []
        while self._heap and self._heap[0][0] <= now:
            time, table = heappop(self._heap)
            if self._times.get(table) == time:
                del self._times[table]
                tables.append(table)
        return tables

    def drop(self, table: str) -> None:
        """A table is no more."""
        self._times.pop(table, None)
