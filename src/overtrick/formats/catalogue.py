"""The formats of records: the one table of them, and which of them an input is in.

A game brings the formats that belong to it in a part `formats`, with `FORMATS` by their names.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import chain
from types import ModuleType
from typing import Final, NamedTuple

from overtrick.core.catalogue import installed_parts, our_parts
from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import Game
from overtrick.deal.record import Record
from overtrick.formats.lines import Line, TrickFormat, from_first
from overtrick.formats.record_format import Located, Source
from overtrick.plugins import OursFirst

FormatName = str
COMMENT: Final = re.compile(r"%|;|\{(?!\s*(?:\"|\}|$))")
"""how a line begins that may stand before the first one of several formats; an object of JSON begins otherwise"""


class Format(NamedTuple):
    """A format; its module is loaded when it is first used, because a command seldom needs more than one of them."""

    home: str
    """the module that reads and writes it"""
    extensions: tuple[str, ...]
    """how the names of its files end"""
    begins: str
    """a regular expression of how its first line begins that is neither blank nor a comment"""
    only: str | None = None
    """the name of the only game that it holds, if there is one"""
    has_tricks: bool = False
    """whether it is a header and one trick a line, and so has one game only"""
    gap: str = ""
    """what stands between two games"""
    at_once: bool = False
    """whether a file says something of all its games, so that it has to be written as a whole"""

    @property
    def module(self) -> ModuleType:
        return import_module(self.home)

    @property
    def tricks(self) -> TrickFormat:
        """How the lines are read of a format that has tricks."""
        form: TrickFormat = self.module.FORMAT
        return form

    def games(self, source: Source) -> Iterator[Located]:
        """The games of a text or of lines, those that cannot be read too; raises `Invalid` if there is none."""
        games: Iterator[Located] = self.module.games(source)
        first = next(games, None)
        if first is None:
            raise Invalid(Finding("empty", {}, 1, 1))
        return chain([first], games)

    def dumps(self, records: Iterable[Record]) -> str:
        """The text of some records; raises `Invalid` for one that the format cannot hold."""
        dumps = self.module.dumps
        text: str = "".join(map(dumps, records)) if self.has_tricks else dumps(records)
        return text

    def pieces(self, records: Iterable[Record]) -> Iterator[str]:
        """The text of a file game by game, as the records come."""
        if self.at_once:
            yield self.dumps(list(records))
            return
        head = self.dumps(())
        for number, record in enumerate(records):
            text = self.dumps([record])
            yield self.gap + text.removeprefix(head) if number else text


@cache
def _ours() -> dict[FormatName, Format]:
    return {
        "json": Format("overtrick.formats.jsonl", (".jsonl", ".json"), r"\{\s*(?:\"|\}|$)"),
        **_of_games(our_parts("formats")),
    }


@cache
def _installed() -> dict[FormatName, Format]:
    return _of_games(installed_parts("formats"))


def _of_games(parts: Iterable[ModuleType]) -> dict[FormatName, Format]:
    brought: Iterable[Mapping[FormatName, Format]] = (part.FORMATS for part in parts)
    return {name: form for formats in brought for name, form in formats.items()}


def _many(formats: Mapping[FormatName, Format]) -> dict[FormatName, Format]:
    return {name: form for name, form in formats.items() if not form.has_tricks}


FORMATS: Final = OursFirst(_ours, _installed)
HOLDING_MANY: Final = OursFirst(lambda: _many(_ours()), lambda: _many(_installed()))
"""those that hold many deals, and deals without their play"""


def format_of_path(path: str) -> FormatName | None:
    """The format that the name of a file tells, if it does; the end of an address tells nothing."""
    extension = "" if "://" in path else os.path.splitext(path)[1].lower()
    return next((name for name, form in FORMATS.items() if extension in form.extensions), None)


def records_of_path(path: str) -> FormatName | None:
    """The format of records that the name of a file tells, if it does."""
    name = format_of_path(path)
    return None if name is None or FORMATS[name].has_tricks else name


def telling_line(lines: Iterable[str]) -> tuple[Line, Iterator[str]]:
    """The first line that tells the format of an input, and the lines from the start on; refuses an input of blanks.

    It is the first one that is no comment and not blank, or else the first that is not blank; no line behind it is
    taken yet.
    """
    first, rest = from_first(lines)
    if not COMMENT.match(first.text):
        return first, rest
    taken, closes = list[str](), ""
    for number, text in enumerate(rest, 1):
        taken.append(text)
        plain = text.removeprefix("\ufeff").strip()
        if closes and closes not in plain:
            continue
        behind = plain.partition(closes)[2].strip() if closes else plain
        closes = "}" if behind.startswith("{") and "}" not in behind else ""
        if behind and not COMMENT.match(behind):
            return Line(number, behind), chain(taken, rest)
    return first, iter(taken)


def format_of(telling: Line, game: Game | None = None, form: FormatName | None = None) -> FormatName:
    """The format of an input by the line that tells it, unless it is known; raises `Invalid` if it is in none.

    A text of tricks is in the format of the game if one is named; a file that can hold only another game is refused.
    """
    name = form or next(_in_question(telling.text.strip(), game), None)
    if name is None:
        raise Invalid(Finding("unknown-format", {}, telling.number, 1))
    only = FORMATS[name].only
    if game is not None and only is not None and game.name != only:
        values = {"format": name.upper(), "only": only, "game": game.name}
        raise Invalid(Finding("other-game", values, telling.number, 1))
    return name


def _in_question(text: str, game: Game | None) -> Iterator[FormatName]:
    """The formats that an input may be in, by how it begins; those of tricks come after those of records."""
    for known in (_ours, _installed):
        yield from (name for name, form in known().items() if not form.has_tricks and re.match(form.begins, text))
        for name, form in known().items():
            if form.has_tricks and (re.match(form.begins, text) if game is None else form.tricks.holds(game)):
                yield name
