"""The least that a server of tables can do with aiohttp: it sends whatever a client says to the four of its table.

    python -m benchmarks.peers.fan_out SIZE

Each message is filled up to a size, that of a move of our server.
"""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict
from contextlib import suppress

import uvloop
from aiohttp import WSMsgType, web


async def serve(size: int) -> None:
    """Serve on any port that is free, and say which."""
    tables = defaultdict[str, list[web.WebSocketResponse]](list)

    async def play(request: web.Request) -> web.WebSocketResponse:
        client = web.WebSocketResponse(compress=False)
        await client.prepare(request)
        table = tables[request.query["table"]]
        table.append(client)
        with suppress(ConnectionResetError):  # the load is over
            async for message in client:
                if message.type is not WSMsgType.TEXT:
                    break
                text = message.data.ljust(size)
                for other in table:
                    await other.send_str(text)
        return client

    app = web.Application()
    app.router.add_get("/ws", play)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    print(f"ready: http://127.0.0.1:{runner.addresses[0][1]}", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1])))
