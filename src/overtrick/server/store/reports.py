"""What players have told of each other, as it is stored.

The statements are those that SQLite and PostgreSQL both know.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from overtrick.table.output import KeptReport

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS report (
    at DOUBLE PRECISION NOT NULL,
    table_id TEXT NOT NULL,
    author TEXT NOT NULL,
    about TEXT NOT NULL,
    reason TEXT NOT NULL,
    said TEXT NOT NULL
)
"""
"""with the lines that were said as a list of JSON"""
COLUMNS: Final = "table_id, at, author, about, reason, said"


def row_of(report: KeptReport) -> tuple[object, ...]:
    """The values of the columns."""
    return (*report[:-1], json.dumps(report.said, ensure_ascii=False))


def reports_of(rows: Iterable[tuple[Any, ...]]) -> Iterator[KeptReport]:
    """The reports whose columns are such."""
    for table, at, author, about, reason, said in rows:
        yield KeptReport(table, at, author, about, reason, tuple(json.loads(said)))
