"""Programs and table managers that follow a script, line by line, for tests of the Table Manager protocol."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from patience import PATIENCE

from overtrick.core.cards import Card
from overtrick.core.game import Game
from overtrick.core.seats import Seat
from overtrick.deal.dealing import deck_of
from overtrick.deal.record import Deal
from overtrick.deal.text import parse_deal
from overtrick.protocol import fair
from overtrick.server.server import Server

BOARD = "N:AKQJT98..765432. .AKQJT98..765432 765432..AKQJT98. .765432..AKQJT98"
"""a board in which nobody can go wrong: each side has two suits"""


def deal_always(monkeypatch: pytest.MonkeyPatch, text: str = BOARD) -> None:
    """Let North deal these hands at all tables, whatever the seed is."""
    hands = tuple(map(tuple, parse_deal(text)[1]))

    def deck_of_seed(game: Game, seed: bytes) -> tuple[Card, ...]:
        return deck_of(game, Seat.NORTH, Deal(hands))

    monkeypatch.setattr(fair, "deck_of_seed", deck_of_seed)


class Lines:
    """One end of a connection that speaks lines."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    def say(self, *lines: str, end: str = "\r\n") -> None:
        for line in lines:
            self._writer.write(f"{line}{end}".encode())

    async def hear(self) -> str | None:
        """The next line, or None at the end."""
        async with asyncio.timeout(PATIENCE):
            data = await self._reader.readline()
        assert not data or data.endswith(b"\r\n")
        return data.decode("ascii").removesuffix("\r\n") or None

    async def follow(self, script: str) -> None:
        """Say the lines of a script that begin with `>`, and hear those with `<`; `…` stands for any end of a line."""
        for line in filter(None, map(str.strip, script.splitlines())):
            if line.startswith("> "):
                self.say(line[2:])
                continue
            heard, expected = await self.hear(), line[2:]
            if expected.endswith("…"):
                assert heard is not None
                heard, expected = heard[: len(expected) - 1], expected[:-1]
            assert heard == expected

    async def ended(self) -> list[str]:
        """All that is said until the end."""
        heard = []
        while (line := await self.hear()) is not None:
            heard.append(line)
        return heard

    async def close(self) -> None:
        self._writer.close()
        await self._writer.wait_closed()


@asynccontextmanager
async def program(server: Server) -> AsyncIterator[Lines]:
    """A program that has connected to a server, and said nothing yet."""
    lines = Lines(*await asyncio.open_connection("127.0.0.1", server.table_manager_port))
    try:
        yield lines
    finally:
        await lines.close()
