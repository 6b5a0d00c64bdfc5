"""All TCP connections are counted, idle ones too: where there are too many, idle ones go, and people are served."""

import asyncio
import logging
import re
from asyncio import StreamReader, StreamWriter
from contextlib import suppress
from math import inf
from typing import Any

import pytest
from network import LineClient, WebSocketClient, clients, serving, sit_down
from pages import ask
from patience import PATIENCE

from overtrick.protocol import incoming, outgoing
from overtrick.server.counters import Counters
from overtrick.server.limits import LOCALS, Callers, Limits
from overtrick.server.server import Server
from overtrick.server.sockets import FILES_KEPT, Sockets, most_sockets

Streams = list[tuple[StreamReader, StreamWriter]]


class Plug:
    """A connection that only knows whether it was closed."""

    def __init__(self) -> None:
        self.is_closed = False

    def abort(self) -> None:
        self.is_closed = True


def entered(sockets: Sockets, callers: Callers, address: str, is_idle: bool = True) -> Plug | None:
    plug = Plug()
    if not sockets.enter(plug, callers.find(address, 0.0)):
        return None
    if is_idle:
        sockets.rest(plug)
    return plug


def test_the_longest_idle_connection_of_an_address_goes_for_a_new_one() -> None:
    sockets, callers = Sockets(Counters(), inf), Callers(Limits(sockets=2))
    other = entered(sockets, callers, "192.0.2.2")
    first, second = (entered(sockets, callers, "192.0.2.1") for _ in range(2))
    assert first is not None
    assert second is not None
    sockets.begin(first)
    assert entered(sockets, callers, "192.0.2.1", is_idle=False) is not None
    assert [plug is not None and plug.is_closed for plug in (other, first, second)] == [False, False, True]
    assert entered(sockets, callers, "192.0.2.1") is None, "both are in use"
    sockets.rest(first)
    assert entered(sockets, callers, "192.0.2.1") is not None
    assert first.is_closed


def test_in_all_there_are_no_more_than_fit() -> None:
    counters = Counters()
    sockets, callers = Sockets(counters, 3), Callers()
    plugs = [entered(sockets, callers, f"192.0.2.{n}", is_idle=n != 1) for n in range(1, 7)]
    assert [plug is not None and plug.is_closed for plug in plugs] == [False, True, True, True, False, False]
    assert len(sockets) == 3
    for plug in plugs[4:]:
        assert plug is not None
        sockets.begin(plug)
    assert entered(sockets, callers, "192.0.2.9") is None
    assert counters.sockets_refused == 1
    sockets.leave(plugs[0] or Plug())
    assert entered(sockets, callers, "192.0.2.9") is not None


def test_an_address_is_known_as_long_as_it_has_connections() -> None:
    sockets, callers = Sockets(Counters(), inf), Callers(Limits(sockets=1))
    plug = entered(sockets, callers, "192.0.2.1", is_idle=False)
    callers.forget(1000.0)
    assert entered(sockets, callers, "192.0.2.1") is None
    sockets.leave(plug or Plug())
    assert entered(sockets, callers, "192.0.2.1") is not None


def test_there_is_room_for_the_files_of_the_server_itself() -> None:
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        assert most_sockets() == inf
    else:
        assert most_sockets() == soft - FILES_KEPT


async def idle(server: Server, number: int) -> Streams:
    """Connections by which nothing is asked; the server has taken all of them, or refused them."""
    streams = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(number)]
    await ask(server, "/health")
    return streams


async def closed(streams: Streams) -> None:
    """The server closes some connections, without a word."""
    for reader, _ in streams:
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionError):
                assert await reader.read() == b""


async def hang_up(streams: Streams) -> None:
    for _, writer in streams:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


@pytest.mark.parametrize("settings", [{"sockets": 20}, {"locals": LOCALS._replace(sockets=20)}])
def test_idle_connections_keep_nobody_out(settings: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with serving(**settings) as server, clients(server, WebSocketClient.open, LineClient.open) as players:
            await sit_down(players, "sueca", incoming.Options(clock=0))
            streams = await idle(server, 60)
            assert (await ask(server, "/health")).status == 200
            await closed(streams[:40])  # the longest idle ones
            async with clients(server, WebSocketClient.open, LineClient.open) as others:
                for client in (*players, *others):
                    await client.send(incoming.Ping(id="here"))
                    assert (await client.wait_for(outgoing.Pong)).id == "here"
            page = await ask(server, "/metrics")
            assert 2 < float(re.findall(r"^overtrick_sockets ([\d.]+)$", page.text, re.MULTILINE)[0]) <= 20
            async with asyncio.timeout(PATIENCE):
                while "too many connections" not in caplog.text:
                    await asyncio.sleep(0.05)
            await hang_up(streams)

    with caplog.at_level(logging.WARNING):
        asyncio.run(run())


def test_connections_in_use_are_not_closed_for_others() -> None:
    async def run() -> None:
        async with serving(sockets=2) as server, clients(server, WebSocketClient.open, LineClient.open) as both:
            for client in both:
                await client.hello()
            streams = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(3)]
            streams += [await asyncio.open_connection("127.0.0.1", server.text_port) for _ in range(3)]
            await closed(streams)
            for client in both:
                await client.send(incoming.Ping(id="here"))
                await client.wait_for(outgoing.Pong)
            assert server.hub.counters.sockets_refused == 6
            await hang_up(streams)

    asyncio.run(run())


def test_parts_of_the_page_are_metered_apart_from_requests() -> None:
    async def run() -> list[int]:
        limits = LOCALS._replace(
            requests_per_second=0.001, requests_at_once=1, assets_per_second=0.001, assets_at_once=3
        )
        async with serving(locals=limits) as server:
            paths = ["/health", *["/assets/none.js"] * 4]
            return [(await ask(server, path)).status for path in paths]

    assert asyncio.run(run()) == [200, 404, 404, 404, 429]
