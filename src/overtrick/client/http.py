"""What clients ask a server by HTTP."""

from __future__ import annotations

from http import HTTPStatus
from typing import TypeVar

import aiohttp
import msgspec

from overtrick.client.address import Address
from overtrick.client.connection import TIME_TO_CONNECT, host_of
from overtrick.core.errors import Invalid

Answer = TypeVar("Answer")


async def ask(address: Address, path: str, kind: type[Answer], **query: str) -> Answer:
    """What a server answers to a question; raises `Invalid` if there is none, or if it has something against it."""
    timeout = aiohttp.ClientTimeout(total=TIME_TO_CONNECT)
    url = f"{'https' if address.tls else 'http'}://{host_of(address)}{path}"
    try:
        async with aiohttp.ClientSession(timeout=timeout) as http, http.get(url, params=query) as response:
            status, data = response.status, await response.read()
    except (aiohttp.ClientError, OSError) as error:
        raise Invalid("unreachable", address=str(address), reason=str(error) or type(error).__name__) from None
    try:
        if status != HTTPStatus.OK:
            raise Invalid("server-refused", reason=msgspec.json.decode(data, type=Refusal).text)
        return msgspec.json.decode(data, type=kind)
    except msgspec.MsgspecError:
        raise Invalid("no-server-there", address=str(address)) from None


class Refusal(msgspec.Struct):
    """What a server has against a question."""

    text: str
