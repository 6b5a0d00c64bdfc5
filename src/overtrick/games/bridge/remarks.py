"""What a file says about the calls or the cards besides them, kept in the tags `Auction` and `Play` of a record.

    {"marks": [[2, "=1="], [2, "$3"], [5, "{a comment}"]], "notes": ["1:weak"], "end": "*", "leader": "N"}

A mark stands with the number of its call or card, from 1 in order of play; 0 is before the first one. Marks are
`^I` (an insufficient bid), `^S` (a player was skipped, which counts as a pass), `^R` (a revoke), `^LN` (a lead out of
turn, by North), `!` (alerted), `=1=` (see note 1), `$3` (a numeric annotation glyph) and comments. `end` is `*` where
nothing more will come although it is not over; `leader` leads to the first trick where the contract does not tell who.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from overtrick.core.seats import Seat, parse_seat

_MARK: Final = re.compile(r"\^[ISR]|\^L[NESW]|!|=\d{1,9}=|\$\d{1,9}|\{.*\}", re.DOTALL | re.ASCII)
ALERTED: Final = "Alerted"
"""the note of a call that was alerted without a word"""
_NOTE: Final = re.compile(r"\s*(\d{1,9})\s*:", re.ASCII)


class Remarks:
    """The remarks on an auction or a play."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        """such as `1:weak`"""
        self.end = ""
        self.leader: Seat | None = None
        self._marks: dict[int, list[str]] = {}

    @classmethod
    def of(cls, tags: Mapping[str, object], section: str, count: int) -> Remarks:
        """The remarks of a record on its calls or cards; what does not have their form is left out."""
        remarks, value = cls(), tags.get(section)
        if not isinstance(value, dict):
            return remarks
        marks, notes, leader = value.get("marks"), value.get("notes"), value.get("leader")
        for pair in marks if isinstance(marks, list) else ():
            if isinstance(pair, list) and len(pair) == 2 and type(pair[0]) is int and isinstance(pair[1], str):
                remarks.add(min(max(pair[0], 0), count), [pair[1]] if _MARK.fullmatch(pair[1]) else [])
        remarks.notes = [note for note in notes if isinstance(note, str)] if isinstance(notes, list) else []
        remarks.end = "*" if value.get("end") == "*" else ""
        remarks.leader = parse_seat(leader) if isinstance(leader, str) and leader in tuple("NESW") else None
        return remarks

    def as_tag(self) -> dict[str, object]:
        """The remarks as plain data, empty if there are none."""
        marks = [[number, mark] for number in sorted(self._marks) for mark in self.at(number)]
        tag = {"marks": marks, "notes": self.notes, "end": self.end, "leader": self.leader and self.leader.letter}
        return {name: value for name, value in tag.items() if value}

    def add(self, number: int, marks: Iterable[str]) -> None:
        """Set marks to a call or a card."""
        for mark in marks:
            self._marks.setdefault(number, []).append(mark)

    def shift(self, count: int) -> None:
        """Move all marks behind so many calls more; those before the first one stay there."""
        self._marks = {number + count if number else 0: marks for number, marks in self._marks.items()}

    def end_at(self, count: int) -> None:
        """Move the marks of all calls behind the last one to it."""
        for number in [number for number in self._marks if number > count]:
            self.add(count, self._marks.pop(number))

    def explain_alerts(self) -> None:
        """Give each alert a note, for which PBN has no other sign."""
        used = [int(number) for note in self.notes for number in re.findall(r"^\s*(\d{1,9})", note, re.ASCII)]
        used += [int(mark[1:-1]) for number in self.numbers() for mark in self.at(number) if mark[0] == "="]
        note = max(used, default=0) + 1
        alerts = [number for number in self.numbers() if "!" in self.at(number)]
        silent = [number for number in alerts if not any(mark[0] == "=" for mark in self.at(number))]
        for number in alerts:
            self._marks[number] = [mark for mark in self._marks[number] if mark != "!"]
        for number in silent:
            self.add(number, [f"={note}="])
        self.notes = [*self.notes, f"{note}:{ALERTED}"] if silent else self.notes

    def at(self, number: int) -> list[str]:
        """The marks of a call or a card in order: irregularity, alert, notes, glyphs, each once, and then comments."""
        marks = self._marks.get(number, ())
        comments = [mark for mark in marks if mark.startswith("{")]
        return sorted(dict.fromkeys(mark for mark in marks if not mark.startswith("{")), key=_order) + comments

    def numbers(self) -> list[int]:
        """The calls or cards that have marks."""
        return sorted(self._marks)

    @property
    def leads(self) -> dict[int, Seat]:
        """The leads out of turn: the number of the card, from 1, and who led."""
        found = ((number, mark) for number, marks in self._marks.items() for mark in marks)
        return {number: parse_seat(mark[2]) for number, mark in found if mark.startswith("^L")}

    def notes_by_mark(self) -> dict[str, str]:
        """The texts of the notes by the marks that refer to them, such as `=1=`."""
        matches = [(match, note) for note in self.notes if (match := _NOTE.match(note))]
        return {f"={match[1]}=": note[match.end() :] for match, note in reversed(matches)}


def _order(mark: str) -> tuple[int, int]:
    """The rank of a mark among those of one call or card; glyphs stand by their numbers."""
    return "^!=$".index(mark[0]), int(mark[1:]) if mark[0] == "$" else 0
