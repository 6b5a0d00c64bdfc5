"""docs/server.md tells pages and messages as they are, and docs/club.md limits and metrics."""

import re
from pathlib import Path
from typing import get_args

import pytest

from overtrick.protocol import incoming, outgoing
from overtrick.server.counters import COUNTERS, GAUGES
from overtrick.server.limits import LOCALS, STRANGERS
from overtrick.server.openapi import openapi

DOCS = Path(__file__).parents[2] / "docs"
TEXT = "\n".join((DOCS / name).read_text(encoding="utf-8") for name in ("server.md", "club.md"))
ROWS = [
    tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]) for line in TEXT.splitlines() if line[:1] == "|"
]


def test_limits() -> None:
    told = {row[0].strip("`"): (row[1], row[2]) for row in ROWS if len(row) == 4 and row[0].startswith("`")}
    assert told == {
        name: (str(stranger), str(local))
        for name, stranger, local in zip(STRANGERS._fields, STRANGERS, LOCALS, strict=True)
    }


def test_metrics() -> None:
    names = {*GAUGES, *(f"{name}_total" for name in COUNTERS)}
    told = {word for row in ROWS for word in re.findall(r"`(\w+)`", row[0]) if word in names or word.endswith("_total")}
    assert told == names


def test_pages() -> None:
    told = {row[0].strip("`") for row in ROWS if re.match(r"`(GET|POST) ", row[0])}
    pages = openapi()["paths"]
    described = {f"{method.upper()} {path}" for path, methods in pages.items() for method in methods}
    assert told == {re.sub(r"\{(\w+)\}", lambda name: name[1].upper(), page) for page in described}


@pytest.mark.parametrize(
    ("heading", "union"), [("a client says", incoming.Message), ("the server says", outgoing.Message)]
)
def test_messages(heading: str, union: object) -> None:
    start = next(place for place, row in enumerate(ROWS) if row[0] == heading)
    rows = [row[0] for row in ROWS[start + 2 :]]
    end = next((place for place, cell in enumerate(rows) if not cell.startswith("`")), len(rows))
    told = re.findall(r"`(\w+)`", " ".join(rows[:end]))
    assert sorted(told) == sorted(kind.__struct_config__.tag for kind in get_args(union))
