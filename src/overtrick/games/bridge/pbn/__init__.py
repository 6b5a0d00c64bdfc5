"""PBN 2.1, the Portable Bridge Notation: read in any of its shapes, written in its export format.

What a record has no field for is kept in its tags, by the tag's own name: see docs/formats.md. A file that is written
has lines that end with CR and LF, as the standard demands; open it with `newline=""`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, TextIO

from overtrick.deal.record import Record
from overtrick.formats.places import Placed, Source, records_of, text_of
from overtrick.games.bridge.pbn.reader import read_games
from overtrick.games.bridge.pbn.writer import write_games


def games(source: Source) -> Iterator[Placed]:
    """The games of a text or of lines; one that cannot be read has a finding, and the others are read nonetheless."""
    return read_games(text_of(source))


def loads(text: str) -> list[Record]:
    """The records of a text; raises `Invalid`, with line and column, for the first thing that cannot be read."""
    return records_of(games(text))


def load(file: IO[str] | IO[bytes]) -> list[Record]:
    """The records of a file, as `loads`; lines of a binary file that are not UTF-8 are taken for Latin-1."""
    return records_of(games(file))


def dumps(records: Iterable[Record]) -> str:
    """The text of some records; raises `Invalid` for one that is not a deal of Bridge."""
    return write_games(records)


def dump(records: Iterable[Record], file: TextIO) -> None:
    """Write some records, as `dumps`."""
    file.write(dumps(records))
