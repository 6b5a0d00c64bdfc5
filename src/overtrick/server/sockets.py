"""The connections that are open on all ports of a server, also those by which nothing is said."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Iterable
from math import inf
from typing import Final

from overtrick.server.counters import Counters
from overtrick.server.limits import Caller, Socket

FILES_KEPT: Final = 128
"""files that the server itself may have open: the store, its readers, and the pipes of its processes"""
QUESTIONS: Final = 4
"""after a silence, whether the other end of a connection is still there, before it is given up"""

log: Final = logging.getLogger(__name__)


class Sockets:
    """Counts the connections of each address and of all; where there are too many, idle ones have to go.

    A connection is idle while it could be closed and nobody would miss it: one of HTTP by which nothing is asked.
    """

    def __init__(self, counters: Counters, most: float) -> None:
        self._counters = counters
        self._most = most
        self._open: dict[Socket, Caller] = {}
        self._idle: dict[Socket, None] = {}
        """the longest idle one first"""
        self._refused, self._displaced, self._last = 0, 0, ""
        """since the last report, and the address of the last one"""

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, socket: Socket, caller: Caller) -> bool:
        """Count a new connection, for which an idle one may have to go; False if there is no room for it."""
        for each in caller.all:
            if len(each.sockets) >= each.limits.sockets and not self._displace(caller, each.sockets):
                return False
        if len(self) >= self._most and not self._displace(caller, self._idle):
            return False
        self._open[socket] = caller
        for each in caller.all:
            each.sockets[socket] = None
        return True

    def _displace(self, caller: Caller, sockets: Iterable[Socket]) -> bool:
        """Close the first idle one of some connections for a caller; False if there is none."""
        displaced = next((socket for socket in sockets if socket in self._idle), None)
        self._note(caller, is_refused=displaced is None)
        if displaced is None:
            return False
        self.leave(displaced)
        displaced.abort()
        return True

    def leave(self, socket: Socket) -> None:
        """A connection is closed, or about to be."""
        caller = self._open.pop(socket, None)
        if caller is not None:
            for each in caller.all:
                del each.sockets[socket]
            self._idle.pop(socket, None)

    def begin(self, socket: Socket) -> None:
        """Something is asked by a connection."""
        self._idle.pop(socket, None)

    def rest(self, socket: Socket) -> None:
        """Nothing is asked by a connection any more."""
        if socket in self._open:
            self._idle[socket] = None

    def _note(self, caller: Caller, is_refused: bool) -> None:
        self._last = caller.name
        self._refused += is_refused
        self._displaced += not is_refused
        self._counters.sockets_refused += is_refused

    def report(self) -> None:
        """Log what had to go since the last report: one line, however many there were."""
        if self._refused or self._displaced:
            what = "too many connections: %d refused and %d idle ones closed, the last for %s; %d are open"
            log.warning(what, self._refused, self._displaced, self._last, len(self))
            self._refused = self._displaced = 0


def most_sockets() -> float:
    """How many connections fit into the files that the system lets this process have."""
    if sys.platform == "win32":
        return inf
    import resource

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return inf if most == resource.RLIM_INFINITY else max(1, most - FILES_KEPT)


def keep_alive(connected: socket.socket, silence: int) -> None:
    """Let the system find out that the other end has gone without a word, in twice the seconds of a silence."""
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    times = {
        "TCP_KEEPIDLE": silence,
        "TCP_KEEPINTVL": max(1, silence // QUESTIONS),
        "TCP_KEEPCNT": QUESTIONS,
        "TCP_USER_TIMEOUT": 1000 * silence,  # for what was sent to arrive
    }
    for name, value in times.items():
        if hasattr(socket, name):  # a system may not have all of them
            connected.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
