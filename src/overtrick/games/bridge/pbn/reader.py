"""Games of PBN become records: what a record has a field for goes there, all else into its tags."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from overtrick.core.auctions import Contract
from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import Game
from overtrick.core.seats import Side
from overtrick.deal.record import Deal, Record
from overtrick.formats.places import Placed
from overtrick.games.bridge.notation import (
    PASSED_OUT,
    RESULT,
    TRICK_SIZE,
    bridge,
    contract_of,
    most_tricks,
    opening_leader,
)
from overtrick.games.bridge.pbn.sections import Auction, Play, read_auction, read_play
from overtrick.games.bridge.pbn.syntax import Block, Tag, Token, blocks, row_of
from overtrick.games.bridge.pbn.values import (
    CANONICAL,
    MANDATORY,
    PASS,
    PLAYERS,
    SECTIONS,
    UNINHERITED,
    UNKNOWN,
    is_known,
    read_contract,
    read_declarer,
    read_hands,
    read_result,
    read_score,
    read_seat,
    read_vulnerable,
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
        """The game with its places."""
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
