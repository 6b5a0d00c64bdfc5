"""Records become boards of LIN, one a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from overtrick.core.cards import Card, Cards, card_name, hand_text
from overtrick.core.errors import Invalid, Phrase
from overtrick.core.seats import SEATS
from overtrick.deal.record import Record
from overtrick.games.bridge.lin.reader import FILE_TAGS, ROOM_AND_BOARD, SEATS_OF_LIN, VULNERABLE_LETTERS
from overtrick.games.bridge.notation import RESULT, TRICK_SIZE, check_writable, claims_of, contract_of, vulnerable_name
from overtrick.games.bridge.remarks import Remarks

ROOM_LETTERS: Final = {"open": "o", "closed": "c"}
CALL_LETTERS: Final = {"pass": "p", "X": "d", "XX": "r"}

Pair = tuple[str, str]
"""A tag and its value."""
PAGE: Final = ("pg", "")

_KEPT: Final = re.compile(rf"(?!{'|'.join(sorted(FILE_TAGS))}|qx|pn|pg)[a-z]{{2}}")


def write_boards(records: Iterable[Record]) -> str:
    """The text of a file with some boards."""
    boards = [_Board(record) for record in records]
    events = {board.text("Event") for board in boards}
    event = events.pop() if len(events) == 1 and not any(board.head for board in boards) else ""
    title = _joined([("vg", _listed([event])), PAGE]) + "\n" if event else ""
    return title + "".join(map(_Board.line, boards))


class _Board:
    """Writes one record."""

    def __init__(self, record: Record) -> None:
        check_writable(record)
        _check_contract(record)
        self.record, self.tags = record, record.tags
        own = self.tags.get("LIN")
        self.own = own if isinstance(own, dict) else {}
        self.head = [(tag, value) for tag, value in _rows(self.own.get("head"), str, str) if tag in FILE_TAGS]
        self.rest: dict[tuple[int, int], list[Pair]] = {}
        """by the numbers of calls and cards before; after the first card only the cards count"""
        for calls, cards, tag, value in _rows(self.own.get("rest"), int, int, str, str):
            if _KEPT.fullmatch(tag) and (tag != "md" or value.lstrip().startswith("0")):
                self.rest.setdefault((0 if cards else calls, cards), []).append((tag, value))
        self.auction = Remarks.of(self.tags, "Auction", len(record.auction))
        self.play = Remarks.of(self.tags, "Play", len(record.plays))
        # Some programs put the notes of the auction behind the play.
        self.notes = self.play.notes_by_mark() | self.auction.notes_by_mark()

    def text(self, name: str) -> str:
        """The value of a tag."""
        value = self.tags.get(name)
        return str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""

    def line(self) -> str:
        """The board, after what is said about all boards of its file."""
        head = _joined([*self.head, PAGE]) + "\n" if self.head else ""
        pairs = [*self._header(), *self._calls(), *self._cards()]
        return head + _joined(pairs if pairs[-1] == PAGE else [*pairs, PAGE]) + "\n"

    def _header(self) -> Iterator[Pair]:
        record, board = self.record, _listed([self.text("Board")])
        room = ROOM_LETTERS.get(self.text("Room").lower())
        stated, label = self.own.get("qx"), self.own.get("ah")
        room_and_board = f"{room or 'o'}{board}" if room or board else ""
        if isinstance(stated, str) and stated.strip():
            room_and_board = stated
        if room_and_board:
            yield "qx", room_and_board
        names = dict(zip(SEATS, record.seats, strict=True))
        yield "pn", _listed(names[seat] for seat in SEATS_OF_LIN)
        yield "st", ""
        hands = dict(zip(SEATS, record.deal.hands or [None] * len(SEATS), strict=True))
        dealer = SEATS_OF_LIN.index(record.dealer) + 1 if record.dealer else 0
        yield "md", f"{dealer}" + ",".join(_hand_text(hands[seat]) for seat in SEATS_OF_LIN)
        vulnerable = vulnerable_name(self.text("Vulnerable"))
        if vulnerable:
            yield "sv", next(letter for letter, name in VULNERABLE_LETTERS.items() if name == vulnerable)
        told = ROOM_AND_BOARD.fullmatch(room_and_board)
        if isinstance(label, str) and label.strip():
            yield "ah", label
        elif board and not (room and told and told[2].strip() == board):
            yield "ah", f"Board {board}"

    def _calls(self) -> Iterator[Pair]:
        calls = self.record.auction
        for number, call in enumerate(["", *calls]):
            marks = self.auction.at(number) if number else []
            notes = [self.notes.get(mark) for mark in marks if mark[0] == "="]
            if call:
                letters = CALL_LETTERS.get(call, call.replace("NT", "N"))
                yield "mb", f"{letters}!" if "!" in marks or None in notes else letters
            yield from (("an", note) for note in notes if note is not None)
            yield from _comments(self.auction, number)
            if number == len(calls):
                yield from _comments(self.play, 0)
            yield from self.rest.get((number, 0), ())
        if calls:
            yield PAGE

    def _cards(self) -> Iterator[Pair]:
        plays, claims = self.record.plays, claims_of(self.record)
        yield from (("mc", str(tricks)) for count, tricks in claims if not count)
        for number, card in enumerate(plays, 1):
            yield "pc", card_name(card, "pbn")
            yield from _comments(self.play, number)
            yield from self.rest.get((0, number), ())
            if number % TRICK_SIZE == 0:
                yield PAGE
            here = (count == number or count > number == len(plays) for count, _ in claims)
            yield from (("mc", str(tricks)) for (_, tricks), is_here in zip(claims, here, strict=True) if is_here)
        result = RESULT.fullmatch(self.text("Result"))
        if result and (not claims or claims[-1][1] != int(result[1])):
            yield "mc", result[1]


def _check_contract(record: Record) -> None:
    """Refuse a contract that the calls do not make: LIN has no other place for it."""
    contract, made = record.contract, contract_of(record.dealer, record.auction, bool(record.plays))
    if contract is not None and (made is None or made[:1] + made[2:5] != contract[:1] + contract[2:5]):
        raise Invalid("not-writable", reason=Phrase("reason.auction-contract"))


def _hand_text(hand: Sequence[Card] | None) -> str:
    suits = zip("SHDC", hand_text(Cards(hand or ())).split("."), strict=True)
    return "".join(suit + ranks for suit, ranks in suits) if hand else ""


def _comments(remarks: Remarks, number: int) -> Iterator[Pair]:
    return (("nt", mark[1:-1]) for mark in remarks.at(number) if mark[0] == "{" and mark[1:-1].strip())


def _joined(pairs: Iterable[Pair]) -> str:
    return "".join(f"{tag}|{_plain(value)}|" for tag, value in pairs)


def _plain(text: str) -> str:
    """A text without the sign that ends it."""
    return re.sub(r"\r\n?", "\n", text).replace("|", "/")


def _listed(texts: Iterable[str]) -> str:
    """Texts between commas, for which they cannot have any themselves."""
    return ",".join(re.sub(r"\s*,\s*", " ", text).strip() for text in texts)


def _rows(value: object, *kinds: type) -> list[Any]:
    """The members of a list that are lists with values of some types."""
    rows = value if isinstance(value, list) else []
    return [row for row in rows if isinstance(row, list) and [type(item) for item in row] == list(kinds)]
