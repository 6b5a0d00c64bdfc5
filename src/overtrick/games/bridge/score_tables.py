"""The tables in which tournament programs put results.

`ScoreTable` has a row for each table of a board; `TotalScoreTable` has the names of the pairs, and stands with one
board of a file for all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

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
SIDES: Final = ("NS", "EW")
_NO_LETTERS: Final = re.compile(r"[^A-Za-z]+")
_BY_SIDES: Final = "by sides "
"""before the section in the key of one where pairs of both sides have the same numbers"""

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


def unread_rows(record: Record) -> int:
    """How many rows of the `ScoreTable` of a record have not as many cells as there are columns."""
    table = record.tags.get("ScoreTable")
    rows = table.get("rows") if isinstance(table, dict) else None
    return len(rows) - sum(1 for _ in rows_of(record, "ScoreTable")) if isinstance(rows, list) else 0


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


class Entry(NamedTuple):
    """A pair or a player of a `TotalScoreTable`; the section and the side are empty where they are not told."""

    section: str
    number: str
    side: str
    name: str


def entries_of(record: Record) -> Iterator[Entry]:
    """Who has which number, and a name."""
    for row in rows_of(record, "TotalScoreTable"):
        number, name = row.get("pairid") or row.get("playerid") or "", row.get("names") or row.get("name") or ""
        if number and name:
            yield Entry(row.get("section", ""), number, side_of(row.get("direction", "")), name)


def side_of(direction: str) -> str:
    """The side of `N-S` or `EW`; nothing where the text is none."""
    letters = _NO_LETTERS.sub("", direction).upper()
    return letters if letters in SIDES else ""


def names_of(record: Record) -> dict[str, str]:
    """The names of pairs and players by their numbers, after the section and before the side, and without these.

    A section whose pairs are numbered from 1 on either side has its own key: no number is a pair there.
    """
    names: dict[str, str] = {}
    by_sides = {row.get("section", "") for row in rows_of(record, "ScoreTable") if _meets_itself(row)}
    for section, number, side, name in entries_of(record):
        if names.get(section + number, name) != name:
            by_sides.add(section)
        names.setdefault(number, name)
        names[section + number] = name
        if side:
            names.setdefault(f"{number} {side}", name)
            names[f"{section}{number} {side}"] = name
    return names | {_BY_SIDES + section: "" for section in by_sides | {""} if by_sides}


def _meets_itself(row: Row) -> bool:
    number = row.get("pairid_ns")
    return bool(number) and number == row.get("pairid_ew")


def sittings_of(record: Record, names: Mapping[str, str]) -> list[Sitting]:
    """The results of all tables at a board, by its `ScoreTable`; those that tell too little are left out."""
    found = ((_seats(row, names), _scores(row, record), adjusted_of(row)) for row in rows_of(record, "ScoreTable"))
    return [
        Sitting(seats, scores or (0, 0), None if scores else adjusted)
        for seats, scores, adjusted in found
        if any(seats) and (scores or adjusted)
    ]


def _seats(row: Row, names: Mapping[str, str]) -> Names:
    """Who sits North, East, South and West: by names, or by numbers that have names, or by numbers alone."""
    section = row.get("section", "")

    def shown(number: str, side: str = "") -> str:
        if not number:
            return ""
        told = f"{number} {side}".strip()
        if _BY_SIDES + section in names:
            return names.get(section + told) or names.get(told) or f"#{section}{told}"
        known = (names.get(key) for key in (section + told, told, section + number, number))
        return next(filter(None, known), f"#{section}{number}")

    if any(row.get(f"playerid_{seat}".lower()) for seat in SEAT_COLUMNS):
        north, east, south, west = (shown(row.get(f"playerid_{seat}".lower(), "")) for seat in SEAT_COLUMNS)
        return north, east, south, west
    pairs = [row.get(f"names_{side}".lower()) or shown(row.get(f"pairid_{side}".lower(), ""), side) for side in SIDES]
    (north, south), (east, west) = map(two_names, pairs)
    return north, east, south, west


def two_names(pair: str) -> tuple[str, str]:
    """The names of a pair, of which the second is empty where it is one text; a single hyphen stands between two."""
    text = " ".join(pair.split())
    first, *others = _BETWEEN.split(text, maxsplit=1)
    if not others and text.count("-") == 1:
        first, *others = text.split("-")
    return (first, others[0]) if first and all(others) and others else (text, "")


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


def adjusted_of(row: Row) -> tuple[float, float] | None:
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
