"""The programs of those who play one deal after the other: each thread has its own, which stay from deal to deal."""

from __future__ import annotations

import os
import threading
from typing import Final
from weakref import WeakSet

from overtrick.bots.program.bot import Programs
from overtrick.core import parallel


class _Here(threading.local):
    """What belongs to this thread; the programs of a process are not those of one that was forked from it."""

    def __init__(self) -> None:
        self.by_process: dict[int, Programs] = {}


_HERE: Final = _Here()
_ALL: Final[WeakSet[Programs]] = WeakSet()


def programs_here() -> Programs:
    """The programs of this thread, which end with it."""
    if os.getpid() not in _HERE.by_process:
        _HERE.by_process[os.getpid()] = programs = Programs()
        _ALL.add(programs)
    return _HERE.by_process[os.getpid()]


def close_all() -> None:
    """End the programs of all threads of this process; those that are asked later are started anew."""
    for programs in list(_ALL):
        programs.close()


parallel.BEFORE_THE_END.append(close_all)
