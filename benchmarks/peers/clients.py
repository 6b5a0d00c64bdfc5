"""Clients for load: many WebSockets in one process, as light as can be, so that the server is what is measured.

Four clients are a table. A table has one move under way at a time: the next is sent when all four have got the last.
Whatever is heard is taken as bytes; a table looks for the few that it needs.
"""

from __future__ import annotations

import base64
import os
import selectors
import socket
from heapq import heappop, heappush
from time import perf_counter
from typing import Final

SEATS: Final = 4
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
MASK: Final = bytes(4)
"""of frames from clients: with zeros, it leaves a payload as it is; the server has to apply it all the same"""
MOST_READ: Final = 1 << 16


class Client:
    """One WebSocket (RFC 6455) of a table."""

    __slots__ = ("_rest", "seat", "socket", "table")

    def __init__(self, table: Table, seat: int, port: int, path: str) -> None:
        """Connect, and wait for the server to agree."""
        self.table, self.seat = table, seat
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        answer = b""
        while b"\r\n\r\n" not in answer:
            more = self.socket.recv(MOST_READ)
            if not more:
                raise ConnectionError(answer.decode())
            answer += more
        head, _, self._rest = answer.partition(b"\r\n\r\n")
        if b" 101 " not in head:
            raise ConnectionError(answer.decode())
        self.socket.setblocking(False)

    def say(self, payload: bytes, opcode: int = TEXT) -> None:
        """Send a frame; those of a load are short, and the server reads them."""
        size = len(payload)
        head = bytes((0x80 | opcode, 0x80 | size)) if size < 126 else b"%c\xfe%b" % (0x80 | opcode, size.to_bytes(2))
        self.socket.send(head + MASK + payload)

    def read(self) -> None:
        """Take what has come."""
        more = self.socket.recv(MOST_READ)
        if not more:
            raise ConnectionError("the server has closed a connection")
        data = self._rest + more if self._rest else more
        start, size, table = 0, len(data), self.table
        while start + 2 <= size:
            length, head = data[start + 1], start + 2
            if length == 126:
                head = start + 4
                length = int.from_bytes(data[start + 2 : head])
            elif length == 127:
                head = start + 10
                length = int.from_bytes(data[start + 2 : head])
            end = head + length
            if end > size:
                break
            payload, opcode = data[head:end], data[start] & 15
            if opcode == TEXT:
                table.load.payload += length
                table.heard(self, payload)
            elif opcode == PING:
                self.say(payload, PONG)
            elif opcode == CLOSE:
                raise ConnectionError(payload[2:].decode())
            start = end
        self._rest = data[start:]


class Table:
    """Four clients that play. Subclasses know what the server speaks."""

    path = "/ws"

    def __init__(self, load: Load, number: int) -> None:
        self.load, self.number = load, number
        self.clients = [Client(self, seat, load.port, self.path) for seat in range(SEATS)]
        self.sent_at = 0.0
        self._next: tuple[Client, bytes] | None = None
        self._is_under_way = False
        self._arrived = 0

    def begin(self) -> None:
        """Sit down."""
        raise NotImplementedError

    def heard(self, client: Client, payload: bytes) -> None:
        """A client has got a message."""
        raise NotImplementedError

    def offer(self, client: Client, move: bytes) -> None:
        """The next move, to be sent when its time has come."""
        self._next = (client, move)
        if not self._is_under_way:
            self.load.schedule(self)

    def arrived(self) -> None:
        """A client has got the move that is under way."""
        self._arrived += 1
        if self._arrived == SEATS:
            self._arrived, self._is_under_way = 0, False
            self.load.latencies.append(perf_counter() - self.sent_at)
            if self._next is not None:
                self.load.schedule(self)

    def play(self) -> None:
        """Send the next move."""
        if self._next is not None:
            client, move = self._next
            self._next, self._is_under_way = None, True
            self.sent_at = perf_counter()
            client.say(move)


class Load:
    """So many tables at a server, and what they have measured since `clear`."""

    def __init__(self, kind: type[Table], tables: int, port: int, pace: float = 0.0) -> None:
        """Connect them; `pace` is the time in seconds from one move of a table to its next."""
        self.port, self.pace = port, pace
        self.clear()
        self._due: list[tuple[float, int]] = []
        self._tables = [kind(self, number) for number in range(tables)]
        self._selector = selectors.DefaultSelector()
        for table in self._tables:
            for client in table.clients:
                self._selector.register(client.socket, selectors.EVENT_READ, client.read)

    def clear(self) -> None:
        """Forget what was measured."""
        self.latencies: list[float] = []
        self.payload = 0

    def begin(self) -> None:
        """Let all sit down, at a human pace one after another."""
        now = perf_counter()
        for table in self._tables:
            table.sent_at = now + self.pace * table.number / len(self._tables)
            table.begin()

    def schedule(self, table: Table) -> None:
        """Let a table play when it is time for it."""
        if self.pace:
            heappush(self._due, (table.sent_at + self.pace, table.number))
        else:
            table.play()

    def run(self, seconds: float) -> None:
        """Let them play for some time."""
        now = perf_counter()
        end = now + seconds
        while now < end:
            while self._due and self._due[0][0] <= now:
                self._tables[heappop(self._due)[1]].play()
            until = min(end, self._due[0][0]) if self._due else end
            for key, _ in self._selector.select(max(0.0, until - now)):
                key.data()
            now = perf_counter()

    def close(self) -> None:
        """Go away."""
        self._selector.close()
        for table in self._tables:
            for client in table.clients:
                client.socket.close()
