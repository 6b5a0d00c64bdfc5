"""The auction and the play of PBN: calls and cards with their annotations.

The columns of a play are seats: the first one is that of the seat which the tag `Play` names, in every row. To read it
is to work out who wins each trick, for the cards of a record stand in order of play.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, parse_card
from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import TrickRules
from overtrick.formats.places import Place
from overtrick.games.bridge.notation import CALLS, TRICK_SIZE, rules_of, trick_of
from overtrick.games.bridge.pbn.syntax import Tag, Token
from overtrick.games.bridge.remarks import Remarks

SUFFIXES: Final = ("!", "?", "!!", "??", "!?", "?!")
"""the marks of calls that are the glyphs $1 to $6, and of cards that are $7 to $12"""
NOTHING: Final = ("-", "--")
CONTINUED, ENDED, ALL_PASS, SKIPPED, LEAD = "+", "*", "ap", "^S", "^L"

_PART: Final = re.compile(
    r"(?P<cell>[A-Za-z0-9\-]+|[*+]|\^[Ss])|(?P<before>\^[IRLirl])|(?P<suffix>[!?]{1,2})"
    r"|(?P<mark>=\d{1,9}=|\$\d{1,9})|(?P<bad>.+)",
    re.ASCII,
)


class Cell:
    """A call, a card, or a sign in the place of one, with its annotations."""

    __slots__ = ("column", "line", "marks", "text")

    def __init__(self, text: str, line: int, column: int, marks: list[str]) -> None:
        self.text, self.line, self.column, self.marks = text, line, column, marks

    @property
    def place(self) -> Place:
        """Line and column."""
        return self.line, self.column

    def marks_with(self, *irregularities: str) -> list[str]:
        """The annotations, and of the irregularities only these, because others make no sense here."""
        return [mark for mark in self.marks if mark[0] != "^" or mark in irregularities]

    def wrong(self, code: str) -> Invalid:
        """What is wrong with it."""
        return Invalid(Finding(code, {"text": self.text}, *self.place))


def _cells(tokens: Iterable[Token], first_glyph: int, code: str) -> list[Cell]:
    """The cells of a section; the first one is empty and has the comments that stand before all others."""
    cells, before = [Cell("", 0, 0, [])], list[str]()
    line = column = 0
    for kind, text, line, column in tokens:
        if kind == "comment":
            cells[-1].marks.append(f"{{{text}}}")
            continue
        if text.isalnum() and text.isascii():
            cells.append(Cell(text, line, column, before))
            before = []
            continue
        for match in _PART.finditer(text):
            part = match[0]
            if match["cell"]:
                cells.append(Cell(part, line, column + match.start(), before))
                before = []
            elif match["before"]:
                before.append(part.upper())
            elif match["bad"]:
                raise Invalid(Finding(code, {"text": part}, line, column + match.start()))
            else:
                cells[-1].marks.append(f"${first_glyph + SUFFIXES.index(part)}" if match["suffix"] else part)
    if before:
        raise Invalid(Finding(code, {"text": before[0]}, line, column))
    return cells


class Auction(NamedTuple):
    """An auction as a file has it."""

    calls: list[str]
    places: list[Place]
    dealer: Seat | None
    """who calls first, if the file says so"""
    remarks: Remarks


def read_auction(tag: Tag, first: Seat | None, dealer: Seat | None) -> Auction:
    """The auction that follows a tag; `first` has the first column, who need not be the dealer."""
    calls: list[str] = []
    places: list[Place] = []
    remarks = Remarks()
    ended, gap = False, None
    for cell in _cells(tag.after, 1, "not-a-call"):
        made: list[str] = []
        if ended and cell.text:
            raise cell.wrong("not-a-call")
        if cell.text in NOTHING and not calls and first is not None:
            first = first.next
        elif cell.text in NOTHING:
            gap = gap or cell  # a player who has not called yet, nor has anybody after them
        elif cell.text in (CONTINUED, ENDED):
            ended, remarks.end = True, "*" if cell.text == ENDED else ""
        elif cell.text and gap:
            raise gap.wrong("not-a-call")
        elif cell.text:
            made = _calls_of(cell, calls)
            calls += made
            places += [cell.place] * len(made)
        remarks.add(len(calls), [SKIPPED] if cell.text.upper() == SKIPPED else [])
        remarks.add(len(calls), cell.marks_with("^I" if made else ""))
    if calls and first and dealer and first is not dealer:
        values = {"seat": first.letter, "dealer": dealer.letter}
        raise Invalid(Finding("auction-start", values, *places[0]))
    return Auction(calls, places, dealer or (first if calls else None), remarks)


def _calls_of(cell: Cell, calls: list[str]) -> list[str]:
    """The calls that a cell stands for: one, or the passes that end the auction."""
    word = cell.text.lower()
    if word == ALL_PASS:
        has_bid = any(call != "pass" for call in calls)
        passes = next((number for number, call in enumerate(reversed(calls)) if call != "pass"), len(calls))
        return ["pass"] * ((3 if has_bid else 4) - passes)
    call = "pass" if word == "^s" else CALLS.get(word)
    if call is None:
        raise cell.wrong("not-a-call")
    return [call]


class Play(NamedTuple):
    """A play as a file has it."""

    cards: list[Card]
    """in order of play"""
    places: list[Place]
    remarks: Remarks
    continued: bool
    """whether the file says that the play goes on"""


def read_play(tag: Tag, first: Seat | None, leader: Seat | None, contract: Contract | None, game: Game) -> Play:
    """The play that follows a tag; `first` has the first column, who need not be the leader."""
    head, *cells = _cells(tag.after, 7, "bad-card")
    remarks = Remarks()
    ending = next((number for number, cell in enumerate(cells) if cell.text == ENDED), len(cells))
    if ending + 1 < len(cells):
        raise cells[ending + 1].wrong("bad-card")
    remarks.end = "*" if ending < len(cells) else ""
    cards = {number: card for number, cell in enumerate(cells[:ending]) if (card := _card_of(cell))}
    columns = _Columns(cells, cards, first, rules_of(game, contract))
    order, out_of_turn = columns.in_order_of_play(leader, game.hand_size)
    turns = {number: turn for turn, number in enumerate(order, 1)}
    last = 0
    for number, cell in enumerate([head, *cells], -1):
        last = turns.get(number, last)  # what is said where no card stands belongs to the card before
        remarks.add(last, cell.marks_with("^R" if number in turns else ""))
        remarks.add(last, [LEAD + out_of_turn[number].letter] if number in out_of_turn else [])
    continued = any(cell.text == CONTINUED for cell in cells)
    return Play([cards[number] for number in order], [cells[number].place for number in order], remarks, continued)


def _card_of(cell: Cell) -> Card | None:
    if cell.text in NOTHING or cell.text == CONTINUED:
        return None
    try:
        return parse_card(cell.text.replace("10", "T"), "pbn")
    except Invalid:
        raise cell.wrong("bad-card") from None


class _Columns(NamedTuple):
    """The cells of a play, four a row, and the cards by the numbers of their cells."""

    cells: list[Cell]
    cards: dict[int, Card]
    first: Seat | None
    """the seat of the first column"""
    rules: TrickRules | None

    def in_order_of_play(self, leader: Seat | None, most_tricks: int) -> tuple[list[int], dict[int, Seat]]:
        """The numbers of the cells with cards, and who led out of turn with which of them.

        Refuses a row that cannot follow the one before.
        """
        order: list[int] = []
        out_of_turn: dict[int, Seat] = {}
        for start in range(0, len(self.cells), TRICK_SIZE):
            row = [number for number in range(start, start + TRICK_SIZE) if number in self.cards]
            if not row:
                continue
            trick, place = start // TRICK_SIZE + 1, self.cells[row[0]].place
            if trick > most_tricks:
                raise Invalid(Finding("too-many-tricks", {"all": most_tricks}, *place))
            led = next((number for number in row if LEAD in self.cells[number].marks), None)
            if led is not None and self.first is not None:
                leader = out_of_turn[led] = SEATS[(self.first - 1 + led) % 4]
            if self.first is None or leader is None or len(order) < start:
                raise Invalid(Finding("play-order", {"trick": trick}, *place))
            in_turn = [start + (leader - self.first + turn) % 4 for turn in range(TRICK_SIZE)]
            played = [number for number in in_turn if number in self.cards]
            if played != in_turn[: len(played)]:
                raise Invalid(Finding("play-order", {"trick": trick}, *place))
            order += played
            leader = trick_of(self.rules, leader, [self.cards[number] for number in played]).winner
        return order, out_of_turn
