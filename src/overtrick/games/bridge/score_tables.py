"""The tables in which tournament programs put results.

`ScoreTable` has a row for each table of a board; `TotalScoreTable` has the names of the pairs, and stands with one
board of a file for all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from overtrick.core.errors import Invalid
from overtrick.core.scoring import Scores
from overtrick.deal.record import Names, Record
from overtrick.formats.result_text import Sitting
from overtrick.games.bridge.notation import HAND_SIZE, scored
from overtrick.games.bridge.pbn.syntax import Tag
from overtrick.games.bridge.pbn.values import is_pass, read_contract, read_declarer, read_result

_CELL: Final = re.compile(r'"([^"]*)"|(\S+)')
_WIDTH: Final = re.compile(r"\d{1,3}", re.ASCII)
_AVERAGE: Final = re.compile(r"(?:A|AV|AVE|AVG|AVERAGE)\s*([+=-]?)", re.IGNORECASE)
_PERCENT: Final = re.compile(r"(\d{1,3}(?:\.\d+)?)\s*%")
_NUMBER: Final = re.compile(r"[+-]?\d{1,5}")
_BETWEEN: Final = re.compile(r" ?(?: - |&|/|;|\+) ?")
AVERAGES: Final = {"+": 60.0, "": 50.0, "=": 50.0, "-": 40.0}
"""what adjusted scores are worth, in percent of the best one"""
SEAT_COLUMNS: Final = ("North", "East", "South", "West")

Row = Mapping[str, str]
"""The cells of a row by the names of their columns."""


def rows_of(record: Record, name: str) -> Iterator[Row]:
    """The rows of a table of a record; one that has not as many cells as there are columns is left out."""
    table = record.tags.get(name)
    value, rows = (table.get("value"), table.get("rows")) if isinstance(table, dict) else (None, None)
    if not isinstance(value, str) or not isinstance(rows, list):
        return
    stated = [column.partition("\\") for column in value.split(";")]
    columns = [name.strip().lstrip("+-").lower() for name, _, _ in stated]
    widths = [int(digits[0]) if (digits := _WIDTH.match(form)) else 0 for _, _, form in stated]
    for row in rows:
        cells = _cells(row, columns, widths) if isinstance(row, str) else []
        if len(cells) == len(columns):
            yield {
                column: "" if cell in ("-", "?") else cell.strip() for column, cell in zip(columns, cells, strict=True)
            }


def _cells(row: str, columns: Sequence[str], widths: Sequence[int]) -> list[str]:
    """The cells of a row; names that stand there with their blanks, but no quotation marks, are as wide as the columns.

    One that is longer than its column pushes the others to the right.
    """
    found = list(_CELL.finditer(row))
    cells = [cell[1] or cell[2] for cell in found]
    named = [number for number, column in enumerate(columns) if column.startswith("name")]
    if len(cells) <= len(columns) or not named or len(named) <= named[-1] - named[0]:
        return cells
    behind = len(cells) - (len(columns) - named[-1] - 1)
    names, rest = list[str](), row[found[named[0]].start() : found[behind].start() if behind < len(cells) else None]
    for width in widths[named[0] : named[-1]]:
        end = rest.find(" ", width)
        if end < 0:
            return cells
        names.append(rest[:end])
        rest = rest[end:].lstrip()
    return [*cells[: named[0]], *names, rest, *cells[behind:]]


def names_of(record: Record) -> dict[str, str]:
    """The names of pairs and players by their numbers, after the section if there is one, and without it."""
    names: dict[str, str] = {}
    for row in rows_of(record, "TotalScoreTable"):
        number, name = row.get("pairid") or row.get("playerid") or "", row.get("names") or row.get("name") or ""
        if number and name:
            names.setdefault(number, name)
            names[row.get("section", "") + number] = name
    return names


def sittings_of(record: Record, names: Mapping[str, str]) -> list[Sitting]:
    """The results of all tables at a board, by its `ScoreTable`; those that tell too little are left out."""
    found = ((_seats(row, names), _scores(row, record), _adjusted(row)) for row in rows_of(record, "ScoreTable"))
    return [
        Sitting(seats, scores or (0, 0), None if scores else adjusted)
        for seats, scores, adjusted in found
        if any(seats) and (scores or adjusted)
    ]


def _seats(row: Row, names: Mapping[str, str]) -> Names:
    """Who sits North, East, South and West: by names, or by numbers that have names, or by numbers alone."""
    section = row.get("section", "")

    def shown(number: str) -> str:
        return names.get(section + number) or names.get(number) or (f"#{section}{number}" if number else "")

    if any(row.get(f"playerid_{seat}".lower()) for seat in SEAT_COLUMNS):
        north, east, south, west = (shown(row.get(f"playerid_{seat}".lower(), "")) for seat in SEAT_COLUMNS)
        return north, east, south, west
    pairs = [row.get(f"names_{side}") or shown(row.get(f"pairid_{side}", "")) for side in ("ns", "ew")]
    (north, south), (east, west) = map(_two, pairs)
    return north, east, south, west


def _two(pair: str) -> tuple[str, str]:
    """The names of a pair, of which the second is empty where it is one text."""
    first, *others = _BETWEEN.split(" ".join(pair.split()), maxsplit=1)
    return first, others[0] if others else ""


def _scores(row: Row, record: Record) -> Scores | None:
    """The points of a row, or those of its contract and its tricks."""
    for column, sign in (("score_ns", 1), ("score_ew", -1)):
        text = row.get(column, "")
        if _NUMBER.fullmatch(text):
            net = sign * int(text)
            return (net, 0) if net >= 0 else (0, -net)
    contract = Tag("Contract", row.get("contract", ""), 0, 0, [])
    if is_pass(contract):
        return 0, 0
    return _of_contract(row, contract, record) if contract.value else None


def _of_contract(row: Row, tag: Tag, record: Record) -> Scores | None:
    try:
        contract, (seat, _) = read_contract(tag), read_declarer(Tag("Declarer", row.get("declarer", ""), 0, 0, []))
        if contract is None or seat is None:
            return None
        contract = contract._replace(seat=seat, side=seat.side)
        result = read_result(Tag("Result", row.get("result", ""), 0, 0, []), contract, HAND_SIZE)
    except Invalid:
        return None
    tags = {name: record.tags[name] for name in ("Board", "Vulnerable") if name in record.tags}
    return scored(Record(record.game, contract=contract, tags={**tags, "Result": result}))


def _adjusted(row: Row) -> tuple[float, float] | None:
    """What the two sides have of an adjusted score, in percent of the best one."""
    instead = _share(row.get("contract", ""))
    shares = (_share(row.get(f"score_{side}", "")) for side in ("ns", "ew"))
    first, second = (instead if share is None else share for share in shares)
    if first is None:
        return None if second is None else (100 - second, second)
    return first, 100 - first if second is None else second


def _share(text: str) -> float | None:
    average, percent = _AVERAGE.fullmatch(text), _PERCENT.fullmatch(text)
    if average is not None:
        return AVERAGES[average[1]]
    return float(percent[1]) if percent is not None else None
