"""A progress bar on the terminal, which keeps out of the way of what is printed."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final, TextIO

WIDTH: Final = 30
SECONDS_BETWEEN: Final = 0.1
SURE: Final = 3.0
"""after how many seconds it is told how long the rest will take"""


class Progress:
    """Shows how far a long task is and how long the rest will take, if the stream is a terminal; else nothing."""

    def __init__(self, total: int, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        stream = sys.stderr if stream is None else stream
        self._total = max(total, 1)
        self._stream = stream
        self._clock = clock
        self._done = 0
        self._skipped = 0
        self._started = self._drawn = clock()
        self._visible = 0
        """how many letters"""
        self._cleared = False
        self._enabled = stream.isatty()

    def skip(self, amount: int) -> None:
        """Some of the total was done before, and took no time now."""
        self._done += amount
        self._skipped += amount

    def advance(self, amount: int) -> None:
        """Some more of the total is done."""
        self._done += amount
        now = self._clock()
        if self._enabled and (self._cleared or now - self._drawn >= SECONDS_BETWEEN):
            self._drawn, self._cleared = now, False
            share = min(self._done / self._total, 1.0)
            bar = "█" * round(share * WIDTH)
            shown = f"{bar:·<{WIDTH}} {share:4.0%}{self._left(now - self._started)}"
            self._stream.write(f"\r{shown:{self._visible}}")
            self._stream.flush()
            self._visible = len(shown)

    def clear(self) -> None:
        """Take the bar off the terminal, so that something can be printed; the next step brings it back."""
        if self._visible:
            self._stream.write("\r" + " " * self._visible + "\r")
            self._stream.flush()
            self._visible, self._cleared = 0, True

    def _left(self, seconds: float) -> str:
        """The time that the rest will take if it goes on like this: `1:02:03`, or nothing while it is early."""
        now_done = self._done - self._skipped
        if seconds < SURE or now_done <= 0 or self._done >= self._total:
            return ""
        minutes, left = divmod(round(seconds / now_done * (self._total - self._done)), 60)
        return f"  ~{minutes // 60}:{minutes % 60:02}:{left:02}" if minutes >= 60 else f"  ~{minutes}:{left:02}"
