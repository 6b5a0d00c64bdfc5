"""What the server has done so far, for those who watch over it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

GAUGES: Final[Mapping[str, str]] = {
    "connections": "Connections that are open.",
    "tables": "Tables that are open, private ones included.",
    "uptime_seconds": "Time since the start.",
}
COUNTERS: Final[Mapping[str, str]] = {
    "connected": "Connections that were opened.",
    "messages_received": "Messages from clients.",
    "messages_sent": "Messages to clients.",
    "events": "Events of tables that were stored.",
    "commits": "Commits that were waited for.",
    "commits_failed": "Outputs that could not be stored.",
    "refused": "Messages that were refused.",
    "dropped": "Clients that were dropped: they did not read, or broke a limit.",
    "bot_moves": "Moves of bots.",
    "bot_failures": "Moves that a bot could not find.",
    "errors": "Errors of the server itself.",
}


class Counters:
    """Numbers that only grow."""

    connected = 0
    messages_received = 0
    messages_sent = 0
    events = 0
    commits = 0
    commits_failed = 0
    refused = 0
    dropped = 0
    bot_moves = 0
    bot_failures = 0
    errors = 0


def prometheus_text(counters: Counters, gauges: Mapping[str, float]) -> str:
    """All counters, and what holds for this moment, in the text form of Prometheus."""
    values = [(name, "gauge", GAUGES[name], value) for name, value in gauges.items()]
    values += [(f"{name}_total", "counter", what, getattr(counters, name)) for name, what in COUNTERS.items()]
    return "".join(
        f"# HELP overtrick_{name} {what}\n# TYPE overtrick_{name} {kind}\novertrick_{name} {value}\n"
        for name, kind, what, value in values
    )
