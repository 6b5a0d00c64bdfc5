"""Random integers."""

from __future__ import annotations

import random


class Random:
    def __init__(self) -> None:
        self._source = random.Random()
        self._randomise()

    def randomInteger(self, low: int, high: int) -> int:
        """An integer from `low` up to, but not including, `high`."""
        return self._source.randrange(low, high)

    def _randomise(self) -> None:
        """Make the results unpredictable; they differ from run to run."""
        self._source.seed()
