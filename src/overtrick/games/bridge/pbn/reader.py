"""Games of PBN become records: what a record has a field for goes there, all else into its tags.

The columns of a play are seats: the first one is that of the seat which the tag `Play` names, in every row. To read it
is to work out who wins each trick, for the cards of a record stand in order of play.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, parse_card
from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import TrickRules
from overtrick.deal.record import Deal, Record
from overtrick.formats.places import Place, Placed
from overtrick.games.bridge.notation import (
    CALLS,
    PASSED_OUT,
    RESULT,
    TRICK_SIZE,
    bridge,
    contract_of,
    most_tricks,
    opening_leader,
    rules_of,
    trick_of,
)
from overtrick.games.bridge.pbn.syntax import (
    CANONICAL,
    MANDATORY,
    PASS,
    PLAYERS,
    SECTIONS,
    UNINHERITED,
    UNKNOWN,
    Block,
    Tag,
    Token,
    blocks,
    is_known,
    read_contract,
    read_declarer,
    read_hands,
    read_result,
    read_score,
    read_seat,
    read_vulnerable,
    row_of,
)
from overtrick.games.bridge.remarks import Remarks

COMMENTS, ESCAPES = "{}", "%"
"""the names under which a record keeps comments and escaped lines; no tag can have them"""
NEVER_TABLES: Final = frozenset((*MANDATORY, "Score", "Note"))
READERS: Final[Mapping[str, Callable[[Tag], object]]] = {
    "Dealer": read_seat,
    "Vulnerable": read_vulnerable,
    "Deal": read_hands,
    "Declarer": read_declarer,
    "Contract": read_contract,
    "Auction": read_seat,
    "Play": read_seat,
}
"""of the tags that can be read without the others"""
SUFFIXES: Final = ("!", "?", "!!", "??", "!?", "?!")
"""the marks of calls that are the glyphs $1 to $6, and of cards that are $7 to $12"""
NOTHING: Final = ("-", "--")
CONTINUED, ENDED, ALL_PASS, SKIPPED, LEAD = "+", "*", "ap", "^S", "^L"

_PART: Final = re.compile(
    r"(?P<cell>[A-Za-z0-9\-]+|[*+]|\^[Ss])|(?P<before>\^[IRLirl])|(?P<suffix>[!?]{1,2})"
    r"|(?P<mark>=\d{1,9}=|\$\d{1,9})|(?P<bad>.+)",
    re.ASCII,
)


def read_games(text: str) -> Iterator[Placed]:
    """The games of a text, each with its record or with why it could not be read."""
    inherited = _Inherited()
    for block in blocks(text):
        yield _Game(block, inherited.tags_of(block)).placed()


class _Inherited:
    """What tags hand on: `#` asks for the value of an earlier game, and `##` sets one for all games that follow."""

    def __init__(self) -> None:
        self._latest: dict[str, str] = {}
        self._standing: dict[str, str] = {}

    def tags_of(self, block: Block) -> list[Tag]:
        """The tags of a game with their names as the standard spells them, and with the values that they inherit."""
        tags = [self._resolved(tag._replace(name=CANONICAL.get(tag.name.lower(), tag.name))) for tag in block.tags]
        present = {tag.name for tag in tags}
        return tags + [Tag(name, value, 0, 0, []) for name, value in self._standing.items() if name not in present]

    def _resolved(self, tag: Tag) -> Tag:
        name, value = tag.name, tag.value
        if name in UNINHERITED:
            return tag
        if value == "#":
            value = self._latest.get(name, "")
        elif value.startswith("##"):
            value = self._standing[name] = value.lstrip("#")
        elif name in self._standing:
            self._standing[name] = value
        self._latest[name] = value
        return tag._replace(value=value)


class _Game:
    """Reads one game."""

    def __init__(self, block: Block, tags: list[Tag]) -> None:
        self.block = block
        self.tags: dict[str, Tag] = {}
        """by name; of tags with one name the first counts"""
        self.notes: dict[str, list[str]] = {"Auction": [], "Play": [], "": []}
        """by the section in which they stand"""
        self.comments: dict[str, list[str]] = {"": block.comments} if block.comments else {}
        """by the tag after which they stand, but for the sections, where they stand with a call or a card"""
        section = ""
        for tag in tags:
            if tag.name == "Note":
                self.notes[section].append(tag.value)
            elif tag.name not in self.tags:
                self.tags[tag.name] = tag
                section = tag.name if tag.name in SECTIONS else section
            self._take_comments(tag, section)

    def _take_comments(self, tag: Tag, section: str) -> None:
        comments = [token for token in tag.after if token.kind == "comment"]
        if tag.name == "Note" and section:
            self.tags[section].after.extend(comments)
        elif comments and tag.name not in SECTIONS:
            self.comments.setdefault(tag.name, []).extend(token.text for token in comments)

    def placed(self) -> Placed:
        fields = {name: (tag.line, tag.column) for name, tag in self.tags.items() if tag.line}
        try:
            self._check_syntax()
            record, auction, play = self._read()
        except Invalid as error:
            return Placed(None, self._first(error.finding), self.block.line, fields=fields)
        leader = read_seat(self.tags.get("Play"))
        return Placed(record, None, self.block.line, tuple(play.places), tuple(auction.places), fields, leader)

    def _first(self, found: Finding) -> Finding:
        """What is wrong first in the file, if one thing was found: the tags are not read in their order.

        A tag that is inherited without a word has no place; what is wrong with it is wrong with the game.
        """
        findings = [found]
        for name in READERS.keys() & self.tags.keys():
            try:
                READERS[name](self.tags[name])
            except Invalid as error:
                findings.append(error.finding)
        first = min(findings, key=lambda finding: (finding.line or 0, finding.column or 0))
        return first if first.line else first._replace(line=self.block.line, column=1)

    def _check_syntax(self) -> None:
        if self.block.finding is not None:
            raise Invalid(self.block.finding)
        for tag in self.block.tags:
            words = (token for token in tag.after if token.kind != "comment")
            word = next(words, None) if CANONICAL.get(tag.name.lower()) in NEVER_TABLES else None
            if word is not None:
                raise Invalid(Finding("pbn-text", {"text": word.text}, word.line, word.column))

    def _read(self) -> tuple[Record, Auction, Play]:
        game = bridge(self._value("Scoring"))
        auction, hands = self._auction(), read_hands(self.tags.get("Deal"))
        contract = self._contract(auction)
        is_pass = contract is None and (is_known(self.tags.get("Contract")) or tuple(auction.calls) == PASSED_OUT)
        play = self._play(contract, game)
        side, tricks = contract.side if contract else None, most_tricks(contract, hands)
        own = self._own_tags(auction, contract, is_pass)
        result = self.tags.get("Result")
        if result and not (is_pass and not result.value):
            own["Result"] = read_result(result, side, tricks)
        score = self._value("Score")
        scores = (0, 0) if is_pass and score.strip() in ("", "0") else read_score(score, side)
        scores = scores if "Score" in self.tags else None
        own["Score"] = score if scores is None else None
        said = _claim(play, side, str(own.get("Result", "")), len(play.cards) >= TRICK_SIZE * tricks)
        if contract is not None or is_pass:
            auction.remarks.end = ""  # the end is known, though not all calls
        if is_pass and not auction.calls:
            auction.calls.extend(PASSED_OUT)
            auction.places.extend([(self.tags["Contract"].line, self.tags["Contract"].column)] * len(PASSED_OUT))
        own["Auction"], own["Play"] = auction.remarks.as_tag(), play.remarks.as_tag()
        north, east, south, west = (self._value(name) if is_known(self.tags.get(name)) else "" for name in PLAYERS)
        record = Record(
            game,
            plays=tuple(play.cards),
            contract=contract,
            deal=Deal(hands),
            dealer=auction.dealer,
            seats=(north, east, south, west),
            auction=tuple(auction.calls),
            scores=scores,
            said=said,
            tags=self._kept(own),
        )
        return record, auction, play

    def _value(self, name: str) -> str:
        return self.tags[name].value if name in self.tags else ""

    def _auction(self) -> Auction:
        tag, dealer = self.tags.get("Auction"), read_seat(self.tags.get("Dealer"))
        if tag is None:
            return Auction([], [], dealer, Remarks())
        auction = read_auction(tag, read_seat(tag), dealer)
        auction.remarks.notes = self.notes["Auction"]
        return auction

    def _contract(self, auction: Auction) -> Contract | None:
        """The contract that the game states, or that the auction makes where it states none."""
        tag, seat = self.tags.get("Contract"), read_declarer(self.tags.get("Declarer"))[0]
        stated = read_contract(tag) if tag is not None and is_known(tag) else None
        made = stated if stated and seat else self._contract_of_calls(auction)
        contract = stated if is_known(tag) else made
        if contract is None:
            return None
        if seat is None and made is not None and made.strain is contract.strain:
            seat = made.seat
        leader = read_seat(self.tags.get("Play"))
        if seat is None and leader is not None and contract.value is not None:  # in an end position anybody may lead
            seat = leader.previous
        return contract._replace(seat=seat, side=seat.side if seat else None)

    def _contract_of_calls(self, auction: Auction) -> Contract | None:
        play = self.tags.get("Play")
        has_cards = play is not None and any(token.kind == "word" and token.text[0].isalpha() for token in play.after)
        return contract_of(auction.dealer, auction.calls, has_cards)

    def _play(self, contract: Contract | None, game: Game) -> Play:
        tag = self.tags.get("Play")
        if tag is None:
            return Play([], [], Remarks(), False)
        first = read_seat(tag)
        leader = opening_leader(contract, first)
        play = read_play(tag, first, leader, contract, game)
        play.remarks.notes = self.notes["Play"]
        if leader is not opening_leader(contract, None):
            play.remarks.leader = leader
        return play

    def _own_tags(self, auction: Auction, contract: Contract | None, is_pass: bool) -> dict[str, object]:
        """The tags that a record has fields for, with what these do not hold: None if that is nothing."""
        declarer, is_swapped = read_declarer(self.tags.get("Declarer"))
        own: dict[str, object] = dict.fromkeys((*PLAYERS, "Dealer", "Deal", "Declarer", "Contract", "Result"))
        if declarer and not is_pass and (is_swapped or contract is None):
            own["Declarer"] = f"{'^' if is_swapped else ''}{declarer.letter}"
        if is_pass and tuple(auction.calls) != PASSED_OUT:
            own["Contract"] = PASS
        if "Vulnerable" in self.tags:
            own["Vulnerable"] = read_vulnerable(self.tags["Vulnerable"])
        return own

    def _kept(self, own: Mapping[str, object]) -> dict[str, object]:
        """The tags of the record."""
        kept: dict[str, object] = {}
        for name, tag in self.tags.items():
            value = own[name] if name in own else _table(tag) or tag.value
            if value not in (None, {}) and not (value == UNKNOWN and name in MANDATORY):
                kept[name] = value
        others = {"Note": self.notes[""], COMMENTS: self.comments, ESCAPES: self.block.escapes}
        return kept | {name: value for name, value in others.items() if value}


def _claim(play: Play, declarer: Side | None, result: str, is_over: bool) -> tuple[tuple[int, str], ...] | None:
    """The claim that ends a play early, before its first card too, if the result tells for how many tricks."""
    match = RESULT.fullmatch(result)
    has_ended = play.cards or play.remarks.end or declarer
    if is_over or play.continued or (match and has_ended):
        play.remarks.end = ""
    if is_over or play.continued or not match or not has_ended:
        return None
    return ((len(play.cards), f"claim {match[1]}"),)


def _table(tag: Tag) -> dict[str, object] | None:
    """A tag that is followed by the rows of a table."""
    rows: list[list[Token]] = []
    previous: Token | None = None
    for token in tag.after:
        if token.kind != "comment":
            if previous is None or previous.kind == "comment" or previous.line != token.line:
                rows.append([])
            rows[-1].append(token)
        previous = token
    return {"value": tag.value, "rows": [row_of(row) for row in rows]} if rows else None


class Cell:
    """A call, a card, or a sign in the place of one, with its annotations."""

    __slots__ = ("column", "line", "marks", "text")

    def __init__(self, text: str, line: int, column: int, marks: list[str]) -> None:
        self.text, self.line, self.column, self.marks = text, line, column, marks

    @property
    def place(self) -> Place:
        return self.line, self.column

    def marks_with(self, *irregularities: str) -> list[str]:
        """The annotations, and of the irregularities only these, because others make no sense here."""
        return [mark for mark in self.marks if mark[0] != "^" or mark in irregularities]

    def wrong(self, code: str) -> Invalid:
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
