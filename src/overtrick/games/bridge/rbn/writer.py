"""Records become records of RBN: what is about an event is stated where it changes, names, board and hands always."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from overtrick.core.cards import card_name
from overtrick.core.errors import Invalid, Phrase
from overtrick.deal.record import Deal, Record
from overtrick.games.bridge.notation import (
    PASSED_OUT,
    check_writable,
    declarer_tricks,
    opening_leader,
    vulnerable_name,
)
from overtrick.games.bridge.pbn.values import COMMENTS, PASS, PLAYERS
from overtrick.games.bridge.pbn.writer import SCORING
from overtrick.games.bridge.rbn.labels import ABOUT, INHERITED, KEPT, LABELS, TAGS, same_text, text_of, values_of
from overtrick.games.bridge.rbn.reader import FOLLOWED
from overtrick.games.bridge.rbn.sections import (
    auction_text,
    contract_text,
    deal_text,
    marks_text,
    play_text,
    read_auction,
    read_contract,
    read_deal,
    read_play,
    read_result,
    result_text,
)
from overtrick.games.bridge.remarks import Remarks

DIGITS: Final = "123456789"
_NOTE: Final = re.compile(r"\s*([0-9]{1,9})\s*:(.*)", re.DOTALL)
_BEHIND: Final = {
    **{name: label for label, names in TAGS.items() for name in names},
    **{name: label for label, name in FOLLOWED.items() if label not in ("M", "I")},
    **dict.fromkeys(("Dealer", "Vulnerable"), "H"),
    "Declarer": "C",
}
"""the label behind which a text is written that follows a tag of PBN"""


def write_records(records: Iterable[Record]) -> str:
    """The text of a file with some records."""
    last: dict[str, str] = {}
    texts = []
    for record in records:
        check_writable(record)
        writer = _Writer(record)
        texts.append("".join(f"{line}\n" for line in writer.lines(last)))
        last = writer.heads
    return "\n".join(texts)


class _Writer:
    """Writes one record."""

    def __init__(self, record: Record) -> None:
        self.record, self.tags = record, record.tags
        is_told = record.contract is None and self.tags.get("Contract") == PASS
        self.calls = () if is_told and record.auction == PASSED_OUT else record.auction
        """without the passes that only the result tells"""
        if self.calls and record.dealer is None:
            raise Invalid("not-writable", reason=Phrase("reason.no-dealer"))
        kept = self.tags.get(KEPT)
        self.kept: Mapping[str, object] = kept if isinstance(kept, dict) else {}
        self.auction = Remarks.of(self.tags, "Auction", len(record.auction))
        self.play = Remarks.of(self.tags, "Play", len(record.plays))
        self.comments = self._texts_by_label()
        self.heads = {label: self._about(label) for label in TAGS} | {"H": self._deal()}

    def lines(self, last: Mapping[str, str]) -> Iterator[str]:
        """The lines of the record after one with some texts of the labels that are inherited."""
        told = {**self.heads, "A": self._calls(), "C": self._contract(), "P": self._cards(), "R": self._result()}
        told |= {label: self._kept(label) for label in "MI"}
        has_table = any(told[label] for label in LABELS if label not in ABOUT)
        yield from self._comments("")
        for label in LABELS:
            text, before = told[label], last.get(label, "")
            is_new = text != before if label in ABOUT else text or (label in INHERITED and before)
            has_more = self.comments.get(label) or (label == "P" and self.play.notes)
            if is_new or has_more or (label == "B" and not has_table):
                yield from (f"{label} {line}".rstrip() for line in text.split("\n"))
            if label in "AP":
                yield from self._notes(label)
            yield from self._comments(label)

    def _text(self, name: str) -> str:
        value = self.tags.get(name)
        return str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""

    def _kept(self, label: str) -> str:
        """What a file had behind a label."""
        text = self.kept.get(label)
        if not isinstance(text, str):
            return ""
        lines = [line.strip() for line in re.split(r"[\r\n]+", text) if line.strip()]
        return "\n".join(lines) if label in "MI" else same_text(text)

    def _about(self, label: str) -> str:
        """The text about event, names or board: as the file had it, if it tells the same."""
        names = dict(zip(PLAYERS, self.record.seats, strict=True))
        values = {name: names.get(name, "") or self._text(name) for name in TAGS[label]}
        if label == "F" and not values["Scoring"]:
            values["Scoring"] = SCORING.get(str(self.record.game.house["scoring"]), "")
        told, kept = {name: value for name, value in values.items() if value}, self._kept(label)
        return kept if kept and values_of(label, kept) == told else text_of(label, told)

    def _deal(self) -> str:
        deal, kept = self.record.deal, self._kept("H")
        return kept if kept and _same_deal(kept, deal) else deal_text(deal)

    def _calls(self) -> str:
        record, vulnerable, kept = self.record, vulnerable_name(self._text("Vulnerable")), self._kept("A")
        calls = self.calls
        if record.dealer is None:
            return ""
        if kept:
            read = read_auction(kept, (1, 1))
            same = (read.dealer, read.vulnerable, tuple(read.calls)) == (record.dealer, vulnerable, calls)
            if same and read.remarks.as_tag().get("marks", []) == _marks(self.auction):
                return kept
        numbers = _numbers(self.auction)
        marks = [marks_text(self.auction.at(number), numbers) for number in range(1, len(calls) + 1)]
        return auction_text(record.dealer, vulnerable, calls, marks)

    def _contract(self) -> str:
        contract, kept = self.record.contract, self._kept("C")
        if contract is None:
            return ""
        usual = opening_leader(contract, None)
        leader = self.play.leader if self.play.leader is not usual else None
        if kept:
            try:
                read = read_contract(kept, (1, 1))
            except Invalid:
                read = None
            if read is not None and read.contract == contract and read.leader in (leader, None if leader else usual):
                return kept
        return contract_text(contract, leader)

    def _cards(self) -> str:
        plays, kept = self.record.plays, self._kept("P")
        if kept:
            read = read_play(kept, (1, 1))
            if tuple(read.cards) == plays and read.remarks.as_tag().get("marks", []) == _marks(self.play):
                return kept
        numbers = _numbers(self.play)
        marks = [marks_text(self.play.at(number), numbers) for number in range(1, len(plays) + 1)]
        return play_text([card_name(card, "pbn") for card in plays], marks)

    def _result(self) -> str:
        record, kept = self.record, self._kept("R")
        tricks = declarer_tricks(record)
        is_pass = record.contract is None and (record.auction == PASSED_OUT or self.tags.get("Contract") == PASS)
        told = "P" if is_pass else "" if tricks is None else str(tricks)
        if kept:
            try:
                read = read_result(kept, (1, 1))
            except Invalid:
                read = None
            if read is not None and (read.tricks, read.scores) in ((told, record.scores), ("", record.scores)):
                return kept
        return result_text(told, record.scores)

    def _notes(self, label: str) -> Iterator[str]:
        """The notes, behind the calls or the cards to which they belong."""
        remarks = self.auction if label == "A" else self.play
        numbers = _numbers(remarks)
        for note in remarks.notes:
            match = _NOTE.fullmatch(note)
            text = same_text(match[2] if match else note)
            number = numbers.get(f"={match[1]}=", match[1] if len(match[1]) == 1 else "") if match else ""
            if text:
                yield f"{number} {text}" if number else f"{{{text}}}"

    def _comments(self, label: str) -> Iterator[str]:
        """Free texts; none of their lines may be blank, and only the last one ends with a brace."""
        for text in self.comments.get(label, ()):
            lines = [line.rstrip() for line in re.split(r"[\r\n]+", text) if line.strip()]
            inner = [re.sub(r"\}$", ")", line) for line in lines[:-1]]
            yield from f"{{{chr(10).join([*inner, *lines[-1:]])}}}".split("\n") if lines else ()

    def _texts_by_label(self) -> dict[str, list[str]]:
        """Free texts by the labels behind which they are written."""
        found: dict[str, list[str]] = {}
        comments = self.tags.get(COMMENTS)
        for name, texts in comments.items() if isinstance(comments, dict) else ():
            some = [text for text in texts if isinstance(text, str)] if isinstance(texts, list) else []
            found.setdefault(_BEHIND.get(name, "R"), []).extend(some)
        for label, remarks in (("A", self.auction), ("P", self.play)):
            marks = (mark for number in remarks.numbers() for mark in remarks.at(number))
            found.setdefault(label, []).extend(mark[1:-1] for mark in marks if mark.startswith("{"))
        return found


def _same_deal(text: str, deal: Deal) -> bool:
    """Whether a text tells a deal, of which it may show cards without their ranks."""
    try:
        read, findings, _ = read_deal(text, (1, 1))
    except Invalid:
        return False
    return not findings and deal_text(read) == deal_text(deal) and bool(read.known) == bool(deal.known)


def _marks(remarks: Remarks) -> list[list[object]]:
    """The marks of remarks without free texts, which stand on lines of their own."""
    return [[number, mark] for number in remarks.numbers() for mark in remarks.at(number) if mark[0] != "{"]


def _numbers(remarks: Remarks) -> dict[str, str]:
    """The digits of the notes to which calls or cards refer, by their marks; some have none if there are too many."""
    marks = dict.fromkeys(mark for number in remarks.numbers() for mark in remarks.at(number) if mark[0] == "=")
    numbers = {mark: mark[1:-1] for mark in marks if len(mark) == len("=1=")}
    free = iter([digit for digit in DIGITS if digit not in numbers.values()])
    for mark in marks:
        if mark not in numbers and (digit := next(free, "")):
            numbers[mark] = digit
    return numbers
