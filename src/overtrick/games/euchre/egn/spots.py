"""Where the values of a JSON text stand."""

from __future__ import annotations

import json
import re
from typing import Final

from overtrick.formats.record_format import Spot, SpotFinder

Path = tuple[str | int, ...]
"""The names and indices that lead to a value."""
_TOKEN: Final = re.compile(r'[\[\]{}:,]|"(?:[^"\\]|\\.)*"|[^\s\[\]{}:,"]+')


def spots_of(text: str) -> dict[Path, Spot]:
    """Line and column of each value of a JSON text, which must be one."""
    finder, spots = SpotFinder(text), dict[Path, Spot]()
    path: list[str | int] = []
    awaits_name: list[bool] = []
    """for each object and list around, whether the name of a value comes next"""
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in "]}":
            path.pop()
            awaits_name.pop()
        elif token == ",":
            last = path[-1]
            if isinstance(last, int):
                path[-1] = last + 1
            else:
                awaits_name[-1] = True
        elif token != ":" and awaits_name and awaits_name[-1]:
            path[-1], awaits_name[-1] = json.loads(token), False
        elif token != ":":
            spots[tuple(path)] = finder.spot(match.start())
            if token in "[{":
                path.append("" if token == "{" else 0)
                awaits_name.append(token == "{")
    return spots
