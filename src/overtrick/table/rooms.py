"""The rooms of the lobby: tables with the clients that are at them, their last events, and when they are woken."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from heapq import heapify, heappop, heappush, nsmallest
from math import inf
from typing import Final

from overtrick.bots.bot import check_name
from overtrick.core.catalogue import game_text
from overtrick.core.errors import Illegal, Invalid
from overtrick.core.game import Game
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import Options
from overtrick.protocol.infos import game_parts
from overtrick.protocol.outgoing import TableInfo
from overtrick.table.daily import Day
from overtrick.table.events import WATCHERS, Addressed, Audience, snapshot
from overtrick.table.keys import hashed
from overtrick.table.ledger import Entropy
from overtrick.table.log import Opened
from overtrick.table.output import Client
from overtrick.table.state import SKIPPED, TableState
from overtrick.table.table import Table

TAIL: Final = 256
"""how many of the last messages are at hand for clients that come back"""
TABLE_BYTES: Final = 8
MOST_TABLES: Final = 10_000
ABANDONED: Final = 300.0
"""seconds after which a table at which nobody is may have to go, should there be too many"""
MOST_EVICTED: Final = 100
"""tables that have to go at a time, so that they need not be looked for too often"""
MOST_LISTED: Final = 200
FRESH: Final = 1.0
"""seconds for which a list of tables holds that was long to make"""
SPARE: Final = 64
"""times that hold no longer may be kept, besides as many as there are tables"""


class Room:
    """A table with the clients that are at it and its last events."""

    __slots__ = ("clients", "seen", "sent_away", "table", "tail", "watchers")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.clients: dict[int, Client] = {}
        """by seat"""
        self.watchers: set[Client] = set()
        self.seen: dict[tuple[str, int], int] = {}
        """the hands of the deal on the table that were seen by those who have gone: where they came from, and the seat,
        with the number of the deal"""
        self.sent_away: set[tuple[str, str]] = set()
        """those whom the host does not want here, by their marks"""
        self.tail: deque[Addressed] = deque(maxlen=TAIL)

    def bring_back(self, table: Table) -> None:
        """The table is what is stored of it: its players are to be seated anew, and who looks on still does.

        Whom the host has sent away, and who has seen a hand, is in no log, and holds as before.
        """
        self.table, self.clients = table, {}
        self.tail.clear()

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
        state = self.table.state
        parts = game_parts(state.game)
        watchers, deals = len(self.watchers), (state.deal - 1) % SKIPPED
        seats, rated = state.seats, state.options.rated
        return TableInfo(state.table, state.game_text, state.phase, seats, watchers, deals, parts, rated)

    @property
    def has_been_played(self) -> bool:
        """Whether cards were ever dealt here."""
        state = self.table.state
        return state.deal > 1 or state.dealt is not None

    def note_seen(self, origin: str, seat: int, deal: int) -> None:
        """Somebody goes who has seen the hand of a seat; nothing is known of those whose origin is not told."""
        self.seen = {key: number for key, number in self.seen.items() if number == deal}
        if origin:
            self.seen[origin, seat] = deal

    def forget_seen(self, origin: str, seat: int) -> None:
        """The player of a seat is there again: others from the same place need not be the same person."""
        self.seen.pop((origin, seat), None)

    def has_seen_other_hand(self, origin: str, seat: int) -> bool:
        """Whether somebody from there knows the hand of another seat of the deal on the table."""
        state = self.table.state
        return state.round is not None and any(
            (where, number) == (origin, state.deal) and other != seat for (where, other), number in self.seen.items()
        )

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


class Alarms:
    """The next time for each table. To be woken too early does no harm: then a table says anew when it wants to be."""

    def __init__(self) -> None:
        self._times: dict[str, float] = {}
        self._heap: list[tuple[float, str]] = []
        """with times that hold no longer, which are found when they come"""

    @property
    def next(self) -> float | None:
        """When the next table may want to be woken."""
        return self._heap[0][0] if self._heap else None

    def set(self, table: str, time: float) -> None:
        """Wake a table at a time, if not before."""
        if time >= self._times.get(table, time + 1):
            return
        self._times[table] = time
        heappush(self._heap, (time, table))
        if len(self._heap) > 2 * len(self._times) + SPARE:
            self._heap = [(time, table) for table, time in self._times.items()]
            heapify(self._heap)

    def ring(self, now: float) -> list[str]:
        """The tables that are to be woken by now."""
        tables = []
        while self._heap and self._heap[0][0] <= now:
            time, table = heappop(self._heap)
            if self._times.get(table) == time:
                del self._times[table]
                tables.append(table)
        return tables

    def drop(self, table: str) -> None:
        self._times.pop(table, None)


class Rooms(dict[str, Room]):
    """All rooms by the names of their tables, and when these want to be woken."""

    def __init__(self, entropy: Entropy) -> None:
        super().__init__()
        self.alarms = Alarms()
        self.is_closing = False
        """whether no table is opened any more"""
        self._entropy = entropy
        self._codes: dict[str, str] = {}
        """the private tables by the SHA-256 of their codes"""
        self.elsewhere: tuple[TableInfo, ...] = ()
        """tables of other processes that anybody may find"""
        self._list: tuple[TableInfo, ...] = ()
        self._listed_at = -inf

    @property
    def is_full(self) -> bool:
        """Whether no table can be opened."""
        return self.is_closing or len(self) >= MOST_TABLES

    def find(self, table: str, code: str) -> Room:
        """The room of a table that anybody may find, or of a code."""
        room = self.get(self._codes.get(hashed(code), "") if code else table)
        if room is None or (room.table.state.options.private and not code):
            raise Invalid("no-such-table")
        return room

    def has_code(self, code: str) -> bool:
        """Whether the table of a code is here."""
        return hashed(code) in self._codes

    def public(self) -> tuple[TableInfo, ...]:
        """The tables that anybody may find, those with empty seats first."""
        public = [room for room in self.values() if not room.table.state.options.private]
        public.sort(key=lambda room: not room.table.state.empty_seats)
        return tuple(room.info for room in public[:MOST_LISTED])

    def open_to_all(self) -> Iterator[Room]:
        """The tables at which anybody can sit down who asks for any: none that was made slow, or otherwise strange."""
        for room in self.values():
            state = room.table.state
            if state.phase == "open" and state.options == Options() and state.committed is None and state.empty_seats:
                yield room

    def listed(self, now: float) -> tuple[TableInfo, ...]:
        """The same for clients, with those elsewhere.

        Each client that comes asks for it: with many tables it is made once a second.
        """
        if len(self) <= MOST_LISTED or not self._listed_at <= now < self._listed_at + FRESH:
            self._list, self._listed_at = self.public(), now
        if not self.elsewhere:
            return self._list
        return tuple(sorted((*self._list, *self.elsewhere), key=_is_full)[:MOST_LISTED])

    def abandoned(self, now: float) -> list[Room]:
        """Some tables at which nobody has been for a while, those first at which nothing was played."""
        empty = (room for room in self.values() if room.table.absence.empty_since + ABANDONED <= now)
        return nsmallest(MOST_EVICTED, empty, key=lambda room: (room.has_been_played, room.table.absence.empty_since))

    def open(
        self, game: Game, options: Options, code: str, day: Day | None = None, decks: tuple[str, ...] = ()
    ) -> Room:
        """A room with a new table, which has a code if it is private, and may begin with the deal of a day.

        With `decks` these are dealt in its match, whatever anybody is bound to.
        """
        if self.is_full:
            raise Illegal("no-new-tables")
        check_name(options.bot)
        name, key = self._entropy(TABLE_BYTES).hex(), hashed(code) if code else ""
        table = Table(TableState(), self._entropy)
        opened = Opened(
            table=name,
            game=game_text(game),
            options=options,
            code=key,
            secret=table.ledger.new_secret() if day is None else day.secret,
            day="" if day is None else day.name,
            decks=decks,
        )
        table.ledger.write(opened)
        return self.add(table)

    def add(self, table: Table) -> Room:
        """The room for a table, new or that in which it was before."""
        room = self.get(table.state.table)
        if room is None:
            room = self[table.state.table] = Room(table)
        else:
            room.bring_back(table)
            self.alarms.drop(table.state.table)
        if table.state.code:
            self._codes[table.state.code] = table.state.table
        return room

    def remove(self, room: Room) -> None:
        state = room.table.state
        self.pop(state.table, None)
        self._codes.pop(state.code, None)
        self.alarms.drop(state.table)


def _is_full(info: TableInfo) -> bool:
    return all(seat.kind != "empty" for seat in info.seats)
