"""Records become games of PBN in its export format: the 15 mandatory tags come first, and lines end with CR and LF."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from overtrick.core.cards import Cards, hand_text
from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS
from overtrick.deal.record import Record
from overtrick.games.bridge.notation import PASSED_OUT, check_writable, declarer_tricks, most_tricks, vulnerable_name
from overtrick.games.bridge.pbn.layout import auction_lines, comment_text, play_lines, tag_line
from overtrick.games.bridge.pbn.reader import COMMENTS, ESCAPES
from overtrick.games.bridge.pbn.syntax import HEADER, ROW, Tag
from overtrick.games.bridge.pbn.values import (
    CANONICAL,
    MANDATORY,
    PASS,
    PLAYERS,
    SECTIONS,
    UNINHERITED,
    UNKNOWN,
    read_result,
    score_text,
)

HEAD: Final = "% PBN 2.1\n% EXPORT\n"
SCORING: Final = {"rubber": "Rubber", "chicago": "Chicago"}
"""what tells how a game is scored that is not duplicate"""

_NAME: Final = re.compile(r"\w+", re.ASCII)
_DECLARER: Final = re.compile(r"\^?[NESW]")


def write_games(records: Iterable[Record]) -> str:
    """The text of a file with some games."""
    return (HEAD + "\n".join(map(_game_text, records))).replace("\n", "\r\n")


def _game_text(record: Record) -> str:
    check_writable(record)
    return "".join(f"{line}\n" for line in _Game(record).lines())


class _Game:
    """Writes one record."""

    def __init__(self, record: Record) -> None:
        self.record, self.tags = record, record.tags
        self.is_pass = record.contract is None and (self.tags.get("Contract") == PASS or record.auction == PASSED_OUT)
        comments = self.tags.get(COMMENTS)
        self.comments = {name: _texts(texts) for name, texts in comments.items()} if isinstance(comments, dict) else {}

    def lines(self) -> Iterator[str]:
        """The lines of the game in the order of the export format."""
        plain = dict(zip(MANDATORY, map(self._mandatory, MANDATORY), strict=True)) | self._supplemental()
        tables, notes = self._tables(), _texts(self.tags.get("Note"))
        places = {*plain, *tables, *(["Note"] if notes else [])}
        for name in self.comments:
            if name not in places:
                yield from self._comments(name)
        for text in _texts(self.tags.get(ESCAPES)):
            line = "%" + re.sub(r"[\r\n]+", " ", text)
            if not HEADER.fullmatch(line):
                yield line
        for name, value in plain.items():
            yield tag_line(name, value if name in UNINHERITED else _not_inherited(value))
            yield from self._comments(name)
        yield from (tag_line("Note", note) for note in notes)
        yield from self._comments("Note") if notes else ()
        yield from auction_lines(self.record)
        yield from play_lines(self.record)
        for name, (value, rows) in sorted(tables.items()):
            yield tag_line(name, _not_inherited(value))
            yield from self._comments(name)
            yield from rows

    def _comments(self, name: str) -> Iterator[str]:
        return map(comment_text, self.comments.get(name, ()))

    def _text(self, name: str) -> str | None:
        value = self.tags.get(name)
        return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else None

    def _mandatory(self, name: str) -> str:
        """The value of a mandatory tag: `?` where it is not known, nothing where it makes no sense."""
        record, text = self.record, self._text(name)
        if name in PLAYERS:
            return record.seats[PLAYERS.index(name)] or UNKNOWN
        if name == "Dealer":
            return record.dealer.letter if record.dealer else UNKNOWN
        if name == "Vulnerable":
            return "" if text == "" else vulnerable_name(text or "") or UNKNOWN
        if name == "Deal":
            return self._deal()
        if name == "Scoring":
            return SCORING.get(str(record.game.house["scoring"]), UNKNOWN) if text is None else text
        if name == "Declarer":
            return self._declarer(text or "")
        if name == "Contract":
            return self._contract()
        if name == "Result":
            return self._result(text)
        return UNKNOWN if text is None else text

    def _deal(self) -> str:
        """The hands from the dealer on."""
        hands, first = self.record.deal.hands, self.record.dealer or SEATS[0]
        if hands is None:
            return UNKNOWN
        around = [hands[(first - 1 + turn) % 4] for turn in range(len(SEATS))]
        return f"{first.letter}:" + " ".join(hand_text(Cards(hand)) if hand else "-" for hand in around)

    def _declarer(self, text: str) -> str:
        contract = self.record.contract
        if contract is None:
            return "" if self.is_pass else text if _DECLARER.fullmatch(text) else UNKNOWN
        if contract.seat is None:
            return UNKNOWN
        return text if text == f"^{contract.seat.letter}" else contract.seat.letter

    def _contract(self) -> str:
        contract = self.record.contract
        if contract is None:
            return PASS if self.is_pass else UNKNOWN
        return f"{contract.value}{contract.strain}{'X' * contract.double}" if contract.value else str(contract.strain)

    def _result(self, text: str | None) -> str:
        contract = self.record.contract
        if text not in (None, UNKNOWN):
            side, tricks = contract.side if contract else None, most_tricks(contract, self.record.deal.hands)
            try:
                return read_result(Tag("Result", text or "", 0, 0, []), side, tricks)
            except Invalid:
                pass  # not a result that a reader would understand
        won = declarer_tricks(self.record)
        return "" if self.is_pass else UNKNOWN if won is None else str(won)

    def _supplemental(self) -> dict[str, str]:
        """The other tags, in alphabetical order."""
        texts = {name: text for name in self.tags if _is_free(name) and (text := self._text(name)) is not None}
        if self.record.scores is not None:
            texts["Score"] = score_text(self.record.scores)
        return dict(sorted(texts.items()))

    def _tables(self) -> dict[str, tuple[str, list[str]]]:
        """The tags that are followed by rows."""
        tables = {}
        for name, table in self.tags.items():
            if _is_free(name) and name != "Score" and isinstance(table, dict) and isinstance(table.get("value"), str):
                rows = [row.replace("\t", " ").strip(" ") for row in _texts(table.get("rows")) if ROW.fullmatch(row)]
                # A line that is blank would end the game, and one that begins with % would not be read.
                tables[name] = table["value"], [f" {row}" if row.startswith("%") else row for row in rows if row]
        return tables


def _is_free(name: str) -> bool:
    """Whether this is the name of a supplemental tag, as the standard spells it."""
    is_own = name in MANDATORY or name in SECTIONS or name == "Note"
    return not is_own and bool(_NAME.fullmatch(name)) and CANONICAL.get(name.lower(), name) == name


def _not_inherited(value: str) -> str:
    """A value that no reader takes for one to be inherited."""
    return f" {value}" if value == "#" or value.startswith("##") else value


def _texts(value: object) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
