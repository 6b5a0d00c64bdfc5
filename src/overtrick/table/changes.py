"""What a table has done since it was last asked: entries to keep, events to send, records, bots to wake, hints."""

from __future__ import annotations

from overtrick.deal.record import Record
from overtrick.protocol.outgoing import TableEvent
from overtrick.table.cut import Audience
from overtrick.table.output import Hinting, Thinking


class Changes:
    """Filled by a table, carried on by the lobby."""

    __slots__ = ("entries", "events", "hints", "records", "turns")

    def __init__(self) -> None:
        self.entries: list[tuple[int, bytes]] = []
        self.events: list[tuple[Audience, TableEvent]] = []
        self.records: list[tuple[int, Record]] = []
        self.turns: list[Thinking] = []
        self.hints: list[Hinting] = []
