"""The words that people read: one file of plain data for each language, with {placeholders}."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

LANGUAGES: Final = ("en", "fr", "pt")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language by key."""
    if language not in LANGUAGES:
        raise ValueError(f"no texts in the language {language!r}: there are {', '.join(LANGUAGES)}")
    with open(os.path.join(os.path.dirname(__file__), f"{language}.json"), encoding="utf-8") as file:
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
