"""What processes tell each other of their tables, once a second, by the database."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

from overtrick.core.catalogue import find_game, game_text
from overtrick.core.errors import OvertrickError
from overtrick.protocol.incoming import Message, Quick
from overtrick.protocol.outgoing import TableInfo
from overtrick.protocol.players import ProgramInfo
from overtrick.server.limits import Callers, Use
from overtrick.server.store.store import Store
from overtrick.table.lobby import Lobby
from overtrick.table.rooms import Rooms


class OpenTables(msgspec.Struct, frozen=True):
    """The tables of a process that anybody may find, and how it does."""

    tables: tuple[TableInfo, ...] = ()
    quick: tuple[str, ...] = ()
    """the games of which it has a table for who asks for any"""
    metrics: dict[str, float] = {}
    used: dict[str, Use] = {}
    """of their limits, by those who use much"""
    programs: tuple[ProgramInfo, ...] = ()
    """that wait there for invitations"""


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(OpenTables).decode


class Neighbours:
    """The other processes that live, and what is open there."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._open: dict[str, OpenTables] = {}
        """by their addresses"""

    def exchange(self, lobby: Lobby, metrics: dict[str, float], callers: Callers, now: float) -> Collection[str]:
        """Tell them what is open and used here, and see what is there; gives the addresses of those that are gone."""
        rooms, inviting = lobby.rooms, lobby.inviting
        quick = {room.table.state.game_text for room in rooms.open_to_all()}
        programs = tuple(inviting.programs_here().values())
        told = OpenTables(rooms.public(), tuple(sorted(quick)), metrics, callers.used(now), programs)
        self._store.publish(_encode(told))
        before = self._open.keys()
        self._open = {address: _read(data) for address, data in self._store.published().items()}
        rooms.elsewhere = tuple(info for listed in self._open.values() for info in listed.tables)
        inviting.address = self._store.address
        inviting.elsewhere = {address: listed.programs for address, listed in self._open.items()}
        callers.note_elsewhere({address: listed.used for address, listed in self._open.items()}, now)
        return before - self._open.keys()

    def metrics(self) -> dict[str, dict[str, float]]:
        """What they count, by their addresses."""
        return {address: told.metrics for address, told in self._open.items()}

    def quick(self, message: Message, rooms: Rooms) -> str:
        """The address of a process with a table for who asks for any, where there is none here; else nothing."""
        if not isinstance(message, Quick) or not self._open:
            return ""
        try:
            game = game_text(find_game(message.game))
        except OvertrickError:  # which is told here
            return ""
        if any(room.table.state.game_text == game for room in rooms.open_to_all()):
            return ""
        return next((address for address, listed in self._open.items() if game in listed.quick), "")


def _read(data: bytes) -> OpenTables:
    """What a process tells; nothing of one whose version says it otherwise."""
    try:
        return _decode(data)
    except msgspec.MsgspecError:
        return OpenTables()
