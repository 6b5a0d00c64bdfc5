"""The lock of all who learn what deals are worth; a fork waits until nobody does, and finds nothing half done."""

from __future__ import annotations

import os
from threading import RLock
from typing import Final

LEARNING: Final = RLock()

if hasattr(os, "register_at_fork"):  # Windows has no forks
    os.register_at_fork(before=LEARNING.acquire, after_in_parent=LEARNING.release, after_in_child=LEARNING.release)
