"""The lines of Ginsberg's double-dummy library, which other programs write too: a deal, and what can be won with it.

    T5.K4.652.A98542 K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K:65658888888843433232

The hands are those of West, North, East and South. Behind the colon, which may be missing, stand 20 hexadecimal digits:
the tricks of North and South, at no trumps and then with spades, hearts, diamonds and clubs as trumps, each with the
lead of South, East, North and West. They become an `OptimumResultTable` of PBN, from which they are written again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from overtrick.core.cards import Cards, cards_in, hand_text
from overtrick.core.errors import Finding, Invalid, Phrase
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.deal.record import Deal, Record
from overtrick.formats.record_format import Located, RecordFormat
from overtrick.games.bridge.hands import mask_of
from overtrick.games.bridge.notation import FROM_WEST, HAND_SIZE, bridge, check_writable
from overtrick.games.bridge.score_tables import rows_of

_LEADERS: Final = (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)
_STRAINS: Final = ("NT", "S", "H", "D", "C")
_PLACES: Final = tuple((leader.previous, strain) for strain in _STRAINS for leader in _LEADERS)
"""the declarer and the strain of each digit"""
_HAND: Final = r"([2-9TJQKA]*)\.([2-9TJQKA]*)\.([2-9TJQKA]*)\.([2-9TJQKA]*)"
_LINE: Final = re.compile(rf"\s*{_HAND} +{_HAND} +{_HAND} +{_HAND}\s*(?::(.*))?", re.IGNORECASE)
_TRICKS: Final = re.compile(rf"[0-9A-D]{{{len(_PLACES)}}}", re.IGNORECASE)

TABLE: Final = "OptimumResultTable"
COLUMNS: Final = r"Declarer;Denomination\2R;Result\2R"


def read(text: str) -> Iterator[Located]:
    """The deals of a text, one a line; digits that make no sense are left out with a warning."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield _located(line, number)


def _located(line: str, number: int) -> Located:
    match = _LINE.fullmatch(line)
    if match is None:
        return Located(None, Finding("bad-board", {"text": line.strip()}, number, 1), number)
    suits = match.groups()[:-1]
    masks = [mask_of(suits[at : at + 4]) for at in range(0, len(suits), 4)]
    is_whole = all(mask >= 0 and mask.bit_count() == HAND_SIZE for mask in masks)
    if not is_whole or sum(masks) != (1 << len(SEATS) * HAND_SIZE) - 1:
        return Located(None, Finding("deal-not-whole", {}, number, match.start(1) + 1), number)
    held = dict(zip(FROM_WEST, map(cards_in, masks), strict=True))
    digits = (match[len(suits) + 1] or "").strip()
    told = _TRICKS.fullmatch(digits)
    values = {"field": TABLE, "value": f"'{digits}'", "expected": Phrase("expected.gib-tricks")}
    column = (match.start(len(suits) + 1) if digits else 0) + 1
    return Located(
        Record(bridge(), deal=Deal(tuple(held[seat] for seat in SEATS)), tags={TABLE: _table(digits)} if told else {}),
        line=number,
        fields={"Deal": (number, match.start(1) + 1)},
        warnings=(Finding("bad-field", values, number, column),) if digits and not told else (),
    )


def _table(digits: str) -> dict[str, object]:
    """What each declarer wins in each strain, as the table of PBN."""
    won = {place: _declarers(place[0], int(digit, 16)) for place, digit in zip(_PLACES, digits, strict=True)}
    rows = [f"{seat.letter} {strain:>2} {won[seat, strain]:>2}" for seat in SEATS for strain in reversed(_STRAINS)]
    return {"value": COLUMNS, "rows": rows}


def _declarers(seat: Seat, tricks: int) -> int:
    """The tricks of a declarer by those of North and South, and the other way round."""
    return tricks if seat.side is Side.ONE else HAND_SIZE - tricks


def _digits(record: Record) -> str:
    """The digits of a record that tells the tricks of all declarers in all strains, or nothing."""
    told = {
        (row.get("declarer", "").upper(), row.get("denomination", "").upper()): row.get("result", "")
        for row in rows_of(record, TABLE)
    }
    won = [told.get((seat.letter, strain), "") for seat, strain in _PLACES]
    if not all(re.fullmatch(r"[0-9]|1[0-3]", text) for text in won):
        return ""
    return "".join(f"{_declarers(seat, int(text)):X}" for (seat, _), text in zip(_PLACES, won, strict=True))


def write(records: Iterable[Record]) -> str:
    """A line for each deal, with the tricks where a record tells them; refuses one that is not whole."""
    return "".join(map(_line, records))


def _line(record: Record) -> str:
    check_writable(record)
    hands = [Cards(hand or ()) for hand in record.deal.hands or ()]
    if [len(hand) for hand in hands] != [HAND_SIZE] * len(SEATS):
        raise Invalid("not-writable", reason=Phrase("reason.whole-deal"))
    held = dict(zip(SEATS, hands, strict=True))
    text, digits = " ".join(hand_text(held[seat]) for seat in FROM_WEST), _digits(record)
    return f"{text}:{digits}\n" if digits else f"{text}\n"


FORMAT: Final = RecordFormat(read, write)
games, load, loads, dump, dumps = FORMAT.games, FORMAT.load, FORMAT.loads, FORMAT.dump, FORMAT.dumps
