"""The rooms of the lobby: tables with the clients that are at them and their last events."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final

from overtrick.core.catalogue import game_text
from overtrick.core.errors import Illegal, Invalid
from overtrick.core.game import Game
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import Options
from overtrick.protocol.parts import TableInfo
from overtrick.table.alarms import Alarms
from overtrick.table.cut import WATCHERS, Audience
from overtrick.table.events import Addressed, snapshot
from overtrick.table.keys import hashed
from overtrick.table.ledger import Entropy
from overtrick.table.output import Client
from overtrick.table.table import Table

TAIL: Final = 256
"""how many of the last messages are at hand for clients that come back"""
TABLE_BYTES: Final = 8
MOST_TABLES: Final = 10_000


class Room:
    """A table with the clients that are at it and its last events."""

    __slots__ = ("clients", "table", "tail", "watchers")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.clients: dict[int, Client] = {}
        """by seat"""
        self.watchers: set[Client] = set()
        self.tail: deque[Addressed] = deque(maxlen=TAIL)

    @property
    def present(self) -> list[Client]:
        """Whoever is here, the players in the order of the seats."""
        return [*(client for _, client in sorted(self.clients.items())), *self.watchers]

    def addressees(self, audience: Audience) -> tuple[Client, ...]:
        """The clients of some seats."""
        clients = [self.clients[seat] for seat in audience if seat in self.clients]
        return (*clients, *self.watchers) if self.watchers and WATCHERS in audience else tuple(clients)

    @property
    def farewell(self) -> outgoing.InLobby:
        """What those who are here are told when the table closes."""
        ended = self.table.state.ended
        if ended is None:
            return outgoing.InLobby(why="closed")
        if ended.why == "gone":
            return outgoing.InLobby(why="gone", who=ended.name)
        return outgoing.InLobby(why="over")

    @property
    def info(self) -> TableInfo:
        """The table in a list."""
        state = self.table.state
        return TableInfo(state.table, state.game_text, state.phase, state.seats, len(self.watchers), state.deal - 1)

    def seat_of(self, token: str) -> int:
        """The seat that a token opens, or 0."""
        key, chairs = hashed(token), self.table.state.chairs
        return next((seat for seat, chair in chairs.items() if token and chair.token == key), 0)

    def since(self, seat: int, last: int) -> list[outgoing.Message]:
        """The events of a seat after a number, if they are all at hand, or else the table as it is."""
        state = self.table.state
        first = self.tail[0][1].n if self.tail else state.n + 1
        if first <= last <= state.n:  # of the first event at hand, the message of this seat may be gone already
            return [event for audience, event in self.tail if seat in audience and event.n > last]
        return [snapshot(state, seat)]


class Rooms:
    """All rooms, and when their tables want to be woken."""

    def __init__(self, entropy: Entropy) -> None:
        self.alarms = Alarms()
        self.is_closing = False
        """whether no table is opened any more"""
        self._entropy = entropy
        self._rooms: dict[str, Room] = {}
        self._codes: dict[str, str] = {}
        """the private tables by the SHA-256 of their codes"""

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        return iter(self._rooms.values())

    @property
    def is_full(self) -> bool:
        """Whether no table can be opened."""
        return self.is_closing or len(self._rooms) >= MOST_TABLES

    def get(self, table: str) -> Room | None:
        """The room of a table."""
        return self._rooms.get(table)

    def find(self, table: str, code: str) -> Room:
        """The room of a table that anybody may find, or of a code."""
        room = self._rooms.get(self._codes.get(hashed(code), "") if code else table)
        if room is None or (room.table.state.options.private and not code):
            raise Invalid("no-such-table")
        return room

    def open(self, game: Game, options: Options, code: str) -> Room:
        """A room with a new table, which has a code if it is private."""
        if self.is_full:
            raise Illegal("no-new-tables")
        name, key = self._entropy(TABLE_BYTES).hex(), hashed(code) if code else ""
        return self.add(Table.open(name, game_text(game), options, key, self._entropy))

    def add(self, table: Table) -> Room:
        """A room for a table."""
        room = self._rooms[table.state.table] = Room(table)
        if table.state.code:
            self._codes[table.state.code] = table.state.table
        return room

    def remove(self, room: Room) -> None:
        """A table is no more."""
        state = room.table.state
        self._rooms.pop(state.table, None)
        self._codes.pop(state.code, None)
        self.alarms.drop(state.table)
