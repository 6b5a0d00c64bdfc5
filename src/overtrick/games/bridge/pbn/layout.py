"""The lines of PBN's export format for tags, comments, an auction and a play: four calls or cards a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from overtrick.core.cards import card_name
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.record import Record
from overtrick.games.bridge.notation import (
    PASSED_OUT,
    TRICK_SIZE,
    auction_of,
    claims_of,
    most_tricks,
    opening_leader,
    tricks_of,
)
from overtrick.games.bridge.pbn.syntax import escaped
from overtrick.games.bridge.pbn.values import PASS, UNKNOWN
from overtrick.games.bridge.remarks import Remarks

LONGEST_LINE: Final = 255 - len("\r\n")
ALERTED: Final = "Alerted"
"""the note of a call that was alerted without a word"""
UNPLAYED, CONTINUED, ENDED = "-", "+", "*"


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
    _explain_alerts(remarks)
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


def _explain_alerts(remarks: Remarks) -> None:
    """Give each alert a note, for which PBN has no other sign."""
    used = [int(number) for note in remarks.notes for number in re.findall(r"^\s*(\d{1,9})", note, re.ASCII)]
    for number in remarks.numbers():
        used += [int(mark[1:-1]) for mark in remarks.at(number) if mark[0] == "="]
    note = max(used, default=0) + 1
    alerts = [number for number in remarks.numbers() if "!" in remarks.at(number)]
    silent = [number for number in alerts if not any(mark[0] == "=" for mark in remarks.at(number))]
    for number in silent:
        remarks.add(number, [f"={note}="])
    remarks.notes += [f"{note}:{ALERTED}"] if silent else []


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
