"""Senders of bad input for the WebSocket, for lines of JSON and for lines of text."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import Final

import msgspec

from overtrick.conversation.commands import find_command
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.clean import clean_line
from overtrick.server.ports.text import Lines
from scripts.bad_input.messages import is_clean
from scripts.bad_input.sender import BATCH, DROPPED, GAMES, IMPATIENCE, LIMITS, Sender
from scripts.bad_input.wires import (
    BINARY,
    CLOSE,
    FINAL,
    PATIENCE,
    PING,
    PONG,
    TEXT,
    Frames,
    broken_frame,
    frame,
    odd_frames,
    upgrade,
)

TOO_MANY: Final = "bad-messages"
"""the code of the end after several messages in a row that cannot be read"""
END_OF_COMMAND: Final = b"\xff\xf0"
"""of Telnet"""

_decode_incoming: Final = msgspec.json.Decoder(incoming.Message).decode
_decode_outgoing: Final = msgspec.json.Decoder(outgoing.Message).decode


class JsonSender(Sender):
    """Sends messages. It knows which of them cannot be read, and has to be told of each of these."""

    async def begin(self) -> None:
        self._bad_in_a_row = self._bad = 0
        role, opening = self.rng.random(), list[incoming.Message]()
        if role < 0.9:
            opening.append(incoming.Hello(v=incoming.VERSION, name=self.rng.choice(("Zoé", "x", ""))))
        if role < 0.5:
            options = incoming.Options(bot_delay=0, clock=0, grace=0, when_gone="end", bot="random")
            opening.append(incoming.Create(game=self.rng.choice(GAMES), options=options, bots="random"))
        elif role < 0.7:
            opening.append(incoming.Watch(table=self.maker.memory.tables[-1]))
        for message in opening:
            self.wire.write(self.packed(msgspec.json.encode(message)))

    def packed(self, message: bytes) -> bytes:
        """A message as it is sent."""
        raise NotImplementedError

    def unpacked(self, data: bytes) -> list[bytes]:
        """The messages in what came."""
        raise NotImplementedError

    async def listen(self, question: str) -> str | None:
        refused, ended_by, is_answered = 0, DROPPED, False
        while not is_answered and (data := await self.wire.read(IMPATIENCE if self.may_wait else PATIENCE)):
            for message in map(_decode_outgoing, self.unpacked(data)):
                self._hear(message)
                is_answered |= _answers(message, question)
                refused += isinstance(message, outgoing.Refused) and message.code == "bad-message"
                ended_by = message.code if isinstance(message, outgoing.Bye) else ended_by
        if not is_answered:
            return ended_by
        if refused != self._bad and not self.may_wait:
            self.problem(f"{self._bad} messages cannot be read, and {refused} are refused")
        self._bad = 0
        return None

    def _hear(self, message: outgoing.Message) -> None:
        self.maker.memory.learn(message)
        self.count("refused", isinstance(message, outgoing.Refused))
        if not all(is_clean(getattr(message, name, "")) for name in ("text", "name", "who")):
            self.problem(f"not clean: {message}")

    def messages(self) -> Iterator[bytes]:
        """Some messages; among them what may bring a game further, before too many in a row cannot be read."""
        for _ in range(self.rng.randint(1, BATCH)):
            is_careful = self._bad_in_a_row >= LIMITS.bad_messages - 2 and self.rng.random() < 0.97
            self.note_message()
            yield self.maker.move() if is_careful else self.maker.message()

    def expect(self, message: bytes, is_text: bool = True) -> None:
        """Know what a message has to lead to."""
        try:
            _decode_incoming(message if is_text else b"")
            self._bad_in_a_row = 0
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self.count("unreadable")
            self._bad_in_a_row += 1
            if self._bad_in_a_row < LIMITS.bad_messages:
                self._bad += 1
            else:
                self.must_end = TOO_MANY


def _ping(question: str) -> bytes:
    return msgspec.json.encode(incoming.Ping(id=question))


def _answers(message: outgoing.Message, question: str) -> bool:
    """Whether a message answers a ping; who has not said hello is refused one."""
    return isinstance(message, outgoing.Pong | outgoing.Refused) and message.id == question


class LineSender(JsonSender):
    """Sends lines of JSON on the text port."""

    def opening(self) -> bytes:
        self._lines, self._came = Lines(LIMITS.message_size), b""
        return b'{"type":"ping"}\n'

    def packed(self, message: bytes) -> bytes:
        return message + b"\n"

    def unpacked(self, data: bytes) -> list[bytes]:
        *lines, self._came = (self._came + data).split(b"\n")
        return lines

    def batch(self) -> Iterator[bytes]:
        for message in self.messages():
            data = message + self.maker.end_of_line(LIMITS.message_size)
            self._expect_lines(data)
            yield data

    def asked(self, question: str) -> Iterator[bytes]:
        for data in insisting(_ping(question)):
            yield data
            if _ping(question) in self._expect_lines(data) or self.must_end:
                return

    def _expect_lines(self, data: bytes) -> list[bytes]:
        found = self.lines_of(self._lines, data)
        for line in found:
            self.expect(line)
            if self.must_end == TOO_MANY:
                break
        return found


class WebSocketSender(JsonSender):
    """Sends frames."""

    def opening(self) -> bytes:
        self._frames = Frames()
        return upgrade()

    async def begin(self) -> None:
        await self.wire.read_until(b"\r\n\r\n")
        await super().begin()

    def packed(self, message: bytes) -> bytes:
        return frame(message)

    def unpacked(self, data: bytes) -> list[bytes]:
        found = self._frames.feed(data)
        for kind, payload in found:
            if kind == PING:
                self.wire.write(frame(payload, FINAL | PONG))
            self.wire.is_over |= kind == CLOSE
        return [payload for kind, payload in found if kind == TEXT]

    def batch(self) -> Iterator[bytes]:
        for message in self.messages():
            chance = self.rng.random()
            self.expect(message, is_text=chance > 0.02)
            yield (
                odd_frames(self.rng, message)
                if chance > 0.9
                else frame(message, FINAL | (TEXT if chance > 0.02 else BINARY))
            )
        if self.rng.random() < 0.03:
            self.may_wait = True
            self.note_message()
            self.count("broken frames")
            yield broken_frame(self.rng)

    def asked(self, question: str) -> Iterator[bytes]:
        self._bad_in_a_row = 0
        yield frame(_ping(question))


class TextSender(Sender):
    """Types lines, as no person would."""

    async def begin(self) -> None:
        self._lines, self._decoder = Lines(LIMITS.message_size), codecs.getincrementaldecoder("utf-8")()
        self._has_begun = False

    def batch(self) -> Iterator[bytes]:
        if not self._has_begun:  # not by what makes a program of a person
            self._has_begun = True
            if self.rng.random() < 0.03:
                self.must_end = "no-http"
                yield b"GET / HTTP/1.1\r\n"
            yield self.rng.choice((b"help\n", b"new %b\nbot random\n" % self.rng.choice(GAMES).encode()))
        for _ in range(self.rng.randint(1, BATCH)):
            data = self.maker.line() + self.maker.end_of_line(LIMITS.message_size)
            self.note_message()
            if any(map(_quits, self.lines_of(self._lines, data))):
                self.must_end = "quit"
            yield data

    def asked(self, question: str) -> Iterator[bytes]:
        for data in insisting(question.encode()):
            yield data
            if self.must_end or question.encode() in self.lines_of(self._lines, data):
                return

    async def listen(self, question: str) -> str | None:
        shown = ""
        while data := await self.wire.read():
            shown += self._decoder.decode(data)
            if question in shown and not self.must_end:
                break
        else:
            return self.must_end if self.must_end and shown else DROPPED
        if not is_clean(shown.replace("\n", "")):
            self.problem(f"not clean: {shown!r}")
        return None


def insisting(line: bytes) -> Iterator[bytes]:
    """A line, and again after the end of whatever of Telnet has not ended yet, as often as it takes."""
    yield line + b"\n"
    while True:
        yield END_OF_COMMAND + b"\n" + line + b"\n"


def _quits(line: bytes) -> bool:
    command = find_command(clean_line(line.decode("utf-8", "replace")))
    return command is not None and command.name == "quit"
