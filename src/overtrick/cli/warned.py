"""What commands warn of: things that are odd in a file, each kind once for a file, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from overtrick import texts
from overtrick.core.errors import Finding


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
