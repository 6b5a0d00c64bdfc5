"""The tokens of PBN, and the tags with the values that records have fields for.

The text of a file is cut into games, and these into tags with what follows each of them. A blank line ends a game,
unless it stands in a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Suit
from overtrick.core.errors import Finding, Invalid, Phrase
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain
from overtrick.formats.places import Lines, Place
from overtrick.games.bridge.notation import STRAINS, Hands, check_sizes, hand_of, vulnerable_name

_INNER: Final = r'[^"\\\n]*(?:\\.[^"\\\n]*)*'
_LEXER: Final = re.compile(
    rf"""
    (?P<word>(?!^%)[^\s\[\]{{}};"]+)
  | (?P<newline>\n)
  | (?P<blank>[^\S\n]+)
  | (?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>{_INNER})"\s*\])
  | (?P<loose>^\[\s*(?P<named>\w+)[ \t]*"(?P<all>[^\n]*)"[ \t]*\][ \t]*$)
  | (?P<escape>^%[^\n]*)
  | (?P<line_comment>;[^\n]*)
  | (?P<brace>\{{)
  | (?P<string>"{_INNER}")
  | (?P<quote>"[^\n]*)
  | (?P<bracket>\][^\n]*|\[[^\n]*)
  | (?P<stray>\}})
    """,
    re.VERBOSE | re.MULTILINE | re.ASCII,
)
ROW: Final = re.compile(rf'(?:[^\s\[\]{{}};"]|[ \t]|"{_INNER}")*', re.ASCII)
"""a line of a table"""
HEADER: Final = re.compile(r"%\s*(?:PBN\s+\d+\.\d+|EXPORT)\s*")
"""the lines at the head of a file, which say nothing of the games"""
MANDATORY: Final = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal"),
    *("Scoring", "Declarer", "Contract", "Result"),
)
"""the tags that the export format always has, in their order"""
PLAYERS: Final = ("North", "East", "South", "West")
SECTIONS: Final = ("Auction", "Play")
UNINHERITED: Final = frozenset(("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", *SECTIONS, "Note"))
"""the tags for which the standard forbids `#`"""
_SUPPLEMENTAL: Final = """
Competition DealId Description FrenchMP Generator Hidden Room Termination Score ScoreIMP ScoreMP ScorePercentage
ScoreRubber ScoreRubberHistory OptimumScore BidSystemEW BidSystemNS PairEW PairNS WestNA NorthNA EastNA SouthNA WestType
NorthType EastType SouthType EventDate EventSponsor HomeTeam Round Section Stage Table VisitTeam Time UTCDate UTCTime
TimeControl TimeCall TimeCard Annotator AnnotatorNA Application Mode ActionTable AuctionTimeTable InstantScoreTable
OptimumPlayTable OptimumResultTable PlayTimeTable ScoreTable TotalScoreTable
"""
CANONICAL: Final = {name.lower(): name for name in (*MANDATORY, *SECTIONS, "Note", *_SUPPLEMENTAL.split())}
"""how the standard spells a name"""

UNKNOWN: Final = "?"
PASS: Final = "Pass"

_DEAL: Final = re.compile(r"\s*([NESW])\s*:\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*", re.IGNORECASE)
_CONTRACT: Final = re.compile(r"\s*([1-7]?)\s*(NT|[CDHSN])\s*(XX|X|\*\*|\*|)\s*", re.IGNORECASE)
_DECLARER: Final = re.compile(r"\s*(\^?)([NESW])\s*", re.IGNORECASE)
_SIDES: Final = {"NS": Side.ONE, "EW": Side.TWO}
_NUMBER, _SIDE = r"([+-]?\d{1,6})", r"(NS|EW)\s*"
_BY_SIDE: Final = re.compile(rf"\s*(?:(?:{_SIDE})?{_NUMBER}|{_SIDE}{_NUMBER}\s+{_SIDE}{_NUMBER})\s*", re.IGNORECASE)


class Token(NamedTuple):
    """What stands between two tags: a word, a text in quotation marks, or a comment without its braces."""

    kind: Literal["word", "string", "comment"]
    text: str
    line: int
    column: int


class Tag(NamedTuple):
    """A tag; the place is that of its value."""

    name: str
    value: str
    line: int
    column: int
    after: list[Token]
    """what stands between this tag and the next one"""


class Block:
    """One game, as it stands in the file."""

    def __init__(self) -> None:
        self.line = 0
        """of the first tag, or of the text that stands there instead; 0 while there is none"""
        self.comments: list[str] = []
        """before the first tag"""
        self.escapes: list[str] = []
        """the lines that begin with %, without it"""
        self.tags: list[Tag] = []
        self.finding: Finding | None = None
        """the first thing that is not of the syntax"""

    def add(self, token: Token) -> None:
        """Take what stands between two tags."""
        if self.tags:
            self.tags[-1].after.append(token)
        elif token.kind == "comment":
            self.comments.append(token.text)
        else:
            self.wrong("pbn-text", token.line, token.column, token.text)

    def add_tag(self, tag: Tag, line: int) -> None:
        self.line = self.line or line
        self.tags.append(tag)

    def wrong(self, code: str, line: int, column: int, text: str) -> None:
        """Note what is not of the syntax."""
        self.line = self.line or line
        self.finding = self.finding or Finding(code, {"text": text}, line, column)


def blocks(text: str) -> Iterator[Block]:
    """The games of a text; comments and escaped lines that stand alone belong to the game after them, or the last."""
    waiting: Block | None = None
    held = Block()
    for block in _paragraphs(text):
        if block.line:
            block.comments[:0], block.escapes[:0] = held.comments, held.escapes
            if waiting is not None:
                yield waiting
            waiting, held = block, Block()
        else:
            held.comments += block.comments
            held.escapes += block.escapes
    if waiting is not None:
        waiting.comments += held.comments
        waiting.escapes += held.escapes
        yield waiting


def _paragraphs(text: str) -> Iterator[Block]:
    """The parts of a text between lines that are blank."""
    block, is_blank, lines = Block(), True, Lines(text)
    offset, unclosed = 0, False
    while offset < len(text):
        match = _LEXER.match(text, offset)
        assert match is not None, "every character begins some token"
        kind, start, offset = match.lastgroup, offset, match.end()
        if kind == "newline":
            if is_blank:
                yield block
                block = Block()
            is_blank = True
            continue
        if kind == "blank":
            continue
        is_blank = False
        line, column = lines.place(start)
        if kind == "word":
            block.add(Token("word", match[0], line, column))
        elif kind == "tag":
            block.add_tag(Tag(match["name"], unescaped(match["value"]), *lines.place(match.start("value")), []), line)
        elif kind == "loose":
            block.add_tag(Tag(match["named"], unescaped(match["all"]), *lines.place(match.start("all")), []), line)
        elif kind == "string":
            block.add(Token("string", match[0], line, column))
        elif kind == "line_comment":
            block.add(Token("comment", match[0][1:], line, column))
        elif kind == "escape":
            if not HEADER.fullmatch(match[0]):
                block.escapes.append(match[0][1:])
        elif kind == "brace":
            closed = -1 if unclosed else text.find("}", offset)
            if closed < 0:
                unclosed = True  # no brace is closed from here on: nobody needs to search again
                block.wrong("pbn-comment", line, column, "{")
            else:
                block.add(Token("comment", text[offset:closed], line, column))
                offset = closed + 1
        elif kind != "stray":  # comments do not nest, but people who think so close one brace too many
            block.wrong("pbn-string" if kind == "quote" else "pbn-tag", line, column, match[0])
    yield block


def unescaped(text: str) -> str:
    r"""The text of a value; a backslash before anything but a quotation mark or another one stands for itself."""
    return re.sub(r'\\(["\\])', r"\1", text) if "\\" in text else text


def escaped(text: str) -> str:
    """The value of a text, on one line, as `unescaped` reads it."""
    return re.sub(r'"|\\(?=["\\]|\Z)', r"\\\g<0>", re.sub(r"[\r\n]+", " ", text))


def row_of(tokens: list[Token]) -> str:
    """The tokens of one line with the blanks between them; the export format has no tabs."""
    row, first = "", tokens[0].column
    for token in tokens:
        row += " " * (token.column - first - len(row)) + token.text
    return row.replace("\t", " ")


def is_known(tag: Tag | None) -> bool:
    """Whether a tag is there and says something."""
    return tag is not None and tag.value.strip() not in ("", UNKNOWN)


def bad_value(tag: Tag, expected: str) -> Invalid:
    """What is wrong with the value of a tag."""
    values = {"field": tag.name, "value": f'"{tag.value}"', "expected": Phrase(expected)}
    return Invalid(Finding("bad-field", values, tag.line, tag.column))


def read_seat(tag: Tag | None) -> Seat | None:
    """The seat of `Dealer`, `Auction` or `Play`."""
    if tag is None or not is_known(tag):
        return None
    for seat in SEATS:
        if tag.value.strip().upper() == seat.letter:
            return seat
    raise bad_value(tag, "expected.compass")


def read_vulnerable(tag: Tag) -> str:
    """Who is vulnerable, in the words of the export format."""
    if not is_known(tag):
        return tag.value
    name = vulnerable_name(tag.value)
    if name is None:
        raise bad_value(tag, "expected.vulnerable")
    return name


def read_hands(tag: Tag | None) -> Hands | None:
    """The hands of the seats 1 to 4; `-` is one that is not known, and so is `...`, which some programs write."""
    if tag is None or not is_known(tag):
        return None
    match = _DEAL.fullmatch(tag.value)
    if match is None:
        raise bad_value(tag, "expected.deal")
    first = "NESW".index(match[1].upper())
    seen: set[Card] = set()
    hands = [_read_hand(tag, match[number], match.start(number), seen) for number in range(2, 6)]
    check_sizes([(hand, (tag.line, tag.column + match.start(number))) for number, hand in enumerate(hands, 2)])
    return tuple(hands[(seat - 1 - first) % 4] for seat in SEATS)


def _read_hand(tag: Tag, text: str, start: int, seen: set[Card]) -> tuple[Card, ...] | None:
    """A hand that begins at some character of the value."""
    line, column = tag.line, tag.column + start
    if text in ("-", "..."):
        return None
    if text.count(".") != len(Suit) - 1:
        raise Invalid(Finding("bad-hand", {"text": text}, line, column))
    return hand_of(_ranks(text, line, column), seen, (line, column))


def _ranks(text: str, line: int, column: int) -> Iterator[tuple[str, Suit, Place]]:
    suit = Suit.SPADES
    for number, letter in enumerate(text):
        if letter == ".":
            suit = Suit(suit - 1)
        else:
            yield letter, suit, (line, column + number)


def read_declarer(tag: Tag | None) -> tuple[Seat | None, bool]:
    """The declarer, and whether declarer and dummy were swapped by accident."""
    if tag is None or not is_known(tag):
        return None, False
    match = _DECLARER.fullmatch(tag.value)
    if match is None:
        raise bad_value(tag, "expected.compass")
    return SEATS["NESW".index(match[2].upper())], bool(match[1])


def read_contract(tag: Tag) -> Contract | None:
    """The contract without its declarer, None if all passed or none is known; an end position has a strain only."""
    if not is_known(tag) or tag.value.strip().lower() in ("pass", "passed", "ap"):
        return None
    match = _CONTRACT.fullmatch(tag.value)
    if match is None or (match[3] and not match[1]):
        raise bad_value(tag, "expected.contract")
    return Contract(Strain(STRAINS[match[2].lower()]), value=int(match[1]) if match[1] else None, double=len(match[3]))


def read_result(tag: Tag, declarer: Side | None, tricks: int) -> str:
    """The tricks of the declarer as a text; `^` before it says that the players agreed on a wrong number.

    Where nobody knows the declarer, it stays as it is.
    """
    if not is_known(tag):
        return tag.value
    text = tag.value.strip().upper()
    won = _by_side(text.removeprefix("^"), declarer)
    if won and declarer is not None:
        won = {declarer: won[declarer] if declarer in won else tricks - won[declarer.other]}
    if not won or any(not 0 <= number <= tricks for number in won.values()):
        raise bad_value(tag, "expected.tricks")
    return text if declarer is None else f"{'^' if text.startswith('^') else ''}{won[declarer]}"


def read_score(text: str, declarer: Side | None) -> Scores | None:
    """The points of the two sides, of which one has none; None where the text does not tell them."""
    points = _by_side(text, declarer) or {None: 0}
    north_south, east_west = points.get(Side.ONE), points.get(Side.TWO)
    if None in points or (north_south is None and east_west is None):
        return None
    if north_south is None or east_west is None or north_south == -east_west:
        gain = north_south if north_south is not None else -(east_west or 0)
        return (gain, 0) if gain >= 0 else (0, -gain)
    return (north_south, east_west) if north_south >= 0 and east_west >= 0 else None


def score_text(scores: Scores) -> str:
    """The value of `Score` for the points of the two sides."""
    north_south, east_west = scores
    if min(scores) < 0 and north_south != -east_west:
        return f"NS {north_south} EW {east_west}"
    if north_south > 0 and east_west > 0:
        return f"NS {north_south} EW {east_west}"
    return f"NS {max(north_south, 0)}" if east_west <= 0 else f"EW {east_west}"


def _by_side(text: str, declarer: Side | None) -> dict[Side | None, int] | None:
    """The numbers of `9`, `NS 9` or `NS 9 EW 4` by side; one that stands alone is the declarer's."""
    match = _BY_SIDE.fullmatch(text)
    if match is None or (match[3] and match[3].upper() == match[5].upper()):
        return None
    if match[2]:
        return {_SIDES[match[1].upper()] if match[1] else declarer: int(match[2])}
    return {_SIDES[match[3].upper()]: int(match[4]), _SIDES[match[5].upper()]: int(match[6])}
