"""A link between two processes: one TCP connection, over which the messages of many clients go in both directions.

Both ends prove that they know the secret of the database that they share, before anything else is said.
"""

from __future__ import annotations

import asyncio
import hmac
from asyncio import BaseTransport, Future, Transport
from collections.abc import Callable
from secrets import token_bytes
from struct import Struct
from typing import Final, cast

from overtrick.server.sockets import keep_alive

GREETING: Final = b"overtrick link 1\n"
"""what both ends say first, with the version of what follows"""
NONCE: Final = 32
PROOF: Final = 32
TIME_TO_PROVE: Final = 5.0
"""seconds from the connection until both ends know each other"""
SILENCE: Final = 4
"""seconds after which the system asks whether the other machine is still there: its clients would seem to be"""
HEAD: Final = Struct("!IBI")
"""of a frame: the length of what follows, what it is, and the number of the client, which the caller gives"""
OPEN: Final = 0
"""a client comes, of whom something is told"""
SAID: Final = 1
"""a message of a client, as JSON"""
TOLD: Final = 2
"""a message to a client, as JSON; before it, how many of its messages were heard so far"""
CLOSE: Final = 3
"""a client has gone"""
PARTED: Final = 4
"""a client is not served here any more; how many of its messages were heard"""
ERRAND: Final = 5
"""something for another process itself, and for no client of ours; processes of earlier versions do not hear it"""
HEARD: Final = Struct("!I")
LONGEST: Final = 1 << 24
"""bytes of a frame"""
MOST_WAITING: Final = 1 << 26
"""bytes that wait for a process that does not read, before the link is given up"""

Take = Callable[["Link", int, int, bytes], None]
"""is given what comes: the kind of a frame, its client, and its text"""


class Link(asyncio.Protocol):
    """One end of a link, that of the process that called if `is_caller`."""

    def __init__(self, secret: bytes, is_caller: bool, take: Take, lost: Callable[[Link], None]) -> None:
        """`take` and `lost` are called once both ends have proved that they know the secret, and not before."""
        self._secret = secret
        self._is_caller = is_caller
        self._take, self._lost = take, lost
        self._nonce, self._buffer = token_bytes(NONCE), b""
        self._is_greeted = False
        self.is_strange = False
        """whether the other end is of another version, or does not know the secret"""
        self.is_lost = False
        """whether it is at an end"""
        self._transport: Transport | None = None
        self.is_open: Future[bool] = asyncio.get_running_loop().create_future()
        """done when the other end has proved that it knows the secret, or cannot do so any more"""

    def connection_made(self, transport: BaseTransport) -> None:
        self._transport = cast("Transport", transport)
        keep_alive(transport.get_extra_info("socket"), SILENCE)
        self._transport.write(GREETING + self._nonce)
        asyncio.get_running_loop().call_later(TIME_TO_PROVE, self._give_up)

    def _give_up(self) -> None:
        if not self.is_open.done():
            self.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        if not self.is_open.done():
            self.is_open.set_result(False)
        elif self.is_open.result():
            self._lost(self)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.is_open.done():
            self._greet()
        if self.is_open.done():
            self._read()

    def _greet(self) -> None:
        """Read the greeting of the other end and its proof; our proof follows its greeting."""
        size = len(GREETING) + NONCE
        if not self._is_greeted and len(self._buffer) >= size:
            greeting, self._others = self._buffer[: len(GREETING)], self._buffer[len(GREETING) : size]
            self._buffer, self._is_greeted = self._buffer[size:], True
            if greeting != GREETING:
                self._refuse()
                return
            if self._transport is not None:
                self._transport.write(self._proof(self._is_caller))
        if self._is_greeted and len(self._buffer) >= PROOF:
            proof, self._buffer = self._buffer[:PROOF], self._buffer[PROOF:]
            if hmac.compare_digest(proof, self._proof(not self._is_caller)):
                self.is_open.set_result(True)
            else:
                self._refuse()

    def _refuse(self) -> None:
        self.is_strange = True
        self.close()

    def _proof(self, of_caller: bool) -> bytes:
        """What only who knows the secret can say, other words for each end."""
        mine, others = (self._nonce, self._others) if self._is_caller else (self._others, self._nonce)
        return hmac.digest(self._secret, (b"caller" if of_caller else b"called") + mine + others, "sha256")

    def _read(self) -> None:
        start, buffer = 0, self._buffer
        while len(buffer) - start >= HEAD.size:
            size, kind, client = HEAD.unpack_from(buffer, start)
            end = start + HEAD.size + size
            if size > LONGEST:
                self.close()
                return
            if len(buffer) < end:
                break
            self._take(self, kind, client, buffer[start + HEAD.size : end])
            start = end
        self._buffer = buffer[start:]

    def send(self, kind: int, client: int, data: bytes = b"") -> None:
        """Send a frame; never waits. A link that does not get rid of what is sent is given up."""
        transport = self._transport
        if transport is not None and not transport.is_closing():
            transport.write(HEAD.pack(len(data), kind, client) + data)
            if transport.get_write_buffer_size() > MOST_WAITING:
                transport.abort()

    def abort(self) -> None:
        """Close it at once."""
        if self._transport is not None:
            self._transport.abort()

    def close(self) -> None:
        """Close it; what was sent before still arrives."""
        if self._transport is not None:
            self._transport.close()
