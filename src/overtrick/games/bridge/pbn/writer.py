"""Records become games of PBN in its export format: the 15 mandatory tags come first, and lines end with CR and LF."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from overtrick.core.cards import Cards, card_name, hand_text
from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.record import Deal, Record
from overtrick.games.bridge.notation import (
    PASSED_OUT,
    TRICK_SIZE,
    auction_of,
    check_writable,
    claims_of,
    declarer_tricks,
    most_tricks,
    opening_leader,
    tricks_of,
    vulnerable_name,
)
from overtrick.games.bridge.pbn.syntax import HEADER, ROW, Tag, escaped
from overtrick.games.bridge.pbn.values import (
    CANONICAL,
    COMMENTS,
    ESCAPES,
    MANDATORY,
    PASS,
    PLAYERS,
    SECTIONS,
    UNINHERITED,
    UNKNOWN,
    read_deal,
    read_result,
    score_text,
)
from overtrick.games.bridge.remarks import Remarks

HEAD: Final = "% PBN 2.1\n% EXPORT\n"
SCORING: Final = {"matchpoints": "MP", "rubber": "Rubber", "chicago": "Chicago"}
"""what tells how a game is scored that is not duplicate"""

_NAME: Final = re.compile(r"\w+", re.ASCII)
_DECLARER: Final = re.compile(r"\^?[NESW]")
LONGEST_LINE: Final = 255 - len("\r\n")
UNPLAYED, CONTINUED, ENDED = "-", "+", "*"


def write_games(records: Iterable[Record]) -> str:
    """The text of a file with some games."""
    return (HEAD + "\n".join(map(_game_text, records))).replace("\n", "\r\n")


def _game_text(record: Record) -> str:
    check_writable(record)
    return "".join(f"{line}\n" for line in _Game(record).lines())


class _Game:
    """Writes one record."""

    def __init__(self, record: Record) -> None:
        self.record, self.tags = record, record.tags
        self.is_pass = record.contract is None and (self.tags.get("Contract") == PASS or record.auction == PASSED_OUT)
        comments = self.tags.get(COMMENTS)
        self.comments = {name: _texts(texts) for name, texts in comments.items()} if isinstance(comments, dict) else {}

    def lines(self) -> Iterator[str]:
        """The lines of the game in the order of the export format."""
        plain = dict(zip(MANDATORY, map(self._mandatory, MANDATORY), strict=True)) | self._supplemental()
        tables, notes = self._tables(), _texts(self.tags.get("Note"))
        written = {*plain, *tables, *(["Note"] if notes else [])}
        for name in self.comments:
            if name not in written:
                yield from self._comments(name)
        for text in _texts(self.tags.get(ESCAPES)):
            line = "%" + re.sub(r"[\r\n]+", " ", text)
            if not HEADER.fullmatch(line):
                yield line
        for name, value in plain.items():
            yield tag_line(name, value if name in UNINHERITED else _not_inherited(value))
            yield from self._comments(name)
        yield from (tag_line("Note", note) for note in notes)
        yield from self._comments("Note") if notes else ()
        yield from auction_lines(self.record)
        yield from play_lines(self.record)
        for name, (value, rows) in sorted(tables.items()):
            yield tag_line(name, _not_inherited(value))
            yield from self._comments(name)
            yield from rows

    def _comments(self, name: str) -> Iterator[str]:
        return map(comment_text, self.comments.get(name, ()))

    def _text(self, name: str) -> str | None:
        value = self.tags.get(name)
        return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else None

    def _mandatory(self, name: str) -> str:
        """The value of a mandatory tag: `?` where it is not known, nothing where it makes no sense."""
        record, text = self.record, self._text(name)
        if name in PLAYERS:
            return record.seats[PLAYERS.index(name)] or UNKNOWN
        if name == "Dealer":
            return record.dealer.letter if record.dealer else UNKNOWN
        if name == "Vulnerable":
            return "" if text == "" else vulnerable_name(text or "") or UNKNOWN
        if name == "Deal":
            return self._deal()
        if name == "Scoring":
            return SCORING.get(str(record.game.house["scoring"]), UNKNOWN) if text is None else text
        if name == "Declarer":
            return self._declarer(text or "")
        if name == "Contract":
            return self._contract()
        if name == "Result":
            return self._result(text)
        return UNKNOWN if text is None else text

    def _deal(self) -> str:
        """The hands from the dealer on, or the text that a file had for hands that are not known whole."""
        deal, first = self.record.deal, self.record.dealer or SEATS[0]
        text = self._text("Deal")
        if text is not None and _same_deal(text, deal):
            return text
        if deal.hands is None and not deal.known:
            return UNKNOWN
        hands, known = deal.hands or [None] * len(SEATS), deal.known or [()] * len(SEATS)
        around = [hands[(first - 1 + turn) % 4] or known[(first - 1 + turn) % 4] for turn in range(len(SEATS))]
        return f"{first.letter}:" + " ".join(hand_text(Cards(hand)) if hand else "-" for hand in around)

    def _declarer(self, text: str) -> str:
        contract = self.record.contract
        if contract is None:
            return "" if self.is_pass else text if _DECLARER.fullmatch(text) else UNKNOWN
        if contract.seat is None:
            return UNKNOWN
        return text if text == f"^{contract.seat.letter}" else contract.seat.letter

    def _contract(self) -> str:
        contract = self.record.contract
        if contract is None:
            return PASS if self.is_pass else UNKNOWN
        return f"{contract.value}{contract.strain}{'X' * contract.double}" if contract.value else str(contract.strain)

    def _result(self, text: str | None) -> str:
        contract = self.record.contract
        if text not in (None, UNKNOWN):
            tricks = most_tricks(contract, self.record.deal.hands)
            try:
                return read_result(Tag("Result", text or "", 0, 0, []), contract, tricks)
            except Invalid:
                pass  # not a result that a reader would understand
        won = declarer_tricks(self.record)
        return "" if self.is_pass else UNKNOWN if won is None else str(won)

    def _supplemental(self) -> dict[str, str]:
        """The other tags, in alphabetical order."""
        texts = {name: text for name in self.tags if _is_free(name) and (text := self._text(name)) is not None}
        if self.record.scores is not None:
            texts["Score"] = score_text(self.record.scores)
        return dict(sorted(texts.items()))

    def _tables(self) -> dict[str, tuple[str, list[str]]]:
        """The tags that are followed by rows."""
        tables = {}
        for name, table in self.tags.items():
            if _is_free(name) and name != "Score" and isinstance(table, dict) and isinstance(table.get("value"), str):
                rows = [row.replace("\t", " ").strip(" ") for row in _texts(table.get("rows")) if ROW.fullmatch(row)]
                # A line that is blank would end the game, and one that begins with % would not be read.
                tables[name] = table["value"], [f" {row}" if row.startswith("%") else row for row in rows if row]
        return tables


def _same_deal(text: str, deal: Deal) -> bool:
    """Whether a text is that of a deal, however it spells it."""
    try:
        read = read_deal(Tag("Deal", text, 0, 0, []))
    except Invalid:
        return False
    return not read.findings and read.deal == deal


def _is_free(name: str) -> bool:
    """Whether this is the name of a supplemental tag, as the standard spells it."""
    is_own = name in MANDATORY or name in SECTIONS or name == "Note"
    return not is_own and bool(_NAME.fullmatch(name)) and CANONICAL.get(name.lower(), name) == name


def _not_inherited(value: str) -> str:
    """A value that no reader takes for one to be inherited."""
    return f" {value}" if value == "#" or value.startswith("##") else value


def _texts(value: object) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def tag_line(name: str, value: str) -> str:
    """A tag."""
    return f'[{name} "{escaped(value)}"]'


def comment_text(text: str) -> str:
    """A comment, which may have several lines."""
    text = re.sub(r"\r\n?", "\n", text)
    if "}" not in text:
        return f"{{{text}}}"
    return f"{{{text.replace('}', ')')}}}" if "\n" in text else f";{text}"


def auction_lines(record: Record) -> Iterator[str]:
    """The auction, if the record has one; one whose passes only the contract told has no calls."""
    is_told = record.contract is None and record.tags.get("Contract") == PASS
    calls = () if is_told and record.auction == PASSED_OUT else record.auction
    remarks = Remarks.of(record.tags, "Auction", len(calls))
    if not calls and not remarks.as_tag():
        return
    remarks.explain_alerts()
    yield tag_line("Auction", record.dealer.letter if record.dealer else UNKNOWN)
    yield from _lines(_annotations(remarks, 0))
    for start in range(0, len(calls), len(SEATS)):
        row: list[str] = []
        for number, call in enumerate(calls[start : start + len(SEATS)], start + 1):
            marks = remarks.at(number)
            row += ["^I"] if "^I" in marks else []
            row += ["^S" if call == "pass" and "^S" in marks else PASS if call == "pass" else call]
            row += _annotations(remarks, number)
        yield from _lines(row)
    auction = auction_of(record.dealer or SEATS[0], calls)
    if remarks.end or (calls and not (auction and auction.is_over)):
        yield ENDED if remarks.end or record.contract or is_told else CONTINUED
    yield from (tag_line("Note", note) for note in remarks.notes)


def play_lines(record: Record) -> Iterator[str]:
    """The play, if the record has one: a column for each seat, the opening leader's first."""
    remarks, contract = Remarks.of(record.tags, "Play", len(record.plays)), record.contract
    has_ended = bool(remarks.end or claims_of(record))
    result_tells_end = contract is not None and contract.seat is not None
    if not record.plays and not remarks.as_tag() and (result_tells_end or not has_ended):
        return
    tricks = tricks_of(record)
    first = opening_leader(record.contract, remarks.leader) or (tricks[0].leader if tricks else None)
    goes_on = len(record.plays) < TRICK_SIZE * most_tricks(record.contract, record.deal.hands)
    yield tag_line("Play", first.letter if first else UNKNOWN)
    yield from _lines(_annotations(remarks, 0))
    number = 0
    for leader, cards, _ in tricks:
        row: dict[Seat, list[str]] = {}
        for turn, card in enumerate(cards):
            number += 1
            before = [mark[:2] for mark in remarks.at(number) if mark.startswith(("^R", "^L"))]
            row[_seat(leader, turn)] = [*before, card_name(card, "pbn"), *_annotations(remarks, number)]
        if len(cards) < TRICK_SIZE and goes_on and not has_ended:
            row[_seat(leader, len(cards))] = [CONTINUED]
        yield from _row(first, row)
    if goes_on and has_ended:
        yield ENDED
    elif goes_on and tricks and len(tricks[-1].cards) == TRICK_SIZE:
        yield from _row(first, {tricks[-1].winner or tricks[0].leader: [CONTINUED]})
    yield from (tag_line("Note", note) for note in remarks.notes)


def _seat(leader: Seat, turn: int) -> Seat:
    return SEATS[(leader - 1 + turn) % len(SEATS)]


def _row(first: Seat | None, cells: dict[Seat, list[str]]) -> Iterator[str]:
    """A trick by seats, from the seat of the first column."""
    columns = [_seat(first or SEATS[0], turn) for turn in range(len(SEATS))]
    return _lines(token for seat in columns for token in cells.get(seat, [UNPLAYED]))


def _annotations(remarks: Remarks, number: int) -> list[str]:
    """What stands behind a call or a card."""
    marks = [mark for mark in remarks.at(number) if mark[0] in "=${"]
    return [comment_text(mark[1:-1]) if mark[0] == "{" else mark for mark in marks]


def _lines(tokens: Iterable[str]) -> Iterator[str]:
    """The tokens on one line, or on several where that would be too long."""
    line = ""
    for token in tokens:
        begun, _, _ = token.partition("\n")
        if line and len(line) - line.rfind("\n") + len(begun) > LONGEST_LINE:
            yield line
            line = ""
        line = f"{line} {token}" if line else token
        if token.startswith(";"):
            yield line
            line = ""
    if line:
        yield line
