"""RBN is read: records of labels, of which the first ten are inherited from the record before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from overtrick.core.auctions import Contract
from overtrick.core.errors import Finding, Invalid
from overtrick.core.seats import Seat
from overtrick.deal.record import Deal, Record
from overtrick.formats.record_format import Located, Spot, place_of
from overtrick.games.bridge.notation import PASSED_OUT, TRICK_SIZE, bridge, contract_of, most_tricks
from overtrick.games.bridge.pbn.values import COMMENTS, PASS, PLAYERS
from overtrick.games.bridge.rbn.labels import ABOUT, INHERITED, KEPT, LABELS, TAGS, text_of, values_of
from overtrick.games.bridge.rbn.sections import (
    UNIMPORTANT,
    ReadAuction,
    ReadPlay,
    ReadResult,
    bad_value,
    read_auction,
    read_contract,
    read_deal,
    read_play,
    read_result,
)
from overtrick.games.bridge.remarks import Remarks

FOLLOWED: Final = {
    **{label: names[0] for label, names in TAGS.items()},
    "N": "South",
    "H": "Deal",
    "C": "Contract",
    "R": "Result",
    "M": "Result",
    "I": "Result",
    "": "",
}
"""the tag of PBN after which a text stands that follows a label"""
_LINE: Final = re.compile(rf"([{LABELS}0-9])(?:[ \t]\s*|$)(.*)", re.DOTALL)
_SEVERAL: Final = "MI"
"""labels that may stand more than once"""
_FIELDS: Final = {
    "B": ("Board",),
    "H": ("Deal",),
    "A": ("Auction", "Dealer", "Vulnerable"),
    "C": ("Contract", "Declarer"),
    "P": ("Play",),
    "R": ("Result", "Score"),
}


class Text(NamedTuple):
    """What stands behind a label, and where."""

    text: str
    spot: Spot


class _Block:
    """The lines of one record by their labels."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.texts: dict[str, Text] = {}
        self.notes: dict[str, list[str]] = {"A": [], "P": []}
        """such as `1:weak`, by the label to which they belong"""
        self.comments: list[tuple[str, str]] = []
        """free texts, each with the label before it"""
        self.warnings: list[Finding] = []
        self._last = ""

    def take(self, line: str, spot: Spot) -> None:
        """Take a line that is not of a free text."""
        match = _LINE.fullmatch(line)
        if match is None and self._last == "I":
            kept = self.texts["I"]
            self.texts["I"] = kept._replace(text=f"{kept.text}\n{line.strip()}")
        elif match is None:
            self.warnings.append(Finding("rbn-label", {"text": line.strip()}, *spot))
        elif match[1].isdigit():
            self._last = "P" if "P" in self.texts else "A"
            if match[2].strip():
                self.notes[self._last].append(f"{match[1]}:{match[2].strip()}")
        else:
            self._last = label = match[1]
            told = Text(match[2].strip(), (spot[0], spot[1] + match.start(2)))
            if label in self.texts and label in _SEVERAL:
                told = self.texts[label]._replace(text=f"{self.texts[label].text}\n{told.text}")
            elif label in self.texts:
                self.warnings.append(Finding("rbn-twice", {"label": label}, *spot))
                return
            self.texts[label] = told

    def comment(self, text: str) -> None:
        """Take a free text."""
        lines = [line.rstrip() for line in text.split("\n") if line.strip()]
        if lines:
            self.comments.append((self._last, "\n".join(lines)))

    @property
    def has_game(self) -> bool:
        """Whether it tells of a table, and not only of an event."""
        return bool(self.texts.keys() - set(ABOUT)) or any(self.notes.values())


def _blocks(text: str) -> Iterator[_Block]:
    """The lines of a text between those that are blank."""
    block: _Block | None = None
    paragraph: list[str] | None = None
    begun: Spot = (1, 1)
    for number, line in enumerate((*text.split("\n"), ""), 1):
        if paragraph is not None and (not line.strip() or line.rstrip().endswith("}")):
            assert block is not None
            ends = bool(line.strip())
            paragraph += [line.rstrip()[:-1]] if ends else []
            if not ends:
                block.warnings.append(Finding("pbn-comment", {"text": paragraph[0].strip()[:20]}, *begun))
            block.comment("\n".join(paragraph))
            paragraph = None
            if ends:
                continue
        if paragraph is not None:
            paragraph.append(line)
        elif not line.strip():
            if block is not None:
                yield block
            block = None
        elif line.startswith("%"):
            continue
        else:
            block = block or _Block(number)
            if not line.startswith("{"):
                block.take(line, (number, 1))
            elif line.rstrip().endswith("}") and line.strip() != "{":
                block.comment(line.strip()[1:-1])
            else:
                paragraph, begun = [line[1:]], (number, 1)


def read_records(text: str) -> Iterator[Located]:
    """The records of a text, each with as much of it as could be read.

    What stands between two of them without a table of its own belongs to the second.
    """
    inherited, before = dict[str, Text](), list[str]()
    for block in _blocks(text):
        inherited |= {label: told for label, told in block.texts.items() if label in INHERITED}
        if block.has_game:
            block.comments[:0] = [("", text) for text in before]
            yield _Reader(block, {**inherited, **block.texts}).located()
            before = []
            continue
        before += [text for _, text in block.comments]
        if block.warnings:
            yield Located(None, block.warnings[0], block.line)


class _Reader:
    """Reads one record."""

    def __init__(self, block: _Block, texts: Mapping[str, Text]) -> None:
        self.block, self.texts = block, texts
        self.findings: list[Finding] = []
        self.warnings = list(block.warnings)
        self.kept: dict[str, str] = {}
        self.tags: dict[str, object] = {}
        self.seats = dict[str, str]()

    def located(self) -> Located:
        """The game, with its spots."""
        self._about()
        deal, auction, play, result = self._deal(), self._auction(), self._play(), self._result()
        dealer = auction.dealer if auction else None
        calls = auction.calls if auction else []
        stated, leader = self._contract()
        contract = stated or contract_of(dealer, calls, bool(play.cards))
        passed_out = contract is None and (tuple(calls) == PASSED_OUT or (result.tricks == "P" and not calls))
        call_spots = list(auction.spots) if auction else []
        if passed_out and not calls:
            calls = list(PASSED_OUT)
            call_spots = [self.texts["R"].spot] * len(calls)
            self.tags["Contract"] = PASS
        if result.tricks == "P" and not passed_out:
            told = self.texts["R"]
            self.kept.pop("R", None)
            self.warnings.append(bad_value("Result", told.text, "expected.rbn-result", told.spot).finding)
        said = None
        if result.tricks.isdecimal():
            self.tags["Result"] = result.tricks
            is_over = len(play.cards) >= TRICK_SIZE * most_tricks(contract, deal.hands)
            if not is_over and (play.cards or (contract and contract.side)):
                said = ((len(play.cards), f"claim {result.tricks}"),)
        if leader is not None and not (contract and contract.seat and contract.seat.next is leader):
            play.remarks.leader = leader
        self._remarks(auction.remarks if auction else Remarks(), len(calls), play)
        north, east, south, west = (self.seats.get(name, "") for name in PLAYERS)
        record = Record(
            bridge(str(self.tags.get("Scoring", ""))),
            plays=tuple(play.cards),
            contract=contract,
            deal=deal,
            dealer=dealer,
            seats=(north, east, south, west),
            auction=tuple(calls),
            scores=result.scores,
            said=said,
            tags=self.tags | ({KEPT: self.kept} if self.kept else {}),
        )
        findings = sorted(self.findings, key=place_of)
        return Located(
            record,
            findings[0] if findings else None,
            self.block.line,
            tuple(play.spots),
            tuple(call_spots),
            {name: self.texts[label].spot for label, names in _FIELDS.items() if label in self.texts for name in names},
            leader,
            tuple(sorted([*findings[1:], *self.warnings], key=place_of)),
        )

    def _about(self) -> None:
        """Event, names and board, and what is only kept."""
        for label in TAGS:
            told = self.texts.get(label)
            if told is None or not told.text:
                continue
            values = values_of(label, told.text)
            if text_of(label, values) != told.text:
                self.kept[label] = told.text
            for name, value in values.items():
                (self.seats if name in PLAYERS else self.tags)[name] = value
        self.kept |= {label: self.texts[label].text for label in _SEVERAL if label in self.texts}

    def _deal(self) -> Deal:
        told = self.texts.get("H")
        if told is None or not told.text:
            return Deal()
        try:
            deal, findings, unequal = read_deal(*told)
        except Invalid as error:
            self.findings.append(error.finding)
            return Deal()
        self.findings += findings
        self.warnings += [unequal] if unequal else []
        if not findings and re.search(r"[;?xX]", told.text):
            self.kept["H"] = told.text
        return deal

    def _auction(self) -> ReadAuction | None:
        told = self.texts.get("A")
        if told is None or not told.text:
            return None
        read = read_auction(*told)
        self.findings += [read.finding] if read.finding else []
        self.warnings += read.warnings
        if read.vulnerable:
            self.tags["Vulnerable"] = read.vulnerable
        if not read.finding and "Y" in told.text.upper():
            self.kept["A"] = told.text
        return read

    def _contract(self) -> tuple[Contract | None, Seat | None]:
        told = self.texts.get("C")
        if told is None or not told.text or told.text.upper() in ("P", "PASS"):
            return None, None
        try:
            read = read_contract(*told)
        except Invalid as error:
            self.warnings.append(error.finding)
            return None, None
        if read.has_more:
            self.kept["C"] = told.text
        return read.contract, read.leader

    def _play(self) -> ReadPlay:
        told = self.texts.get("P")
        if told is None or not told.text:
            return ReadPlay([], [], Remarks())
        read = read_play(*told)
        self.findings += [read.finding] if read.finding else []
        self.warnings += read.warnings
        if not read.finding and (UNIMPORTANT.search(told.text) or re.search("[;Yy]", told.text)):
            self.kept["P"] = told.text
        return read

    def _result(self) -> ReadResult:
        told = self.texts.get("R")
        nothing = ReadResult("", None, "")
        if told is None:
            return nothing
        try:
            read = read_result(*told)
        except Invalid as error:
            self.warnings.append(error.finding)
            return nothing
        if read.more:
            self.kept["R"] = told.text
        return read

    def _remarks(self, auction: Remarks, calls: int, play: ReadPlay) -> None:
        """Set notes and free texts where they belong."""
        auction.notes, play.remarks.notes = self.block.notes["A"], self.block.notes["P"]
        comments: dict[str, list[str]] = {}
        for label, text in self.block.comments:
            if label == "A":
                auction.add(calls, [f"{{{text}}}"])
            elif label == "P":
                play.remarks.add(len(play.cards), [f"{{{text}}}"])
            else:
                comments.setdefault(FOLLOWED[label], []).append(text)
        told = {"Auction": auction.as_tag(), "Play": play.remarks.as_tag(), COMMENTS: comments}
        self.tags |= {name: value for name, value in told.items() if value}
