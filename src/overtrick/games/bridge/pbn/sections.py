"""The sections of PBN: the calls that follow the tag `Auction`, and the cards that follow `Play`.

The columns of a play are seats: the first one is that of the seat which the tag names, in every row. To read it is to
work out who wins each trick, for the cards of a record stand in order of play. Some programs write the rows in order of
play, or name another seat than that of the first card: where all hands are known, these tell who played each card.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from overtrick.core.auctions import Contract
from overtrick.core.cards import CARDS, Card, Cards, Suit, card_name, parse_card
from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import TrickRules
from overtrick.formats.record_format import Spot
from overtrick.games.bridge.notation import (
    ALL_PASS,
    CALLS,
    TRICK_SIZE,
    ReadHands,
    claimed_by,
    closing_passes,
    contract_of,
    extra_passes,
    rules_of,
    trick_of,
)
from overtrick.games.bridge.pbn.syntax import Tag, Token
from overtrick.games.bridge.remarks import Remarks

SUFFIXES: Final = ("!", "?", "!!", "??", "!?", "?!")
"""the marks of calls that are the glyphs $1 to $6, and of cards that are $7 to $12"""
NOTHING: Final = ("-", "--")
CONTINUED, ENDED, SKIPPED, LEAD = "+", "*", "^S", "^L"
ALERT: Final = "!"
_AWAITED: Final = re.compile(r"_+")
"""where a lesson asks for a call"""
_WORD: Final = re.compile(r"\S+")
_PART: Final = re.compile(
    r"(?P<cell>[A-Za-z0-9\-]+|_+|[+]|(?<![A-Za-z0-9])[*]|\^[Ss])|(?P<before>\^[IRLirl])|(?P<alert>[*])"
    r"|(?P<suffix>[!?]{1,2})|(?P<mark>=\d{1,9}=?|\$\d{1,9})|(?P<around>[()])|(?P<bad>.+)",
    re.ASCII,
)
SUITS: Final = {suit: Cards(card for card in CARDS if card.suit is suit).mask for suit in Suit}
_BY_NAME: Final = {card_name(card, "pbn"): card for card in CARDS}
_PASS_WORDS: Final = frozenset(("pass", "passes", "p"))


class Cell:
    """A call, a card, or a sign instead of one, with its annotations."""

    __slots__ = ("column", "line", "marks", "text")

    def __init__(self, text: str, line: int, column: int, marks: list[str]) -> None:
        self.text, self.line, self.column, self.marks = text, line, column, marks

    @property
    def spot(self) -> Spot:
        return self.line, self.column

    def marks_with(self, *irregularities: str) -> list[str]:
        """The annotations, and of the irregularities only these, because others make no sense here."""
        return [mark for mark in self.marks if mark[0] != "^" or mark in irregularities]

    def wrong(self, code: str) -> Finding:
        return Finding(code, {"text": self.text}, *self.spot)


def _cells(tokens: Iterable[Token], first_glyph: int, code: str) -> tuple[list[Cell], list[Finding]]:
    """The cells of a section, as far as they can be read, and what cannot.

    The first cell is empty and has the comments that stand before all others.
    """
    cells, before, findings = [Cell("", 0, 0, [])], list[str](), list[Finding]()
    line = at = 0
    for kind, run, line, column in tokens:
        if kind == "comment":
            cells[-1].marks.append(f"{{{run}}}")
            continue
        if kind == "string":
            findings.append(Finding(code, {"text": run}, line, column))
            continue
        for word in _WORD.finditer(run):
            text, at = word[0], column + word.start()
            if text.isalnum() and text.isascii():
                cells.append(Cell(text, line, at, before))
                before = []
                continue
            for match in _PART.finditer(text):
                part = match[0]
                if match["cell"]:
                    cells.append(Cell(part, line, at + match.start(), before))
                    before = []
                elif match["before"]:
                    before.append(part.upper())
                elif match["bad"]:
                    findings.append(Finding(code, {"text": part}, line, at + match.start()))
                elif match["alert"]:
                    cells[-1].marks.append(ALERT)
                elif match["suffix"]:
                    cells[-1].marks.append(f"${first_glyph + SUFFIXES.index(part)}")
                elif match["mark"]:
                    cells[-1].marks.append(part if part[0] == "$" or part.endswith("=") else f"{part}=")
    if before:
        findings.append(Finding(code, {"text": before[0]}, line, at))
    return cells, findings


class AuctionSection(NamedTuple):
    """The section of an auction, as a file has it."""

    calls: list[str]
    spots: list[Spot]
    dealer: Seat | None
    """who calls first, if the file says so"""
    remarks: Remarks
    findings: list[Finding]
    """what could not be read; of calls that come after it nobody can know who made them"""
    warnings: list[Finding]

    def with_first_passes(self, contract: Contract | None) -> AuctionSection:
        """The auction with the passes before the first bid, which some programs leave out, where the contract tells.

        They are added only if the calls make another contract, or another declarer, than the file states.
        """
        if contract is None or contract.seat is None or self.dealer is None or not self.calls:
            return self
        if _agree(claimed_by(self.dealer, self.calls), contract):
            return self
        for count in range(1, len(SEATS)):
            calls = ["pass"] * count + self.calls
            if _agree(contract_of(self.dealer, calls, played=True), contract):
                self.remarks.shift(count)
                warning = Finding("passes-left-out", {"count": count}, *self.spots[0])
                return self._replace(
                    calls=calls, spots=[self.spots[0]] * count + self.spots, warnings=[*self.warnings, warning]
                )
        return self


def _agree(made: Contract | None, stated: Contract) -> bool:
    """Whether calls make a contract; that they double it, some writers do not tell with the contract."""
    if made is not None and not stated.double:
        made = made._replace(double=0)
    return made is not None and (made.strain, made.seat, made.value, made.double) == (
        *(stated.strain, stated.seat, stated.value, stated.double),
    )


def read_auction(tag: Tag, first: Seat | None, dealer: Seat | None) -> AuctionSection:
    """The auction that follows a tag; `first` has the first column, who need not be the dealer."""
    calls: list[str] = []
    spots: list[Spot] = []
    remarks, warnings = Remarks(), list[Finding]()
    cells, findings = _cells(tag.after, 1, "not-a-call")
    ended, all_passed, gap = False, False, None
    for number, cell in enumerate(cells):
        made: list[str] = []
        word = cell.text.lower()
        if ended and cell.text and cell.text != ENDED:
            findings.append(cell.wrong("not-a-call"))
            break
        if cell.text in NOTHING and not calls and first is not None:
            first = first.next
        elif cell.text in NOTHING or _AWAITED.fullmatch(cell.text):
            gap = gap or cell  # a player who has not called yet, nor has anybody after them
        elif cell.text in (CONTINUED, ENDED):
            ended, remarks.end = True, "*" if cell.text == ENDED else ""
        elif cell.text and gap:
            findings.append(gap.wrong("not-a-call"))
            break
        elif word == "all" and number + 1 < len(cells) and cells[number + 1].text.lower() in _PASS_WORDS:
            made, all_passed = closing_passes(calls), True
        elif all_passed and word in _PASS_WORDS:
            pass  # the second word of `all pass`, and the passes that it stands for
        elif cell.text:
            made = _calls_of(word, calls)
            if not made and word not in ALL_PASS:
                findings.append(cell.wrong("not-a-call"))
                break
        calls += made
        spots += [cell.spot] * len(made)
        remarks.add(len(calls), [SKIPPED] if cell.text.upper() == SKIPPED else [])
        remarks.add(len(calls), cell.marks_with("^I" if made else ""))
    many = extra_passes(calls)
    if many:
        warnings.append(Finding("extra-passes", {"count": many}, *spots[-many]))
        del calls[-many:], spots[-many:]
        remarks.end_at(len(calls))
    if calls and first and dealer and first is not dealer:
        warnings.append(Finding("auction-start", {"seat": first.letter, "dealer": dealer.letter}, *spots[0]))
        dealer = first
    return AuctionSection(calls, spots, dealer or (first if calls else None), remarks, findings, warnings)


def _calls_of(word: str, calls: list[str]) -> list[str]:
    """The calls that a word stands for: one, or the passes that end the auction; none if it is no call."""
    if word in ALL_PASS:
        return closing_passes(calls)
    call = "pass" if word == "^s" else CALLS.get(word)
    return [] if call is None else [call]


class PlaySection(NamedTuple):
    """The section of a play, as a file has it."""

    cards: list[Card]
    """in order of play"""
    spots: list[Spot]
    remarks: Remarks
    continued: bool
    """whether the file says that the play goes on"""
    leader: Seat | None
    """who led to the first trick, by the file's own word or by the hands"""
    findings: list[Finding]
    """what could not be read; cards that come after it are left out"""
    warnings: list[Finding]


def read_play(
    tag: Tag,
    first: Seat | None,
    leader: Seat | None,
    contract: Contract | None,
    game: Game,
    hands: ReadHands | None,
) -> PlaySection:
    """The play that follows a tag; `first` has the first column, who need not be the leader."""
    all_cells, findings = _cells(tag.after, 7, "bad-card")
    head, *cells = all_cells
    remarks, warnings = Remarks(), list[Finding]()
    ending = next((number for number, cell in enumerate(cells) if cell.text == ENDED), len(cells))
    behind = next((cell for cell in cells[ending:] if cell.text != ENDED), None)
    if behind is not None:
        findings.append(behind.wrong("bad-card"))
    remarks.end = "*" if ending < len(cells) else ""
    cards: dict[int, Card] = {}
    for number, cell in enumerate(cells[:ending]):
        if cell.text in NOTHING or cell.text == CONTINUED:
            continue
        card = card_of(cell.text)
        if card is None:
            findings.append(cell.wrong("bad-card"))
            break
        cards[number] = card
    columns = _Columns(cells, cards, first, rules_of(game, contract))
    order, out_of_turn, wrong = columns.in_order_of_play(leader, game.hand_size)
    if hands is not None and contract is not None and contract.seat is not None and not out_of_turn:
        is_held = wrong is None and leader is not None and columns.are_held(order, leader, hands)
        by_hands = None if is_held else columns.by_hands(contract.seat.next, hands)
        if by_hands is not None:
            order, wrong, leader = by_hands, None, contract.seat.next
            warnings.append(Finding("play-by-hands", {}, *cells[order[0]].spot))
    findings += [wrong] if wrong else []
    turns = {number: turn for turn, number in enumerate(order, 1)}
    last = 0
    for number, cell in enumerate([head, *cells], -1):
        last = turns.get(number, last)  # what is said where no card stands belongs to the card before
        if cell.marks:
            remarks.add(last, [mark for mark in cell.marks_with("^R" if number in turns else "") if mark != ALERT])
        if number in out_of_turn:
            remarks.add(last, [LEAD + out_of_turn[number].letter])
    return PlaySection(
        [cards[number] for number in order],
        [cells[number].spot for number in order],
        remarks,
        any(cell.text == CONTINUED for cell in cells),
        leader,
        findings,
        warnings,
    )


def card_of(text: str) -> Card | None:
    """The card of a word, which has its suit first or last; None if it is none."""
    card = _BY_NAME.get(text) or _BY_NAME.get(text.upper()) if text.isascii() else None
    if card is None:
        try:
            card = parse_card(text.replace("10", "T"), "pbn")
        except Invalid:
            return None
    return card


class _Columns(NamedTuple):
    """The cells of a play, four a row, and the cards by the numbers of their cells."""

    cells: list[Cell]
    cards: dict[int, Card]
    first: Seat | None
    """the seat of the first column"""
    rules: TrickRules | None

    def in_order_of_play(
        self, leader: Seat | None, most_tricks: int
    ) -> tuple[list[int], dict[int, Seat], Finding | None]:
        """The numbers of the cells with cards, who led out of turn with which of them, and why the rest is left out.

        That is so where a row cannot follow the one before.
        """
        order: list[int] = []
        out_of_turn: dict[int, Seat] = {}
        for start, row in self._rows():
            trick, spot = start // TRICK_SIZE + 1, self.cells[row[0]].spot
            if trick > most_tricks:
                return order, out_of_turn, Finding("too-many-tricks", {"all": most_tricks}, *spot)
            led = next((number for number in row if LEAD in self.cells[number].marks), None)
            if led is not None and self.first is not None:
                leader = out_of_turn[led] = SEATS[(self.first - 1 + led) % 4]
            if self.first is None or leader is None or len(order) < start:
                return order, out_of_turn, Finding("play-order", {"trick": trick}, *spot)
            in_turn = [start + (leader - self.first + turn) % 4 for turn in range(TRICK_SIZE)]
            played = [number for number in in_turn if number in self.cards]
            if played != in_turn[: len(played)]:
                return order, out_of_turn, Finding("play-order", {"trick": trick}, *spot)
            order += played
            leader = trick_of(self.rules, leader, [self.cards[number] for number in played]).winner
        return order, out_of_turn, None

    def by_hands(self, first: Seat, hands: ReadHands) -> list[int] | None:
        """The order of the cells by who holds the cards, if that is in turn and by the rules in every row.

        The first row begins with the leader; the others may begin with any seat, for some programs turn them.
        """
        holders, left = _holders(hands), [Cards(hand or ()).mask for hand in hands]
        found: list[int] = []
        leader = first
        for start, row in self._rows():
            seats = {holders.get(self.cards[number]): number for number in row}
            in_turn = _around(leader)[: len(row)]
            is_row = any(
                all(holders.get(self.cards[number]) is _around(base)[number - start] for number in row)
                for base in (SEATS if found else [first])
            )
            if len(found) < start or not is_row or any(seat not in seats for seat in in_turn):
                return None
            played = [seats[seat] for seat in in_turn]
            led = SUITS[self.cards[played[0]].suit]
            for seat, number in zip(in_turn, played, strict=True):
                card = self.cards[number]
                if not card.bit & left[seat - 1] or (not card.bit & led and led & left[seat - 1]):
                    return None
                left[seat - 1] &= ~card.bit
            found += played
            leader = trick_of(self.rules, leader, [self.cards[number] for number in played]).winner or leader
        return found or None

    def are_held(self, order: Sequence[int], leader: Seat, hands: ReadHands) -> bool:
        """Whether the cards in this order are of the hands of those who play them."""
        holders = _holders(hands)
        for start in range(0, len(order), TRICK_SIZE):
            cards = [self.cards[number] for number in order[start : start + TRICK_SIZE]]
            if any(holders.get(card, seat) is not seat for card, seat in zip(cards, _around(leader), strict=False)):
                return False
            leader = trick_of(self.rules, leader, cards).winner or leader
        return True

    def _rows(self) -> Iterable[tuple[int, list[int]]]:
        """The rows that have a card: where they start, and the numbers of their cards."""
        for start in range(0, len(self.cells), TRICK_SIZE):
            row = [number for number in range(start, start + TRICK_SIZE) if number in self.cards]
            if row:
                yield start, row


def _holders(hands: ReadHands) -> dict[Card, Seat]:
    return {card: seat for seat, hand in zip(SEATS, hands, strict=True) for card in hand or ()}


def _around(leader: Seat) -> list[Seat]:
    return [SEATS[(leader - 1 + turn) % 4] for turn in range(len(SEATS))]
