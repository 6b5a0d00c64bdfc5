"""LIN, the format of Bridge Base Online: files of matches and tournaments, and single deals.

A file is made of tokens `tag|value|`. What a record has no field for is kept in its tags: by the name that PBN has for
it, or else under `LIN`; see docs/formats.md.

`games`, `load`, `loads`, `dump` and `dumps` are those of a `RecordFormat`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from overtrick.core.cards import Card, Cards, card_name, hand_text, parse_card, parse_suit
from overtrick.core.errors import LONGEST_QUOTE, Finding, Invalid, Phrase
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.record import Deal, Record
from overtrick.formats.record_format import Located, RecordFormat, Spot, SpotFinder
from overtrick.games.bridge.hands import Hand, Hands, Ranks, deal_of, with_missing_hand
from overtrick.games.bridge.notation import (
    ALL_PASS,
    CALLS,
    HAND_SIZE,
    REDOUBLE,
    RESULT,
    TRICK_SIZE,
    bridge,
    check_writable,
    claims_of,
    closing_passes,
    contract_of,
    extra_passes,
    vulnerable_name,
)
from overtrick.games.bridge.remarks import Remarks

WRONG: Final = ""
"""the tag of a token that is none"""
ODD: Final = "|"
"""the tag of a bar too many or too few, all around which can be read"""
FILE_TAGS: Final = frozenset(("vg", "rs", "pw", "mp", "bn"))
"""tags about all boards of a file: title, results, names, match points, numbers"""

_PAIR: Final = re.compile(r"([A-Za-z]{2})\s*\|([^|]*)(?:\|\s*|\Z)")
_NEVER_PAGES: Final = frozenset(("mc", "mb", "pc", "qx", "md", "pg", "nt"))
"""what stands behind `pg|` only where a bar is missing"""
_SKIPPED: Final = re.compile(r"(\|+)\s*|%[^\n]*(?:\n\s*|\Z)")
"""bars without a tag, and lines of comments"""
_RESTART: Final = re.compile(r"\n[ \t]*(?=(?:qx|pn|vg|st|md)\|)", re.IGNORECASE)
_EVENTS: Final = frozenset(("mb", "pc", "mc"))
"""tags of what happens on a board, unless they are empty"""
_OPENING: Final = frozenset(("pn", "mn", "st")) | FILE_TAGS
"""tags that stand before a board, and begin the next one where something has happened on the last"""
SEATS_OF_LIN: Final = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""the order of names and hands, and with the numbers 1 to 4 of the dealer"""
LAYOUT: Final = frozenset(("pn", "st", "pg", "qx", "md"))
"""tags that need not be kept: names are read already, and the others say nothing if they are empty"""
VULNERABLE_LETTERS: Final = {"o": "None", "n": "NS", "e": "EW", "b": "All", "0": "None", "-": "None"}
"""who is vulnerable, as PBN spells it, by the letters of LIN, those to write first"""
ROOMS: Final = {"o": "Open", "c": "Closed"}
ROOM_AND_BOARD: Final = re.compile(r"\s*([oc])\s*([^,]*)(,.*)?", re.IGNORECASE | re.DOTALL)
LABEL: Final = re.compile(r"\s*board\s+([^\s,][^,]*)", re.IGNORECASE)

_TITLE: Final = ("Event", "Stage", "Scoring", "HomeTeam", "VisitTeam")
SCORINGS: Final = {"I": "IMP", "P": "MP", "B": "BAM"}
"""how a match is scored, as PBN spells it, by the letters of a title"""

AWAITED: Final = ("?", "???")
"""calls that a lesson asks for"""
_SUIT: Final = re.compile(r"([SHDC]?)([^SHDC]+|(?<=[SHDC]))", re.IGNORECASE)
_CARD: Final = re.compile(r"([SHDC](?:10|[2-9TJQKA]))\s*,?\s*", re.IGNORECASE)
_CALL: Final = re.compile(rf"\s*(pass|p|dbl|d|rdbl|r|{REDOUBLE}|x|[1-7](?:nt|[cdhsn]))(!*)\s*", re.IGNORECASE)
ROOM_LETTERS: Final = {"open": "o", "closed": "c"}
CALL_LETTERS: Final = {"pass": "p", "X": "d", "XX": "r"}

Pair = tuple[str, str]
"""A tag and its value."""
PAGE: Final = ("pg", "")

_KEPT: Final = re.compile(rf"(?!{'|'.join(sorted(FILE_TAGS))}|qx|pn|pg)[a-z]{{2}}")


class Token(NamedTuple):
    """A tag with its value, and the spot of the value."""

    tag: str
    value: str
    line: int
    column: int


def tokens_of(text: str) -> Iterator[Token]:
    """The tokens of a text; after something else the search goes on where a line looks like the start of a board."""
    text = text.rstrip()
    lines, offset = SpotFinder(text), len(text) - len(text.lstrip())
    while offset < len(text):
        pair = _PAIR.match(text, offset)
        if pair is not None and pair[1].lower() == "pg" and pair[2] in _NEVER_PAGES:
            yield Token("pg", "", *lines.spot(pair.start(2)))  # `pg|mc|9|` lacks a bar
            yield Token(ODD, "", *lines.spot(pair.start(2)))
            offset = pair.start(2)
        elif pair is not None:
            value = pair[2]
            yield Token(pair[1].lower(), value, *lines.spot(pair.end(2) - len(value.lstrip())))
            offset = pair.end()
        elif skipped := _SKIPPED.match(text, offset):
            if skipped[1]:
                yield Token(ODD, "", *lines.spot(offset))
            offset = skipped.end()
        else:
            yield Token(WRONG, text[offset : offset + LONGEST_QUOTE].partition("|")[0], *lines.spot(offset))
            restart = _RESTART.search(text, offset)
            offset = restart.end() if restart else len(text)


def boards_of(tokens: Iterable[Token]) -> Iterator[list[Token]]:
    """The tokens of each board; those about the whole file stand with the first one."""
    board: list[Token] = []
    tags: set[str] = set()
    for token in tokens:
        has_begun = bool(tags & _EVENTS or ("pg" in tags and tags & {"qx", "md"}))
        is_next = (
            (token.tag == "qx" and tags & {"qx", "md", *_EVENTS})
            or (token.tag == "md" and "md" in tags and not token.value.lstrip().startswith("0"))
            or (token.tag in _OPENING and has_begun)
        )
        if is_next:
            yield board
            board, tags = [], set()
        board.append(token)
        says_something = token.tag not in _EVENTS or token.value.strip()
        if says_something and (token.tag != "pg" or tags & {"qx", "md"}):
            tags.add(token.tag)
        if token.tag == WRONG:
            yield board
            board, tags = [], set()
    yield board


def read_boards(text: str) -> Iterator[Located]:
    """The boards of a text, each with its record or with why it could not be read."""
    names: list[str] = []
    match: dict[str, str] = {}
    waiting: list[Token] = []
    for tokens in boards_of(tokens_of(text)):
        tokens[:0], waiting = waiting, []
        for token in tokens:
            names = [name.strip() for name in token.value.split(",")] if token.tag == "pn" else names
            match = match_of(token.value) if token.tag == "vg" else match
        first = next((token for token in tokens if token.tag in ("qx", "md", "mb", "pc", WRONG)), None)
        if first is None:
            waiting = tokens
        else:
            yield _Reader(tokens, names, match).located(first.line)


def match_of(title: str) -> dict[str, str]:
    """What the title of a match tells of all its boards: event, segment, scoring, first and last board, two teams."""
    parts = dict(enumerate(map(str.strip, title.split(","))))
    event, segment, scoring, home, visitors = (parts.get(place, "") for place in (0, 1, 2, 5, 7))
    told = zip(_TITLE, (event, segment, SCORINGS.get(scoring.upper(), ""), home, visitors), strict=True)
    return {tag: text for tag, text in told if text}


class _Reader:
    """Reads one board."""

    def __init__(self, tokens: list[Token], names: list[str], match: dict[str, str]) -> None:
        self.tokens, self.names = tokens, names
        self.tags: dict[str, object] = dict(match)
        self.dealer: Seat | None = None
        self.deal = Deal()
        self.findings: list[Finding] = []
        self.warnings: list[Finding] = []
        self.calls: list[str] = []
        self.cards: list[Card] = []
        self.call_spots: list[Spot] = []
        self.card_spots: list[Spot] = []
        self.claims: list[tuple[int, str]] = []
        self.auction, self.play = Remarks(), Remarks()
        self.explanations: dict[str, int] = {}
        """the numbers of the notes that they become"""
        self.own: dict[str, str] = {}
        """what stood in tags of which only a part has a name in PBN"""
        self.head: list[list[str]] = []
        self.rest: list[list[int | str]] = []
        self.fields: dict[str, Spot] = {}
        self.room = ""

    def located(self, line: int) -> Located:
        """The board, which begins at some line, with its spots."""
        takers: dict[str, Callable[[Token], None]] = {
            "md": self._deal,
            "sv": self._vulnerable,
            "qx": self._room_and_board,
            "ah": self._label,
            "mb": self._call,
            "an": self._explanation,
            "pc": self._card,
            "mc": self._claim,
            "nt": self._comment,
            WRONG: self._wrong,
            ODD: self._odd,
        }
        for token in self.tokens:
            if token.tag in FILE_TAGS:
                self.head.append([token.tag, token.value])
            elif token.tag in takers and (token.value.strip() or token.tag in (WRONG, ODD, "an")):
                try:
                    takers[token.tag](token)
                except Invalid as error:
                    self.findings.append(error.finding)
                    if token.tag in ("mb", "pc"):  # nobody knows whose calls or cards come after it
                        takers[token.tag] = lambda token: None
            elif token.tag not in LAYOUT or (token.tag == "st" and token.value.strip()):
                self._keep(token)
        many = extra_passes(self.calls)
        if many:
            self.warnings.append(Finding("extra-passes", {"count": many}, *self.call_spots[-many]))
            del self.calls[-many:], self.call_spots[-many:]
            self.auction.end_at(len(self.calls))
        if not self.fields and not self.calls and not self.cards and self.findings:
            return Located(None, self.findings[0], line)
        return Located(
            self._record(),
            self.findings[0] if self.findings else None,
            line,
            tuple(self.card_spots),
            tuple(self.call_spots),
            self.fields,
            warnings=(*self.findings[1:], *self.warnings),
        )

    def _record(self) -> Record:
        contract = contract_of(self.dealer, self.calls, bool(self.cards))
        is_known = contract is not None or self.cards
        said = [claim for claim in self.claims if claim[0] < TRICK_SIZE * HAND_SIZE] if is_known else []
        second_four = 4 if self.room == "c" and len(self.names) >= 2 * len(SEATS) else 0
        names = dict(zip(SEATS_OF_LIN, self.names[second_four:], strict=False))
        north, east, south, west = (names.get(seat, "") for seat in SEATS)
        return Record(
            bridge(),
            plays=tuple(self.cards),
            contract=contract,
            deal=self.deal,
            dealer=self.dealer,
            seats=(north, east, south, west),
            auction=tuple(self.calls),
            said=tuple(said) or None,
            tags=self._tags(),
        )

    def _tags(self) -> dict[str, object]:
        """The tags of the record; those of LIN for which PBN has no name stand together under `LIN`."""
        label = LABEL.fullmatch(self.own.get("ah", ""))
        if label:
            self.tags.setdefault("Board", label[1].rstrip())
            if label[1].rstrip() == self.tags["Board"]:
                del self.own["ah"]
        if self.room and (self.room == "c" or not (label or "ah" in self.own)):
            self.tags["Room"] = ROOMS[self.room]
        self.auction.notes = [f"{number}:{text}" for text, number in self.explanations.items()]
        for entry in self.rest:
            entry[0] = len(self.calls) if entry[1] else entry[0]
        own = {"head": self.head, **self.own, "rest": self.rest}
        others = {
            "Auction": self.auction.as_tag(),
            "Play": self.play.as_tag(),
            "LIN": {name: value for name, value in own.items() if value},
        }
        return self.tags | {name: tag for name, tag in others.items() if tag}

    def _keep(self, token: Token) -> None:
        self.rest.append([len(self.calls), len(self.cards), token.tag, token.value])

    def _wrong(self, token: Token) -> None:
        raise Invalid(Finding("lin-tag", {"text": token.value.strip()}, token.line, token.column))

    def _odd(self, token: Token) -> None:
        self.warnings.append(Finding("lin-bar", {}, token.line, token.column))

    def _deal(self, token: Token) -> None:
        if "Deal" in self.fields:
            self._keep(token)  # another deal of the same board, which a lesson shows
            return
        self.fields["Deal"] = (token.line, token.column)
        self.dealer, self.deal, findings, warnings = read_deal(token)
        self.findings += findings
        self.warnings += warnings
        if self.deal.known:
            self.own["md"] = token.value.strip()

    def _vulnerable(self, token: Token) -> None:
        self.fields["Vulnerable"] = (token.line, token.column)
        name = VULNERABLE_LETTERS.get(token.value.strip().lower())
        if name is None:
            raise _bad_value(token, "Vulnerable", "expected.lin-vulnerable")
        self.tags["Vulnerable"] = name

    def _room_and_board(self, token: Token) -> None:
        match = ROOM_AND_BOARD.fullmatch(token.value)
        self.fields["Board"] = (token.line, token.column)
        if match is None or match[3]:
            self.own["qx"] = token.value
        if match is not None:
            self.room = match[1].lower()
            if match[2].strip():
                self.tags["Board"] = match[2].strip()

    def _label(self, token: Token) -> None:
        self.own["ah"] = token.value

    def _call(self, token: Token) -> None:
        """One call, or several without anything between them."""
        text, at = token.value.strip(), 0
        if text in AWAITED:
            return
        if text.lower() in ALL_PASS:
            text = "p" * len(closing_passes(self.calls))
        elif text == "-":
            text = "p"
        while at < len(text):
            match = _CALL.match(text, at)
            if match is None:
                raise Invalid(Finding("not-a-call", {"text": text[at:]}, token.line, token.column + at))
            self.calls.append(CALLS[match[1].lower()])
            self.call_spots.append((token.line, token.column + at))
            self.auction.add(len(self.calls), ["!"] if match[2] else [])
            at = match.end()

    def _explanation(self, token: Token) -> None:
        if not self.calls or self.cards:
            self._keep(token)
            return
        number = self.explanations.setdefault(token.value, len(self.explanations) + 1)
        self.auction.add(len(self.calls), [f"={number}="])

    def _card(self, token: Token) -> None:
        """One card, or several with commas or nothing between them."""
        text, end = token.value.strip(), 0
        while end < len(text):
            match, spot = _CARD.match(text, end), (token.line, token.column + end)
            if match is None:
                raise Invalid(Finding("bad-card", {"text": text[end:]}, *spot))
            if len(self.cards) == TRICK_SIZE * HAND_SIZE:
                raise Invalid(Finding("too-many-tricks", {"all": HAND_SIZE}, *spot))
            self.cards.append(parse_card(match[1].replace("10", "T"), "pbn"))
            self.card_spots.append(spot)
            end = match.end()

    def _claim(self, token: Token) -> None:
        self.fields["Result"] = (token.line, token.column)
        match = RESULT.fullmatch(token.value.strip())
        if match is None:
            raise _bad_value(token, "Result", "expected.tricks")
        self.tags["Result"] = match[1]
        self.claims.append((len(self.cards), f"claim {match[1]}"))

    def _comment(self, token: Token) -> None:
        remarks, number = (self.play, len(self.cards)) if self.cards else (self.auction, len(self.calls))
        remarks.add(number, [f"{{{token.value}}}"])


def read_deal(token: Token) -> tuple[Seat | None, Deal, list[Finding], list[Finding]]:
    """The dealer and the hands, what is wrong with them and what is odd.

    A hand that is missing has the cards that three whole ones do not have.
    """
    number, texts = token.value.strip()[0], token.value.strip()[1:].split(",")
    if number not in "01234" or len(texts) > len(SEATS):
        raise _bad_value(token, "Deal", "expected.lin-deal")
    dealer = SEATS_OF_LIN[int(number) - 1] if number != "0" else None
    hands, told, column = Hands(), dict[Seat, Hand | None](), token.column + 1
    for seat, text in zip(SEATS_OF_LIN, texts, strict=False):
        told[seat] = hands.read(list(_ranks(text, token.line, column, hands.findings)), (token.line, column))
        column += len(text) + 1
    deal, unequal = deal_of(with_missing_hand([told.get(seat) for seat in SEATS]))
    return dealer, deal, hands.findings, [unequal] if unequal else []


def _ranks(text: str, line: int, column: int, findings: list[Finding]) -> Iterator[Ranks]:
    """The ranks of a hand such as `SAK2HQ5DJ87C96432`, where the letter of a suit stands before its ranks."""
    for match in _SUIT.finditer(text):
        if match[1]:
            yield match[2].strip(), parse_suit(match[1]), (line, column + match.start(2))
        elif match[2].strip():
            findings.append(Finding("bad-suit", {"text": match[2].strip()[0]}, line, column + match.start(2)))


def _bad_value(token: Token, field: str, expected: str) -> Invalid:
    values: dict[str, str | int] = {"field": field, "value": f"'{token.value.strip()}'", "expected": Phrase(expected)}
    return Invalid(Finding("bad-field", values, token.line, token.column))


def write_boards(records: Iterable[Record]) -> str:
    """The text of a file with some boards."""
    boards = [_Writer(record) for record in records]
    titles = {board.match() for board in boards}
    if len(titles) != 1 or any(board.head for board in boards):
        return "".join(map(_Writer.line, boards))
    event, segment, scoring, home, visitors = titles.pop()
    texts = [event]
    if segment or scoring or home or visitors:
        letter = next((letter for letter, name in SCORINGS.items() if name == scoring), "")
        numbers = [*map(str, sorted(board.record.board or 0 for board in boards))]
        texts += [segment, letter, numbers[0], numbers[-1], home, "0", visitors, "0"]
    title = _joined([("vg", _listed(texts)), PAGE]) + "\n" if any(texts) else ""
    return title + "".join(map(_Writer.line, boards))


class _Writer:
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

    def match(self) -> tuple[str, str, str, str, str]:
        """What it tells of its match."""
        event, segment, scoring, home, visitors = map(self.text, _TITLE)
        return event, segment, scoring if scoring in SCORINGS.values() else "", home, visitors

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
        whole, known = record.deal.hands or [None] * len(SEATS), record.deal.known or [()] * len(SEATS)
        hands = {seat: hand or some for seat, hand, some in zip(SEATS, whole, known, strict=True)}
        dealer = SEATS_OF_LIN.index(record.dealer) + 1 if record.dealer else 0
        cards = f"{dealer}" + ",".join(_hand_text(hands[seat]) for seat in SEATS_OF_LIN)
        shown = self.own.get("md")
        yield "md", shown if isinstance(shown, str) and _same_deal(shown, record) else cards
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


def _same_deal(text: str, record: Record) -> bool:
    """Whether a text is that of the deal of a record, of which it may show cards without their ranks."""
    try:
        dealer, deal, findings, _ = read_deal(Token("md", text, 0, 0))
    except (Invalid, IndexError):
        return False
    return not findings and (dealer, deal) == (record.dealer, record.deal)


def _check_contract(record: Record) -> None:
    """Refuse a contract that the calls do not make: LIN has nothing else to tell it."""
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


FORMAT: Final = RecordFormat(read_boards, write_boards)
games, load, loads, dump, dumps = FORMAT.games, FORMAT.load, FORMAT.loads, FORMAT.dump, FORMAT.dumps
