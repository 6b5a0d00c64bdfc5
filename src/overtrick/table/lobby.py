"""The lobby: who is connected, which tables there are, and who sits at which. Everything that is said comes in here.

It knows clients by numbers that the server gives them, and answers every call with an `Output`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from overtrick.bots.bot import check_name
from overtrick.bots.sampling.advice import Advice
from overtrick.core.catalogue import find_game, game_text
from overtrick.core.errors import Finding, Illegal, Invalid, OvertrickError
from overtrick.core.game import Game
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.clean import shortened
from overtrick.protocol.incoming import LONGEST_PLAYER, Options
from overtrick.table import log
from overtrick.table.accounts import NOBODY, Account, check_rated
from overtrick.table.daily import SEAT, Days, as_daily
from overtrick.table.events import WATCHERS, snapshot
from overtrick.table.gathering import Gathering
from overtrick.table.inviting import Inviting
from overtrick.table.keys import MOVE_CODE_LENGTH, VALID, Moves, MovingSeat, hashed, new_code
from overtrick.table.ledger import Entropy
from overtrick.table.output import Claiming, Client, Errand, Hinting, Opens, Output, Post, Thinking
from overtrick.table.rooms import Room, Rooms
from overtrick.table.seating import Seating, Visitor
from overtrick.table.state import restored
from overtrick.table.table import Table
from overtrick.table.talk import spoken


class Lobby:
    """What is said, by clients and by the server."""

    def __init__(self, entropy: Entropy, gathering: Gathering | None = None, days: Days | None = None) -> None:
        """With a `gathering`, the lobby puts its players together by itself; `days` has the deals of the day."""
        self._days = days
        self.rooms = Rooms(entropy)
        self._entropy = entropy
        self._visitors: dict[Client, Visitor] = {}
        self._seating = Seating(self.rooms, self._visitors, entropy, gathering)
        self.inviting = Inviting(self._visitors)
        self._moves = Moves()
        self._origins: dict[Client, str] = {}
        self._accounts: dict[Client, Account] = {}

    # What the server calls

    def came(self, client: Client, origin: str) -> None:
        """A client comes from somewhere, an address for example: who has seen a hand there does not get another one."""
        self._origins[client] = origin

    def introduce(self, client: Client, message: incoming.Hello) -> None:
        """A client that is greeted elsewhere says hello: should it come here, this is how it is called."""
        name, visitor = shortened(message.name, LONGEST_PLAYER), self._visitors.get(client)
        if visitor is None:
            origin, account = self._origins.get(client, ""), self._accounts.get(client, NOBODY)
            self._visitors[client] = Visitor(name, message.lang, origin, account)
        else:
            visitor.name, visitor.lang = name, message.lang

    def recognise(self, client: Client, account: Account) -> None:
        """A client has shown a key, or with `NOBODY` is a stranger again: that holds where it sits down from now on."""
        self._accounts[client] = account
        if client in self._visitors:
            self._visitors[client].account = account

    def account_of(self, client: Client) -> Account:
        """Who a client is."""
        return self._accounts.get(client, NOBODY)

    def name_of(self, client: Client) -> str | None:
        """How a client is called; None if it has not said hello."""
        visitor = self._visitors.get(client)
        return None if visitor is None else visitor.name

    def is_at_table(self, client: Client) -> bool:
        """Whether a client sits or looks on at a table that is here."""
        visitor = self._visitors.get(client)
        return visitor is not None and visitor.table in self.rooms

    def done(self, client: Client, message: incoming.Message) -> outgoing.Done | None:
        """That a command of a client has been done, if its table knows it by its id."""
        visitor = self._visitors.get(client)
        room = None if visitor is None else self.rooms.get(visitor.table)
        if visitor is None or room is None or not message.id:
            return None
        n = room.table.state.done.get((visitor.seat, message.id))
        return outgoing.Done(id=message.id, n=n) if n else None

    def receive(self, client: Client, message: incoming.Message, now: float) -> Output:
        """A message of a client, of which the first must be `hello`."""
        out, visitor = Output(), self._visitors.get(client)
        try:
            if visitor is not None:
                self._answer(client, visitor, message, now, out)
            elif isinstance(message, incoming.Hello):
                self._hello(client, message, now, out)
            else:
                raise Invalid("hello-first")
        except OvertrickError as error:
            lang = visitor.lang if visitor is not None else getattr(message, "lang", "en")
            out.tell(client, outgoing.Refused.of(error, lang, message.id))
        return out

    def lost(self, client: Client, now: float) -> Output:
        self._origins.pop(client, None)
        self._accounts.pop(client, None)
        out = Output()
        self.inviting.lost(client, out)
        visitor = self._visitors.pop(client, None)
        if visitor is not None:
            self._seating.lost(client, visitor, now, out)
        return out

    def prepare(
        self, game: Game, options: Options, decks: tuple[str, ...], code: str, now: float
    ) -> tuple[str, Output]:
        """Open a private table at which nobody sits yet, for a match of some deals; gives its name."""
        out = Output()
        room = self._seating.open(game, options, code, now, out, decks=decks)
        self._seating.carry(room, now, out)
        return room.table.state.table, out

    def thought(self, thinking: Thinking, action: str, now: float) -> Output:
        out, room = Output(), self.rooms.get(thinking.table)
        if room is not None:
            room.table.turns.bot_acted(thinking.seat, thinking.at, action, now)
            self._seating.advance(room, now, out)
        return out

    def hinted(self, hinting: Hinting, advice: Advice | None) -> Output:
        """The answer to a person who wanted a hint, if they are still there."""
        out, room = Output(), self.rooms.get(hinting.table)
        if room is not None:
            out.about = hinting.table
            hint, client = room.table.hints.answer(hinting, advice), room.clients.get(hinting.seat)
            if client is not None:
                no_hint = outgoing.Refused.of(Illegal("no-hint"), self._visitors[client].lang, hinting.id)
                out.tell(client, hint or no_hint)
        return out

    def claimed(self, claiming: Claiming, is_sure: bool, now: float) -> Output:
        """Whether a claim is sure, which somebody has made."""
        out, room = Output(), self.rooms.get(claiming.table)
        if room is None:
            return out
        try:
            room.table.agreements.looked_at(claiming, is_sure, now)
        except OvertrickError as error:
            client = room.clients.get(claiming.seat)
            if client is not None:
                out.about = claiming.table
                out.tell(client, outgoing.Refused.of(error, self._visitors[client].lang, claiming.id))
        self._seating.advance(room, now, out)
        return out

    def take_errand(self, errand: Errand) -> Output:
        """What another process tells of an invitation."""
        out = Output()
        self.inviting.take_errand(errand, out)
        return out

    def gone_elsewhere(self, addresses: Collection[str]) -> Output:
        """Some other processes are not there any more."""
        out = Output()
        self.inviting.gone_elsewhere(addresses, out)
        return out

    @property
    def wake_at(self) -> float | None:
        """When `wake` has something to do, if nothing is said before."""
        return self.rooms.alarms.next

    def wake(self, now: float) -> Output:
        out = Output()
        for name in self.rooms.alarms.ring(now):
            if (room := self.rooms.get(name)) is not None:
                self._seating.advance(room, now, out)
        return out

    def restore(self, table: str, entries: Sequence[bytes], now: float, is_copy: bool = False) -> Output:
        """Bring a table back as it was stored: after a restart, or where the last entries could not be stored.

        From a copy nothing is dealt that the table had in mind when the copy was made.
        """
        out, old = Output(), self.rooms.get(table)
        here = [] if old is None else old.present
        if not entries:
            if old is not None:
                self.rooms.remove(old)
            self._seating.dismiss(here, outgoing.InLobby(why="closed"), now, out)
            return out
        state = restored(map(log.decode, entries))
        room = self.rooms.add(Table(state, self._entropy))
        if is_copy:
            room.table.ledger.renew()
        self._seating.reseat(room, out)
        gone = [client for client in here if client not in room.present]
        self._seating.dismiss(gone, outgoing.InLobby(why="closed"), now, out)
        for client in room.present:
            out.tell(client, snapshot(state, self._visitors[client].seat))
        room.table.absence.restored(set(room.clients), now)
        self._seating.advance(room, now, out)
        return out

    def forget(self, table: str) -> list[Client]:
        """A table is not here any more, but goes on elsewhere; gives those who were at it."""
        room = self.rooms.get(table)
        if room is None:
            return []
        self.rooms.remove(room)
        return room.present

    def close(self, now: float) -> Output:
        """The end: no new tables, and everybody is told."""
        out = Output()
        self.rooms.is_closing = True
        for client, visitor in self._visitors.items():
            out.tell(client, outgoing.Bye.of(Finding("shutdown"), visitor.lang))
        return out

    # Messages

    def _hello(self, client: Client, message: incoming.Hello, now: float, out: Output) -> None:
        if message.v != incoming.VERSION:
            raise Invalid("wrong-version", version=message.v, known=incoming.VERSION)
        self.introduce(client, message)
        visitor = self._visitors[client]
        out.tell(client, outgoing.Welcome(v=incoming.VERSION, name=visitor.name, now=now))
        if not self._gets_seat(client, visitor, message, now, out):
            self._seating.dismiss([client], outgoing.InLobby(why="hello"), now, out)

    def _hello_again(self, client: Client, visitor: Visitor, message: incoming.Hello, now: float, out: Output) -> None:
        """A client may take another language, another name for later and, in the lobby by token or code, a seat."""
        if visitor.table and (message.token or message.move):
            raise Invalid("hello-twice")
        visitor.lang, visitor.name = message.lang, shortened(message.name, LONGEST_PLAYER)
        out.tell(client, outgoing.Welcome(v=incoming.VERSION, name=visitor.name, now=now))
        self._gets_seat(client, visitor, message, now, out)

    def _gets_seat(self, client: Client, visitor: Visitor, message: incoming.Hello, now: float, out: Output) -> bool:
        """Let a client have the seat of which its hello has the token, or the code of another device."""
        if message.move:
            return self._gets_moved_seat(client, visitor, message, now, out)
        room = self.rooms.get(message.table)
        seat = 0 if room is None else room.seat_of(message.token)
        if room is not None and seat:
            self._seating.come_back(client, room, seat, message.last, now, out)
        elif message.token:
            out.tell(client, outgoing.Refused.of(Invalid("bad-token"), visitor.lang, message.id))
        return bool(seat)

    def _gets_moved_seat(
        self, client: Client, visitor: Visitor, message: incoming.Hello, now: float, out: Output
    ) -> bool:
        """Let a client have the seat of another device, if it has the code that was made there."""
        move = self._moves.take(hashed(message.move), now)
        room = None if move is None else self.rooms.get(move.table)
        why: OvertrickError = Invalid("bad-move")
        if move is not None and room is not None and room.table.state.chairs[move.seat].token == move.token:
            # Others from the same place may have seen other hands: the code tells that this is the player of the seat.
            if not visitor.has_seen_other_hand(room.table.state, move.seat):
                self._seating.move(client, room, move.seat, now, out)
                return True
            why = Illegal("other-hand-seen", seat=move.seat)
        out.tell(client, outgoing.Refused.of(why, visitor.lang, message.id))
        return False

    def _answer(self, client: Client, visitor: Visitor, message: incoming.Message, now: float, out: Output) -> None:
        if isinstance(message, incoming.AtTable):
            self._at_table(client, visitor, message, now, out)
            return
        if isinstance(message, incoming.Create | incoming.Quick | incoming.Sit | incoming.Watch) and visitor.table:
            raise Illegal("already-seated")
        match message:
            case incoming.Ping():
                out.tell(client, outgoing.Pong(id=message.id))
            case incoming.Hello():
                self._hello_again(client, visitor, message, now, out)
            case incoming.Tables():
                is_one = bool(message.table or message.code)
                tables = (self.rooms.find(message.table, message.code).info,) if is_one else self.rooms.listed(now)
                out.tell(client, outgoing.TableList(tables=tables, id=message.id))
            case incoming.Create():
                self._create(client, message, now, out)
            case incoming.Quick():
                self._quick(client, visitor, message, now, out)
            case incoming.Sit():
                self._sit(client, visitor, message, now, out)
            case incoming.Watch():
                self._seating.watch(client, self.rooms.find(message.table, message.code), out)
            case incoming.Available():
                self.inviting.offer(client, message, out)
            case incoming.Decline():
                self.inviting.decline(client, message, out)

    def _at_table(self, client: Client, visitor: Visitor, message: incoming.AtTable, now: float, out: Output) -> None:
        room = self.rooms.get(visitor.table)
        if room is None:
            raise Illegal("not-at-table")
        is_leaving = isinstance(message, incoming.Leave)
        if not visitor.seat and isinstance(message, incoming.Say):
            self._murmur(client, visitor, room, message, out)
            return
        if not visitor.seat and not is_leaving:
            raise Illegal("only-watching")
        if isinstance(message, incoming.Move):
            self._offer_move(client, visitor, message, now, out)
            return
        if isinstance(message, incoming.Invite):
            self.inviting.invite(client, room, message, out)
            return
        deal, done = 0 if room.table.state.round is None else room.table.state.deal, None
        kicked = room.clients.get(message.seat) if isinstance(message, incoming.Kick) else None
        if visitor.seat:
            done = room.table.command(visitor.seat, message, now)
        if done is None and is_leaving:
            self._seating.see_off(client, room, visitor.seat, deal if visitor.seat else 0)
        elif done is None and kicked is not None:
            room.sent_away |= self._visitors[kicked].marks
            self._seating.see_off(kicked, room, self._visitors[kicked].seat, deal)
        self._seating.carry(room, now, out)
        if done is not None:
            out.about = visitor.table
            out.tell(client, done)
        elif is_leaving:
            self._seating.dismiss([client], outgoing.InLobby(why="left"), now, out)
        elif kicked is not None:
            host = room.table.state.chairs[visitor.seat].name
            self._seating.dismiss([kicked], outgoing.InLobby(why="kicked", who=host), now, out)

    @staticmethod
    def _murmur(client: Client, visitor: Visitor, room: Room, message: incoming.Say, out: Output) -> None:
        """Somebody who looks on says something to the others who do, unless they know a hand of the deal."""
        state = room.table.state
        if visitor.has_seen_other_hand(state, WATCHERS) or room.has_seen_other_hand(visitor.origin, WATCHERS):
            raise Illegal("hand-seen")
        murmured = outgoing.Murmured(name=visitor.name, text=spoken(message))
        out.about = state.table
        out.tell(client, replace(murmured, id=message.id))
        out.posts.append(Post(tuple(room.watchers - {client}), murmured))

    def _offer_move(self, client: Client, visitor: Visitor, message: incoming.Move, now: float, out: Output) -> None:
        """Make a code by which another device can have the seat of a client."""
        code, until = new_code(self._entropy, MOVE_CODE_LENGTH), now + VALID
        out.opens.append(Opens(hashed(code), visitor.table))
        self._moves.add(hashed(code), MovingSeat(visitor.table, visitor.seat, visitor.key, until), now)
        out.about = visitor.table
        out.tell(client, outgoing.Moving(code=code, until=until, id=message.id))

    def _create(self, client: Client, message: incoming.Create, now: float, out: Output) -> None:
        if message.daily:
            self._play_day(client, message, now, out)
            return
        if message.bots:
            check_name(message.bots)
        code = new_code(self._entropy) if message.options.private else ""
        if message.options.rated:
            check_rated(self.account_of(client), message.bots)  # before there is a table
        room = self._seating.open(find_game(message.game), message.options.binding, code, now, out)
        if message.bots:
            room.table.seat_bots(message.bots, message.seat)
        self._seating.sit({message.seat: client}, room, now, out, message.id, code)

    def _play_day(self, client: Client, message: incoming.Create, now: float, out: Output) -> None:
        """A table for the deal of the day: the usual game, the same bots for everybody, and nobody else."""
        game = find_game(find_game(message.game).name)
        if self._days is None:
            raise Invalid("no-daily")
        day = self._days(game)
        code, options = new_code(self._entropy), as_daily(message.options)
        room = self._seating.open(game, options, code, now, out, day)
        room.table.seat_bots(day.bot, SEAT)
        self._seating.sit({SEAT: client}, room, now, out, message.id, code)

    def _quick(self, client: Client, visitor: Visitor, message: incoming.Quick, now: float, out: Output) -> None:
        if self._seating.waits(client, now, out):
            return
        game = find_game(message.game)
        found = (room for room in self.rooms.open_to_all() if room.table.state.game_text == game_text(game))
        room = next((room for room in found if not visitor.marks & room.sent_away), None)
        if room is None:
            room = self._seating.open(game, Options(), "", now, out)
        self._seating.sit({room.table.state.empty_seats[0]: client}, room, now, out, message.id)

    def _sit(self, client: Client, visitor: Visitor, message: incoming.Sit, now: float, out: Output) -> None:
        room = self.rooms.find(message.table, message.code)
        state = room.table.state
        seat = message.seat or room.table.seat_for(visitor.account)
        if not seat:
            raise Illegal("table-full")
        if visitor.marks & room.sent_away:
            raise Illegal("sent-away")
        if visitor.has_seen_other_hand(state, seat) or room.has_seen_other_hand(visitor.origin, seat):
            raise Illegal("other-hand-seen", seat=seat)
        self._seating.sit({seat: client}, room, now, out, message.id)
        self.inviting.sat(state.table, seat, out)
