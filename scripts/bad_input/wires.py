"""Connections on which anything can be written: lines, and the frames of a WebSocket (RFC 6455), right or broken."""

from __future__ import annotations

import asyncio
import socket
from asyncio import StreamReader, StreamWriter
from contextlib import suppress
from random import Random
from typing import Final

HOST: Final = "127.0.0.1"
CHUNK: Final = 1 << 16
PATIENCE: Final = 60.0
"""seconds after which an answer does not come any more"""
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
FINAL: Final = 0x80
KEY: Final = "AAAAAAAAAAAAAAAAAAAAAA=="
"""any 16 bytes"""


class Wire:
    """A connection that is open as long as its `with` block, which ends it without a word."""

    def __init__(self, port: int, opening: bytes = b"") -> None:
        """A connection to come, and what is sent on it at once."""
        self._port, self._opening = port, opening
        self._reader: StreamReader
        self._writer: StreamWriter
        self.is_over = False
        """whether the other end has said that it closes the connection"""

    async def __aenter__(self) -> Wire:
        connected = socket.create_connection((HOST, self._port))
        connected.sendall(self._opening)
        self._reader, self._writer = await asyncio.open_connection(sock=connected)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.transport.abort()
        with suppress(OSError):
            await self._writer.wait_closed()

    def write(self, data: bytes) -> None:
        """Send something, unless the other end has gone, which is met when reading."""
        if not self._writer.is_closing():
            self._writer.write(data)

    async def read(self, patience: float = PATIENCE) -> bytes:
        """Some more of what comes, or nothing at the end; raises `TimeoutError` if neither happens."""
        if self.is_over:
            return b""
        async with asyncio.timeout(patience):
            try:
                return await self._reader.read(CHUNK)
            except OSError:
                return b""

    async def read_until(self, end: bytes) -> bytes:
        """What comes up to something; raises `ConnectionError` if that does not come."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._reader.readuntil(end)
        except asyncio.IncompleteReadError as error:
            raise ConnectionError(error.partial.decode("utf-8", "replace")) from None


def upgrade(header: str = "") -> bytes:
    """What asks for a WebSocket, with one more line for its head if need be."""
    lines = [
        "GET /ws HTTP/1.1",
        f"Host: {HOST}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        *([header] if header else []),
    ]
    return "\r\n".join([*lines, "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {KEY}", "", ""]).encode()


def frame(payload: bytes, first: int = FINAL | TEXT, mask: bytes = bytes(4)) -> bytes:
    """A frame of a client; with a mask of zeros the payload stays as it is."""
    size = len(payload)
    if size < 126:
        head = bytes((first, 0x80 | size))
    elif size < 1 << 16:
        head = bytes((first, 0xFE)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, 0xFF)) + size.to_bytes(8, "big")
    if any(mask):
        payload = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
    return head + mask + payload


def odd_frames(rng: Random, payload: bytes) -> bytes:
    """A message in frames that are right, though unusual: masked, in parts, with control frames between them."""
    match rng.randrange(4):
        case 0:
            return frame(payload, mask=rng.randbytes(4))
        case 1:
            return frame(rng.randbytes(rng.randint(0, 125)), FINAL | rng.choice((PING, PONG))) + frame(payload)
        case 2:
            cut = rng.randint(0, len(payload))
            return frame(payload[:cut], TEXT) + frame(b"", FINAL | PING) + frame(payload[cut:], FINAL)
        case _:
            size = max(1, len(payload) // 3)
            parts = [payload[place : place + size] for place in range(0, len(payload), size)] or [b""]
            return frame(parts[0], TEXT) + b"".join(frame(part, 0) for part in parts[1:]) + frame(b"", FINAL)


def broken_frame(rng: Random) -> bytes:
    """A frame that no client may send."""
    payload = rng.randbytes(rng.randint(0, 60))
    return rng.choice(
        (
            frame(payload, FINAL | TEXT | rng.choice((0x10, 0x20, 0x40, 0x70))),  # reserved bits
            frame(payload, FINAL | rng.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15))),  # kinds that there are not
            frame(payload, FINAL),  # goes on with nothing
            frame(payload, TEXT) + frame(payload, FINAL | TEXT),  # begins while something else has not ended
            frame(payload, PING),  # control frames have no parts
            frame(bytes(200), FINAL | PING),  # and are short
            frame(b"x" * 20_000),
            frame(b"x" * 9_000, TEXT) + frame(b"x" * 9_000, FINAL),
            bytes((FINAL | TEXT, 0xFF)) + (2**63 + 1).to_bytes(8, "big") + bytes(4),
            bytes((FINAL | TEXT, len(payload))) + payload,  # not masked
            frame(rng.choice((b"", b"\x03", b"\x03\xe8", b"\x03\xee", b"\x00\x00", b"\xff\xff\xff")), FINAL | CLOSE),
            frame(b"\x03\xe8" + b"\xff" * 100, FINAL | CLOSE),
            rng.randbytes(rng.randint(1, 200)),
            frame(payload)[:-1],
            b"GET / HTTP/1.1\r\n\r\n",
        )
    )


class Frames:
    """Takes bytes from a server as they come, and gives the frames that are complete."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, more: bytes) -> list[tuple[int, bytes]]:
        """Kinds and payloads."""
        data, found, start = self._rest + more, list[tuple[int, bytes]](), 0
        while start + 2 <= len(data):
            size, head = data[start + 1], start + 2
            if size >= 126:
                head += 2 if size == 126 else 8
                size = int.from_bytes(data[start + 2 : head], "big")
            if head + size > len(data):
                break
            found.append((data[start] & 15, data[head : head + size]))
            start = head + size
        self._rest = data[start:]
        return found
