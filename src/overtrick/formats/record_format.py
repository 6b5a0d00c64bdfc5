"""The games of a file with the spots of their parts, so that what is wrong with one of them can be pointed at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple, TextIO

from overtrick.core.errors import Finding, Invalid
from overtrick.core.seats import Seat
from overtrick.deal.record import Record

Spot = tuple[int, int]
"""Line and column, from 1."""

Source = str | Iterable[str] | Iterable[bytes]
"""A text, or its lines with or without their ends."""

NOWHERE: Final[Mapping[str, Spot]] = {}


class Located(NamedTuple):
    """A game of a file: its record with all that could be read, and what could not."""

    record: Record | None
    """None where there is nothing of a game"""
    finding: Finding | None = None
    """the first thing that could not be read; the record has the others"""
    line: int = 1
    """where the game begins; 0 where it comes from no file"""
    cards: tuple[Spot, ...] = ()
    """of each card of `record.plays`"""
    calls: tuple[Spot, ...] = ()
    """of each call of `record.auction`"""
    fields: Mapping[str, Spot] = NOWHERE
    """of the values of tags, by their names"""
    leader: Seat | None = None
    """who leads to the first trick by the file's own word, whatever its contract says; None if it does not tell"""
    warnings: tuple[Finding, ...] = ()
    """what else is odd in the file, and how it was taken"""

    @property
    def start(self) -> Spot | tuple[None, None]:
        """Where the game begins, if it comes from a file."""
        return (self.line, 1) if self.line else (None, None)

    def spot_of_card(self, number: int) -> Spot | tuple[None, None]:
        """Where a card stands, or the last one; where no card is known, the game."""
        return self.cards[min(number, len(self.cards) - 1)] if self.cards else self.start

    def spot_of_call(self, number: int) -> Spot | tuple[None, None]:
        """Where a call stands, or the game."""
        return self.calls[number] if number < len(self.calls) else self.start

    def spot_of_field(self, *names: str) -> Spot | tuple[None, None]:
        """Where the first field of some names that the file has stands, or the game."""
        return next((self.fields[name] for name in names if name in self.fields), self.start)


class RecordFormat(NamedTuple):
    """A format that holds many games."""

    read: Callable[[str], Iterator[Located]]
    write: Callable[[Iterable[Record]], str]

    def games(self, source: Source) -> Iterator[Located]:
        """The games of a text or of lines; what cannot be read is a finding of its game, and all else is read."""
        return self.read(text_of(source))

    def loads(self, text: str) -> list[Record]:
        """The records of a text; raises `Invalid`, with line and column, for the first thing that cannot be read."""
        return self.load(text)

    def load(self, file: Source) -> list[Record]:
        """The records of a file, as `loads`; lines of a binary file that are not UTF-8 are taken for Latin-1."""
        records = []
        for game in self.games(file):
            if game.record is None or game.finding is not None:
                raise Invalid(game.finding or Finding("empty", {}, game.line, 1))
            records.append(game.record)
        return records

    def dumps(self, records: Iterable[Record]) -> str:
        """The text of some records; raises `Invalid` for one that the format cannot hold."""
        return self.write(records)

    def dump(self, records: Iterable[Record], file: TextIO) -> None:
        """Write some records, as `dumps`."""
        file.write(self.write(records))


def place_of(finding: Finding) -> Spot:
    """Where a finding stands, to sort findings by; one that stands nowhere comes first."""
    return finding.line or 0, finding.column or 0


class SpotFinder:
    """Finds line and column of spots in a text that are asked for in ascending order."""

    def __init__(self, text: str) -> None:
        self._text, self._offset, self._line, self._start = text, 0, 1, 0

    def spot(self, offset: int) -> Spot:
        """Line and column of a character."""
        passed = self._text.count("\n", self._offset, offset)
        if passed:
            self._line, self._start = self._line + passed, self._text.rindex("\n", self._offset, offset) + 1
        self._offset = offset
        return self._line, offset - self._start + 1


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
