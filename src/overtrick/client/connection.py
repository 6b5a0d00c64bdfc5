"""A client's connection to a server by WebSocket, which comes back by itself when it is lost."""

from __future__ import annotations

import asyncio
import os
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from http import HTTPStatus
from random import random
from typing import TYPE_CHECKING, Final, Literal

import aiohttp
from yarl import URL

from overtrick.client.address import Address
from overtrick.client.channel import Channel, Disconnected, News, Reconnected
from overtrick.client.endpoint import Endpoint
from overtrick.core.errors import Invalid
from overtrick.protocol import incoming
from overtrick.protocol.fair.recording import Transcript
from overtrick.protocol.wire import decode_outgoing, encode

if TYPE_CHECKING:
    Socket = aiohttp.ClientWebSocketResponse[Literal[False]]  # which gives texts as bytes

PATH: Final = "/ws"
HEARTBEAT: Final = 20.0
"""seconds of silence after which the server is asked for a sign of life"""
TIME_TO_CONNECT: Final = 10.0
TIME_TO_CLOSE: Final = 1.0
FIRST_PAUSE: Final = 0.25
LONGEST_PAUSE: Final = 15.0

BUSY: Final = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE)
"""the answers of a server, or of a proxy before it, that may be others later"""


def growing_pause(tries: int, chance: Callable[[], float] = random) -> float:
    """Seconds to wait after some tries in vain; `chance`, from 0 to 1, keeps many clients apart."""
    return min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(tries, 10)) * (0.5 + chance() / 2)


def host_of(address: Address) -> str:
    """What the server at an address is told how it was found, in the header `Host`; raises `Invalid` if nothing is."""
    return _url(address).host_port_subcomponent or ""


class Connection(Channel):
    """A channel over the network, open as long as its `with` block.

    That raises `Invalid` where there is no such server. Messages are read as they come, whatever their reader does
    meanwhile, so that no heartbeat waits for them.
    """

    def __init__(
        self,
        address: Address,
        endpoint: Endpoint,
        transcript: Transcript | None = None,
        pause: Callable[[int], float] = growing_pause,
    ) -> None:
        """A connection to come; `pause` tells how many seconds to wait after how many tries in vain."""
        super().__init__(endpoint)
        self._address, self._transcript, self._pause = address, transcript, pause
        self._tries = 0
        self._news: asyncio.Queue[News | None] = asyncio.Queue()
        self._outbox: asyncio.Queue[incoming.Message | None] = asyncio.Queue()
        """for the writer; None hangs up"""

    async def __aenter__(self) -> Connection:
        self._http = aiohttp.ClientSession()
        try:
            socket = await self._connect()
        except BaseException:
            await self._http.close()
            raise
        self._running = asyncio.create_task(self._run(socket))
        return self

    async def __aexit__(self, *_: object) -> None:
        if not self._running.done():
            with suppress(TimeoutError):  # the last words, such as leave
                await asyncio.wait_for(self._outbox.join(), TIME_TO_CLOSE)
            self._running.cancel()
            await asyncio.wait([self._running])
        if not self._running.cancelled():
            self._running.exception()  # it was told to whoever read to the end
        await self._http.close()

    def ask_anew(self) -> None:
        super().ask_anew()
        self._outbox.put_nowait(None)

    async def __aiter__(self) -> AsyncIterator[News]:
        while (news := await self._news.get()) is not None:
            yield news
        await self._running  # raises what ended it

    async def _run(self, socket: Socket) -> None:
        """Talk over one connection after the other."""
        loop = asyncio.get_running_loop()
        try:
            while True:
                since = loop.time()
                await self._talk(socket)
                if self._endpoint.is_over:
                    return
                if loop.time() - since > LONGEST_PAUSE:
                    self._tries = 0
                socket = await self._come_back()
        finally:
            self._news.put_nowait(None)

    async def _come_back(self) -> Socket:
        while True:
            pause = self._pause(self._tries)
            self._tries += 1
            self._news.put_nowait(Disconnected(pause))
            await asyncio.sleep(pause)
            with suppress(Invalid):
                socket = await self._connect()
                self._news.put_nowait(Reconnected())
                return socket

    async def _connect(self) -> Socket:
        address, timeout = str(self._address), aiohttp.ClientWSTimeout(ws_close=TIME_TO_CLOSE)
        try:
            url = _url(self._address)
            async with asyncio.timeout(TIME_TO_CONNECT):
                return await self._http.ws_connect(url, heartbeat=HEARTBEAT, timeout=timeout, decode_text=False)
        except aiohttp.ClientResponseError as error:
            if error.status in BUSY:
                raise Invalid("unreachable", address=address, reason=HTTPStatus(error.status).phrase) from None
            raise Invalid("no-server-there", address=address) from None
        except aiohttp.ClientConnectorCertificateError as error:
            reason = getattr(error.certificate_error, "verify_message", "") or str(error.certificate_error)
            raise Invalid("bad-certificate", address=address, reason=reason) from None
        except (aiohttp.ClientError, OSError) as error:
            raise Invalid("unreachable", address=address, reason=_reason(error)) from None
        except ValueError:  # nor can a host be called like that
            raise Invalid("bad-address", text=address) from None

    async def _talk(self, socket: Socket) -> None:
        """Talk until the connection is lost, or of no use any more."""
        endpoint, self._outbox = self._endpoint, asyncio.Queue()
        writer = asyncio.create_task(self._write(socket, self._outbox))
        try:
            self._post(endpoint.begin())
            async for frame in socket:
                if frame.type is aiohttp.WSMsgType.TEXT:
                    self._take(frame.data)
                if endpoint.needs_new_connection or endpoint.is_over:
                    break
        finally:
            endpoint.end()
            writer.cancel()
            await asyncio.wait([writer])
            await socket.close()

    async def _write(self, socket: Socket, outbox: asyncio.Queue[incoming.Message | None]) -> None:
        with suppress(aiohttp.ClientError, ConnectionError):  # which the reader meets as well
            while (message := await outbox.get()) is not None:
                await socket.send_str(encode(message).decode())
                outbox.task_done()
            await socket.close()

    def _post(self, messages: list[incoming.Message]) -> None:
        for message in messages:
            if self._transcript is not None:
                self._transcript.sent(message)
            self._outbox.put_nowait(message)

    def _take(self, data: bytes) -> None:
        try:
            message = decode_outgoing(data)
        except Invalid:
            raise Invalid("no-server-there", address=str(self._address)) from None
        if self._transcript is not None:
            self._transcript.got(message)
        for shown in self._hear(message):
            self._news.put_nowait(shown)


def _url(address: Address) -> URL:
    try:
        return URL.build(scheme="wss" if address.tls else "ws", host=address.host, port=address.port, path=PATH)
    except ValueError:  # no host can be called like that
        raise Invalid("bad-address", text=str(address)) from None


def _reason(error: Exception) -> str:
    """Why there is no connection, in the words of the system."""
    cause = getattr(error, "os_error", error)
    if isinstance(cause, ssl.SSLError):  # which has numbers of its own
        return f"TLS, {(cause.reason or str(cause)).lower().replace('_', ' ')}"
    number = getattr(error, "errno", None)
    if isinstance(number, int) and number > 0:
        return os.strerror(number)
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
