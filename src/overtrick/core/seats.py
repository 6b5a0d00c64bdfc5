"""The four seats, in order of play, and the two sides."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from overtrick.core.errors import Invalid


class Side(IntEnum):
    """One of the two partnerships, which are numbered 1 and 2."""

    ONE = 1
    TWO = 2

    @property
    def other(self) -> Side:
        """The opponents."""
        return Side(3 - self)

    def __repr__(self) -> str:
        return f"Side.{self.name}"


class Seat(IntEnum):
    """A seat: 1 to 4 in order of play, which Bridge calls North, East, South and West."""

    NORTH = 1
    EAST = 2
    SOUTH = 3
    WEST = 4

    @property
    def letter(self) -> str:
        """N, E, S or W."""
        return self.name[0]

    @property
    def partner(self) -> Seat:
        """The seat across the table."""
        return SEATS[(self + 1) % 4]

    @property
    def next(self) -> Seat:
        """The seat that plays after this one."""
        return SEATS[self % 4]

    @property
    def previous(self) -> Seat:
        """The seat that plays before this one."""
        return SEATS[self - 2]

    @property
    def side(self) -> Side:
        """Side 1 has the seats 1 and 3, side 2 the seats 2 and 4."""
        return Side.ONE if self % 2 else Side.TWO

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"Seat.{self.name}"


SEATS: Final = tuple(Seat)


def parse_seat(text: str) -> Seat:
    """The seat of a number or of a letter: `3` or `S`."""
    for seat in SEATS:
        if text in (seat.letter, seat.letter.lower(), str(seat)):
            return seat
    raise Invalid("bad-seat", text=text)
