"""Frames of the WebSocket (RFC 6455, 5.2): short texts, which are nearly all there is, go straight to their reader.

aiohttp puts each message into a queue and wakes a task for it, which takes as long as a third of what a table does with
a move. All that is not a whole text in one frame is left to it: pings, closing, fragments, and whatever is wrong.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

WHOLE_TEXT: Final = 0x81
"""the first byte of a frame that has a whole text"""
WHOLE: Final = 0x80
CLOSE: Final = 0x88
MASKED: Final = 0x80
"""in the second byte, as in all frames of clients; the rest of it is the length, or tells how long that is"""
SHORT: Final = 126
"""a length that stands in the next two bytes, or with one more in eight; what is less is one"""
MASK: Final = 4
"""bytes with which a client changes those of its message, again and again"""


class Parser(Protocol):
    """What aiohttp reads frames with."""

    def feed_data(self, data: bytes) -> tuple[bool, bytes]: ...

    def feed_eof(self) -> None: ...


class Wire(Protocol):
    """Where the bytes come from."""

    transport: asyncio.Transport | None

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Frames:
    """Reads what a client sends, as a parser of aiohttp would, from `begin` on."""

    def __init__(self, parser: Parser, noted: Callable[[], None] | None, wire: Wire) -> None:
        """`parser` gets all that is no short text, and `noted` is called before."""
        self._parser, self._noted, self._wire = parser, noted, wire
        self._take: Callable[[bytes], float] | None = None
        self._longest = 0
        self._rest = b""
        """the beginning of a frame; or all that has come, while nothing may be read"""
        self._is_waiting = True
        self._is_for_parser = False
        """whether all that follows is"""

    def begin(self, take: Callable[[bytes], float], longest: int) -> None:
        """Give each text to `take`, which tells the seconds for which nothing more may be read.

        Frames of more bytes than the `longest` are for aiohttp, which knows what is too much.
        """
        self._take, self._longest = take, longest
        self._go_on()

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """Take bytes; gives whether the connection has to be closed, and what is left, as aiohttp wants it."""
        if self._rest:
            data = self._rest + data
        self._rest = data
        return (False, b"") if self._is_waiting else self._read(data)

    def feed_eof(self) -> None:
        """Nothing more comes."""
        self._parser.feed_eof()

    def _read(self, data: bytes) -> tuple[bool, bytes]:
        start, take = 0, self._take
        while not self._is_for_parser:
            end = _end(data, start)
            if end - start > self._longest:
                self._is_for_parser = True
            elif end > len(data):
                break
            elif take is not None and data[start] == WHOLE_TEXT and data[start + 1] & MASKED:
                wait = take(_unmasked(data, start, end))
                start = end
                if wait:
                    self._rest = data[start:]
                    self._wait(wait)
                    return False, b""
            else:
                self._is_for_parser = data[start] < WHOLE or data[start] == CLOSE
                has_ended, _ = self._give(data[start:end])
                start = end
                if has_ended:
                    return True, b""
        self._rest = data[start:]
        if self._is_for_parser and self._rest:
            data, self._rest = self._rest, b""
            return self._give(data)
        return False, b""

    def _give(self, data: bytes) -> tuple[bool, bytes]:
        if self._noted is not None:
            self._noted()
        return self._parser.feed_data(data)

    def _wait(self, seconds: float) -> None:
        self._is_waiting = True
        self._wire.pause_reading()
        asyncio.get_running_loop().call_later(seconds, self._go_on)

    def _go_on(self) -> None:
        self._is_waiting = False
        self._wire.resume_reading()
        has_ended, _ = self._read(self._rest)
        if has_ended and self._wire.transport is not None:
            self._wire.transport.close()


def _end(data: bytes, start: int) -> int:
    """Where a frame ends that begins at a place; somewhere behind the data if its length is not there yet."""
    size = len(data)
    if size < start + 2:
        return size + 1
    length, head = data[start + 1] & 0x7F, start + 2
    if length >= SHORT:
        digits = 2 if length == SHORT else 8
        if size < head + digits:
            return size + 1
        length, head = int.from_bytes(data[head : head + digits], "big"), head + digits
    return head + length + (MASK if data[start + 1] & MASKED else 0)


def _unmasked(data: bytes, start: int, end: int) -> bytes:
    """The text in a frame of a client."""
    length = data[start + 1] & 0x7F
    head = start + MASK + (2 if length < SHORT else 4 if length == SHORT else 10)
    size = end - head
    mask = (data[head - MASK : head] * (size // MASK + 1))[:size]
    return (int.from_bytes(data[head:end], "big") ^ int.from_bytes(mask, "big")).to_bytes(size, "big")


def text_frame(data: bytes) -> bytes:
    """A text frame from a server."""
    size = len(data)
    if size < SHORT:
        return bytes((WHOLE_TEXT, size)) + data
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + data
    return b"\x81\x7f" + size.to_bytes(8, "big") + data
