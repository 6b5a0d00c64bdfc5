"""The words that people read: files of plain data for each language, with {placeholders}.

What all need is in this folder; a game has what only it needs in the folder `texts` of its own package.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from overtrick.plugins import installed_game_folders, our_game_folders

LANGUAGES: Final = ("en", "fr", "pt")
OUR_OWN: Final = os.path.dirname(__file__)


class _Catalogue(Mapping[str, str]):
    """The texts of a language by key. Those of games are read when a key is not among the others."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._common = _read(OUR_OWN, language)

    def __getitem__(self, key: str) -> str:
        if key in self._common:
            return self._common[key]
        ours = _of_games(self._language, our_game_folders)
        return ours[key] if key in ours else _of_games(self._language, installed_game_folders)[key]

    def __iter__(self) -> Iterator[str]:
        return iter(of_games(self._language) | self._common)

    def __len__(self) -> int:
        return len(of_games(self._language) | self._common)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language by key."""
    if language not in LANGUAGES:
        raise ValueError(f"no texts in the language {language!r}: there are {', '.join(LANGUAGES)}")
    return _Catalogue(language)


def of_games(language: str) -> dict[str, str]:
    """The texts that games bring; of two games that both have one, ours comes first."""
    return _of_games(language, installed_game_folders) | _of_games(language, our_game_folders)


@cache
def _of_games(language: str, folders: Callable[[], Sequence[str]]) -> dict[str, str]:
    """The texts of some games; a game that does not have a language speaks English."""
    found: dict[str, str] = {}
    for folder in folders():
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
