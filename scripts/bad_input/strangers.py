"""A stranger who asks for more than he may have, while the limits are those that every server has.

He comes through a proxy, as the server believes, so that he does not get what this machine gets.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from time import monotonic
from typing import Final

from overtrick.server.limits import STRANGERS
from scripts.bad_input.requests import LAST, request, statuses
from scripts.bad_input.sender import Tally
from scripts.bad_input.wires import FINAL, HOST, PING, PONG, Frames, Wire, frame, upgrade

FORWARDED: Final = "X-Forwarded-For: 203.0.113."
MORE_CONNECTIONS: Final = 8
"""than he may have"""
SECONDS: Final = 3.0
PINGS: Final = 1000
"""of both kinds, on each connection"""
REQUESTS: Final = 500
HEALTH: Final = request("GET /health HTTP/1.1", f"Host: {HOST}", f"{FORWARDED}8")


async def ask_too_much(port: int) -> Tally:
    """Open too many connections, send too much on each of them, and ask too often."""
    tally = Tally(0)
    async with AsyncExitStack() as stack:
        opened = []
        for _ in range(STRANGERS.connections + MORE_CONNECTIONS):
            wire = await stack.enter_async_context(Wire(port, upgrade(f"{FORWARDED}7")))
            if b" 101 " in await wire.read_until(b"\r\n\r\n"):
                opened.append(wire)
        tally.counts["connections"] = len(opened)
        _check(tally, "connections", len(opened), STRANGERS.connections)
        started = monotonic()
        for answers in await asyncio.gather(*map(_flood, opened)):
            tally.counts["messages"] += answers
            seconds = monotonic() - started
            _check(tally, "answers", answers, STRANGERS.messages_at_once + STRANGERS.messages_per_second * seconds)
    started = monotonic()
    async with Wire(port, HEALTH * REQUESTS + LAST) as wire:
        data = b""
        while more := await wire.read():
            data += more
    told, seconds = statuses(data), monotonic() - started
    tally.counts["messages"] += len(told)
    tally.counts["refused"] += told.count(429)
    _check(tally, "requests", told.count(200), STRANGERS.requests_at_once + STRANGERS.requests_per_second * seconds)
    if len(told) != REQUESTS + 1:
        tally.problems.append(f"{len(told)} answers to {REQUESTS + 1} requests")
    return tally


def _check(tally: Tally, what: str, got: int, most: float) -> None:
    if not 0 < got <= most + 1:
        tally.problems.append(f"a stranger got {got} {what}, and may have {most:.0f}")


async def _flood(wire: Wire) -> int:
    """Ask for many signs of life at once, by messages and by frames; how many come in some time."""
    wire.write(frame(b'{"type":"hello","v":1}') + (frame(b'{"type":"ping"}') + frame(b"", FINAL | PING)) * PINGS)
    frames, answers, end = Frames(), 0, monotonic() + SECONDS
    while (left := end - monotonic()) > 0:
        try:
            came = frames.feed(await wire.read(left))
            answers += sum(kind == PONG or payload == b'{"type":"pong"}' for kind, payload in came)
        except TimeoutError:
            break
    return answers
