"""The tokens of LIN, `tag|value|`, and the boards that they make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from overtrick.core.errors import LONGEST_QUOTE
from overtrick.formats.places import Lines

WRONG: Final = ""
"""the tag of a token that is none"""
FILE_TAGS: Final = frozenset(("vg", "rs", "pw", "mp", "bn"))
"""tags about all boards of a file: title, results, names, match points, numbers"""

_PAIR: Final = re.compile(r"([A-Za-z]{2})\s*\|([^|]*)(?:\|\s*|\Z)")
_RESTART: Final = re.compile(r"\n[ \t]*(?=(?:qx|pn|vg|st|md)\|)", re.IGNORECASE)
_EVENTS: Final = frozenset(("mb", "pc", "mc"))
"""tags of what happens on a board, unless they are empty"""
_OPENING: Final = frozenset(("pn", "mn", "st")) | FILE_TAGS
"""tags that stand before a board, and begin the next one where something has happened on the last"""


class Token(NamedTuple):
    """A tag with its value, and the place of the value."""

    tag: str
    value: str
    line: int
    column: int


def tokens_of(text: str) -> Iterator[Token]:
    """The tokens of a text; after something else the search goes on where a line looks like the start of a board."""
    text = text.rstrip()
    lines, offset = Lines(text), len(text) - len(text.lstrip())
    while offset < len(text):
        pair = _PAIR.match(text, offset)
        if pair is not None:
            value = pair[2]
            yield Token(pair[1].lower(), value, *lines.place(pair.end(2) - len(value.lstrip())))
            offset = pair.end()
        else:
            yield Token(WRONG, text[offset : offset + LONGEST_QUOTE].partition("|")[0], *lines.place(offset))
            restart = _RESTART.search(text, offset)
            offset = restart.end() if restart else len(text)


def boards_of(tokens: Iterable[Token]) -> Iterator[list[Token]]:
    """The tokens of each board; those about the whole file stand with the first one."""
    board: list[Token] = []
    tags: set[str] = set()
    for token in tokens:
        has_begun = bool(tags & _EVENTS or ("pg" in tags and tags & {"qx", "md"}))
        is_next = (
            (token.tag == "qx" and tags & {"qx", "md", *_EVENTS})
            or (token.tag == "md" and "md" in tags and not token.value.lstrip().startswith("0"))
            or (token.tag in _OPENING and has_begun)
        )
        if is_next:
            yield board
            board, tags = [], set()
        board.append(token)
        says_something = token.tag not in _EVENTS or token.value.strip()
        if says_something and (token.tag != "pg" or tags & {"qx", "md"}):
            tags.add(token.tag)
        if token.tag == WRONG:
            yield board
            board, tags = [], set()
    yield board
