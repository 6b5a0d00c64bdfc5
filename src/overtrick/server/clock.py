"""The time by which tables run: nothing that is due comes sooner or later because somebody sets the system's clock."""

from __future__ import annotations

import time
from collections.abc import Callable


class SteadyClock:
    """The time of day when it was made, and from then on by what has passed since.

    What it tells can be shown and stored as a time of day. After a step of the system's clock it is as wrong as that
    was before, until the next start; clients are told what time it is here, and count by that.
    """

    def __init__(self, of_day: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._ahead = of_day() - steady()

    def __call__(self) -> float:
        return self._steady() + self._ahead
