"""A server: lobby, store, workers and ports, started and stopped together; and a process that runs one."""

from __future__ import annotations

import asyncio
import secrets
import signal
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

from aiohttp import web

from overtrick.protocol.table_manager import managed_game
from overtrick.server.api import Api
from overtrick.server.daily import Daily
from overtrick.server.deal_links import DealLinks
from overtrick.server.garbage import Garbage
from overtrick.server.hub import Hub
from overtrick.server.limits import LOCALS, STRANGERS, Callers, Limits
from overtrick.server.page import Page
from overtrick.server.ports.connection import LINGER
from overtrick.server.ports.http import Door, HttpSocket, application
from overtrick.server.ports.table_manager import RoomPort, TableManagerPort
from overtrick.server.ports.text import LinePort, TextPort
from overtrick.server.sharing.guests import GuestPort
from overtrick.server.sockets import Sockets, most_sockets
from overtrick.server.store.opening import open_store
from overtrick.server.store.store import StoredRecord
from overtrick.server.workers import Workers
from overtrick.table.gathering import Gathering
from overtrick.table.lobby import Lobby

BACKLOG: Final = 128
"""connections that the system takes before the server does"""
TIME_TO_HAND_OVER: Final = 60.0
"""seconds in which other processes can take the tables of one that stops"""
SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


class ServerSettings(NamedTuple):
    """How a server is run."""

    host: str = "127.0.0.1"
    port: int | None = 0
    """for HTTP; 0 for any that is free, None for none"""
    text_host: str = "127.0.0.1"
    text_port: int | None = 0
    """for lines of text, as `port`"""
    table_manager_port: int | None = None
    """for programs that speak the Table Manager protocol, as `port`, and where text is"""
    boards: int | None = None
    """how many a match of these programs has; if not said, as many as is usual"""
    closed_room_port: int | None = None
    """for the closed room of a team match, as `table_manager_port`, which is then that of the open room"""
    decks: tuple[str, ...] = ()
    """what is dealt in both rooms, of which there are none without"""
    db: str | None = None
    """the file or the PostgreSQL database in which everything is stored; without one nothing survives the end"""
    workers: int = 0
    """processes that think for bots; 0 to think in this one"""
    is_behind_proxy: bool = False
    """whether HTTP comes through a proxy that tells the addresses of the clients"""
    origins: tuple[str, ...] = ()
    """of pages that may open a WebSocket and have something judged, besides those of this server"""
    language: str = "en"
    """for clients that ask for none"""
    link_host: str = "127.0.0.1"
    link_port: int = 0
    """where other processes with the same database call this one, as `port`"""
    shared_ports: bool = False
    """whether other processes have the same ports: the system then shares those who come among them"""
    sockets: int | None = None
    """the most TCP connections of all ports; if not said, as many as there may be open files"""
    has_players: bool = True
    """whether players can have keys, and ratings by them"""
    strangers: Limits = STRANGERS
    locals: Limits = LOCALS
    daily: bool = True
    """whether there is a deal of the day"""
    gathering: Gathering | None = None
    """what is played if the server puts its players together by itself"""


class Server:
    """A server in the event loop in which it is made. Its ports are those that are open."""

    def __init__(self, settings: ServerSettings) -> None:
        """Open the store; raises `Invalid` if that cannot be."""
        self.settings = settings
        self.port = self.text_port = self.table_manager_port = 0
        self._store = open_store(settings.db)
        self._workers = Workers(settings.workers)
        self.daily = Daily(self._store, self._workers, time.time, settings.daily)
        lobby = Lobby(secrets.token_bytes, settings.gathering, self.daily.today if settings.daily else None)
        self.hub = Hub(lobby, self._store, self._workers, has_players=settings.has_players)
        self._callers = Callers(settings.strangers, settings.locals)
        self._sockets = Sockets(self.hub.counters, settings.sockets or most_sockets())
        self._door = Door(
            self._callers, self._sockets, settings.host, settings.is_behind_proxy, settings.origins, settings.language
        )
        self._runner: web.AppRunner | None = None
        self._http: asyncio.Server | None = None
        self._line_ports: list[LinePort] = []
        self.rooms: list[RoomPort] = []
        self.room_ports: list[int] = []
        """the open and the closed room of a team match, and the numbers of their ports"""
        self._guests: GuestPort | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self.garbage: Garbage | None = None
        """who looks for it, where the whole process is for this server"""

    async def start(self) -> None:
        """Open the ports, and bring back the tables that are stored."""
        await self.open()
        await self.hub.restore()

    async def open(self) -> None:
        """Open the ports; the workers are warm then. A table that is asked for is brought back before others."""
        settings = self.settings
        await self._workers.start()
        self.hub.look_for_tables()
        if settings.port is not None:
            api = Api(self.hub, self._store, self._workers, self._door)
            page = Page()
            links = DealLinks(self._store, self._door, page, self.daily.check_shown)
            routes = [*api.routes(), *links.routes(), *self.daily.routes(), *page.routes()]
            app = application(self.hub, self._door, routes)
            self._runner = web.AppRunner(app, shutdown_timeout=LINGER)
            await self._runner.setup()
            manager, loop = self._runner.server, asyncio.get_running_loop()
            assert manager is not None
            make = partial(HttpSocket, self._door, manager, loop)
            self._http = await loop.create_server(
                make, settings.host, settings.port, backlog=BACKLOG, reuse_port=settings.shared_ports or None
            )
            self.port = self._http.sockets[0].getsockname()[1]
        if settings.text_port is not None:
            text_port = TextPort(self.hub, self._callers, self._sockets, settings.language)
            self.text_port = await self._open_lines(text_port, settings.text_port)
        if settings.decks:
            await self._open_rooms(settings)
        elif settings.table_manager_port is not None:
            manager_port = TableManagerPort(self.hub, self._callers, self._sockets, managed_game(settings.boards))
            self.table_manager_port = await self._open_lines(manager_port, settings.table_manager_port)
        if self._store.is_shared:
            self._guests = GuestPort(self.hub, self._callers, self._store.secret)
            port = await self._guests.open(settings.link_host, settings.link_port)
            self._store.announce(f"{settings.link_host}:{port}")
        self._sweeping = asyncio.create_task(self._sweep())

    async def _open_rooms(self, settings: ServerSettings) -> None:
        """Open the two rooms of a team match."""
        game = managed_game(len(settings.decks))
        for number in (settings.table_manager_port or 0, settings.closed_room_port or 0):
            other = self.rooms[0] if self.rooms else None
            room = RoomPort(self.hub, self._callers, self._sockets, game, settings.decks, other)
            self.rooms.append(room)
            self.room_ports.append(await self._open_lines(room, number))

    async def _open_lines(self, port: LinePort, number: int) -> int:
        self._line_ports.append(port)
        return await port.open(self.settings.text_host, number, self.settings.shared_ports)

    def records(self, table: str) -> list[StoredRecord]:
        """The deals of a table that are over."""
        return self._store.records(table)

    async def stop(self) -> None:
        """Tell everybody that the server stops, store everything, and close all ports."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        self.daily.stop()
        for port in self._line_ports:
            port.close()
        if self._http is not None:
            self._http.close()
        with suppress(TimeoutError):
            if self._store.published():  # others live
                await asyncio.wait_for(self.hub.hand_over(), TIME_TO_HAND_OVER)
        with suppress(TimeoutError):  # a store that fails for ever
            await asyncio.wait_for(self.hub.close(), LINGER)
        if self._guests is not None:
            self._guests.close()
        await self._workers.stop()  # so that nobody waits for a judgement any more
        for port in self._line_ports:
            await port.wait_closed()
        if self._runner is not None:
            await self._runner.cleanup()
        await asyncio.to_thread(self._store.close)

    async def _sweep(self) -> None:
        """See once a second to those who do not keep to the limits of time; a fault of ours does not end that."""
        while True:
            await asyncio.sleep(1)
            try:
                self._sweep_once(asyncio.get_running_loop().time())
            except Exception as error:
                self.hub.report(error)

    def _sweep_once(self, now: float) -> None:
        self.hub.sweep(self._callers)
        if self.garbage is not None:
            self.garbage.note(self.hub.counters.connected, len(self.hub.connections))
        self._callers.forget(now)
        self._sockets.report()
        if self._runner is not None and self._runner.server is not None:
            self._door.sweep(self._runner.server.connections, now)


Until = Callable[[Server], Coroutine[object, object, object]]
"""waits for the end of what a server is run for"""


def serve(settings: ServerSettings, ready: Callable[[Server], object], until: Until | None = None) -> None:
    """Run a server until SIGTERM or SIGINT, or until something else is over.

    `ready` is called when its ports are open. Raises `OSError` where they cannot be opened.
    """
    _raise_file_limit()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(settings, ready, until))


async def _serve(settings: ServerSettings, ready: Callable[[Server], object], until: Until | None) -> None:
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in SIGNALS:  # the loop's own handlers would leave a moment in the end in which a signal kills
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set))
    server = Server(settings)
    tasks: list[asyncio.Task[object]] = []
    try:
        await server.open()
        ready(server)
        restoring = asyncio.create_task(server.hub.restore())
        tasks += [restoring, asyncio.create_task(stopped.wait())]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if restoring.done() and isinstance(error := restoring.exception(), Exception):
            server.hub.report(error)
        server.garbage = Garbage()
        sys.setswitchinterval(0.002)  # the thread that stores must not wait long
        ends: list[asyncio.Task[object]] = [asyncio.create_task(stopped.wait())]
        ends += [] if until is None else [asyncio.create_task(until(server))]
        tasks += ends
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await server.stop()
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)  # the process is about to end in good order


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The faster event loop, where it is installed."""
    try:
        from uvloop import new_event_loop
    except ModuleNotFoundError:
        return None
    return new_event_loop


def _raise_file_limit() -> None:
    """Have as many files open as the system allows: every connection is one."""
    if sys.platform == "win32":
        return
    import resource

    with suppress(ValueError, OSError):
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
