"""Where the table is that a client asks for, among processes that share a database."""

from __future__ import annotations

from asyncio import sleep, to_thread
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from overtrick.core.errors import OvertrickError
from overtrick.protocol.incoming import Hello, Message, Quick, Sit, Watch
from overtrick.server.sharing.journeys import Journeys
from overtrick.server.sharing.link import Link
from overtrick.server.sharing.neighbours import Neighbours
from overtrick.server.store.store import Store
from overtrick.table.keys import hashed
from overtrick.table.rooms import Rooms

SEEKING: Final = (Hello, Quick, Sit, Watch)
"""messages of which the table may be elsewhere"""
MOST_LOOKS: Final = 150
"""after how many looks a table does not come any more: not after a time, which passes while a process is paused"""
LOOK_AGAIN: Final = 0.2
"""seconds between two of them"""


def wanted(message: Message) -> tuple[str, str]:
    """The table that a message names, and the code by which it asks for one."""
    return getattr(message, "table", ""), getattr(message, "move", "") or getattr(message, "code", "")


class Search:
    """Looks for tables."""

    def __init__(self, store: Store, rooms: Rooms, journeys: Journeys, neighbours: Neighbours) -> None:
        self._store, self._rooms = store, rooms
        self._journeys, self._neighbours = journeys, neighbours

    def is_here(self, message: Message) -> bool:
        """Whether the table of a message is one of this process, as far as is known, or a new one."""
        table, code = wanted(message)
        is_here = self._rooms.has_code(code) if code else not table or table in self._rooms
        return is_here and not self._neighbours.quick(message, self._rooms)

    async def find(self, message: Message, fetch: Callable[[str], Awaitable[bool]]) -> Link | None:
        """Wait until the table of a message is here, or is not at all; gives the link to the process that has it.

        What is to be brought back here `fetch` brings, and gives whether that can be. The table of a process that has
        died comes soon, here or elsewhere; raises `TimeoutError` if it does not.
        """
        if address := self._neighbours.quick(message, self._rooms):
            return await self._call(address)
        table, code = wanted(message)
        for _ in range(MOST_LOOKS):
            with suppress(OvertrickError):  # a database that cannot be reached may come back
                place = await to_thread(self._store.place, table, hashed(code) if code else "")
                if place is None or (place.is_here and not await fetch(place.table)) or place.table in self._rooms:
                    return None
                link = None if place.is_here else await self._call(place.address)
                if link is not None:
                    return link
            await sleep(LOOK_AGAIN)
        raise TimeoutError

    async def _call(self, address: str) -> Link | None:
        """The link to a process, if it answers.

        One with our own address is none that we can call, and clients would be carried round in a circle.
        """
        return await self._journeys.call(address) if address not in ("", self._store.address) else None
