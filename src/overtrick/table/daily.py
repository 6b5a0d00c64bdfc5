"""The deal of the day: the same cards for everybody who plays it, each at a table of their own with bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from overtrick.core.game import Game
from overtrick.deal.record import Record
from overtrick.protocol import incoming
from overtrick.protocol.fair import four
from overtrick.protocol.incoming import Options

FIRST: Final = 1
"""the number of the deal of the day at its table; whatever follows is dealt as anywhere"""
SEAT: Final = 1
"""where everybody sits who plays it"""
NUMBER_BYTES: Final = 6
"""of the number under which a result is kept"""


class Day(NamedTuple):
    """What is dealt on a day."""

    name: str
    """of day and game: it takes the place of the table in the seed, and the results are kept under it"""
    secret: str
    """the server's for that deal, in hexadecimal digits"""
    bot: str
    """for the other seats"""


Days = Callable[[Game], Day]
"""what is dealt today in a game"""


def is_help(message: incoming.AtTable) -> bool:
    """Whether a player wants what nobody has in the deal of a day, so that all results can be compared."""
    if isinstance(message, incoming.Propose):
        return message.what == "take-back"
    return isinstance(message, incoming.Hint | incoming.AddBot | incoming.RemoveBot)


def as_daily(options: Options) -> Options:
    """How the table is run: nobody else comes, and nothing is done for a player who is away or thinks."""
    return replace(options, private=True, spectators=False, when_gone="pause", clock=0, rated=False)


def result_of(record: Record) -> Record:
    """What is kept of a deal to be compared: nobody needs to know who played it."""
    marks = (record.fair or {}).get("marks")
    assert isinstance(marks, list)
    names = zip(record.seats, marks, strict=True)
    return record._replace(seats=four(name if mark == "bot" else "" for name, mark in names))
