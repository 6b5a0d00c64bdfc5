"""The formats of records: the one table of them, and which of them an input is in."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from itertools import chain
from types import ModuleType
from typing import Final, Literal, NamedTuple

from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import Game
from overtrick.deal.record import Record
from overtrick.formats import sueca_file
from overtrick.formats.lines import Line, TrickFormat
from overtrick.formats.places import Placed, Source

FormatName = Literal["json", "pbn", "lin", "belote", "sueca"]

LIN_START: Final = re.compile(r"[a-z]{2}\|", re.IGNORECASE | re.ASCII)
CARD_LINE: Final = re.compile(r"\S{1,3}$")
"""what may be meant as a card, such as `7D`"""
TAKEN_LINE: Final = re.compile(r"\S{1,2}\s+\S+$|\S+\s+\d+$")
"""what may be meant as trumps and a team, such as `s 2`; two words of which neither is short are no such thing"""


class Format(NamedTuple):
    """A format; its module is loaded when it is first used, because a command seldom needs more than one of them."""

    home: str
    """the module, of this folder"""
    extensions: tuple[str, ...]
    """how the names of its files end"""
    only: str | None = None
    """the name of the only game that it holds, if there is one"""
    has_tricks: bool = False
    """whether it is a header and one trick a line, and so has one game only"""
    gap: str = ""
    """what stands between two games"""

    @property
    def module(self) -> ModuleType:
        """The module that reads and writes it."""
        return import_module(f"overtrick.formats.{self.home}")

    @property
    def tricks(self) -> TrickFormat:
        """How the lines are read of a format that has tricks."""
        form: TrickFormat = self.module.FORMAT
        return form

    def games(self, source: Source) -> Iterator[Placed]:
        """The games of a text or of lines, those that cannot be read too; raises `Invalid` if there is none."""
        games: Iterator[Placed] = self.module.games(source)
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
        head = self.dumps(())
        for number, record in enumerate(records):
            text = self.dumps([record])
            yield self.gap + text.removeprefix(head) if number else text


FORMATS: Final[Mapping[FormatName, Format]] = {
    "json": Format("jsonl", (".jsonl", ".json")),
    "pbn": Format("pbn", (".pbn",), only="bridge", gap="\r\n"),
    "lin": Format("lin", (".lin",), only="bridge"),
    "belote": Format("belote_text", (".belote",), has_tricks=True),
    "sueca": Format("sueca_file", (".sueca",), has_tricks=True),
}


def format_of_path(path: str) -> FormatName | None:
    """The format that the name of a file tells, if it does."""
    extension = os.path.splitext(path)[1].lower()
    return next((name for name, form in FORMATS.items() if extension in form.extensions), None)


def format_of(first: Line, game: Game | None = None) -> FormatName:
    """The format of an input by its first line that is not blank; raises `Invalid` if it is in none.

    A text of tricks is in the format of the game if one is named; a file that can hold only another game is refused.
    """
    text = first.text.strip()
    name = _of_records(text) or _of_tricks(text, game)
    if name is None:
        raise Invalid(Finding("unknown-format", {}, first.number, 1))
    only = FORMATS[name].only
    if game is not None and only is not None and game.name != only:
        values = {"format": name.upper(), "only": only, "game": game.name}
        raise Invalid(Finding("other-game", values, first.number, 1))
    return name


def _of_records(text: str) -> FormatName | None:
    if text.startswith("{"):
        return "json"
    return "pbn" if text.startswith(("[", "%")) else "lin" if LIN_START.match(text) else None


def _of_tricks(text: str, game: Game | None) -> FormatName | None:
    if game is not None:
        leader_is_known = game.leader(game.dealer_when_first_leads, None) is not None
        return "sueca" if game.turn_up_is_trumps else "belote" if leader_is_known else None
    if CARD_LINE.match(text) or text.startswith(sueca_file.LABEL):
        return "sueca"
    return "belote" if TAKEN_LINE.match(text) else None
