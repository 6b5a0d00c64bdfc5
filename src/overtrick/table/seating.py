"""Who is where: the clients, the tables, who sits or looks on at which, and who waits for a table.

What tables have done since they were last asked becomes an `Output` here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from overtrick.core.catalogue import game_text
from overtrick.core.errors import Illegal, Invalid
from overtrick.core.game import Game
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import Options
from overtrick.table.alarms import Alarms
from overtrick.table.cut import WATCHERS
from overtrick.table.events import snapshot
from overtrick.table.ledger import Entropy
from overtrick.table.output import Client, NewKey, Output, Post
from overtrick.table.rooms import Room, Visitor, bye, hashed
from overtrick.table.table import Table

TOKEN_BYTES: Final = 16
TABLE_BYTES: Final = 8
MOST_TABLES: Final = 10_000


class Gathering(NamedTuple):
    """What a lobby plays that puts its players together by itself, four at a time in the order in which they came."""

    game: Game
    options: Options


class Seating:
    """All tables and all clients."""

    def __init__(self, entropy: Entropy, gathering: Gathering | None = None) -> None:
        self._entropy = entropy
        self._gathering = gathering
        self._rooms: dict[str, Room] = {}
        self._codes: dict[str, str] = {}
        """the private tables by the SHA-256 of their codes"""
        self._visitors: dict[Client, Visitor] = {}
        self._waiting: list[Client] = []
        """where the lobby puts players together: who is waiting, in the order in which they came"""
        self._alarms = Alarms()
        self._is_closing = False

    @property
    def _is_full(self) -> bool:
        """Whether there are no new tables."""
        return self._is_closing or len(self._rooms) >= MOST_TABLES

    def _open(self, game: Game, options: Options, code: str) -> Room:
        if self._is_full:
            raise Illegal("no-new-tables")
        name, key = self._entropy(TABLE_BYTES).hex(), hashed(code) if code else ""
        room = Room(Table.open(name, game_text(game), options, key, self._entropy))
        self._rooms[name] = room
        if code:
            self._codes[key] = name
        return room

    def _sit(
        self, players: dict[int, Client], room: Room, now: float, out: Output, id_: str = "", code: str = ""
    ) -> None:
        """Give clients their seats with tokens, and show them the table as it is when all of them sit."""
        state, tokens = room.table.state, {seat: self._entropy(TOKEN_BYTES).hex() for seat in players}
        for seat, client in players.items():
            room.table.sit(seat, self._visitors[client].name_on(seat), hashed(tokens[seat]), now, id_)
        self._carry(room, now, out)
        room.clients |= players
        for seat, client in players.items():
            visitor = self._visitors[client]
            visitor.table, visitor.seat, visitor.key = state.table, seat, hashed(tokens[seat])
            self._stop_waiting(client, out)
            taken = outgoing.Taken(table=state.table, seat=seat, token=tokens[seat], code=code)
            out.posts += [Post((client,), taken), Post((client,), snapshot(state, seat))]

    def _watch(self, client: Client, room: Room, now: float, out: Output) -> None:
        state = room.table.state
        if not state.options.spectators:
            raise Illegal("no-spectators")
        visitor = self._visitors[client]
        visitor.table, visitor.seat = state.table, WATCHERS
        room.watchers.add(client)
        self._stop_waiting(client, out)
        out.about = state.table
        out.posts.append(Post((client,), snapshot(state, WATCHERS)))

    def _come_back(
        self, client: Client, visitor: Visitor, room: Room, seat: int, last: int, now: float, out: Output
    ) -> None:
        """A player takes his seat again, from an earlier connection of his if need be."""
        earlier = room.clients.get(seat)
        if earlier is not None:
            out.posts.append(Post((earlier,), bye(Invalid("replaced"), self._visitors[earlier].lang)))
            self._visitors[earlier].table = ""
        state, chair = room.table.state, room.table.state.chairs[seat]
        visitor.table, visitor.seat, visitor.name, visitor.key = state.table, seat, chair.name, chair.token
        room.clients[seat] = client
        out.about = state.table
        out.posts += [Post((client,), message) for message in room.since(seat, last)]
        room.table.back(seat, now)
        self._carry(room, now, out)

    def _move(self, client: Client, room: Room, seat: int, now: float, out: Output) -> None:
        """A client takes over a seat from another device, with a token of its own."""
        state, visitor, token = room.table.state, self._visitors[client], self._entropy(TOKEN_BYTES).hex()
        earlier, old_key, key = room.clients.pop(seat, None), state.chairs[seat].token, hashed(token)
        self._stop_waiting(client, out)
        room.table.moved(seat, key, now)
        if state.options.private:
            out.records.append(NewKey(state.table, old_key, key))
        self._carry(room, now, out)
        room.clients[seat] = client
        visitor.table, visitor.seat, visitor.name, visitor.key = state.table, seat, state.chairs[seat].name, key
        taken = outgoing.Taken(table=state.table, seat=seat, token=token)
        out.posts += [Post((client,), taken), Post((client,), snapshot(state, seat))]
        if earlier is not None:
            self._visitors[earlier].saw = (state.table, state.deal, seat)
            self._free([earlier])  # it does not wait for a table by itself: who had it is at one
            out.posts.append(Post((earlier,), outgoing.InLobby(why="moved")))

    def _dismiss(self, clients: Sequence[Client], why: outgoing.InLobby, now: float, out: Output) -> None:
        """Some clients are in the lobby from now on; where it puts players together, they wait."""
        if not clients:
            return
        self._free(clients)
        if self._gathering is None:
            out.posts.append(Post(tuple(clients), why))
        else:
            self._wait(self._gathering, clients, why, now, out)

    def _free(self, clients: Sequence[Client]) -> None:
        """Some clients are at no table from now on."""
        for client in clients:
            visitor = self._visitors[client]
            visitor.table, visitor.seat = "", WATCHERS

    def _wait(
        self, gathering: Gathering, clients: Sequence[Client], why: outgoing.InLobby, now: float, out: Output
    ) -> None:
        """Some clients wait until there are four, who then get a table."""
        self._waiting += clients
        waiting = outgoing.InLobby(why=why.why, who=why.who, waiting=len(self._waiting))
        out.posts.append(Post(tuple(clients), waiting))
        self._tell_waiting(out, besides=clients)
        while len(self._waiting) >= 4 and not self._is_full:
            players, self._waiting = self._waiting[:4], self._waiting[4:]
            self._sit(dict(enumerate(players, 1)), self._open(*gathering, code=""), now, out)

    def _stop_waiting(self, client: Client, out: Output) -> None:
        if client in self._waiting:
            self._waiting.remove(client)
            self._tell_waiting(out)

    def _tell_waiting(self, out: Output, besides: Sequence[Client] = ()) -> None:
        others = tuple(client for client in self._waiting if client not in besides)
        if others:
            out.posts.append(Post(others, outgoing.InLobby(why="waiting", waiting=len(self._waiting))))

    def _detach(self, client: Client, visitor: Visitor) -> None:
        room = self._rooms[visitor.table]
        room.watchers.discard(client)
        if room.clients.get(visitor.seat) == client:
            del room.clients[visitor.seat]
        visitor.table = ""

    # What tables have done

    def _carry(self, room: Room, now: float, out: Output) -> None:
        """Put what a table has done into the output."""
        table, changes = room.table, room.table.take_changes()
        state = table.state
        out.kept += changes.kept
        out.records += changes.records
        for audience, event in changes.events:
            room.tail.append((audience, event))
            clients = room.addressees(audience)
            if clients:
                out.posts.append(Post(clients, event))
        out.thinking += changes.thinking
        out.hints += changes.hints
        if state.phase == "closed":
            self._close_room(room, now, out)
        elif (wake_at := table.wake_at) is not None:
            self._alarms.set(state.table, wake_at)

    def _close_room(self, room: Room, now: float, out: Output) -> None:
        """A table is no more: whoever was there is in the lobby, in the order of the seats."""
        state = room.table.state
        out.closed.append(state.table)
        self._rooms.pop(state.table, None)
        self._codes.pop(state.code, None)
        self._alarms.drop(state.table)
        players = [client for _, client in sorted(room.clients.items())]
        self._dismiss([*players, *room.watchers], room.farewell, now, out)
