"""A client's channel to the text port of a server: lines of JSON, for programs that have nothing but a socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Final, Self

from overtrick.client.channel import Channel
from overtrick.client.endpoint import Endpoint
from overtrick.core.errors import Invalid
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.clean import shortened
from overtrick.protocol.wire import decode_outgoing, encode

LONGEST_LINE: Final = 1024 * 1024
LONGEST_REASON: Final = 200


class LineChannel(Channel):
    """A channel that is open as long as its `with` block, and ends with its connection."""

    def __init__(self, host: str, port: int, hello: incoming.Hello, entropy: Callable[[int], bytes]) -> None:
        """A channel to come, for a client that says such a hello; `entropy` gives random bytes."""
        super().__init__(Endpoint(lambda: hello, entropy))
        self._host, self._port = host, port

    async def __aenter__(self) -> Self:
        """Connect, and say hello at once, since the port takes who says nothing for a person; raises `OSError`."""
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port, limit=LONGEST_LINE)
        self._post(self._endpoint.begin())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()

    def ask_anew(self) -> None:
        super().ask_anew()
        self._writer.close()

    async def __aiter__(self) -> AsyncIterator[outgoing.Message]:
        with suppress(ConnectionError):
            while line := await self._reader.readline():
                for shown in self._hear(_message(line)):
                    yield shown

    def _post(self, messages: list[incoming.Message]) -> None:
        for message in messages:
            self._writer.write(encode(message) + b"\n")


def _message(line: bytes) -> outgoing.Message:
    """The message of a line; a client that is refused before it could say a word gets a sentence instead."""
    try:
        return decode_outgoing(line)
    except Invalid:
        raise Invalid("server-refused", reason=shortened(line.decode("utf-8", "replace"), LONGEST_REASON)) from None
