"""What commands tell of a file in few lines, however often it holds: what is odd in it, and what repeats."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from overtrick import texts
from overtrick.core.errors import Finding

TOLD_EACH: Final = 3
"""how often a sentence is told of a file, each time with its spot, before it is only counted"""
MOST_SENTENCES: Final = 10_000
"""how many different ones are remembered; those that come later are told each time"""


class Repeats:
    """Counts how often sentences are told."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._counts = Counter[tuple[str, str]]()

    def are_few(self, path: str, sentence: str) -> bool:
        """Whether a sentence is still to be told of a file, because it has not come often."""
        key = path, sentence
        if key not in self._counts and len(self._counts) >= MOST_SENTENCES:
            return True
        self._counts[key] += 1
        return self._counts[key] <= TOLD_EACH

    def lines(self) -> Iterator[str]:
        """A line for each sentence that came more often, with how often."""
        for (path, sentence), count in self._counts.items():
            if count > TOLD_EACH:
                more = texts.say(self._language, "warning.more", count=count - TOLD_EACH)
                yield f"{path}: {sentence} ({more})" if path else f"{sentence} ({more})"


class Warned:
    """Collects warnings until they are told."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._first: dict[tuple[str, str], Finding] = {}
        self._counts: dict[tuple[str, str], int] = {}

    def add(self, path: str, warnings: Iterable[Finding]) -> None:
        """Take the warnings of a game of a file."""
        for warning in warnings:
            key = path, warning.code
            self._first.setdefault(key, warning)
            self._counts[key] = self._counts.get(key, 0) + 1

    def tell(self) -> None:
        """Print the first warning of each kind with its spot, and how many more there are."""
        for (path, code), warning in self._first.items():
            more = self._counts[path, code] - 1
            others = f" ({texts.say(self._language, 'warning.more', count=more)})" if more else ""
            spot = ":".join(str(part) for part in (path, warning.line, warning.column) if part is not None)
            word = texts.say(self._language, "warning")
            print(f"{spot}: {word}: {warning.message(self._language)}{others}", file=sys.stderr)
