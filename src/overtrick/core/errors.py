"""What is wrong with an input, as data, and the errors that carry it.

    OvertrickError (a ValueError)
    ├── Invalid       the input is not what it claims to be: syntax, or facts that contradict each other
    └── Illegal       the rules forbid it

A finding is a stable code with the values of its sentence; the sentence itself is derived in any of the languages
of `overtrick.texts`, so that nobody has to parse messages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from overtrick import texts

LONGEST_QUOTE: Final = 200
"""how many characters of an input are quoted in a sentence"""
LISTS: Final = ("known", "allowed")
"""the values of sentences that list what there is; they come from no input, and are shown whole"""
NOTHING: Final[Mapping[str, str | int]] = {}


class Phrase(str):
    """A value of a sentence that is itself a text: its key in the catalogues."""

    __slots__ = ()


class Finding(NamedTuple):
    """One thing that is wrong: a code, the values of its sentence, and where it stands in the input (from 1)."""

    code: str
    values: Mapping[str, str | int] = NOTHING
    line: int | None = None
    column: int | None = None

    def message(self, language: str = "en") -> str:
        """The sentence for people, in the given language."""
        values = {name: value if name in LISTS else _shown(value, language) for name, value in self.values.items()}
        return texts.say(language, f"finding.{self.code}", **values)

    def at(self, line: int | None, column: int | None = None) -> Finding:
        """The same finding at a spot of the input; a spot that is already known stays."""
        return self if self.line is not None else self._replace(line=line, column=column)


def _shown(value: str | int, language: str) -> str | int:
    """A value as it can stand in a sentence: what was quoted from an input may be long, or not fit for a terminal."""
    if isinstance(value, int):
        return value
    if isinstance(value, Phrase):
        return texts.say(language, value)
    short = value if len(value) <= LONGEST_QUOTE else value[: LONGEST_QUOTE - 1] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in short)


def spot_text(language: str, line: int, column: int | None) -> str:
    """A spot of an input in words: `line 3, column 7`."""
    if column is None:
        return texts.say(language, "spot.line", line=line)
    return texts.say(language, "spot.column", line=line, column=column)


class OvertrickError(ValueError):
    """Any error of this library that a caller can meet; `finding` says what is wrong."""

    def __init__(self, finding: Finding | str, /, **values: str | int) -> None:
        self.finding = finding if isinstance(finding, Finding) else Finding(finding, values)
        super().__init__(self.finding)  # the only argument, so that pickling works across processes

    def __str__(self) -> str:
        return self.told("en")

    def told(self, language: str) -> str:
        """The sentence with its spot, in the given language."""
        message, line, column = self.finding.message(language), self.finding.line, self.finding.column
        return message if line is None else f"{message} ({spot_text(language, line, column)})"


class Invalid(OvertrickError):
    """The input is not what it claims to be."""


class Illegal(OvertrickError):
    """The rules forbid it."""
