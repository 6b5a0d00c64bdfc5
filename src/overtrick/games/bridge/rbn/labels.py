"""The labels of RBN about event and table, which the records that follow inherit: their texts as tags, and back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

ABOUT: Final = "DTLESFK"
"""the labels about more than one table: date, title, location, event, session, form of scoring, teams"""
INHERITED: Final = f"{ABOUT}NBH"
"""with names, board and hands those that stay as they are where a record does not state them"""
LABELS: Final = f"{INHERITED}ACPRMI"
"""all labels in the order in which they are written: auction, contract, play, result, makes and items come last"""
KEPT: Final = "RBN"
"""the tag of what has no other place, by labels"""

TAGS: Final[Mapping[str, tuple[str, ...]]] = {
    "D": ("Date",),
    "T": ("Description", "Annotator"),
    "L": ("Site",),
    "E": ("Event",),
    "S": ("Stage", "Round"),
    "F": ("Scoring",),
    "K": ("HomeTeam", "VisitTeam"),
    "N": ("North", "South", "West", "East", "Room", "Table"),
    "B": ("Board",),
}
"""the tags of PBN that a label tells"""
SCORINGS: Final = {
    "I": "IMP",
    "B": "BAM",
    "T": "TotalPoints",
    "X": "IMP;Cross",
    "M": "MP",
    "N": "Instant",
    "R": "Rubber",
    "C": "Chicago",
    "A": "Cavendish",
}
STAGES: Final = {"F": "Final", "P": "Playoff", "S": "Semifinal", "Q": "Quarterfinal", "I": "Qualifying"}
ROOMS: Final = {"O": "Open", "C": "Closed"}

_DATE: Final = re.compile(r"([0-9?]{4})([0-9?]{2})?([0-9?]{2})?")
_DATE_TAG: Final = re.compile(r"([0-9?]{4})\.([0-9?]{2})\.([0-9?]{2})")
_ROUND_OF: Final = re.compile(r"R([0-9]{1,4})|Round of ([0-9]{1,4})")
_COLON: Final = "\0"
"""stands for a colon that is none between two parts"""


def values_of(label: str, text: str) -> dict[str, str]:
    """The tags that the text of a label tells."""
    parts = _parts(text, label in "TLES")
    first, second, third = (*parts, "", "")[:3]
    if label == "D":
        date = _DATE.match(text)
        told = [".".join(part or "??" for part in date.groups())] if date else []
    elif label in "LE":
        told = [", ".join(filter(None, parts))]
    elif label == "S":
        around = _ROUND_OF.fullmatch(first)
        told = [f"Round of {around[1]}" if around and around[1] else STAGES.get(first, first), second]
    elif label == "F":
        told = [SCORINGS.get(first, first)]
    elif label == "N":
        pairs = [name.strip() for pair in (first, second) for name in (*pair.split("+", 1), "")[:2]]
        told = [*pairs, ROOMS.get(third.upper(), ""), third if third.isdecimal() else ""]
    else:
        told = [first, second]
    return {name: value for name, value in zip(TAGS[label], told, strict=False) if value}


def text_of(label: str, values: Mapping[str, str]) -> str:
    """The text of a label that tells some tags."""
    texts = [_one_line(values.get(name, "")) for name in TAGS[label]]
    first, second = (*texts, "")[:2]
    if label == "D":
        date = _DATE_TAG.fullmatch(first)
        return re.sub(r"(?:\?\?){1,2}$", "", "".join(date.groups())) if date else ""
    if label in "LE":
        return _escaped(first)
    if label == "S":
        around = _ROUND_OF.fullmatch(first)
        short = f"R{around[2]}" if around and around[2] else _key(STAGES, first)
        return _joined([_escaped(short), _escaped(second)])
    if label == "T":
        return _joined([_escaped(first), _escaped(second)])
    if label == "F":
        return _key(SCORINGS, _bare(first))
    if label == "N":
        north, south, west, east = (_bare(name).replace("+", " ") for name in texts[:4])
        where = next((letter for letter, room in ROOMS.items() if room == texts[4]), _bare(texts[5]))
        return _joined([f"{north}+{south}".rstrip("+"), f"{west}+{east}".rstrip("+"), where])
    return _joined(map(_bare, (first, second) if label == "K" else (first,)))


def same_text(text: str) -> str:
    """A text that stands on one line."""
    return re.sub(r"\s*[\r\n]\s*", " ", text).strip()


def _parts(text: str, has_escapes: bool) -> list[str]:
    """The parts between colons, of which two stand for one that belongs to a part."""
    plain = text.replace("::", _COLON) if has_escapes else text
    return [part.replace(_COLON, ":").strip() for part in plain.split(":")]


def _joined(parts: Iterable[str]) -> str:
    return re.sub(r":+$", "", ":".join(parts))


def _escaped(text: str) -> str:
    return text.strip(":").replace(":", "::")


def _bare(text: str) -> str:
    return text.replace(":", " ").strip()


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _key(names: Mapping[str, str], name: str) -> str:
    return next((key for key, known in names.items() if known == name), name)
