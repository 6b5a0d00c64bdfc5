"""Addresses of the hand viewer of Bridge Base Online, one a line.

`…?lin=` has a board of LIN. Else the hands are `n=`, `e=`, `s=` and `w=`, such as `sak2hq5dj87c96432`, of which one may
be missing; `d` deals, `v` is vulnerable (o, n, e, b), `b` is the board, `a` the calls, each with `!` if it is alerted
and an explanation in parentheses, `p` the cards, both with comments in braces, `c` a claim, and `nn`, `en`, `sn`, `wn`
are names. Written is the first form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Final
from urllib.parse import parse_qsl, quote

from overtrick.core.errors import Finding
from overtrick.core.seats import SEATS
from overtrick.deal.record import Record
from overtrick.formats.record_format import Located, RecordFormat
from overtrick.games.bridge import lin
from overtrick.games.bridge.notation import REDOUBLE

ADDRESS: Final = "https://www.bridgebase.com/tools/handviewer.html?lin="
_ADDRESS: Final = re.compile(r"https?://[^\s\"'<>]+", re.IGNORECASE)
_CALL: Final = re.compile(
    rf"\s*(?:(?P<call>(?:[1-7](?:NT|[CDHSN])|{REDOUBLE}|[PXDR]|-)!?)(?:\((?P<explanation>[^()]*)\))?"
    r"|\{(?P<comment>[^{}]*)(?:\}|\Z))",
    re.IGNORECASE,
)
_COMMENT: Final = re.compile(r"\{([^{}]*)(?:\}|\Z)")
_ENTITY: Final = re.compile(r"&(lt|gt|quot|nbsp|apos|amp|#\d{1,5});", re.IGNORECASE)
"""a character as pages write it, from which an address may come"""
_NAMES: Final = {f"{seat.letter.lower()}n": seat for seat in SEATS}
_HANDS: Final = {seat.letter.lower(): seat for seat in SEATS}
_USEFUL: Final = frozenset((*_HANDS, *_NAMES, "lin", "d", "v", "b", "a", "p", "c"))
_LOOKS: Final = frozenset(("bbo", "tbt", "kb", "cb", "sk", "u", "up", "t", "wb", "z", "cn", "wa", "myhand", "q", "hv"))
"""parameters that say only how a hand is shown"""


def read(text: str) -> Iterator[Located]:
    """The boards of the addresses of a text; lines without one, as of a saved link, are skipped if others have some."""
    lines = text.split("\n")
    found = [(number, match) for number, line in enumerate(lines, 1) for match in _ADDRESS.finditer(line)]
    for number, match in found:
        yield from _boards(match[0], number, match.start() + 1)
    if not found:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield Located(None, Finding("no-address", {"text": line.strip()}, number, 1), number)
                return


def _boards(address: str, line: int, column: int) -> Iterator[Located]:
    query = _ENTITY.sub(_plain, address.partition("?")[2]).partition("#")[0]
    parameters = {name.lower(): value for name, value in parse_qsl(query, keep_blank_values=True)}
    if "lin" not in parameters and _HANDS.keys().isdisjoint(parameters):
        yield Located(None, Finding("no-deal-in-address", {"text": address}, line, column), line)
        return
    text, warnings = (
        parameters.get("lin"),
        [
            Finding("useless-parameter", {"text": name}, line, column)
            for name in parameters
            if name not in _USEFUL and name not in _LOOKS
        ],
    )
    for board in lin.read_boards(text if text is not None else _lin_of(parameters)):
        finding = board.finding and board.finding._replace(line=line, column=column)
        spots = ((line, column),)
        told = [*(warning._replace(line=line, column=column) for warning in board.warnings), *warnings]
        yield Located(
            board.record,
            finding,
            line,
            spots * len(board.cards),
            spots * len(board.calls),
            dict.fromkeys(board.fields, (line, column)),
            warnings=tuple(told),
        )


def _plain(entity: re.Match[str]) -> str:
    """What an entity stands for, in an address: `&amp;` is what separates parameters."""
    return "&" if entity[1].lower() == "amp" else quote(unescape(entity[0]), safe="")


def _lin_of(parameters: dict[str, str]) -> str:
    """The board of an address without LIN as LIN."""
    deals = _HANDS.get(parameters.get("d", "").lower())
    dealer = lin.SEATS_OF_LIN.index(deals) + 1 if deals else 0
    by_seat = {seat: parameters.get(letter, "") for letter, seat in _HANDS.items()}
    names = {seat: parameters.get(name, "") for name, seat in _NAMES.items()}
    pairs = [
        ("pn", ",".join(names[seat].replace(",", " ") for seat in lin.SEATS_OF_LIN)),
        ("md", f"{dealer}" + ",".join(by_seat[seat] for seat in lin.SEATS_OF_LIN)),
        ("sv", parameters.get("v", "")),
        ("ah", f"Board {parameters['b']}" if parameters.get("b") else ""),
        *_calls(parameters.get("a", "")),
        *_cards(parameters.get("p", "")),
        ("mc", parameters.get("c", "")),
    ]
    return "".join(f"{tag}|{value.replace('|', '/')}|" for tag, value in pairs if value)


def _calls(text: str) -> Iterator[lin.Pair]:
    """The calls of an address, with explanations and comments; what is no call stays, for the reader of LIN to tell."""
    at = 0
    while at < len(text):
        match = _CALL.match(text, at)
        if match is None:
            yield "mb", text[at:]
            return
        if match["call"]:
            yield "mb", match["call"]
        yield "an", match["explanation"] or ""
        yield "nt", match["comment"] or ""
        at = match.end()


def _cards(text: str) -> Iterator[lin.Pair]:
    """The cards of an address, with the comments among them."""
    for number, part in enumerate(_COMMENT.split(text)):
        yield ("nt" if number % 2 else "pc"), part


def write(records: Iterable[Record]) -> str:
    """An address a line."""
    return "".join(f"{ADDRESS}{quote(lin.dumps([record]).strip(), safe='')}\n" for record in records)


FORMAT: Final = RecordFormat(read, write)
games, load, loads, dump, dumps = FORMAT.games, FORMAT.load, FORMAT.loads, FORMAT.dump, FORMAT.dumps
