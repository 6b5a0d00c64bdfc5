"""What formats of tricks share: a header, then one trick a line, its cards in order of play."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat
from typing import IO, NamedTuple, TextIO

from overtrick.core.cards import Card, Notation, card_name, parse_card
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS
from overtrick.deal.record import Record
from overtrick.formats.record_format import Located, Source, Spot

TRICK_SIZE = len(SEATS)


class Line(NamedTuple):
    """A line of the input."""

    number: int
    """from 1"""
    text: str

    def words(self) -> Iterator[tuple[int, str]]:
        """The words of the line with their columns, from 1."""
        column = 0
        for word in self.text.split():
            column = self.text.index(word, column)
            yield column + 1, word
            column += len(word)


def lines_of(text: str) -> Iterator[str]:
    """The lines of a text, whichever line ends it has."""
    return io.StringIO(text, newline=None)


def text_lines(source: Source) -> Iterator[str]:
    """The lines of a text or a file, maybe a binary one; bytes that are not UTF-8 become characters no format knows."""
    try:
        for line in lines_of(source) if isinstance(source, str) else source:
            yield line.decode("utf-8", "replace") if isinstance(line, bytes) else line
    except UnicodeDecodeError as error:
        raise Invalid("not-utf8", reason=str(error)) from None


def filled_lines(lines: Iterable[str]) -> Iterator[Line]:
    """The lines that are not blank, without a byte order mark."""
    for number, text in enumerate(lines, 1):
        line = _filled(number, text)
        if line is not None:
            yield line


def from_first(lines: Iterable[str]) -> tuple[Line, Iterator[str]]:
    """The first line that is not blank, and the lines from the start on; refuses an input that has none."""
    rest = iter(lines)
    for number, text in enumerate(rest, 1):
        first = _filled(number, text)
        if first is not None:
            return first, chain(repeat("\n", number - 1), [text], rest)
    raise Invalid(Finding("empty", {}, 1, 1))


def _filled(number: int, text: str) -> Line | None:
    text = text.removeprefix("\ufeff") if number == 1 else text
    return Line(number, text.rstrip("\r\n")) if text.strip() else None


def parse_card_at(word: str, game: Game, line: int, column: int) -> Card:
    """The card of a word of the input, which must be in the game's pack."""
    try:
        card = parse_card(word)
    except Invalid as error:
        raise Invalid(error.finding.at(line, column)) from None
    if card not in game.pack:
        raise Invalid(Finding("not-in-pack", {"card": word, "game": game.name}, line, column))
    return card


def cards_of(line: Line, game: Game) -> Iterator[tuple[Card, Spot]]:
    """The cards of a trick's line with their spots, one by one, so that those before a bad one can be judged."""
    for count, (column, word) in enumerate(line.words(), 1):
        if count > TRICK_SIZE:
            raise Invalid(Finding("trick-size", {"count": len(line.text.split())}, line.number, column))
        yield parse_card_at(word, game, line.number, column), (line.number, column)


def short_trick(line: Line) -> Finding | None:
    """What is wrong with a line of too few cards if another follows it; at the end the deal is just not finished."""
    count = len(line.text.split())
    return Finding("trick-size", {"count": count}, line.number, 1) if count < TRICK_SIZE else None


class TrickFormat(NamedTuple):
    """A format with a header and then one trick a line."""

    game: str
    """the game and preset that the format implies"""
    read_header: Callable[[Line, Game], Record]
    """the record that a header begins, of this game or of another that the caller knows it to be"""
    write_header: Callable[[Record], str]
    """the header of a record, or `Invalid` if the format cannot hold it"""
    notation: Notation
    holds: Callable[[Game], bool]
    """whether it can hold the deals of a game"""

    def loads(self, text: str) -> Record:
        """The record of a text; raises `Invalid`, with line and column, for anything that is not of the format."""
        lines = filled_lines(lines_of(text))
        first = next(lines, None)
        if first is None:
            raise Invalid(Finding("empty", {}, 1, 1))
        record = self.read_header(first, find_game(self.game))
        plays: list[Card] = []
        short: Finding | None = None
        for line in lines:
            if short is not None:
                raise Invalid(short)
            if len(plays) >= TRICK_SIZE * record.game.hand_size:
                raise Invalid(Finding("too-many-tricks", {"all": record.game.hand_size}, line.number, 1))
            plays += [card for card, _ in cards_of(line, record.game)]
            short = short_trick(line)
        return record._replace(plays=tuple(plays))

    def games(self, source: Source) -> Iterator[Located]:
        """The only game of a text or of lines, with a finding if it cannot be read."""
        try:
            yield Located(self.loads("".join(text_lines(source))))
        except Invalid as error:
            yield Located(None, error.finding, error.finding.line or 1)

    def load(self, file: IO[str] | IO[bytes]) -> Record:
        """The record of a file, as `loads`."""
        return self.loads("".join(text_lines(file)))

    def dumps(self, record: Record) -> str:
        """The text of a record; raises `Invalid` if the format cannot hold it."""
        names = [card_name(card, self.notation) for card in record.plays]
        tricks = (" ".join(names[i : i + TRICK_SIZE]) for i in range(0, len(names), TRICK_SIZE))
        return "".join(f"{line}\n" for line in (self.write_header(record), *tricks))

    def dump(self, record: Record, file: TextIO) -> None:
        """Write the text of a record, as `dumps`."""
        file.write(self.dumps(record))
