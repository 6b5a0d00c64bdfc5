"""PBN is read: the games of a text with their tags become records.

What a record has a field for goes there, all else into its tags. A part that cannot be read does not hide the others:
it is told with its spot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, TypeVar

from overtrick.core.auctions import Contract
from overtrick.core.cards import parse_card
from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import Game
from overtrick.core.seats import Seat, Side
from overtrick.deal.record import Deal, Record
from overtrick.formats.record_format import Located, place_of
from overtrick.games.bridge.notation import (
    PASSED_OUT,
    RESULT,
    TRICK_SIZE,
    bridge,
    claimed_by,
    contract_of,
    most_tricks,
    opening_leader,
)
from overtrick.games.bridge.pbn.sections import (
    CONTINUED,
    ENDED,
    AuctionSection,
    PlaySection,
    agree,
    read_auction,
    read_play,
)
from overtrick.games.bridge.pbn.syntax import Block, Tag, blocks, rows_of, stray_text
from overtrick.games.bridge.pbn.values import (
    CANONICAL,
    COMMENTS,
    ESCAPES,
    MANDATORY,
    NEVER_TABLES,
    PASS,
    PLAYERS,
    SECTIONS,
    SPELT,
    UNINHERITED,
    UNKNOWN,
    ReadDeal,
    is_known,
    is_pass,
    read_contract,
    read_deal,
    read_declarer,
    read_result,
    read_score,
    read_seat,
    read_vulnerable,
)
from overtrick.games.bridge.remarks import Remarks

OF_THE_BOARD: Final = ("Event", "Site", "Date", "Stage", "Round", "HomeTeam", "VisitTeam", "Scoring")
"""what two tables of a board have in common besides its number, dealer, vulnerability and deal"""

Value = TypeVar("Value")


def read_games(text: str) -> Iterator[Located]:
    """The games of a text, each with as much of its record as could be read."""
    inherited, board = _Inherited(), dict[str, Tag]()
    for block in blocks(text):
        if not block.tags:
            finding = min([*block.findings, *block.warnings], key=place_of)
            yield Located(None, finding, finding.line or 1)
            continue
        game = _Game(block, inherited.tags_of(block))
        game.take_board(board)
        board = game.tags
        yield game.located()


class _Inherited:
    """What tags hand on: `#` asks for the value of an earlier game, and `##` sets one for all games that follow."""

    def __init__(self) -> None:
        self._latest: dict[str, str] = {}
        self._standing: dict[str, str] = {}

    def tags_of(self, block: Block) -> list[Tag]:
        """The tags of a game with their names as the standard spells them, and with the values that they inherit."""
        tags = [self._resolved(tag) for tag in block.tags]
        if not self._standing:
            return tags
        present = {tag.name for tag in tags}
        return tags + [Tag(name, value, 0, 0, []) for name, value in self._standing.items() if name not in present]

    def _resolved(self, tag: Tag) -> Tag:
        name, value = tag.name, tag.value
        if name not in SPELT:
            name = CANONICAL.get(name.lower(), name)
        if name not in UNINHERITED:
            if value == "#":
                value = self._latest.get(name, "")
            elif value.startswith("##"):
                value = self._standing[name] = value.lstrip("#")
            elif name in self._standing:
                self._standing[name] = value
            self._latest[name] = value
        return tag if name == tag.name and value is tag.value else tag._replace(name=name, value=value)


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
        self.findings, self.warnings = list(block.findings), list(block.warnings)
        section = ""
        for tag in tags:
            if tag.name == "Note":
                self.notes[section].append(tag.value)
            elif tag.name not in self.tags:
                self.tags[tag.name] = tag
                section = tag.name if tag.name in SECTIONS else section
            if tag.after:
                self._take_comments(tag, section)

    def _take_comments(self, tag: Tag, section: str) -> None:
        """Keep comments, and text where none can stand, with the tag that they follow."""
        comments = [token for token in tag.after if token.kind == "comment"]
        if tag.name in NEVER_TABLES and len(comments) < len(tag.after):
            comments = [token for token in tag.after if token.kind == "comment" or token.text not in (ENDED, CONTINUED)]
            stray = (token for token in comments if token.kind != "comment")
            self.warnings += [stray_text(token) for token in islice(stray, 1)]
        if tag.name == "Note" and section:
            self.tags[section].after.extend(token._replace(kind="comment") for token in comments)
        elif comments and tag.name not in SECTIONS:
            self.comments.setdefault(tag.name, []).extend(token.text for token in comments)

    def take_board(self, board: Mapping[str, Tag]) -> None:
        """Take what tells the board from the table before, where a second table of it leaves that out."""
        has_result = any(is_known(self.tags.get(name)) for name in ("Contract", *SECTIONS))
        if not has_result or "Deal" not in board or not {"Deal", "Board", "Dealer"}.isdisjoint(self.tags):
            return
        for name in ("Board", "Dealer", "Vulnerable", "Deal", *OF_THE_BOARD):
            if name in board:
                self.tags.setdefault(name, board[name]._replace(line=0, column=0, after=[]))
        self.warnings.append(Finding("board-left-out", {"board": self._value("Board") or UNKNOWN}, self.block.line, 1))

    def located(self) -> Located:
        fields = {name: (tag.line, tag.column) for name, tag in self.tags.items() if tag.line}
        record, auction, play = self._read()
        findings = sorted(map(self._at, self.findings), key=place_of)
        warnings = sorted([*findings[1:], *map(self._at, self.warnings)], key=place_of)
        return Located(
            record,
            findings[0] if findings else None,
            self.block.line,
            tuple(play.spots),
            tuple(auction.spots),
            fields,
            play.leader,
            tuple(warnings),
        )

    def _at(self, finding: Finding) -> Finding:
        """A finding with its spot; what is wrong with a tag that is inherited without a word is wrong with the game."""
        return finding if finding.line else finding._replace(line=self.block.line, column=1)

    def _told(self, read: Callable[[], Value], default: Value) -> Value:
        """What a value says, or nothing and a warning where it makes no sense."""
        try:
            return read()
        except Invalid as error:
            if error.finding not in self.warnings:
                self.warnings.append(error.finding)
            return default

    def _seat(self, name: str) -> Seat | None:
        return self._told(lambda: read_seat(self.tags.get(name)), None)

    def _read(self) -> tuple[Record, AuctionSection, PlaySection]:
        game = bridge(self._value("Scoring"))
        read = self._deal()
        deal, auction = read.deal, self._auction()
        nobody: tuple[Seat | None, bool] = (None, False)
        declarer = self._told(lambda: read_declarer(self.tags.get("Declarer")), nobody)
        contract = self._declared(self._contract(auction, declarer[0]), auction, read.masks)
        auction = auction.with_first_passes(contract)
        contract = self._doubled(contract, auction)
        self.findings += auction.findings
        self.warnings += auction.warnings
        tag = self.tags.get("Contract")
        passed_out = contract is None and ((tag is not None and is_pass(tag)) or tuple(auction.calls) == PASSED_OUT)
        play = self._play(contract, game, read.masks)
        side, tricks = contract.side if contract else None, most_tricks(contract, deal.hands)
        own = self._own_tags(auction, contract, declarer, passed_out)
        result = self.tags.get("Result")
        if result and not (passed_out and not result.value):
            own["Result"] = self._told(lambda: read_result(result, contract, tricks), None)
        score = self._value("Score")
        scores = (0, 0) if passed_out and score.strip() in ("", "0") else read_score(score, side)
        scores = scores if "Score" in self.tags else None
        own["Score"] = score if scores is None else None
        said = _claim(play, side, str(own.get("Result", "")), len(play.cards) >= TRICK_SIZE * tricks)
        if contract is not None or passed_out:
            auction.remarks.end = ""  # the end is known, though not all calls
        if passed_out and tag is not None and not auction.calls:
            auction.calls.extend(PASSED_OUT)
            auction.spots.extend([(tag.line, tag.column)] * len(PASSED_OUT))
        own["Auction"], own["Play"] = auction.remarks.as_tag(), play.remarks.as_tag()
        own["Deal"] = self._value("Deal") if deal.known else None
        north, east, south, west = (self._value(name) if is_known(self.tags.get(name)) else "" for name in PLAYERS)
        record = Record(
            game,
            plays=tuple(play.cards),
            contract=contract,
            deal=deal,
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

    def _deal(self) -> ReadDeal:
        try:
            read = read_deal(self.tags.get("Deal"))
        except Invalid as error:
            read = ReadDeal(Deal(), [error.finding], [])
        self.findings += read.findings
        self.warnings += read.warnings
        return read

    def _auction(self) -> AuctionSection:
        tag, dealer = self.tags.get("Auction"), self._seat("Dealer")
        if tag is None:
            return AuctionSection([], [], dealer, Remarks(), [], [])
        auction = read_auction(tag, self._seat("Auction"), dealer)
        auction.remarks.notes = self.notes["Auction"]
        auction.remarks.explain_alerts()
        return auction

    def _contract(self, auction: AuctionSection, seat: Seat | None) -> Contract | None:
        """The contract that the game states, or that the auction makes where it states none."""
        tag = self.tags.get("Contract")
        if tag is not None and is_pass(tag):
            return None
        stated = None if tag is None else self._told(lambda: read_contract(tag), None)
        seat = seat or (stated.seat if stated else None)
        made = stated if stated and seat else self._contract_of_calls(auction)
        contract = stated or made
        if contract is None:
            return None
        if seat is None and made is not None and made.strain is contract.strain:
            seat = made.seat
        leader = self._seat("Play")
        if seat is None and leader is not None and contract.value is not None:  # in an end position anybody may lead
            seat = leader.previous
        return contract._replace(seat=seat, side=seat.side if seat else None)

    def _declared(
        self, contract: Contract | None, auction: AuctionSection, hands: Sequence[int] | None
    ) -> Contract | None:
        """The contract with the declarer of the calls, where they, the play and its first card contradict the tag."""
        play, leader = self.tags.get("Play"), self._seat("Play")
        if contract is None or contract.seat is None or auction.dealer is None or play is None or leader is None:
            return contract
        made = claimed_by(auction.dealer, auction.calls)
        if made is None or made.seat is None or made.seat is contract.seat or made.seat.next is not leader:
            return contract
        if not agree(made, contract._replace(seat=made.seat)) or not _may_hold_first_card(leader, play, hands):
            return contract
        tag = self.tags.get("Declarer") or self.tags["Contract"]
        values = {"stated": contract.seat.letter, "seat": made.seat.letter}
        self.warnings.append(Finding("wrong-declarer-tag", values, tag.line, tag.column))
        return contract._replace(seat=made.seat, side=made.side)

    def _doubled(self, contract: Contract | None, auction: AuctionSection) -> Contract | None:
        """The contract with the double of the calls, which some writers leave out; unless there is a score to tell."""
        if contract is None or contract.double or auction.dealer is None or "X" not in auction.calls:
            return contract
        if is_known(self.tags.get("Score")):
            return contract
        made = claimed_by(auction.dealer, auction.calls)
        tag = self.tags.get("Contract")
        if made is None or tag is None or not made.double or made._replace(double=0) != contract:
            return contract
        self.warnings.append(Finding("double-left-out", {"contract": tag.value}, tag.line, tag.column))
        return made

    def _contract_of_calls(self, auction: AuctionSection) -> Contract | None:
        play = self.tags.get("Play")
        words = " ".join(token.text for token in play.after if token.kind == "words").split() if play else []
        return contract_of(auction.dealer, auction.calls, any(word[0].isalpha() for word in words))

    def _play(self, contract: Contract | None, game: Game, hands: Sequence[int] | None) -> PlaySection:
        tag = self.tags.get("Play")
        if tag is None:
            return PlaySection([], [], Remarks(), False, None, [], [])
        first = self._seat("Play")
        play = read_play(tag, first, opening_leader(contract, first), contract, game, hands)
        self.findings += play.findings
        self.warnings += play.warnings
        play.remarks.notes = self.notes["Play"]
        if play.leader is not opening_leader(contract, None):
            play.remarks.leader = play.leader
        return play if first or play.warnings else play._replace(leader=None)

    def _own_tags(
        self,
        auction: AuctionSection,
        contract: Contract | None,
        declarer: tuple[Seat | None, bool],
        passed_out: bool,
    ) -> dict[str, object]:
        """The tags that a record has fields for, with what these do not hold: None if that is nothing."""
        seat, is_swapped = declarer
        own: dict[str, object] = dict.fromkeys((*PLAYERS, "Dealer", "Deal", "Declarer", "Contract", "Result"))
        if seat and not passed_out and (is_swapped or contract is None):
            own["Declarer"] = f"{'^' if is_swapped else ''}{seat.letter}"
        if passed_out and tuple(auction.calls) != PASSED_OUT:
            own["Contract"] = PASS
        vulnerable = self.tags.get("Vulnerable")
        if vulnerable is not None:
            own["Vulnerable"] = self._told(lambda: read_vulnerable(vulnerable), None)
        return own

    def _kept(self, own: Mapping[str, object]) -> dict[str, object]:
        """The tags of the record."""
        kept: dict[str, object] = {}
        for name, tag in self.tags.items():
            value = own[name] if name in own else (_table(tag) if tag.after else None) or tag.value
            if value is not None and value != {} and not (value == UNKNOWN and name in MANDATORY):
                kept[name] = value
        others = {"Note": self.notes[""], COMMENTS: self.comments, ESCAPES: self.block.escapes}
        return kept | {name: value for name, value in others.items() if value}


def _may_hold_first_card(leader: Seat, play: Tag, hands: Sequence[int] | None) -> bool:
    """Whether the first card of a play can be that of a seat, by the hands if these are known."""
    first = next((word for token in play.after if token.kind == "words" for word in token.text.split()), "")
    if hands is None:
        return True
    try:
        return parse_card(first, "pbn").bit & hands[leader - 1] != 0
    except Invalid:
        return False


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
    rows = rows_of(tag.after) if tag.name not in NEVER_TABLES else []
    return {"value": tag.value, "rows": rows} if rows else None
