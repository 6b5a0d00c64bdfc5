"""Senders of bad input for the Table Manager port: programs that say what no program should."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from overtrick.core.cards import CARDS
from overtrick.core.seats import SEATS
from overtrick.protocol.table_manager import (
    VERSION,
    Called,
    Connecting,
    EndOfSession,
    Line,
    Played,
    Ready,
    Seated,
    StartOfBoard,
    ToLead,
    What,
    parse_line,
)
from overtrick.server.ports.text import Lines
from scripts.bad_input.messages import is_clean
from scripts.bad_input.sender import DROPPED, LIMITS, Sender
from scripts.bad_input.senders import TOO_MANY, insisting

TEAMS: Final = ("Ours", "Theirs", "", "x" * 65, "a'b", "Zoé")
CALLS: Final = ("pass", "1C", "1NT", "7NT", "X", "XX")
OPENING: Final[tuple[What, ...]] = ("teams", "start", "deal", "cards")
"""for what a program is ready one after the other, once it is seated"""
NO_LINE: Final = "This is no line of the Table Manager protocol"
WRONG_TIME: Final = "comes at the wrong time"
TOLD: Final = "a sentence"
"""the end of a connection where something else was wrong than the number of lines that cannot be read"""
MOST_LINES: Final = LIMITS.bad_messages - 2
"""that may all be refused, and a question behind them, before the connection has to end"""


class ProgramSender(Sender):
    """Connects as a program, says some lines and a question, and then nonsense until it is dismissed."""

    async def begin(self) -> None:
        self._lines, self._bad, self._has_asked = Lines(LIMITS.message_size), 0, False
        if self.rng.random() < 0.7:
            seat = self.rng.choice(SEATS)
            right = [Connecting(self.rng.choice(TEAMS[:2]), seat), *(Ready(seat, what) for what in OPENING)]
            for line in right[: self.rng.randint(1, len(right))]:
                self.wire.write(f"{line}\r\n".encode())

    def batch(self) -> Iterator[bytes]:
        if self._has_asked:
            for number in range(LIMITS.bad_messages):
                self.note_message()
                self.count("unreadable")
                self.must_end = TOO_MANY if number == LIMITS.bad_messages - 1 else ""
                yield b"nonsense\n"
            return
        for _ in range(self.rng.randint(1, MOST_LINES)):
            self.note_message()
            data = self._line() + self.maker.end_of_line(LIMITS.message_size)
            self._expect(self.lines_of(self._lines, data))
            yield data

    def _line(self) -> bytes:
        chance = self.rng.random()
        if chance < 0.2:
            return self.maker.line()
        right = str(self._right()).encode("utf-8")
        return right if chance < 0.6 else self.maker.mutated(right)

    def _right(self) -> Line:
        """A line of the protocol, most likely at the wrong time, or one that only a manager says."""
        rng = self.rng
        seat, other = rng.choice(SEATS), rng.choice((*SEATS, None))
        return rng.choice(
            (
                Connecting(rng.choice(TEAMS), other, rng.choice((VERSION, VERSION, 17, 10**8))),
                Ready(seat, rng.choice(OPENING)),
                Ready(seat, "bid", other or seat),
                Ready(seat, "card", other, rng.choice((0, 1, 13, 99))),
                Ready(seat, "dummy"),
                Called(seat, rng.choice(CALLS), rng.choice((None, "", "both majors", "\x1b[2J\u202e", "y" * 900))),
                Played(other, rng.choice(CARDS)),
                Seated(seat, rng.choice(TEAMS)),
                rng.choice((StartOfBoard(), EndOfSession(), ToLead(other))),
            )
        )

    def _expect(self, lines: list[bytes]) -> None:
        unreadable = sum(parse_line(line.decode("ascii", "replace")) is None for line in lines)
        self._bad += unreadable
        self.count("unreadable", unreadable)

    def asked(self, question: str) -> Iterator[bytes]:
        self._has_asked = True
        for data in insisting(question.encode()):
            yield data
            lines = self.lines_of(self._lines, data)
            self._bad += sum(parse_line(line.decode("ascii", "replace")) is None for line in lines)
            if self.must_end or question.encode() in lines:
                return

    async def listen(self, question: str) -> str | None:
        shown = ""
        while data := await self.wire.read():
            shown += data.decode("ascii", "replace")
            if f"'{question}'" in shown and not self.must_end:
                break
        else:
            self.must_end = self.must_end or TOLD
            return self.must_end if shown else DROPPED
        self.count("refused", shown.count(NO_LINE) + shown.count(WRONG_TIME))
        if shown.count(NO_LINE) != self._bad:
            self.problem(f"{self._bad} lines cannot be read, and {shown.count(NO_LINE)} are refused")
        if not shown.isascii() or not is_clean(shown.replace("\r\n", "")):
            self.problem(f"not clean: {shown!r}")
        return None
