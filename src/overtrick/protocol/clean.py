"""Text from other people, made safe to show: it can neither move a cursor nor hide or turn what stands beside it."""

from __future__ import annotations

from typing import Final
from unicodedata import category, normalize

UNSAFE: Final = frozenset(["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"])
"""controls, format characters such as those for bidirectional text, and what is no character at all"""
INVISIBLE: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""letters and signs that show nothing: fillers of Hangul, vowels of Khmer, the empty Braille cell"""
MOST_MARKS: Final = 2
"""accents on one letter"""


def clean_line(text: str) -> str:
    r"""One line without anything but visible characters and single spaces.

    >>> clean_line(" Zoé\x1b[2J \u202e evil\n")
    'Zoé [2J evil'
    """
    kept, marks = [], 0
    for letter in normalize("NFC", text.encode("utf-8", "replace").decode()):
        kind = category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind in UNSAFE or letter in INVISIBLE:
            kept.append(" ")
        elif marks <= MOST_MARKS:
            kept.append(letter)
    return " ".join("".join(kept).split())


def shortened(text: str, longest: int) -> str:
    """A clean line of a few letters at most, whose end shows where it is not whole.

    >>> shortened("Bartholomew", 8)
    'Barthol…'
    """
    looked_at = text[: 4 * longest]  # however much somebody sends
    line = clean_line(looked_at)
    if len(line) > longest or looked_at != text:
        return f"{line[: longest - 1].rstrip()}…"
    return line
