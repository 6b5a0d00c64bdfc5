"""What the server has done so far, for those who watch over it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, get_type_hints

GAUGES: Final[Mapping[str, str]] = {
    "connections": "Connections that are open.",
    "sockets": "TCP connections of all ports that are open, idle ones included.",
    "tables": "Tables that are open, private ones included.",
    "uptime_seconds": "Time since the start.",
}


class Counters:
    """Numbers that only grow, with what they count."""

    connected: Annotated[int, "Connections that were opened."] = 0
    messages_received: Annotated[int, "Messages from clients."] = 0
    messages_sent: Annotated[int, "Messages to clients."] = 0
    events: Annotated[int, "Events of tables that were stored."] = 0
    commits: Annotated[int, "Commits that were waited for."] = 0
    commits_failed: Annotated[int, "Outputs that could not be stored."] = 0
    refused: Annotated[int, "Messages that were refused."] = 0
    dropped: Annotated[int, "Clients that were dropped: they did not read, or broke a limit."] = 0
    sockets_refused: Annotated[int, "TCP connections for which there was no room."] = 0
    bot_moves: Annotated[int, "Moves of bots."] = 0
    bot_failures: Annotated[int, "Moves that a bot could not find."] = 0
    errors: Annotated[int, "Errors of the server itself."] = 0


COUNTERS: Final[Mapping[str, str]] = {
    name: hint.__metadata__[0] for name, hint in get_type_hints(Counters, include_extras=True).items()
}


def counted(counters: Counters) -> dict[str, float]:
    """All counters, by the names of their metrics."""
    return {f"{name}_total": getattr(counters, name) for name in COUNTERS}
