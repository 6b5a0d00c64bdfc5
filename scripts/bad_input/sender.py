"""Clients that send bad input on a port, and see to it that they are told or dropped.

Messages go in batches, many at a time, and after each batch a question whose answer shows that the server has read
them all. A batch ends with the first message that has to end the connection, so that nothing is sent in vain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

from overtrick.core.errors import Invalid
from overtrick.server.limits import LOCALS
from overtrick.server.ports.text import Lines
from scripts.bad_input.messages import Maker, Memory
from scripts.bad_input.wires import Wire

BATCH: Final = 40
"""messages at most"""
GAMES: Final = ("belote", "coinche", "sueca", "euchre", "bridge", "whist", "coinche:dot_cardgames", "bridge:rubber")
"""that are begun"""
IMPATIENCE: Final = 0.3
"""seconds after which a server that may wait for the rest of something seems to do so"""
ENDED: Final = "ended by "
"""and a code"""
DROPPED: Final = "dropped"
"""instead of a code, where there was none"""
MOST_PROBLEMS: Final = 10
"""after so many, nothing more is sent"""
MOST_SHOWN: Final = 500
"""characters of what led to a problem"""
LIMITS: Final = LOCALS
"""that hold for a sender on the same machine"""


class Tally:
    """How many messages are left to send, and what became of the others."""

    def __init__(self, messages: int) -> None:
        self.left = messages
        self.counts = Counter[str]()
        self.problems: list[str] = []

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be sent."""
        return self.left <= 0 or len(self.problems) >= MOST_PROBLEMS


class Sender:
    """Sends bad input on one connection after the other."""

    wire: Wire
    maker: Maker

    def __init__(self, port: int, seed: str, shared: Memory, tally: Tally) -> None:
        """A sender to come; `shared` is known to all of them."""
        self.rng = Random(seed)
        self._port, self._seed, self._shared, self._tally = port, seed, shared, tally
        self._questions = 0
        self.must_end = ""
        """the code with which the server has to end the connection"""
        self.may_wait = False
        """whether the server may wait for the rest of something, or drop the connection without a word"""
        self.sent: list[bytes] = []
        """what was sent since the last question"""
        self._messages = 0
        """how many messages that is"""

    async def run(self) -> None:
        """Send until nothing is left to be sent."""
        while not self._tally.is_over:
            self.maker = Maker(self.rng, Memory(self._shared))
            self.must_end, self.may_wait = "", False
            try:
                async with Wire(self._port, self.opening()) as self.wire:
                    self.count("connections")
                    await self.begin()
                    while await self._exchange() and not self._tally.is_over:
                        pass
                    self.wire.write(self.maker.message()[: self.rng.randint(0, 20)])
            except TimeoutError:
                if not self.may_wait:
                    self.problem("no answer")
                self.count("messages", self._messages)
                self.count("unfinished")
            except OSError as error:
                self.problem(f"no connection: {error!r}")

    async def _exchange(self) -> bool:
        """Send a batch and take the answers; whether the connection is still open."""
        self.sent, self._messages = [], 0
        self._questions += 1
        question = f"question{self._questions}q"
        for data in self.batch():
            self.sent.append(data)
            if self.must_end:
                break
        else:
            self.sent += self.asked(question)
        self.wire.write(b"".join(self.sent))
        ended_by = await self.listen(question)
        if ended_by is None and self.must_end:
            self.problem(f"not ended by {self.must_end}")
        if ended_by is None or ended_by == self.must_end or self.may_wait:
            self.count("messages", self._messages)
        else:
            self._tally.left += self._messages  # the last of them may not have been read
        if ended_by is not None:
            self.count(ended_by if ended_by == DROPPED else f"{ENDED}{ended_by}")
        return ended_by is None

    def opening(self) -> bytes:
        """What is sent as soon as there is a connection."""
        return b""

    async def begin(self) -> None:
        """Begin a connection, as somebody in the lobby, at a table, or none of them."""
        raise NotImplementedError

    def batch(self) -> Iterator[bytes]:
        """What is sent next; a message after which `must_end` is set is the last one."""
        raise NotImplementedError

    def asked(self, question: str) -> Iterator[bytes]:
        """A question, as it is sent."""
        raise NotImplementedError

    async def listen(self, question: str) -> str | None:
        """Hear the answers; None after that to the question, and else the code with which the connection ended."""
        raise NotImplementedError

    def note_message(self) -> None:
        """Count what is sent."""
        self._tally.left -= 1
        self._messages += 1

    def count(self, what: str, times: int = 1) -> None:
        """Count what has happened."""
        self._tally.counts[what] += times

    def problem(self, what: str) -> None:
        """Note what must not be."""
        sent = repr(b"".join(self.sent))
        self._tally.problems.append(f"{type(self).__name__} {self._seed}: {what}, after {sent[-MOST_SHOWN:]}")

    def lines_of(self, lines: Lines, data: bytes) -> list[bytes]:
        """The lines that the server will find in some bytes."""
        found: list[bytes] = []
        try:
            found.extend(lines.feed(data))
        except Invalid as error:
            self.must_end = error.finding.code
        return found
