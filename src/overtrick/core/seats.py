"""The four seats, in order of play, and the two sides."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from overtrick.core.errors import Invalid


class Side(IntEnum):
    """One of the two partnerships, which are numbered 1 and 2."""

    ONE = 1
    TWO = 2

    other: Side
    """the opponents"""

    def __repr__(self) -> str:
        return f"Side.{self.name}"


class Seat(IntEnum):
    """A seat: 1 to 4 in order of play, which Bridge calls North, East, South and West."""

    NORTH = 1
    EAST = 2
    SOUTH = 3
    WEST = 4

    letter: str
    """N, E, S or W"""
    side: Side
    """side 1 has the seats 1 and 3, side 2 the seats 2 and 4"""
    next: Seat
    """the seat that plays after this one"""
    partner: Seat
    """the seat across the table"""
    previous: Seat
    """the seat that plays before this one"""

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"Seat.{self.name}"


SEATS: Final = tuple(Seat)

# Attributes rather than properties: they are asked for at every card.
for _side in Side:
    _side.other = Side(3 - _side)
for _seat in SEATS:
    _seat.letter, _seat.side = _seat.name[0], Side.ONE if _seat % 2 else Side.TWO
    _seat.next, _seat.partner, _seat.previous = (SEATS[(_seat - 1 + step) % 4] for step in (1, 2, 3))


def parse_seat(text: str) -> Seat:
    """The seat of a number or of a letter: `3` or `S`."""
    for seat in SEATS:
        if text in (seat.letter, seat.letter.lower(), str(seat)):
            return seat
    raise Invalid("bad-seat", text=text)
