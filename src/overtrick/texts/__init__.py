"""The words that people read: files of plain data for each language, with {placeholders}.

What all need is in this folder; a game has what only it needs in the folder `texts` of its own package.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Final

from overtrick.plugins import OursFirst, installed_game_folders, our_game_folders

LANGUAGES: Final = ("en", "fr", "pt")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language by key; those of games are read when a key is not among the others."""
    if language not in LANGUAGES:
        raise ValueError(f"no texts in the language {language!r}: there are {', '.join(LANGUAGES)}")
    common = _read(os.path.dirname(__file__), language)
    return OursFirst(lambda: common, lambda: of_games(language))


@cache
def of_games(language: str) -> Mapping[str, str]:
    """The texts that games bring; of two games that both have one, ours comes first."""
    return OursFirst(
        partial(_of_games, language, our_game_folders), partial(_of_games, language, installed_game_folders)
    )


@cache
def _of_games(language: str, folders: Callable[[], Mapping[str, str]]) -> dict[str, str]:
    """The texts of some games; a game that does not have a language speaks English."""
    found: dict[str, str] = {}
    for folder in folders().values():
        own = os.path.join(folder, "texts")
        for spoken in (LANGUAGES[0], language):
            if os.path.isfile(os.path.join(own, f"{spoken}.json")):
                found |= _read(own, spoken)
    return found


def _read(folder: str, language: str) -> dict[str, str]:
    with open(os.path.join(folder, f"{language}.json"), encoding="utf-8") as file:
        texts: dict[str, str] = json.load(file)
    return texts


def say(language: str, key: str, **values: str | int) -> str:
    """The text of a key with its values filled in."""
    return catalogue(language)[key].format_map(values)


def number(language: str, value: int) -> str:
    """A whole number as people write it in a sentence: small ones in words."""
    return catalogue(language).get(f"number.{value}", str(value))


def listed(language: str, items: Sequence[str]) -> str:
    """Items in a sentence: `2, 3 and 4`."""
    if len(items) < 2:
        return "".join(items)
    return say(language, "list.last", items=", ".join(items[:-1]), last=items[-1])


def table_lines(rows: Iterable[Sequence[str]], indent: str = "", left: int | None = None) -> list[str]:
    """The rows of a table, whose columns have equal widths; all stand left, or the first of them and the others right.

    Rows may be shorter than others.
    """
    all_rows = [list(row) for row in rows]
    widths = [0] * max(map(len, all_rows), default=0)
    for row in all_rows:
        for column, cell in enumerate(row):
            widths[column] = max(widths[column], len(cell))
    lines = []
    for row in all_rows:
        cells = [
            cell.ljust(width) if left is None or column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=False))
        ]
        lines.append((indent + "  ".join(cells)).rstrip())
    return lines
