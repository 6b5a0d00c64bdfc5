"""What a table has done since it was last asked: entries to keep, events to send, records, bots to wake."""

from __future__ import annotations

from typing import NamedTuple

from overtrick.play.record import Record
from overtrick.play.view import View
from overtrick.seats import Seat
from overtrick.table.cut import Audience
from overtrick.table.outgoing import TableEvent


class BotTurn(NamedTuple):
    """A bot is to act."""

    seat: Seat
    at: int
    bot: str
    seed: int
    view: View
    not_before: float


class Changes:
    """Filled by a table, carried on by the lobby."""

    __slots__ = ("entries", "events", "records", "turns")

    def __init__(self) -> None:
        self.entries: list[tuple[int, bytes]] = []
        self.events: list[tuple[Audience, TableEvent]] = []
        self.records: list[tuple[int, Record]] = []
        self.turns: list[BotTurn] = []
