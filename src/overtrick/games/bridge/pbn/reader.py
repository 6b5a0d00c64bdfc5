"""PBN is read: the text of a file is cut into games, these into tags with what follows them, and they become records.

What a record has a field for goes there, all else into its tags. A blank line ends a game, unless it stands in a
comment. The columns of a play are seats: the first one is that of the seat which the tag `Play` names, in every row. To
read it is to work out who wins each trick, for the cards of a record stand in order of play.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Suit, parse_card
from overtrick.core.errors import Finding, Invalid, Phrase
from overtrick.core.game import Game
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain, TrickRules
from overtrick.deal.record import Deal, Record
from overtrick.formats.record_format import Located, Spot, SpotFinder
from overtrick.games.bridge.notation import (
    CALLS,
    PASSED_OUT,
    RESULT,
    STRAINS,
    TRICK_SIZE,
    ReadHands,
    bridge,
    check_sizes,
    contract_of,
    hand_of,
    most_tricks,
    opening_leader,
    rules_of,
    trick_of,
    vulnerable_name,
)
from overtrick.games.bridge.remarks import Remarks

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
COMMENTS, ESCAPES = "{}", "%"
"""the names under which a record keeps comments and escaped lines; no tag can have them"""
NEVER_TABLES: Final = frozenset((*MANDATORY, "Score", "Note"))
SUFFIXES: Final = ("!", "?", "!!", "??", "!?", "?!")
"""the marks of calls that are the glyphs $1 to $6, and of cards that are $7 to $12"""
NOTHING: Final = ("-", "--")
CONTINUED, ENDED, ALL_PASS, SKIPPED, LEAD = "+", "*", "ap", "^S", "^L"

_PART: Final = re.compile(
    r"(?P<cell>[A-Za-z0-9\-]+|[*+]|\^[Ss])|(?P<before>\^[IRLirl])|(?P<suffix>[!?]{1,2})"
    r"|(?P<mark>=\d{1,9}=|\$\d{1,9})|(?P<bad>.+)",
    re.ASCII,
)


class Token(NamedTuple):
    """What stands between two tags: a word, a text in quotation marks, or a comment without its braces."""

    kind: Literal["word", "string", "comment"]
    text: str
    line: int
    column: int


class Tag(NamedTuple):
    """A tag; the spot is that of its value."""

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
    block, is_blank, lines = Block(), True, SpotFinder(text)
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
        line, column = lines.spot(start)
        if kind == "word":
            block.add(Token("word", match[0], line, column))
        elif kind == "tag":
            block.add_tag(Tag(match["name"], unescaped(match["value"]), *lines.spot(match.start("value")), []), line)
        elif kind == "loose":
            block.add_tag(Tag(match["named"], unescaped(match["all"]), *lines.spot(match.start("all")), []), line)
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


def read_hands(tag: Tag | None) -> ReadHands | None:
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


def _ranks(text: str, line: int, column: int) -> Iterator[tuple[str, Suit, Spot]]:
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


def read_games(text: str) -> Iterator[Located]:
    """The games of a text, each with its record or with why it could not be read."""
    inherited = _Inherited()
    for block in blocks(text):
        yield _Game(block, inherited.tags_of(block)).located()


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

    def located(self) -> Located:
        fields = {name: (tag.line, tag.column) for name, tag in self.tags.items() if tag.line}
        try:
            self._check_syntax()
            record, auction, play = self._read()
        except Invalid as error:
            return Located(None, self._first(error.finding), self.block.line, fields=fields)
        leader = read_seat(self.tags.get("Play"))
        return Located(record, None, self.block.line, tuple(play.spots), tuple(auction.spots), fields, leader)

    def _first(self, found: Finding) -> Finding:
        """What is wrong first in the file, if one thing was found: the tags are not read in their order.

        A tag that is inherited without a word has no spot; what is wrong with it is wrong with the game.
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

    def _read(self) -> tuple[Record, AuctionSection, PlaySection]:
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
            auction.spots.extend([(self.tags["Contract"].line, self.tags["Contract"].column)] * len(PASSED_OUT))
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

    def _auction(self) -> AuctionSection:
        tag, dealer = self.tags.get("Auction"), read_seat(self.tags.get("Dealer"))
        if tag is None:
            return AuctionSection([], [], dealer, Remarks())
        auction = read_auction(tag, read_seat(tag), dealer)
        auction.remarks.notes = self.notes["Auction"]
        return auction

    def _contract(self, auction: AuctionSection) -> Contract | None:
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

    def _contract_of_calls(self, auction: AuctionSection) -> Contract | None:
        play = self.tags.get("Play")
        has_cards = play is not None and any(token.kind == "word" and token.text[0].isalpha() for token in play.after)
        return contract_of(auction.dealer, auction.calls, has_cards)

    def _play(self, contract: Contract | None, game: Game) -> PlaySection:
        tag = self.tags.get("Play")
        if tag is None:
            return PlaySection([], [], Remarks(), False)
        first = read_seat(tag)
        leader = opening_leader(contract, first)
        play = read_play(tag, first, leader, contract, game)
        play.remarks.notes = self.notes["Play"]
        if leader is not opening_leader(contract, None):
            play.remarks.leader = leader
        return play

    def _own_tags(self, auction: AuctionSection, contract: Contract | None, is_pass: bool) -> dict[str, object]:
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


def _claim(play: PlaySection, declarer: Side | None, result: str, is_over: bool) -> tuple[tuple[int, str], ...] | None:
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

    def wrong(self, code: str) -> Invalid:
        return Invalid(Finding(code, {"text": self.text}, *self.spot))


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


class AuctionSection(NamedTuple):
    """The section of an auction, as a file has it."""

    calls: list[str]
    spots: list[Spot]
    dealer: Seat | None
    """who calls first, if the file says so"""
    remarks: Remarks


def read_auction(tag: Tag, first: Seat | None, dealer: Seat | None) -> AuctionSection:
    """The auction that follows a tag; `first` has the first column, who need not be the dealer."""
    calls: list[str] = []
    spots: list[Spot] = []
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
            spots += [cell.spot] * len(made)
        remarks.add(len(calls), [SKIPPED] if cell.text.upper() == SKIPPED else [])
        remarks.add(len(calls), cell.marks_with("^I" if made else ""))
    if calls and first and dealer and first is not dealer:
        values = {"seat": first.letter, "dealer": dealer.letter}
        raise Invalid(Finding("auction-start", values, *spots[0]))
    return AuctionSection(calls, spots, dealer or (first if calls else None), remarks)


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


class PlaySection(NamedTuple):
    """The section of a play, as a file has it."""

    cards: list[Card]
    """in order of play"""
    spots: list[Spot]
    remarks: Remarks
    continued: bool
    """whether the file says that the play goes on"""


def read_play(tag: Tag, first: Seat | None, leader: Seat | None, contract: Contract | None, game: Game) -> PlaySection:
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
    return PlaySection(
        [cards[number] for number in order], [cells[number].spot for number in order], remarks, continued
    )


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
            trick, spot = start // TRICK_SIZE + 1, self.cells[row[0]].spot
            if trick > most_tricks:
                raise Invalid(Finding("too-many-tricks", {"all": most_tricks}, *spot))
            led = next((number for number in row if LEAD in self.cells[number].marks), None)
            if led is not None and self.first is not None:
                leader = out_of_turn[led] = SEATS[(self.first - 1 + led) % 4]
            if self.first is None or leader is None or len(order) < start:
                raise Invalid(Finding("play-order", {"trick": trick}, *spot))
            in_turn = [start + (leader - self.first + turn) % 4 for turn in range(TRICK_SIZE)]
            played = [number for number in in_turn if number in self.cards]
            if played != in_turn[: len(played)]:
                raise Invalid(Finding("play-order", {"trick": trick}, *spot))
            order += played
            leader = trick_of(self.rules, leader, [self.cards[number] for number in played]).winner
        return order, out_of_turn
