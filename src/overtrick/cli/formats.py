"""Files of records in any format: which format it is, and all their games, read one by one."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from overtrick.cli.batch import STDIN
from overtrick.errors import Finding, Invalid
from overtrick.judging import bridge_format, is_json
from overtrick.play.record import Record
from overtrick.records import belote_text, jsonl, lin, pbn, sueca_file
from overtrick.records.lines import Line, TrickFormat, filled_lines, text_lines
from overtrick.records.places import Placed


class Format(NamedTuple):
    """How files of a format are read and written."""

    games: Callable[[Iterable[bytes]], Iterator[Placed]]
    """the games of the lines of a file, those that cannot be read too"""
    dumps: Callable[[Sequence[Record]], str]
    holds_many: bool = True


def _json_games(lines: Iterable[bytes]) -> Iterator[Placed]:
    for line in filled_lines(text_lines(lines)):
        try:
            yield Placed(jsonl.parse_line(line), line=line.number)
        except Invalid as error:
            yield Placed(None, error.finding, line.number)


def _trick_games(form: TrickFormat, lines: Iterable[bytes]) -> Iterator[Placed]:
    try:
        yield Placed(form.loads("".join(text_lines(lines))))
    except Invalid as error:
        yield Placed(None, error.finding, error.finding.line or 1)


def _trick_text(form: TrickFormat, records: Sequence[Record]) -> str:
    return "".join(map(form.dumps, records))


def _of_tricks(form: TrickFormat) -> Format:
    return Format(partial(_trick_games, form), partial(_trick_text, form), holds_many=False)


FORMATS: Final = {
    "json": Format(_json_games, jsonl.dumps),
    "pbn": Format(pbn.games, pbn.dumps),
    "lin": Format(lin.games, lin.dumps),
    "belote": _of_tricks(belote_text.FORMAT),
    "sueca": _of_tricks(sueca_file.FORMAT),
}
EXTENSIONS: Final = {
    ".jsonl": "json",
    ".json": "json",
    ".pbn": "pbn",
    ".lin": "lin",
    ".belote": "belote",
    ".sueca": "sueca",
}


def format_of_path(path: str) -> str | None:
    """The name of the format that a path ends with, if it does."""
    return EXTENSIONS.get(os.path.splitext(path)[1].lower())


def format_of_lines(lines: Sequence[bytes]) -> str:
    """The name of the format that some lines are in, by the first one that is not blank."""
    first = next(filled_lines(text_lines(lines)), None)
    if first is None:
        raise Invalid("empty")
    if is_json(first):
        return "json"
    bridge = bridge_format(first)
    if bridge is not None:
        return "pbn" if bridge is pbn else "lin"
    return _trick_format(first)


def _trick_format(first: Line) -> str:
    words = len(first.text.split())
    if words == 1 or first.text.strip().startswith(sueca_file.LABEL):
        return "sueca"
    if words == 2:
        return "belote"
    raise Invalid(Finding("unknown-format", {}, first.number, 1))


def read_games(path: str, form: str | None = None) -> Iterator[Placed]:
    """The games of a file, or of standard input for `-`; the format is the given one, or by path, or by content."""
    try:
        if path == STDIN:
            lines = sys.stdin.buffer.readlines() if sys.stdin is not None else []
        else:
            with open(path, "rb") as file:
                lines = file.readlines()
    except (OSError, ValueError) as error:
        raise Invalid("unreadable", path=path, reason=getattr(error, "strerror", None) or str(error)) from None
    return FORMATS[form or format_of_path(path) or format_of_lines(lines)].games(lines)
