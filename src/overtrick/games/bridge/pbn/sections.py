"""The sections of PBN: the calls that follow the tag `Auction`, and the cards that follow `Play`.

The columns of a play are seats: the first one is that of the seat which the tag names, in every row. To read it is to
work out who wins each trick, for the cards of a record stand in order of play. Some programs write the rows in order of
play, or name another seat than that of the first card: where all hands are known, these tell who played each card.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    claimed_by,
    closing_passes,
    extra_passes,
    rules_of,
    winner_of,
)
from overtrick.games.bridge.pbn.syntax import Tag, Token
from overtrick.games.bridge.remarks import Remarks

SUFFIXES: Final = ("!", "?", "!!", "??", "!?", "?!")
"""the marks of calls that are the glyphs $1 to $6, and of cards that are $7 to $12"""
NOTHING: Final = ("-", "--")
CONTINUED, ENDED, SKIPPED, LEAD = "+", "*", "^S", "^L"
ALERT: Final = "!"
_AWAITED: Final = re.compile(r"_+|AC")
"""where a lesson asks for a call, or takes any"""
_PART: Final = re.compile(
    r"(?P<cell>[A-Za-z0-9\-]+|_+|[+]|(?<![A-Za-z0-9])[*]|\^[Ss])|(?P<before>\^[IRLirl])|(?P<alert>[*])"
    r"|(?P<suffix>[!?]{1,2})|(?P<mark>=\d{1,9}=?|\$\d{1,9})|(?P<around>[()])|(?P<bad>.+)",
    re.ASCII,
)
EMPTY_ROW: Final = [None] * TRICK_SIZE
SUITS: Final = {suit: Cards(card for card in CARDS if card.suit is suit).mask for suit in Suit}
_BY_NAME: Final = {card_name(card, "pbn"): card for card in CARDS}
_PASS_WORDS: Final = frozenset(("pass", "passes", "p"))


class Cells:
    """The calls or cards of a section, and the signs instead of them, with their annotations."""

    def __init__(self, tokens: Iterable[Token], first_glyph: int, code: str) -> None:
        self.texts: list[str] = []
        self.spots: list[Spot] = []
        self.marks: dict[int, list[str]] = {}
        """by the indices of their cells; -1 has the comments that stand before all of them"""
        self.findings: list[Finding] = []
        """what is not of a section"""
        self._first_glyph, self._code = first_glyph, code
        self._before: list[str] = []
        """marks of the cell that comes next"""
        texts, spots, before, line, at = self.texts, self.spots, self._before, 0, 0
        for kind, run, line, at in tokens:
            if kind == "comment":
                self._mark(f"{{{run}}}")
            elif kind == "string":
                self._wrong(run, line, at)
            else:
                words = run.replace("\t", " ").split(" ")
                if not before and run.isascii() and "".join(words).isalnum() and "" not in words:
                    texts += words
                    for word in words:
                        spots.append((line, at))
                        at += len(word) + 1
                else:
                    for word in words:
                        self._take(word, line, at)
                        at += len(word) + 1
        if before:
            self._wrong(before[0], line, at - 1 - len(before[0]))

    def _take(self, word: str, line: int, at: int) -> None:
        """Take a word that is not just a call or a card."""
        for match in _PART.finditer(word):
            part = match[0]
            if match["cell"]:
                if self._before:
                    self.marks[len(self.texts)] = self._before[:]
                    self._before.clear()
                self.texts.append(part)
                self.spots.append((line, at + match.start()))
            elif match["before"]:
                self._before.append(part.upper())
            elif match["bad"]:
                self._wrong(part, line, at + match.start())
            elif match["alert"]:
                self._mark(ALERT)
            elif match["suffix"]:
                self._mark(f"${self._first_glyph + SUFFIXES.index(part)}")
            elif match["mark"]:
                self._mark(part if part[0] == "$" or part.endswith("=") else f"{part}=")

    def _mark(self, mark: str) -> None:
        self.marks.setdefault(len(self.texts) - 1, []).append(mark)

    def _wrong(self, text: str, line: int, column: int) -> None:
        self.findings.append(Finding(self._code, {"text": text}, line, column))

    def wrong(self, number: int) -> Finding:
        """What is told of a cell that is neither a call nor a card."""
        return Finding(self._code, {"text": self.texts[number]}, *self.spots[number])

    def marks_with(self, number: int, irregularity: str) -> list[str]:
        """The annotations of a cell, and of the irregularities only this one, because others make no sense here."""
        return [mark for mark in self.marks.get(number, ()) if mark[0] != "^" or mark == irregularity]


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
        if agree(claimed_by(self.dealer, self.calls), contract):
            return self
        for count in range(1, len(SEATS)):
            calls = ["pass"] * count + self.calls
            if agree(claimed_by(self.dealer, calls), contract):
                self.remarks.shift(count)
                warning = Finding("passes-left-out", {"count": count}, *self.spots[0])
                return self._replace(
                    calls=calls, spots=[self.spots[0]] * count + self.spots, warnings=[*self.warnings, warning]
                )
        return self


def agree(made: Contract | None, stated: Contract) -> bool:
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
    cells = Cells(tag.after, 1, "not-a-call")
    findings = cells.findings
    remarks.add(0, cells.marks_with(-1, ""))
    ended, all_passed, gap = False, False, None
    for number, text in enumerate(cells.texts):
        word = text.lower()
        call = CALLS.get(word)
        made: list[str] = []
        if call is not None and not (ended or all_passed or gap is not None):
            made = [call]
        elif ended and text != ENDED:
            findings.append(cells.wrong(number))
            break
        elif text in NOTHING and not calls and first is not None:
            first = first.next
        elif text in NOTHING or _AWAITED.fullmatch(text):
            gap = number if gap is None else gap  # a player who has not called yet, nor has anybody after them
        elif text in (CONTINUED, ENDED):
            ended, remarks.end = True, "*" if text == ENDED else ""
        elif gap is not None:
            is_awaited = _AWAITED.fullmatch(cells.texts[gap]) is not None
            wrong = Finding("calls-awaited", {}, *cells.spots[gap]) if is_awaited else cells.wrong(gap)
            (warnings if is_awaited else findings).append(wrong)
            break
        elif word == "all" and cells.texts[number + 1 : number + 2] and cells.texts[number + 1].lower() in _PASS_WORDS:
            made, all_passed = closing_passes(calls), True
        elif word in ALL_PASS:
            made = closing_passes(calls)
        elif word == SKIPPED.lower():
            made = ["pass"]
            remarks.add(len(calls) + 1, [SKIPPED])
        elif not (all_passed and word in _PASS_WORDS):  # the passes that `all pass` stands for
            findings.append(cells.wrong(number))
            break
        calls += made
        spots += [cells.spots[number]] * len(made)
        if number in cells.marks:
            remarks.add(len(calls), cells.marks_with(number, "^I" if made else ""))
    many = extra_passes(calls)
    if many:
        warnings.append(Finding("extra-passes", {"count": many}, *spots[-many]))
        del calls[-many:], spots[-many:]
        remarks.end_at(len(calls))
    if calls and first and dealer and first is not dealer:
        warnings.append(Finding("auction-start", {"seat": first.letter, "dealer": dealer.letter}, *spots[0]))
        dealer = first
    return AuctionSection(calls, spots, dealer or (first if calls else None), remarks, findings, warnings)


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
    hands: Sequence[int] | None,
) -> PlaySection:
    """The play that follows a tag; `first` has the first column, who need not be the leader.

    `hands` are those of the seats 1 to 4 as masks, if all are known.
    """
    cells = Cells(tag.after, 7, "bad-card")
    texts, findings = cells.texts, cells.findings
    remarks, warnings = Remarks(), list[Finding]()
    ending = texts.index(ENDED) if ENDED in texts else len(texts)
    behind = next((number for number in range(ending, len(texts)) if texts[number] != ENDED), None)
    if behind is not None:
        findings.append(cells.wrong(behind))
    remarks.end = "*" if ending < len(texts) else ""
    cards = list(map(_BY_NAME.get, texts[:ending]))
    for number, text in enumerate(texts[:ending]) if None in cards else ():
        cards[number] = cards[number] or card_of(text)
        if cards[number] is None and text not in NOTHING and text != CONTINUED:
            findings.append(cells.wrong(number))
            del cards[number:]
            break
    columns = _Columns(cells, cards, rules_of(game, contract))
    order, out_of_turn, wrong, played = columns.in_order_of_play(first, leader, game.hand_size)
    if hands is not None and contract is not None and contract.seat is not None and not out_of_turn:
        is_held = wrong is None and not any(some & ~hand for some, hand in zip(played, hands, strict=True))
        by_hands = None if is_held else columns.by_hands(contract.seat.next, hands)
        if by_hands is not None:
            order, wrong, leader = by_hands, None, contract.seat.next
            warnings.append(Finding("play-by-hands", {}, *cells.spots[order[0]]))
    if wrong is not None:  # a card that nobody wrote down makes no play wrong
        (warnings if wrong.code == "play-order" else findings).append(wrong)
    if cells.marks:
        _mark(remarks, cells, order, out_of_turn)
    return PlaySection(
        [card for number in order if (card := cards[number])],
        [cells.spots[number] for number in order],
        remarks,
        CONTINUED in texts,
        leader,
        findings,
        warnings,
    )


def _mark(remarks: Remarks, cells: Cells, order: Sequence[int], out_of_turn: Mapping[int, Seat]) -> None:
    """Set the marks of the cells to their cards."""
    turns = {number: turn for turn, number in enumerate(order, 1)}
    last = 0
    for number in range(-1, len(cells.texts)):
        last = turns.get(number, last)  # what is said where no card stands belongs to the card before
        marks = cells.marks_with(number, "^R" if number in turns else "")
        remarks.add(last, [mark for mark in marks if mark != ALERT])
        if number in out_of_turn:
            remarks.add(last, [LEAD + out_of_turn[number].letter])


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
    """The cells of a play, four a row, and the card of each, if it has one."""

    cells: Cells
    cards: list[Card | None]
    rules: TrickRules | None

    def in_order_of_play(
        self, first: Seat | None, leader: Seat | None, most_tricks: int
    ) -> tuple[list[int], dict[int, Seat], Finding | None, list[int]]:
        """The numbers of the cells with cards, if the columns are those of the seats from `first` on.

        Then who led out of turn with which of them; why the rest is left out, where a row cannot follow the one before;
        and what each seat played, as masks.
        """
        order: list[int] = []
        out_of_turn: dict[int, Seat] = {}
        played = [0] * len(SEATS)
        column = 0 if first is None else first - 1
        lead = None if leader is None else leader - 1
        leads = {number for number, marks in self.cells.marks.items() if LEAD in marks}
        for start, row in self._rows():
            if start >= TRICK_SIZE * most_tricks:
                wrong = Finding("too-many-tricks", {"all": most_tricks}, *self._spot(start, row))
                return order, out_of_turn, wrong, played
            led = [number for number in sorted(leads) if start <= number < start + TRICK_SIZE and row[number - start]]
            if led and first is not None:
                lead = (column + led[0]) % len(SEATS)
                out_of_turn[led[0]] = SEATS[lead]
            cards = None if lead is None else _from(row, lead - column)
            if first is None or lead is None or cards is None or len(order) < start:
                wrong = Finding("play-order", {"trick": start // TRICK_SIZE + 1}, *self._spot(start, row))
                return order, out_of_turn, wrong, played
            for place, card in enumerate(cards, lead):
                order.append(start + (place - column) % TRICK_SIZE)
                played[place % TRICK_SIZE] |= card.bit
            lead = self._winner(lead, cards)
        return order, out_of_turn, None, played

    def by_hands(self, first: Seat, hands: Sequence[int]) -> list[int] | None:
        """The order of the cells by who holds the cards, if that is in turn and by the rules in every row.

        The first row begins with the leader; the others may begin with any seat, for some programs turn them.
        """
        found: list[int] = []
        lead, left = first - 1, list(hands)
        for start, row in self._rows():
            at = next(number for number, card in enumerate(row) if card)
            base = (_place_of(row[at], left) - at) % len(SEATS) if found else lead
            cards = _from(row, lead - base)
            if len(found) < start or cards is None:
                return None
            suit = SUITS[cards[0].suit]
            for place, card in enumerate(cards, lead):
                hand = left[place % TRICK_SIZE]
                if not card.bit & hand or (suit & hand and not card.bit & suit):
                    return None
                left[place % TRICK_SIZE] = hand & ~card.bit
                found.append(start + (place - base) % TRICK_SIZE)
            lead = self._winner(lead, cards) or 0
        return found or None

    def _spot(self, start: int, row: Sequence[Card | None]) -> Spot:
        """Where the first card of a row stands."""
        return self.cells.spots[start + next(number for number, card in enumerate(row) if card)]

    def _winner(self, lead: int, cards: Sequence[Card]) -> int | None:
        """The place of the player who wins a trick, if that is known."""
        if self.rules is None or len(cards) < TRICK_SIZE:
            return None
        return (lead + winner_of(self.rules, cards)) % len(SEATS)

    def _rows(self) -> Iterator[tuple[int, list[Card | None]]]:
        """The rows of four cells that have a card, and where they start."""
        for start in range(0, len(self.cards), TRICK_SIZE):
            row = self.cards[start : start + TRICK_SIZE]
            if len(row) < TRICK_SIZE:
                row = row + [None] * (TRICK_SIZE - len(row))
            if row != EMPTY_ROW:
                yield start, row


def _from(row: list[Card | None], column: int) -> list[Card] | None:
    """The cards of a row from a column on, around; None where another one stands behind a gap."""
    turned = row[column % TRICK_SIZE :] + row[: column % TRICK_SIZE]
    cards = [card for card in turned if card is not None]
    return cards if len(cards) == TRICK_SIZE or None not in turned[: len(cards)] else None


def _place_of(card: Card | None, hands: Sequence[int]) -> int:
    """The index of the hand that has a card; -1 if none has."""
    for place, hand in enumerate(hands):
        if card is not None and card.bit & hand:
            return place
    return -1
