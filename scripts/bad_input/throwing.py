"""Throws messages at a server, from a process of its own."""

from __future__ import annotations

import asyncio
from typing import Final

from scripts.bad_input.messages import Memory
from scripts.bad_input.programs import ProgramSender
from scripts.bad_input.requests import HttpSender
from scripts.bad_input.sender import Sender, Tally
from scripts.bad_input.senders import LineSender, TextSender, WebSocketSender

PARALLEL: Final = 16
"""connections"""
SENDERS: Final[dict[str, type[Sender]]] = {
    "ws": WebSocketSender,
    "text": TextSender,
    "json-lines": LineSender,
    "http": HttpSender,
    "table-manager": ProgramSender,
}


def throw(kind: str, port: int, messages: int, seed: str) -> Tally:
    """Throw messages of a kind at a port; what became of them."""
    tally, shared = Tally(messages), Memory()

    async def run() -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(PARALLEL):
                group.create_task(SENDERS[kind](port, f"{seed}/{kind}/{number}", shared, tally).run())

    asyncio.run(run())
    return tally
