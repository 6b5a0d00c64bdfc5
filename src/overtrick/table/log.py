"""What a table remembers: its log. From the entries, in order, comes the whole state of the table."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from msgspec import Struct

from overtrick.core.scoring import DealScore
from overtrick.protocol import outgoing
from overtrick.protocol.fair import Mark
from overtrick.protocol.incoming import Options

VERSION: Final = 3
"""of the entries: it grows with whatever servers that know the one before could not read"""


class Private(Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True, tag_field="type"):
    """An entry of which nobody gets all."""


class Opened(Private, frozen=True, kw_only=True, tag="opened"):
    """The first entry of every table."""

    table: str
    game: str
    options: Options
    code: str = ""
    """the SHA-256 of the code of a private table"""
    secret: str
    """of the first deal, in hexadecimal digits"""
    day: str = ""
    """the name of the deal of a day, if that is the first one"""
    decks: tuple[str, ...] = ()
    """the cards of all deals of the match, if they are the same in another room"""


class PersonSat(Private, frozen=True, kw_only=True, tag="person_sat"):
    """A person takes a seat."""

    seat: int
    name: str
    token: str
    """the SHA-256 of the token that opens the seat"""
    player: str = ""
    """who it is, if they have a key"""
    program: bool = False


class Moved(Private, frozen=True, kw_only=True, tag="moved"):
    """A person goes on with another device."""

    seat: int
    token: str
    """the SHA-256 of the token that opens the seat from now on"""


class CardsDealt(Private, frozen=True, kw_only=True, tag="cards_dealt"):
    """The cards of a deal."""

    deck: str
    """the pack in the order in which it is dealt"""
    nonces: tuple[str, str, str, str]
    marks: tuple[Mark, Mark, Mark, Mark]
    until: float | None = None


class ActionDone(Private, frozen=True, kw_only=True, tag="action"):
    """What a seat, or a bot for it, did in the deal."""

    seat: int
    """who decided"""
    action: str
    by: outgoing.By = ""
    until: float | None = None


class TookBack(Private, frozen=True, kw_only=True, tag="took_back"):
    """The deal stands again as it did before its action of a number, from 0."""

    to: int
    until: float | None = None


class DealEnded(Private, frozen=True, kw_only=True, tag="deal_ended"):
    """A deal is over."""

    score: DealScore
    """what it was worth, so that its cards need not be played again to know where the match stands"""
    claimed: int | None = None
    secret: str
    """of the next deal"""


class MatchEnded(Private, frozen=True, kw_only=True, tag="match_ended"):
    """The match is over."""

    why: Literal["won", "drawn", "resigned", "gone"]
    seat: int | None = None
    """the player who resigned or is gone"""
    name: str = ""
    """of the player who is gone"""
    secret: str = ""
    """of the next deal, where a deal was broken off"""


class Renewed(Private, frozen=True, kw_only=True, tag="renewed"):
    """The log is that of a copy: what it knows of the deal on the table, or of the next one, may have been opened.

    The number of the deal is used up, and another secret is taken.
    """

    secret: str
    is_broken_off: bool = False
    """whether its cards were dealt"""


Entry = (
    Opened
    | PersonSat
    | Moved
    | CardsDealt
    | ActionDone
    | TookBack
    | DealEnded
    | MatchEnded
    | Renewed
    | outgoing.OpenEvent
)


class Noted(Struct, frozen=True, gc=False, array_like=True):
    """An entry with the command that led to it."""

    entry: Entry
    author: int = 0
    """the seat of whoever gave the command; 0 for the table itself"""
    id: str = ""
    """of the command"""


encode: Final = msgspec.json.Encoder().encode
decode: Final = msgspec.json.Decoder(Noted).decode
"""lines as they are stored"""
