"""Garbage that has cycles, of which playing makes none: it is looked for so that no table waits for it.

A look at all objects takes about half a microsecond for each, and there are hundreds for every table and connection.
"""

from __future__ import annotations

import gc
from typing import Final

YOUNG: Final = 2_000
"""new objects that are looked at as soon as there are so many: what a request leaves behind is among them"""
NEVER: Final = 1_000_000_000
GONE: Final = 1_000
"""clients that have to be gone before all objects are looked at, besides as many as are there"""


class Garbage:
    """When to look for what."""

    def __init__(self) -> None:
        """From now on new objects are looked at, and those that are here never again: they stay."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, NEVER, NEVER)
        self._gone = 0

    def note(self, connected: int, present: int) -> None:
        """Of all clients that have come some are present: look for what the others have left, if it is much."""
        if connected - present - self._gone >= GONE + present:
            self._gone = connected - present
            gc.collect()
