"""Questions by HTTP, for tests."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aiohttp
from network import serving

from overtrick.server.server import Server


class Answer:
    """An answer of the server."""

    def __init__(self, response: aiohttp.ClientResponse, text: str) -> None:
        self.status, self.headers, self.text = response.status, response.headers, text

    @property
    def json(self) -> Any:
        assert self.headers["Content-Type"].partition(";")[0] == "application/json"
        return json.loads(self.text)


async def ask(server: Server, path: str, method: str = "GET", **options: Any) -> Answer:
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, f"http://127.0.0.1:{server.port}{path}", **options) as response,
    ):
        return Answer(response, await response.text())


def asked(path: str, method: str = "GET", settings: dict[str, Any] | None = None, **options: Any) -> Answer:
    async def run() -> Answer:
        async with serving(**settings or {}) as server:
            return await ask(server, path, method, **options)

    return asyncio.run(run())
