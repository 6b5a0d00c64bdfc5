"""The WebSocket: a JSON message in each text frame, in both directions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from aiohttp import WSMsgType, web

from overtrick.core.errors import Invalid
from overtrick.protocol.outgoing import Message
from overtrick.server.limits import Caller
from overtrick.server.ports.connection import LINGER, Connection, Name
from overtrick.server.ports.frames import Frames, text_frame

if TYPE_CHECKING:
    from overtrick.server.hub import Hub

    Socket = web.WebSocketResponse[Literal[False]]  # which gives texts as bytes


class WebSocketConnection(Connection):
    """A client that speaks WebSocket. Frames are written to the transport directly, and nobody waits for them."""

    kind = "websocket"

    def __init__(
        self, hub: Hub, caller: Caller, language: str, socket: Socket, transport: asyncio.Transport, name: Name
    ) -> None:
        self.name = name
        self._socket = socket
        self._transport = transport
        self._closing: asyncio.Task[bool] | None = None
        super().__init__(hub, caller, asyncio.get_running_loop(), language)

    def send(self, message: Message, data: bytes) -> None:
        self.forward(data)

    def forward(self, data: bytes) -> None:
        transport = self._transport
        if not transport.is_closing():
            transport.write(text_frame(data))
            if transport.get_write_buffer_size() > self.limits.send_buffer:
                self.hub.drop(self.client)

    def finish(self) -> None:
        self._closing = self.loop.create_task(self._socket.close())
        self.loop.call_later(LINGER, self.abort)

    def abort(self) -> None:
        self._transport.abort()

    async def run(self, frames: Frames) -> None:
        """Take what the client says until it has gone; nearly all of it comes by `frames` at once."""
        frames.begin(self._take_text, self.limits.message_size)
        try:
            async for frame in self._socket:
                if frame.type is WSMsgType.TEXT:
                    wait = self.take(frame.data)
                elif frame.type is WSMsgType.BINARY:
                    wait = self.refuse(Invalid("bad-message", reason="text was expected"))
                elif frame.type is WSMsgType.PING:
                    wait = self.note_work()
                    await self._socket.pong(frame.data)
                elif frame.type is WSMsgType.PONG:
                    wait = self.note_work()
                else:
                    break
                if self.is_over:
                    break
                if wait:
                    await asyncio.sleep(wait)
        finally:
            self.hub.lost(self.client)
        if self._closing is not None:
            await self._closing

    def _take_text(self, data: bytes) -> float:
        return 0.0 if self.is_over else self.take(data)


async def serve_websocket(
    request: web.Request,
    hub: Hub,
    caller: Caller,
    language: str,
    name: Name,
    frames_of: Callable[[web.Request], Frames],
) -> web.StreamResponse:
    """Serve a client that asks for a WebSocket by a name, until it has gone.

    What reads the frames then is told by `frames_of`.
    """
    limits = caller.limits
    socket: Socket = web.WebSocketResponse(
        timeout=LINGER,
        heartbeat=limits.heartbeat,
        autoping=False,  # which would answer any number of pings at once
        compress=False,
        max_msg_size=limits.message_size,
        decode_text=False,
    )
    await socket.prepare(request)
    if request.transport is not None:
        connection = WebSocketConnection(hub, caller, language, socket, request.transport, name)
        await connection.run(frames_of(request))
    return socket
