"""The port of the Table Manager protocol: programs of others sit down at our tables.

One table is gathered at a time: each program gets the seat that it names there, and once four are seated, the next one
opens a new table. The table is one like any other: people find it in the list, and may have the seats that are left.
A team match has two rooms, each with a port and one table of its own, at which the same boards are dealt.
"""

from __future__ import annotations

import asyncio
from secrets import token_hex
from typing import Final, NamedTuple

from msgspec.structs import replace

from overtrick.conversation.managed_seat import Alerts, ManagedSeat, Outcome, Wanted
from overtrick.core.catalogue import game_text
from overtrick.core.errors import Illegal
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.incoming import Options
from overtrick.protocol.outgoing import Message, Refused
from overtrick.protocol.table_manager import SIDES, Connecting, encode_line
from overtrick.server.hub import Hub
from overtrick.server.limits import Caller, Callers
from overtrick.server.ports.text import LineConnection, LinePort
from overtrick.server.sockets import Sockets
from overtrick.table.keys import hashed
from overtrick.table.output import Client
from overtrick.table.state import TableState

LANGUAGE: Final = "en"
"""of all that is said here: the protocol has no letters for others"""
OPTIONS: Final = Options(clock=300, once=True, hand_over=False)
"""of the tables: who thinks longer has lost the turn to a bot, and with it the board"""
ROOM_OPTIONS: Final = replace(OPTIONS, private=True, spectators=False)
"""of the rooms of a team match: who has seen a board in one of them must not tell of it in the other"""
ID_BYTES: Final = 4
PAUSE: Final = 0.2
"""seconds before it is looked again whether a program can come back: less than a bot takes for its first answer"""


class Program(NamedTuple):
    """Who has got a seat."""

    team: str
    address: str
    """from which it came"""
    token: str = ""
    """which opens the seat, once it is known"""


class ManagedTable:
    """A table that a program has opened."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.programs: dict[Seat, Program] = {}
        self.alerts: Alerts = {}
        self.other: ManagedTable | None = None
        """the other room of a team match"""

    def team_of(self, side: Side) -> str | None:
        """The team of the programs of a side, if there are any; in a team match it has the other side elsewhere."""
        team = self._team_here(side)
        return team if team is not None or self.other is None else self.other._team_here(side.other)

    def _team_here(self, side: Side) -> str | None:
        teams = (program.team for seat, program in self.programs.items() if seat.side is side and self.has(seat))
        return next(teams, None)

    def gone(self, wanted: Connecting, address: str) -> Seat | None:
        """The seat of a program that has gone, which one of its team may have from the same address, as nobody else."""
        for seat, program in self.programs.items():
            is_same = _is_same(program.team, wanted.team) and program.address == address
            is_gone = self.has(seat) and not self.state.chairs[seat].present
            if is_same and is_gone and program.token and wanted.seat in (None, seat):
                return seat
        return None

    def has_lost_board(self, seat: Seat) -> bool:
        """Whether a bot has acted for a seat in the board that is on: no program could go on from there."""
        return any(action.by and action.seat == seat for action in self.state.actions)

    def seat_for(self, wanted: Connecting) -> Seat:
        """The seat that a program gets, which is empty and on the side of its team; raises `Illegal` for none."""
        empty = [Seat(seat) for seat in self.state.empty_seats]
        if wanted.seat is not None and wanted.seat not in empty:
            raise Illegal("seat-taken", seat=wanted.seat.name.capitalize())
        seats = empty if wanted.seat is None else [wanted.seat]
        teams = {seat: self.team_of(seat.side) for seat in seats}
        own = [seat for seat, team in teams.items() if team is not None and _is_same(team, wanted.team)]
        free = [seat for seat, team in teams.items() if team is None]
        for seat in (*own, *free):
            return seat
        seat, team = next(iter(teams.items()))
        raise Illegal("wrong-team", side=SIDES[seat.side], team=team or "")

    def has(self, seat: Seat) -> bool:
        """Whether a seat is still that of the program which got it."""
        chair, token = self.state.chairs[seat], self.programs[seat].token
        return chair.kind == "person" and (not token or chair.token == hashed(token))


class TableManagerPort(LinePort):
    """The port for programs, and the manager of their tables."""

    def __init__(self, hub: Hub, callers: Callers, sockets: Sockets, game: Game) -> None:
        """A port to be opened, at whose tables `game` is played."""
        super().__init__(hub, callers, sockets, LANGUAGE)
        self._game = game
        self._tables: dict[str, ManagedTable] = {}
        """by name, those that are not closed"""

    def connection(self, caller: Caller, transport: asyncio.Transport) -> LineConnection:
        return ProgramConnection(self, caller, transport)

    def place(self, wanted: Wanted, address: str) -> incoming.Message | None:
        """What gets a program to a seat, or None as long as it has to wait; raises `Illegal` if there is none for it.

        First comes the seat that a program of the team has left, then one at the table that is gathered, then a new
        table.
        """
        rooms, (connecting, id_) = self.hub.lobby.rooms, wanted
        self._tables = {name: table for name, table in self._tables.items() if name in rooms}
        for name, table in self._tables.items():
            table.state = rooms[name].table.state  # another one, if it was brought back from the store
            if (seat := table.gone(connecting, address)) is not None:
                hello = incoming.Hello(v=incoming.VERSION, table=name, token=table.programs[seat].token, id=id_)
                return None if table.has_lost_board(seat) else hello
        for name, table in self._tables.items():
            if table.state.phase == "open" and table.state.empty_seats:
                return self.sit(name, table.seat_for(connecting), id_)
        return self.open_table(connecting.seat or SEATS[0], id_)

    def sit(self, table: str, seat: Seat, id_: str) -> incoming.Message:
        """What gives a program a seat at a table."""
        return incoming.Sit(table=table, seat=seat, id=id_)

    def open_table(self, seat: Seat, id_: str) -> incoming.Message:
        """What gives a program a seat where no table has one; raises `Illegal` if there is no other table."""
        return incoming.Create(game=game_text(self._game), options=OPTIONS, seat=seat, id=id_)

    def alerts(self, table: str) -> Alerts:
        return self._tables[table].alerts if table in self._tables else {}

    def note_seat(self, client: Client, program: Program) -> None:
        """A client may have got a seat."""
        for name, room in self.hub.lobby.rooms.items():
            seat = next((seat for seat, other in room.clients.items() if other == client), None)
            if seat is not None:
                table = self._tables.setdefault(name, ManagedTable(room.table.state))
                if program.token or Seat(seat) not in table.programs or not table.has(Seat(seat)):
                    table.programs[Seat(seat)] = program


class RoomPort(TableManagerPort):
    """The port of a room of a team match, which has one table and one match."""

    def __init__(
        self, hub: Hub, callers: Callers, sockets: Sockets, game: Game, decks: tuple[str, ...], other: RoomPort | None
    ) -> None:
        """The second one of two rooms knows the first."""
        super().__init__(hub, callers, sockets, game)
        self.prepared = hub.prepare(game, ROOM_OPTIONS, decks)
        self.table = ManagedTable(hub.lobby.rooms[self.prepared.table].table.state)
        self._tables[self.prepared.table] = self.table
        if other is not None:
            self.table.other, other.table.other = other.table, self.table

    def sit(self, table: str, seat: Seat, id_: str) -> incoming.Message:
        return incoming.Sit(code=self.prepared.code, seat=seat, id=id_)

    def open_table(self, seat: Seat, id_: str) -> incoming.Message:
        raise Illegal("match-is-over" if self.prepared.closed.is_set() else "table-full")


class ProgramConnection(LineConnection):
    """A program that speaks the protocol."""

    kind = "table manager port"

    def __init__(self, port: TableManagerPort, caller: Caller, transport: asyncio.Transport) -> None:
        super().__init__(port, caller, transport)
        self._port = port
        self._seat = ManagedSeat(port.alerts, self.loop.time, prefix=f"{token_hex(ID_BYTES)}.")

    def hear(self, data: bytes) -> float:
        outcome = self._seat.enter(data.decode("ascii", "replace"))
        wait = 0.0 if outcome.refusals else self.note_life()
        self._carry_out(outcome)
        for error in outcome.refusals:
            wait = max(wait, self.refuse(error))
        if not outcome.refusals:
            self.bad_messages = 0
        return wait

    def send(self, message: Message, data: bytes) -> None:
        if isinstance(message, outgoing.Taken):
            self._port.note_seat(self.client, Program(self._seat.team, self.address, message.token))
        outcome = self._seat.receive(message)
        self.write(b"".join(map(encode_line, outcome.lines)))
        if outcome.messages or self._seat.is_over:  # not before everybody has what is just being sent
            self.loop.call_soon(self._carry_out, outcome._replace(lines=[]))

    def _carry_out(self, outcome: Outcome) -> None:
        self.write(b"".join(map(encode_line, outcome.lines)))
        for message in outcome.messages:
            if isinstance(message, Wanted):
                self._sit_down(message)
            else:
                self.say(message)
        if self._seat.is_over and not self.is_over:
            self.finish()
            self.hub.lost(self.client)

    def _sit_down(self, wanted: Wanted, has_waited: bool = False) -> None:
        if self.is_over:
            return
        try:
            request = self._port.place(wanted, self.address)
            if has_waited and isinstance(request, incoming.Create | incoming.Sit):  # its own table is no more
                raise Illegal("match-is-over")
        except Illegal as error:
            self.hub.tell(self.client, Refused.of(error, LANGUAGE, wanted.id))
            return
        if request is None:
            self.loop.call_later(PAUSE, self._sit_down, wanted, True)
        else:
            self.say(request)
            self._port.note_seat(self.client, Program(self._seat.team, self.address))


def _is_same(team: str, other: str) -> bool:
    return team.casefold() == other.casefold()
