"""What a lobby wants done after it was told something: messages to send, entries to keep, moves to think about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct

from overtrick.core.seats import Seat
from overtrick.deal.record import Record
from overtrick.deal.view import View
from overtrick.protocol.outgoing import Declining, Invited, Message
from overtrick.table.accounts import RatedMatch
from overtrick.table.events import Addressed

Client = int
"""a connection, by the number that the server gave it"""


class Post(NamedTuple):
    """A message and the clients that get it."""

    to: tuple[Client, ...]
    message: Message


class Kept(NamedTuple):
    """An entry of a table's log; with it, `Lobby.restore` brings the table back."""

    table: str
    n: int
    """from 1 without gaps"""
    entry: bytes


class KeptRecord(NamedTuple):
    """A deal that is over."""

    table: str
    deal: int
    private: bool
    record: Record
    keys: tuple[str, ...] = ()
    """of a private table, the SHA-256 of what opens its records: the tokens of its seats and its code"""


class NewKey(NamedTuple):
    """What one key opens of the records of a private table so far, another one opens from now on."""

    table: str
    old: str
    new: str
    """both as SHA-256"""


class KeptReport(NamedTuple):
    """What a player has told of another one, for whoever runs the server."""

    table: str
    at: float
    """seconds since 1970"""
    author: str
    about: str
    """both by their names"""
    reason: str
    said: tuple[str, ...]
    """the last lines at the table"""


class Opens(NamedTuple):
    """By a key, its SHA-256, a table can be found from now on."""

    key: str
    table: str


class Released(NamedTuple):
    """A table that goes on in another process."""

    table: str


class Errand(Struct, frozen=True):
    """What one process tells another of an invitation. The other gives it to `Lobby.take_errand`."""

    home: str
    """the address of the process that tells it"""
    table: str
    seat: int
    player: str
    """the program that is invited"""
    what: Invited | Declining | None
    """to the program: the invitation, or None if that holds no longer; from it: why it does not come"""


class Thinking(NamedTuple):
    """A bot's turn. The answer goes to `Lobby.thought`, not before a time."""

    table: str
    seat: Seat
    at: int
    """the event that the bot answers"""
    bot: str
    seed: int
    """of all chance in its play"""
    view: View
    not_before: float


class Hinting(NamedTuple):
    """A person wants a hint. The answer goes to `Lobby.hinted`."""

    table: str
    seat: int
    at: int
    """the position that it is about, by the event that led to it"""
    id: str
    """of the person's question"""
    view: View


class Claiming(NamedTuple):
    """A claim against bots, who agree to it if it is sure. The answer goes to `Lobby.claimed`."""

    table: str
    seat: int
    at: int
    """the position that it is about, by the event that led to it"""
    id: str
    """of the person's proposal"""
    tricks: int
    """in all"""
    more: int
    """than were won so far"""
    view: View


class Changes:
    """What a table has done since it was last asked."""

    __slots__ = ("claims", "events", "hints", "kept", "matches", "records", "reports", "thinking")

    def __init__(self) -> None:
        self.kept: list[Kept] = []
        self.records: list[KeptRecord] = []
        self.reports: list[KeptReport] = []
        self.matches: list[RatedMatch] = []
        self.events: list[Addressed] = []
        self.thinking: list[Thinking] = []
        self.hints: list[Hinting] = []
        self.claims: list[Claiming] = []


class Output:
    """What is to be done."""

    __slots__ = (
        "about",
        "claims",
        "closed",
        "errands",
        "hints",
        "kept",
        "matches",
        "opens",
        "posts",
        "records",
        "released",
        "thinking",
    )

    def __init__(
        self,
        kept: Iterable[Kept] = (),
        records: Iterable[KeptRecord | KeptReport | NewKey] = (),
        closed: Iterable[str] = (),
    ) -> None:
        """`closed` are tables that are no more: their logs need not be restored."""
        self.kept, self.records, self.closed = list(kept), list(records), list(closed)
        self.about = ""
        """a table of which it tells what happened before: if that is not stored, this is not true either"""
        self.opens: list[Opens] = []
        self.matches: list[RatedMatch] = []
        """each comes with the entry by which it ended"""
        self.released: list[Released] = []
        self.posts: list[Post] = []
        self.thinking: list[Thinking] = []
        self.hints: list[Hinting] = []
        self.claims: list[Claiming] = []
        self.errands: list[tuple[str, Errand]] = []
        """with the addresses of the processes that are told"""

    @property
    def has_to_be_stored(self) -> bool:
        """Whether nothing of it may be done before it is stored."""
        return bool(self.kept or self.records or self.closed or self.opens or self.released)

    @property
    def tables(self) -> set[str]:
        """The tables that it is about, and those of which something is to be stored."""
        stored = {
            *self.closed,
            *(kept.table for kept in self.kept),
            *(each.table for each in (*self.records, *self.opens, *self.released)),
        }
        return stored | {self.about} if self.about else stored

    def tell(self, client: Client, *messages: Message) -> None:
        self.posts += [Post((client,), message) for message in messages]
