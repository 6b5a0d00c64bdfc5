"""A progress bar on the terminal, which keeps out of the way of what is printed."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final, TextIO

WIDTH: Final = 30
SECONDS_BETWEEN: Final = 0.1


class Progress:
    """Shows how far a long task is, if the stream is a terminal; else nothing."""

    def __init__(self, total: int, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        stream = sys.stderr if stream is None else stream
        self._total = max(total, 1)
        self._stream = stream
        self._clock = clock
        self._done = 0
        self._drawn = clock()
        self._visible = False
        self._cleared = False
        self._enabled = stream.isatty()

    def advance(self, amount: int) -> None:
        """Some more of the total is done."""
        self._done += amount
        now = self._clock()
        if self._enabled and (self._cleared or now - self._drawn >= SECONDS_BETWEEN):
            self._drawn, self._cleared = now, False
            share = min(self._done / self._total, 1.0)
            bar = "█" * round(share * WIDTH)
            self._stream.write(f"\r{bar:·<{WIDTH}} {share:4.0%}")
            self._stream.flush()
            self._visible = True

    def clear(self) -> None:
        """Take the bar off the terminal, so that something can be printed; the next step brings it back."""
        if self._visible:
            self._stream.write("\r" + " " * (WIDTH + 5) + "\r")
            self._stream.flush()
            self._visible, self._cleared = False, True
