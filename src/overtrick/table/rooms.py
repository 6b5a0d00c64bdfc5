"""The rooms of the lobby: a table with the clients that are at it, its last events, and the keys that open it."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from overtrick import texts
from overtrick.bots.sampling.advice import Advice
from overtrick.core.errors import Illegal, Invalid, OvertrickError
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import CODE_LENGTH
from overtrick.protocol.outgoing import TableEvent
from overtrick.protocol.parts import TableInfo
from overtrick.table.cut import WATCHERS, Audience
from overtrick.table.events import snapshot
from overtrick.table.ledger import Entropy
from overtrick.table.output import Client, Hinting, Post
from overtrick.table.state import TableState
from overtrick.table.table import Table

CODE_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
TAIL: Final = 256
"""so many of the last messages are at hand for clients that come back"""


class Visitor:
    """A client that has said hello."""

    __slots__ = ("key", "lang", "name", "saw", "seat", "table")

    def __init__(self, name: str, lang: str) -> None:
        self.name = name
        self.lang = lang
        self.table = ""
        """where he is, if anywhere"""
        self.seat = WATCHERS
        """on which seat; `WATCHERS` if he only looks on"""
        self.key = ""
        """the SHA-256 of the token of the seat that he has, or had last"""
        self.saw = ("", 0, 0)
        """the table, the deal and the seat of the last hand that he has seen"""

    def name_on(self, seat: int) -> str:
        """How he is called on a seat: by his name, or else by its number, in his language."""
        return self.name or texts.say(self.lang, "session.player", seat=seat).capitalize()

    def has_seen_other_hand(self, room: Room, seat: int) -> bool:
        """Whether he knows the hand of another seat of the deal that is played at a table."""
        table, deal, seen = self.saw
        state = room.table.state
        return state.round is not None and (table, deal) == (state.table, state.deal) and seen != seat


class Room:
    """A table with the clients that are at it and its last events."""

    __slots__ = ("clients", "table", "tail", "watchers")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.clients: dict[int, Client] = {}
        """by seat"""
        self.watchers: set[Client] = set()
        self.tail: deque[tuple[Audience, TableEvent]] = deque(maxlen=TAIL)

    def addressees(self, audience: Audience) -> tuple[Client, ...]:
        """The clients of some seats."""
        clients = [self.clients[seat] for seat in audience if seat in self.clients]
        return (*clients, *self.watchers) if self.watchers and WATCHERS in audience else tuple(clients)

    def hinted(self, hinting: Hinting, advice: Advice | None, visitors: Mapping[Client, Visitor]) -> list[Post]:
        """The answer to who wanted a hint; nothing if he has gone."""
        client, answer = self.clients.get(hinting.seat), self.table.hinted(hinting, advice)
        if client is None:
            return []
        no_hint = refused(Illegal("no-hint"), visitors[client].lang, hinting.id)
        return [Post((client,), answer or no_hint)]

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
        deals = state.deal - 1
        return TableInfo(state.table, state.game_text, state.phase, state.seats, len(self.watchers), deals)

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


def reseat(state: TableState, visitors: Mapping[Client, Visitor]) -> dict[int, Client]:
    """Let visitors have their seats at a table that was brought back; also who left it, if that was not stored."""
    seats, clients = {chair.token: seat for seat, chair in state.persons}, dict[int, Client]()
    for client, visitor in sorted(visitors.items(), key=lambda item: item[1].table != state.table):
        seat = seats.pop(visitor.key, 0) if visitor.table in ("", state.table) else 0
        if seat:
            clients[seat] = client
            visitor.table, visitor.seat = state.table, seat
    return clients


def hashed(secret: str) -> str:
    """What is kept of a token or a code."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


def new_code(entropy: Entropy, length: int = CODE_LENGTH) -> str:
    """A code that people can read to each other."""
    # The last of 256 values, which would make some letters likelier than others, are not used.
    most, letters = 256 - 256 % len(CODE_LETTERS), ""
    while len(letters) < length:
        byte = entropy(1)[0]
        letters += CODE_LETTERS[byte % len(CODE_LETTERS)] if byte < most else ""
    return letters


def refused(error: OvertrickError, lang: str, id_: str) -> outgoing.Refused:
    """The answer to what was not accepted."""
    return outgoing.Refused(code=error.finding.code, text=error.told(lang), id=id_)


def bye(why: Invalid, lang: str) -> outgoing.Bye:
    """The last words to a client."""
    return outgoing.Bye(code=why.finding.code, text=why.told(lang))
