"""The lobby: who is connected, which tables there are, and who sits at which. Everything that is said comes in here.

It knows clients by numbers that the server gives them, and answers every call with an `Output`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, get_args

from overtrick.bots.bot import check_name
from overtrick.bots.sampling.advice import Advice
from overtrick.errors import Illegal, Invalid, OvertrickError
from overtrick.rules import find_game, game_text
from overtrick.rules.game import Game
from overtrick.table import incoming, log, outgoing
from overtrick.table.alarms import Alarms
from overtrick.table.clean import clean_line
from overtrick.table.cut import WATCHERS
from overtrick.table.events import snapshot
from overtrick.table.incoming import Options
from overtrick.table.ledger import Entropy
from overtrick.table.listing import Listing, public_tables
from overtrick.table.output import Client, Hinting, Kept, KeptRecord, Output, Post, Thinking
from overtrick.table.parts import TableInfo
from overtrick.table.rooms import Room, Visitor, bye, hashed, new_code, refused, reseat
from overtrick.table.state import restored
from overtrick.table.table import LONGEST_NAME, Table

TOKEN_BYTES: Final = 16
TABLE_BYTES: Final = 8
MOST_TABLES: Final = 10_000
AT_TABLE: Final = get_args(incoming.AtTable)


class Gathering(NamedTuple):
    """What a lobby plays that puts its players together by itself, four at a time in the order in which they came."""

    game: Game
    options: Options


class Lobby:
    """All tables and all clients."""

    def __init__(self, entropy: Entropy, gathering: Gathering | None = None) -> None:
        self._entropy = entropy
        self._gathering = gathering
        self._rooms: dict[str, Room] = {}
        self._listing = Listing()
        self._codes: dict[str, str] = {}
        """the private tables by the SHA-256 of their codes"""
        self._visitors: dict[Client, Visitor] = {}
        self._waiting: list[Client] = []
        """where the lobby puts players together: who is waiting, in the order in which they came"""
        self._alarms = Alarms()
        self._is_closing = False

    # What the server calls

    def receive(self, client: Client, message: incoming.Message, now: float) -> Output:
        """A message of a client, of which the first must be `hello`."""
        out, visitor = Output(), self._visitors.get(client)
        try:
            if visitor is None:
                if not isinstance(message, incoming.Hello):
                    raise Invalid("hello-first")
                self._hello(client, message, now, out)
            else:
                self._answer(client, visitor, message, now, out)
        except OvertrickError as error:
            lang = visitor.lang if visitor is not None else getattr(message, "lang", "en")
            out.posts.append(Post((client,), refused(error, lang, message.id)))
        return out

    def lost(self, client: Client, now: float) -> Output:
        """A client's connection has gone."""
        out, visitor = Output(), self._visitors.pop(client, None)
        self._stop_waiting(client, out)
        if visitor is not None and visitor.table:
            room = self._rooms[visitor.table]
            self._detach(client, visitor)
            if visitor.seat:
                room.table.gone(visitor.seat, now)
                self._carry(room, now, out)
        return out

    def thought(self, thinking: Thinking, action: str, now: float) -> Output:
        """A bot's answer."""
        out, room = Output(), self._rooms.get(thinking.table)
        if room is not None:
            room.table.bot_acted(thinking.seat, thinking.at, action, now)
            self._carry(room, now, out)
        return out

    def hinted(self, hinting: Hinting, advice: Advice | None) -> Output:
        """The answer to who wanted a hint, if he is still there."""
        out, room = Output(), self._rooms.get(hinting.table)
        if room is not None:
            out.about = hinting.table
            out.posts += room.hinted(hinting, advice, self._visitors)
        return out

    @property
    def wake_at(self) -> float | None:
        """When `wake` has something to do, if nothing is said before."""
        return self._alarms.next

    def wake(self, now: float) -> Output:
        """Do what is due by now."""
        out = Output()
        for name in self._alarms.ring(now):
            if (room := self._rooms.get(name)) is not None:
                room.table.advance(now)
                self._carry(room, now, out)
        return out

    def tables(self) -> tuple[TableInfo, ...]:
        """The tables that anybody may find, those with empty seats first."""
        return public_tables(self._rooms.values())

    @property
    def table_count(self) -> int:
        """How many tables there are, private ones too."""
        return len(self._rooms)

    def restore(self, table: str, entries: Sequence[bytes], now: float) -> Output:
        """Bring a table back as it was stored: after a restart, or where the last entries could not be stored."""
        out, old = Output(), self._rooms.pop(table, None)
        here = [] if old is None else [*old.clients.values(), *old.watchers]
        self._alarms.drop(table)
        if not entries:
            if old is not None:
                self._codes.pop(old.table.state.code, None)
            self._dismiss(here, outgoing.InLobby(why="closed"), now, out)
            return out
        state = restored(map(log.decode, entries))
        room = self._rooms[table] = Room(Table(state, self._entropy))
        if state.code:
            self._codes[state.code] = table
        room.watchers = set() if old is None else old.watchers
        room.clients = reseat(state, self._visitors)
        for client in room.clients.values():
            self._stop_waiting(client, out)
        present = (*room.clients.values(), *room.watchers)
        self._dismiss([client for client in here if client not in present], outgoing.InLobby(why="closed"), now, out)
        for client in present:
            out.posts.append(Post((client,), snapshot(state, self._visitors[client].seat)))
        room.table.wake_again(set(room.clients), now)
        self._carry(room, now, out)
        return out

    def close(self, now: float) -> Output:
        """The end: no new tables, and everybody is told."""
        out = Output()
        self._is_closing = True
        for client, visitor in self._visitors.items():
            out.posts.append(Post((client,), bye(Invalid("shutdown"), visitor.lang)))
        return out

    # Messages

    def _hello(self, client: Client, message: incoming.Hello, now: float, out: Output) -> None:
        if message.v != incoming.VERSION:
            raise Invalid("wrong-version", version=message.v, known=incoming.VERSION)
        visitor = self._visitors[client] = Visitor(clean_line(message.name, LONGEST_NAME), message.lang)
        out.posts.append(Post((client,), outgoing.Welcome(v=incoming.VERSION, name=visitor.name, now=now)))
        if not self._is_back(client, visitor, message, now, out):
            self._dismiss([client], outgoing.InLobby(why="hello"), now, out)

    def _hello_again(self, client: Client, visitor: Visitor, message: incoming.Hello, now: float, out: Output) -> None:
        """A client may take another language, and in the lobby another name or, by its token, a seat that it had."""
        if visitor.table and message.token:
            raise Invalid("hello-twice")
        visitor.lang = message.lang
        if not visitor.table:
            visitor.name = clean_line(message.name, LONGEST_NAME)
        out.posts.append(Post((client,), outgoing.Welcome(v=incoming.VERSION, name=visitor.name, now=now)))
        self._is_back(client, visitor, message, now, out)

    def _is_back(self, client: Client, visitor: Visitor, message: incoming.Hello, now: float, out: Output) -> bool:
        """Let a client take its seat again if its hello has the token of one."""
        room = self._rooms.get(message.table)
        seat = 0 if room is None else room.seat_of(message.token)
        if room is not None and seat:
            self._stop_waiting(client, out)
            self._come_back(client, visitor, room, seat, message.last, now, out)
        elif message.token:
            out.posts.append(Post((client,), refused(Invalid("bad-token"), visitor.lang, message.id)))
        return bool(seat)

    def _answer(self, client: Client, visitor: Visitor, message: incoming.Message, now: float, out: Output) -> None:
        """A message of a client who has said hello."""
        if isinstance(message, AT_TABLE):
            self._at_table(client, visitor, message, now, out)
            return
        if isinstance(message, incoming.Create | incoming.Quick | incoming.Sit | incoming.Watch) and visitor.table:
            raise Illegal("already-seated")
        match message:
            case incoming.Ping():
                out.posts.append(Post((client,), outgoing.Pong(id=message.id)))
            case incoming.Hello():
                self._hello_again(client, visitor, message, now, out)
            case incoming.Tables():
                tables = self._listing.at(self._rooms.values(), now)
                out.posts.append(Post((client,), outgoing.TableList(tables=tables)))
            case incoming.Create():
                self._create(client, message, now, out)
            case incoming.Quick():
                self._quick(client, message, now, out)
            case incoming.Sit():
                room = self._find(message.table, message.code)
                seat = message.seat or next(iter(room.table.state.empty_seats), 0)
                if not seat:
                    raise Illegal("table-full")
                if room.table.state.round is not None and visitor.has_seen_other_hand(room, seat):
                    raise Illegal("other-hand-seen", seat=seat)
                self._sit({seat: client}, room, now, out, message.id)
            case incoming.Watch():
                self._watch(client, self._find(message.table, message.code), now, out)

    def _at_table(self, client: Client, visitor: Visitor, message: incoming.AtTable, now: float, out: Output) -> None:
        room = self._rooms.get(visitor.table)
        if room is None:
            raise Illegal("not-at-table")
        is_leaving = isinstance(message, incoming.Leave)
        if not visitor.seat and not is_leaving:
            raise Illegal("only-watching")
        deal, done = room.table.state.deal, None
        if visitor.seat:
            done = room.table.command(visitor.seat, message, now)
        if done is None and is_leaving:
            visitor.saw = (visitor.table, deal, visitor.seat)
            self._detach(client, visitor)
        self._carry(room, now, out)
        if done is not None:
            out.about = visitor.table
            out.posts.append(Post((client,), done))
        elif is_leaving:
            self._dismiss([client], outgoing.InLobby(why="left"), now, out)

    def _create(self, client: Client, message: incoming.Create, now: float, out: Output) -> None:
        if message.bots:
            check_name(message.bots)
        code = new_code(self._entropy) if message.options.private else ""
        room = self._open(find_game(message.game), message.options, code)
        if message.bots:
            room.table.seat_bots(message.bots, message.seat)
        self._sit({message.seat: client}, room, now, out, message.id, code)

    def _quick(self, client: Client, message: incoming.Quick, now: float, out: Output) -> None:
        if self._gathering is not None:
            return  # whoever is in this lobby waits already
        game = find_game(message.game)
        for room in self._rooms.values():
            state = room.table.state
            open_to_all = state.phase == "open" and not state.options.private and state.committed is None
            if open_to_all and state.game_text == game_text(game) and state.empty_seats:
                break
        else:
            room = self._open(game, Options(), "")
        self._sit({room.table.state.empty_seats[0]: client}, room, now, out, message.id)

    def _find(self, table: str, code: str) -> Room:
        """The table of a name, if it is public, or of a code."""
        room = self._rooms.get(self._codes.get(hashed(code), "") if code else table)
        if room is None or (room.table.state.options.private and not code):
            raise Invalid("no-such-table")
        return room

    # Coming and going

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

    def _dismiss(self, clients: Sequence[Client], why: outgoing.InLobby, now: float, out: Output) -> None:
        """Some clients are in the lobby from now on; where it puts players together, they wait."""
        if not clients:
            return
        for client in clients:
            visitor = self._visitors[client]
            visitor.table, visitor.seat = "", WATCHERS
        if self._gathering is None:
            out.posts.append(Post(tuple(clients), why))
            return
        self._waiting += clients
        waiting = outgoing.InLobby(why=why.why, who=why.who, waiting=len(self._waiting))
        out.posts.append(Post(tuple(clients), waiting))
        self._tell_waiting(out, besides=clients)
        while len(self._waiting) >= 4 and not self._is_full:
            players, self._waiting = self._waiting[:4], self._waiting[4:]
            self._sit(dict(enumerate(players, 1)), self._open(*self._gathering, code=""), now, out)

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
        out.kept += [Kept(state.table, n, entry) for n, entry in changes.entries]
        if changes.records:
            keys = room.keys if state.options.private else ()
            private = state.options.private
            out.records += [KeptRecord(state.table, deal, private, record, keys) for deal, record in changes.records]
        for audience, event in changes.events:
            room.tail.append((audience, event))
            clients = room.addressees(audience)
            if clients:
                out.posts.append(Post(clients, event))
        out.thinking += changes.turns
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
