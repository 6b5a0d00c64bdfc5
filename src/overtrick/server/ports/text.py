"""The text port: lines, for people who have nothing but `nc`, and for programs that speak JSON.

If the first line begins with `{`, the lines are the messages of the WebSocket. Such a program has to be able to read
every line that it gets, so that nobody is greeted before they had a moment to say what they speak.
"""

from __future__ import annotations

import asyncio
import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator
from secrets import token_hex
from typing import Final, cast

from overtrick.conversation.session import TextSession
from overtrick.core.errors import Finding, Invalid, OvertrickError
from overtrick.protocol.outgoing import Message
from overtrick.server.hub import Hub
from overtrick.server.limits import Caller, Callers
from overtrick.server.ports.connection import LINGER, Connection
from overtrick.server.sockets import Sockets, keep_alive

MOMENT: Final = 0.3
"""seconds for the first line of a program"""
JSON_START: Final = b"{"
HTTP_REQUEST: Final = re.compile(rb"[A-Z]+ \S+ HTTP/\d.*")
ID_BYTES: Final = 4
COMMAND: Final = b"\xff"
"""begins a command of Telnet, and stands in no UTF-8 text"""
COMMANDS: Final = re.compile(rb"\xff(?:[\xfb-\xfe].|\xfa.*?\xff\xf0|[^\xfa-\xfe]|(?P<begun>.*))", re.DOTALL)
"""RFC 854: an option, a subnegotiation, any other command, or one that has only begun"""
SILENCE: Final = 60
"""seconds after which the system asks whether a client is still there"""


class LinePort(ABC):
    """A port for lines, whatever they mean."""

    def __init__(self, hub: Hub, callers: Callers, sockets: Sockets, language: str) -> None:
        self.hub = hub
        self.callers = callers
        self.sockets = sockets
        self.language = language
        self.connections: set[LineConnection] = set()
        self._server: asyncio.Server | None = None

    @abstractmethod
    def connection(self, caller: Caller, transport: asyncio.Transport) -> LineConnection:
        """The connection of a client that has just come."""

    async def open(self, host: str, port: int, is_shared: bool = False) -> int:
        """Listen, perhaps with other processes; gives the number of the port."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: LineProtocol(self), host, port, reuse_port=is_shared or None)
        number: int = self._server.sockets[0].getsockname()[1]
        return number

    def close(self) -> None:
        """Take no new connections."""
        if self._server is not None:
            self._server.close()

    async def wait_closed(self) -> None:
        """Wait until all connections are closed, which their clients have a while to do."""
        end = asyncio.get_running_loop().time() + LINGER
        while self.connections and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.01)
        for connection in self.connections:
            connection.abort()


class TextPort(LinePort):
    """The port for people and for programs that speak JSON."""

    def connection(self, caller: Caller, transport: asyncio.Transport) -> LineConnection:
        return TextConnection(self, caller, transport)


class Lines:
    r"""Takes bytes as they come, and gives the lines that are complete, without line ends and Telnet's commands.

    >>> lines = Lines(longest=80)
    >>> [[*lines.feed(data)] for data in (b"qu", b"it\r\nta\xff", b"\xfb\x1fbles\n")]
    [[], [b'quit'], [b'tables']]
    """

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The lines that end in some more bytes; raises `Invalid` where it comes to one that is too long."""
        ready, begun = self._rest + data, b""
        if COMMAND in ready:
            begun = b"".join(found[0] for found in COMMANDS.finditer(ready) if found["begun"] is not None)
            ready = COMMANDS.sub(b"", ready)
        *lines, last = ready.split(b"\n")
        self._rest = last + begun
        for line in lines:
            self._check(line)
            yield line.rstrip(b"\r\0")
        self._check(self._rest)

    def _check(self, line: bytes) -> None:
        if len(line) > self._longest:
            raise Invalid("too-large", most=self._longest)


class LineProtocol(asyncio.Protocol):
    """Makes lines of what comes in, and gives them to the connection no faster than it may speak."""

    def __init__(self, port: LinePort) -> None:
        self._port = port
        self._connection: LineConnection | None = None
        self._caller: Caller | None = None
        self._waiting: deque[bytes] = deque()
        self._has_heard = self._is_resting = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        port, self._transport = self._port, cast("asyncio.Transport", transport)
        keep_alive(transport.get_extra_info("socket"), SILENCE)
        peer = transport.get_extra_info("peername") or ("",)
        loop = asyncio.get_running_loop()
        caller = port.callers.find(str(peer[0]), loop.time())
        if not port.sockets.enter(self, caller):
            self.abort()
            return
        try:
            caller.request(loop.time())
            caller.enter()
        except OvertrickError as error:
            self._transport.write(f"{error.told(port.language)}\n".encode())
            self._transport.close()
            return
        self._caller, self._lines = caller, Lines(caller.limits.message_size)
        self._connection = port.connection(caller, self._transport)
        port.connections.add(self._connection)

    def data_received(self, data: bytes) -> None:
        connection = self._connection
        if connection is None or connection.is_over:
            return
        if not self._has_heard:
            self._has_heard = True
            connection.look(data)
        too_long: Finding | None = None
        try:
            self._waiting.extend(self._lines.feed(data))
        except OvertrickError as error:
            too_long = error.finding
        self._work(connection)
        if too_long is not None:
            connection.hub.dismiss(connection.client, too_long)

    def _work(self, connection: LineConnection) -> None:
        while self._waiting and not self._is_resting and not connection.is_over:
            wait = connection.take(self._waiting.popleft())
            if wait:
                self._is_resting = True
                self._transport.pause_reading()
                connection.loop.call_later(wait, self._go_on, connection)

    def _go_on(self, connection: LineConnection) -> None:
        self._is_resting = False
        self._work(connection)
        if not self._is_resting and not self._transport.is_closing():
            self._transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self._port.sockets.leave(self)
        connection, caller = self._connection, self._caller
        if connection is not None and caller is not None:
            caller.leave()
            connection.hub.lost(connection.client)
            self._port.connections.discard(connection)

    def abort(self) -> None:
        self._transport.abort()


class LineConnection(Connection):
    """A client that speaks lines."""

    def __init__(self, port: LinePort, caller: Caller, transport: asyncio.Transport) -> None:
        self._transport = transport
        self.has_spoken = False
        super().__init__(port.hub, caller, asyncio.get_running_loop(), port.language)

    def look(self, data: bytes) -> None:
        """See the beginning of the first line, the rest of which may be long in coming."""

    def understand(self, data: bytes) -> float:
        self.look(data)
        if not self.has_spoken and HTTP_REQUEST.fullmatch(data):
            # A page in a browser could make it send whatever the page likes after this line.
            self.hub.dismiss(self.client, Finding("no-http"))
            return 0
        self.has_spoken = True
        return self.hear(data)

    def hear(self, data: bytes) -> float:
        """Take a line, as `take`: here one of JSON."""
        return super().understand(data)

    def write(self, data: bytes) -> None:
        """Send some bytes, or drop the client if it does not read."""
        transport = self._transport
        if data and not transport.is_closing():
            transport.write(data)
            if transport.get_write_buffer_size() > self.limits.send_buffer:
                self.hub.drop(self.client)

    def finish(self) -> None:
        self._transport.close()
        self.loop.call_later(LINGER, self.abort)

    def abort(self) -> None:
        self._transport.abort()


class TextConnection(LineConnection):
    """A client of the text port: it speaks text, or JSON if its first line is."""

    kind = "text port"

    def __init__(self, port: TextPort, caller: Caller, transport: asyncio.Transport) -> None:
        # With ids that nobody had who sat on the same seat before.
        self._session: TextSession | None = TextSession(port.language, prefix=f"{token_hex(ID_BYTES)}.")
        """None for a program that speaks JSON"""
        self._has_begun = False
        super().__init__(port, caller, transport)
        self.loop.call_later(MOMENT, self._begin)

    def _begin(self) -> None:
        """Begin the session of a person: of one who types, or says nothing at once."""
        if self._session is not None and not self._has_begun:
            self._has_begun = True
            self.say(self._session.hello())

    def look(self, data: bytes) -> None:
        """Know a program by the beginning of its first line."""
        if not self.has_spoken and data.startswith(JSON_START):
            self._session = None

    def hear(self, data: bytes) -> float:
        if self._session is None:
            return super().hear(data)
        self._begin()
        wait = self.note_life()
        self._enter(self._session, data.decode("utf-8", "replace"))
        return wait

    def _enter(self, session: TextSession, line: str) -> None:
        messages, shown = session.enter(line)
        self.write(shown.encode())
        for message in messages:
            self.say(message)
        if session.over:
            self.finish()
            self.hub.lost(self.client)

    def send(self, message: Message, data: bytes) -> None:
        session = self._session
        if session is None:
            self.forward(data)
            return
        self.write(session.receive(message).encode())
        for answer in session.answers():
            self.loop.call_soon(self.say, answer)  # not before everybody has what is just being sent
        if session.lost_track:
            self.loop.call_soon(self.hub.dismiss, self.client, Finding("internal-error"))

    def forward(self, data: bytes) -> None:
        if self._session is None:
            self.write(data + b"\n")
