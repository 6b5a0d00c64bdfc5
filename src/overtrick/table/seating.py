"""Who is where: which clients sit or look on at which tables, and which wait for one.

What tables have done since they were last asked becomes an `Output` here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from overtrick import texts
from overtrick.core.errors import Finding, Illegal
from overtrick.core.game import Game
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import Options
from overtrick.table.accounts import NOBODY, Account
from overtrick.table.daily import Day
from overtrick.table.events import WATCHERS, snapshot
from overtrick.table.gathering import Gathering, Queue
from overtrick.table.keys import hashed
from overtrick.table.ledger import Entropy
from overtrick.table.output import Client, NewKey, Opens, Output, Post
from overtrick.table.rooms import Room, Rooms
from overtrick.table.state import TableState

TOKEN_BYTES: Final = 16


class Visitor:
    """A client that has said hello."""

    __slots__ = ("account", "key", "lang", "name", "origin", "saw", "seat", "table")

    def __init__(self, name: str, lang: str, origin: str = "", account: Account = NOBODY) -> None:
        self.name = name
        self.account = account
        """who they are, if they have shown a key"""
        self.origin = origin
        """where they come from, if that is known"""
        self.lang = lang
        self.table = ""
        """where they are, if anywhere"""
        self.seat = WATCHERS
        """on which seat; `WATCHERS` if they only look on"""
        self.key = ""
        """the SHA-256 of the token of the seat that they have, or had last"""
        self.saw = ("", 0, 0)
        """the table, the deal and the seat of the last hand that they have seen"""

    def name_on(self, seat: int) -> str:
        """How they are called on a seat: by their name, or else by its number, in their language."""
        return self.name or texts.say(self.lang, "session.player", seat=seat).capitalize()

    @property
    def marks(self) -> set[tuple[str, str]]:
        """By what a table knows them again: their name with where they come from, and their key, if they have one."""
        player = self.account.player
        return {(self.origin, self.name), ("key", player)} if player else {(self.origin, self.name)}

    def has_seen_other_hand(self, state: TableState, seat: int) -> bool:
        """Whether they know the hand of another seat of the deal that is played at a table."""
        table, deal, seen = self.saw
        return state.round is not None and (table, deal) == (state.table, state.deal) and seen != seat


class Seating:
    """Brings the visitors of a lobby to its tables and back."""

    def __init__(
        self, rooms: Rooms, visitors: Mapping[Client, Visitor], entropy: Entropy, gathering: Gathering | None
    ) -> None:
        """With a `gathering`, visitors who are at no table wait for one."""
        self._rooms, self._visitors, self._entropy, self._gathering = rooms, visitors, entropy, gathering
        self._queue = Queue()

    def sit(
        self, players: Mapping[int, Client], room: Room, now: float, out: Output, id_: str = "", code: str = ""
    ) -> None:
        """Give clients their seats with tokens, and show them the table as it is when all of them sit."""
        state, tokens = room.table.state, {seat: self._entropy(TOKEN_BYTES).hex() for seat in players}
        for seat, client in players.items():
            visitor = self._visitors[client]
            room.table.sit(seat, visitor.name_on(seat), hashed(tokens[seat]), id_, visitor.account)
        self.advance(room, now, out)
        room.clients |= players
        for seat, client in players.items():
            visitor = self._visitors[client]
            visitor.table, visitor.seat, visitor.key = state.table, seat, hashed(tokens[seat])
            self._queue.remove(client, out)
            taken = outgoing.Taken(table=state.table, seat=seat, token=tokens[seat], code=code)
            out.tell(client, taken, snapshot(state, seat))

    def watch(self, client: Client, room: Room, out: Output) -> None:
        state, visitor = room.table.state, self._visitors[client]
        if not state.options.spectators:
            raise Illegal("no-spectators")
        if visitor.marks & room.sent_away:
            raise Illegal("sent-away")
        visitor.table, visitor.seat = state.table, WATCHERS
        room.watchers.add(client)
        self._queue.remove(client, out)
        out.about = state.table
        out.tell(client, snapshot(state, WATCHERS))

    def come_back(self, client: Client, room: Room, seat: int, last: int, now: float, out: Output) -> None:
        """A player takes their seat again, from an earlier connection if need be."""
        self._queue.remove(client, out)
        earlier = room.clients.get(seat)
        if earlier is not None:
            out.tell(earlier, outgoing.Bye.of(Finding("replaced"), self._visitors[earlier].lang))
            self._visitors[earlier].table = ""
        self._take_over(client, room, seat)
        out.about = room.table.state.table
        out.tell(client, *room.since(seat, last))
        room.table.absence.back(seat, now)
        self.advance(room, now, out)

    def move(self, client: Client, room: Room, seat: int, now: float, out: Output) -> None:
        """A client takes over a seat from another device, with a token of its own."""
        state, token = room.table.state, self._entropy(TOKEN_BYTES).hex()
        earlier, old_key, key = room.clients.pop(seat, None), state.chairs[seat].token, hashed(token)
        self._queue.remove(client, out)
        room.table.absence.moved(seat, key, now)
        if state.options.private:
            out.records.append(NewKey(state.table, old_key, key))
        self.advance(room, now, out)
        self._take_over(client, room, seat)
        out.tell(client, outgoing.Taken(table=state.table, seat=seat, token=token), snapshot(state, seat))
        if earlier is not None:
            self._visitors[earlier].saw = (state.table, state.deal, seat)
            self._free([earlier])  # it does not wait for a table by itself: its player is at one
            out.tell(earlier, outgoing.InLobby(why="moved"))

    def _take_over(self, client: Client, room: Room, seat: int) -> None:
        """A client has a seat on which its player has been before."""
        visitor, chair = self._visitors[client], room.table.state.chairs[seat]
        room.forget_seen(visitor.origin, seat)
        visitor.table, visitor.seat, visitor.key = room.table.state.table, seat, chair.token
        visitor.name = visitor.name or chair.name  # at the next table they may want another one
        room.clients[seat] = client

    def reseat(self, room: Room, out: Output) -> None:
        """Let visitors have their seats at a table that was brought back; also who left it, if that was not stored."""
        state = room.table.state
        seats = {chair.token: seat for seat, chair in state.persons}
        had_seats = [(client, visitor) for client, visitor in self._visitors.items() if visitor.key in seats]
        for client, visitor in sorted(had_seats, key=lambda item: item[1].table != state.table):
            seat = seats.pop(visitor.key, 0) if visitor.table in ("", state.table) else 0
            if seat:
                room.clients[seat] = client
                room.sent_away -= visitor.marks  # that was not stored either
                room.forget_seen(visitor.origin, seat)
                visitor.table, visitor.seat = state.table, seat
                self._queue.remove(client, out)

    def leave(self, client: Client, visitor: Visitor) -> None:
        """A client is not at its table any more."""
        room = self._rooms.get(visitor.table)
        assert room is not None
        room.watchers.discard(client)
        if room.clients.get(visitor.seat) == client:
            del room.clients[visitor.seat]
        visitor.table = ""

    def see_off(self, client: Client, room: Room, seat: int, deal: int) -> None:
        """A player gives up their seat; of a deal that was on the table they know a hand."""
        visitor = self._visitors[client]
        if deal:
            visitor.saw = (room.table.state.table, deal, seat)
            room.note_seen(visitor.origin, seat, deal)
        self.leave(client, visitor)

    def lost(self, client: Client, visitor: Visitor, now: float, out: Output) -> None:
        self._queue.remove(client, out)
        room = self._rooms.get(visitor.table)
        if room is not None:
            self.leave(client, visitor)
            if visitor.seat:
                if room.table.state.round is not None:
                    room.note_seen(visitor.origin, visitor.seat, room.table.state.deal)
                room.table.absence.gone(visitor.seat, now)
                self.advance(room, now, out)

    def dismiss(self, clients: Sequence[Client], why: outgoing.InLobby, now: float, out: Output) -> None:
        """Some clients are in the lobby from now on; where it puts players together, they wait."""
        if not clients:
            return
        self._free(clients)
        if self._gathering is None:
            out.posts.append(Post(tuple(clients), why))
        else:
            self._wait(self._gathering, clients, why, now, out)

    def waits(self, client: Client, now: float, out: Output) -> bool:
        """Let a client wait for a table, if the lobby puts its players together."""
        if self._gathering is not None and client not in self._queue:  # its seat has moved to another device
            self._wait(self._gathering, [client], outgoing.InLobby(why="waiting"), now, out)
        return self._gathering is not None

    def _free(self, clients: Sequence[Client]) -> None:
        """Some clients are at no table from now on."""
        for client in clients:
            visitor = self._visitors[client]
            visitor.table, visitor.seat = "", WATCHERS

    def _wait(
        self, gathering: Gathering, clients: Sequence[Client], why: outgoing.InLobby, now: float, out: Output
    ) -> None:
        """Some clients wait until there are four, who then get a table."""
        self._queue.add(clients, why, out)
        while self._queue.has_four:
            if not self._rooms.is_full:
                players = self._queue.take_four()
                self.sit(players, self.open(*gathering, "", now, out), now, out)
            elif not self._evict(now, out):
                return

    def open(
        self,
        game: Game,
        options: Options,
        code: str,
        now: float,
        out: Output,
        day: Day | None = None,
        decks: tuple[str, ...] = (),
    ) -> Room:
        """A new table, as `Rooms.open`; where there are too many, some have to go that nobody has been at for long."""
        if self._rooms.is_full:
            self._evict(now, out)
        room = self._rooms.open(game, options, code, day, decks)
        if code:
            out.opens.append(Opens(room.table.state.code, room.table.state.table))
        return room

    def _evict(self, now: float, out: Output) -> bool:
        """Close tables at which nobody has been for a while; False if there are none, or no new ones are opened."""
        abandoned = [] if self._rooms.is_closing else self._rooms.abandoned(now)
        for room in abandoned:
            if room.table.state.phase != "closed":  # else it had to go for those who looked on at one before it
                room.table.ledger.write(outgoing.Closed(n=0))
                self.carry(room, now, out)
        return bool(abandoned)

    # What tables have done

    def advance(self, room: Room, now: float, out: Output) -> None:
        """Let a table do what is due, and put what it has done into the output."""
        room.table.advance(now)
        self.carry(room, now, out)

    def carry(self, room: Room, now: float, out: Output) -> None:
        """Put what a table has done into the output."""
        table, changes = room.table, room.table.ledger.take_changes()
        out.kept += changes.kept
        out.records += [*changes.records, *changes.reports]
        out.matches += (match._replace(ended=now) for match in changes.matches)
        out.thinking += changes.thinking
        out.hints += changes.hints
        out.claims += changes.claims
        for addressed in changes.events:
            room.tail.append(addressed)
            clients = room.addressees(addressed[0])
            if clients:
                out.posts.append(Post(clients, addressed[1]))
        if table.state.phase == "closed":
            out.closed.append(table.state.table)
            self._rooms.remove(room)
            self.dismiss(room.present, room.farewell, now, out)
        elif (wake_at := table.wake_at) is not None:
            self._rooms.alarms.set(table.state.table, wake_at)
