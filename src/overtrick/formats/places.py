"""The games of a file with the places of their parts, so that what is wrong with one of them can be pointed at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from overtrick.core.errors import Finding, Invalid
from overtrick.core.seats import Seat
from overtrick.deal.record import Record

Place = tuple[int, int]
"""Line and column, from 1."""

Source = str | Iterable[str] | Iterable[bytes]
"""A text, or its lines with or without their ends."""

NOWHERE: Final[Mapping[str, Place]] = {}


class Placed(NamedTuple):
    """A game of a file: its record, or why it could not be read."""

    record: Record | None
    finding: Finding | None = None
    line: int = 1
    """where the game begins"""
    cards: tuple[Place, ...] = ()
    """of each card of `record.plays`"""
    calls: tuple[Place, ...] = ()
    """of each call of `record.auction`"""
    fields: Mapping[str, Place] = NOWHERE
    """of the values of tags, by their names"""
    leader: Seat | None = None
    """who leads to the first trick by the file's own word, whatever its contract says; None if it does not tell"""


class Lines:
    """Finds line and column of places in a text that are asked for in ascending order."""

    def __init__(self, text: str) -> None:
        self._text, self._offset, self._line, self._start = text, 0, 1, 0

    def place(self, offset: int) -> Place:
        """Line and column of a character."""
        passed = self._text.count("\n", self._offset, offset)
        if passed:
            self._line, self._start = self._line + passed, self._text.rindex("\n", self._offset, offset) + 1
        self._offset = offset
        return self._line, offset - self._start + 1


def records_of(games: Iterable[Placed]) -> list[Record]:
    """The records of games; raises `Invalid` for the first one that could not be read."""
    records = []
    for game in games:
        if game.record is None:
            raise Invalid(game.finding or Finding("empty", {}, game.line, 1))
        records.append(game.record)
    return records


def text_of(source: Source) -> str:
    """The whole text with plain line ends and without a byte order mark; lines that are not UTF-8 are Latin-1."""
    try:
        text = source if isinstance(source, str) else "".join(_lines_of(source))
    except UnicodeDecodeError as error:
        raise Invalid("not-utf8", reason=str(error)) from None
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _lines_of(source: Iterable[str] | Iterable[bytes]) -> Iterator[str]:
    for line in source:
        text = _decoded(line) if isinstance(line, bytes) else line
        yield text if text.endswith(("\n", "\r")) else text + "\n"


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")
