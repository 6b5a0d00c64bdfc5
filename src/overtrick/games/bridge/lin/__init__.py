"""LIN, the format of Bridge Base Online: files of matches and tournaments, and single deals.

What a record has no field for is kept in its tags: by the name that PBN has for it, or else under `LIN`; see
docs/formats.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, TextIO

from overtrick.deal.record import Record
from overtrick.formats.places import Placed, Source, records_of, text_of
from overtrick.games.bridge.lin.reader import read_boards
from overtrick.games.bridge.lin.writer import write_boards


def games(source: Source) -> Iterator[Placed]:
    """The boards of a text or of lines; one that cannot be read has a finding, and the others are read nonetheless."""
    return read_boards(text_of(source))


def loads(text: str) -> list[Record]:
    """The records of a text; raises `Invalid`, with line and column, for the first thing that cannot be read."""
    return records_of(games(text))


def load(file: IO[str] | IO[bytes]) -> list[Record]:
    """The records of a file, as `loads`; lines of a binary file that are not UTF-8 are taken for Latin-1."""
    return records_of(games(file))


def dumps(records: Iterable[Record]) -> str:
    """The text of some records; raises `Invalid` for what is no deal of Bridge, or lacks the calls of its contract."""
    return write_boards(list(records))


def dump(records: Iterable[Record], file: TextIO) -> None:
    """Write some records, as `dumps`."""
    file.write(dumps(records))
