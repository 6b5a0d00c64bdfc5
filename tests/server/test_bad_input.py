"""Whoever breaks a limit or sends nonsense is told or dropped, and nobody else notices."""

import asyncio
import base64
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from random import Random

import aiohttp
import pytest
from lengths import first
from network import Client, LineClient, Opener, TextClient, WebSocketClient, clients, serving, sit_down
from patience import PATIENCE

from overtrick.protocol import incoming, outgoing
from overtrick.server.limits import LOCALS, STRANGERS, Callers
from overtrick.server.server import Server

WEB, LINES = WebSocketClient.open, LineClient.open
BOTH = pytest.mark.parametrize("kind", [WEB, LINES], ids=["web", "lines"])
UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}\r\n\r\n"
)


async def last_words(kind: Opener, say: Callable[[Client], object], **settings: object) -> outgoing.Message:
    """What a client is told before its connection ends."""
    async with serving(**settings) as server:
        client = await kind(server)
        result = say(client)
        if asyncio.iscoroutine(result):
            await result
        await client.ended()
        await client.close()
        assert not server.hub.connections
        return client.got[-1]


@BOTH
@pytest.mark.parametrize(
    "message",
    [
        b"{",
        b'{"type":"hello"}',
        b'{"type":"hello","v":1,"colour":"red"}',
        b'{"type":"no such \x1b message"}',
        b'{"type":"say","text":"\\ud800"}',
        b'{"type":"act","id":"1","at":-1,"action":"x"}',
        b'{"type":"act","id":"1","at":1e400,"action":"x"}',
        b'{"type":"ready","deal":1,"commitment":"xyz"}',
        b'{"type":' * 2000,
        b"{" + b"[" * 10000,
    ],
)
def test_what_is_no_message_is_refused_and_several_in_a_row_end_the_connection(kind: Opener, message: bytes) -> None:
    async def connect() -> list[outgoing.Message]:
        async with serving() as server:
            client = await kind(server)
            await client.hello()
            await client.wait_for(outgoing.InLobby)
            for _ in range(2):  # a good message in between makes up for the bad ones
                for _ in range(4):
                    await client.write(message)
                await client.send(incoming.Ping())
            await client.write(message)
            for _ in range(4):
                await client.write(message)
            await client.ended()
            await client.close()
            return client.got[2:]

    *refusals, bye = asyncio.run(connect())
    assert [type(message) for message in refusals].count(outgoing.Pong) == 2
    codes = [message.code for message in refusals if isinstance(message, outgoing.Refused)]
    assert codes == ["bad-message"] * 12
    assert isinstance(bye, outgoing.Bye)
    assert bye.code == "bad-messages"


def test_a_refusal_is_in_the_language_of_the_client() -> None:
    async def connect() -> outgoing.Refused:
        async with serving() as server, clients(server, WEB) as (client,):
            await client.close()
            client = await WEB(server)
            await client.hello(lang="fr")
            await client.write(b"{")
            refused = await client.wait_for(outgoing.Refused)
            await client.close()
            return refused

    assert asyncio.run(connect()).text.startswith("Ceci n'est pas un message")


@BOTH
def test_another_version_is_refused(kind: Opener) -> None:
    async def connect() -> outgoing.Refused:
        async with serving() as server:
            client = await kind(server)
            await client.send(incoming.Hello(v=99))
            refused = await client.wait_for(outgoing.Refused)
            await client.hello()  # it may try again
            await client.close()
            return refused

    assert asyncio.run(connect()).code == "wrong-version"


@BOTH
def test_who_says_no_hello_has_to_go(kind: Opener) -> None:
    def silent(client: Client) -> object:
        return client.write(b"{") if isinstance(client, LineClient) else None

    bye = asyncio.run(last_words(kind, silent, locals=LOCALS._replace(hello_time=0.1)))
    assert isinstance(bye, outgoing.Bye)
    assert bye.code == "no-hello"


def test_a_fault_of_ours_does_not_keep_the_silent_here(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> tuple[int, bool]:
        async with serving(locals=LOCALS._replace(hello_time=0.1)) as server:
            sweep = server.hub.sweep

            def stumble(callers: Callers) -> None:
                monkeypatch.setattr(server.hub, "sweep", sweep)
                raise RuntimeError

            monkeypatch.setattr(server.hub, "sweep", stumble)
            client = await WEB(server)
            await client.ended()
            await client.close()
            bye = client.got[-1]
            return server.hub.counters.errors, isinstance(bye, outgoing.Bye) and bye.code == "no-hello"

    assert asyncio.run(run()) == (1, True)


def test_who_has_no_seat_and_says_nothing_has_to_go() -> None:
    async def connect() -> list[bool]:
        async with serving(locals=LOCALS._replace(idle_time=0.5)) as server:
            seated = await WEB(server)
            await seated.send(incoming.Hello(v=incoming.VERSION))
            await seated.send(incoming.Create(game="belote"))
            await seated.wait_for(outgoing.Snapshot)
            idle = await WEB(server)
            await idle.ended()
            await seated.send(incoming.Ping())
            await seated.wait_for(outgoing.Pong)
            for client in (idle, seated):
                await client.close()
            return [isinstance(message, outgoing.Bye) and message.code == "idle" for message in idle.got[-1:]]

    assert asyncio.run(connect()) == [True]


@BOTH
def test_who_sends_too_much_is_read_more_slowly(kind: Opener) -> None:
    """The answers to all come, in order, but not before their time: that much can be said of a clock in a test."""

    async def connect() -> float:
        limits = LOCALS._replace(messages_per_second=50, messages_at_once=5)
        async with serving(locals=limits) as server, clients(server, kind, kind) as (fast, other):
            started = asyncio.get_running_loop().time()
            for number in range(20):
                await fast.send(incoming.Ping(id=str(number)))
            await other.send(incoming.Ping(id="other"))
            await other.wait_for(outgoing.Pong)
            pongs = [await fast.wait_for(outgoing.Pong) for _ in range(20)]
            assert [pong.id for pong in pongs] == [str(number) for number in range(20)]
            return asyncio.get_running_loop().time() - started

    assert asyncio.run(connect()) >= (20 - 5 - 1) / 50


def test_pings_of_the_websocket_count_as_well() -> None:
    ping, pong = b"\x89\x80" + bytes(4), b"\x8a\x00"

    async def connect() -> float:
        limits = LOCALS._replace(messages_per_second=50, messages_at_once=5)
        async with serving(locals=limits) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(UPGRADE.encode())
            await reader.readuntil(b"\r\n\r\n")
            started = asyncio.get_running_loop().time()
            writer.write(ping * 20)
            assert await reader.readexactly(40) == pong * 20
            took = asyncio.get_running_loop().time() - started
            writer.close()
            await writer.wait_closed()
            await server_is_empty(server)
            return took

    assert asyncio.run(connect()) >= (20 - 5 - 1) / 50


@BOTH
def test_a_question_for_all_tables_counts_as_ten_messages(kind: Opener) -> None:
    async def connect() -> float:
        limits = LOCALS._replace(messages_per_second=50, messages_at_once=5)
        async with serving(locals=limits) as server, clients(server, kind) as (curious,):
            started = asyncio.get_running_loop().time()
            for _ in range(3):
                await curious.send(incoming.Tables())
            await curious.send(incoming.Ping())
            await curious.wait_for(outgoing.Pong)
            return asyncio.get_running_loop().time() - started

    assert asyncio.run(connect()) >= (2 * 10 - 5) / 50


@pytest.mark.long
def test_who_has_sent_too_much_and_gone_is_not_heard_for_long() -> None:
    message = b'{"type":"ping"}'

    async def connect() -> int:
        async with serving(locals=LOCALS._replace(messages_per_second=10, messages_at_once=5)) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(UPGRADE.encode() + (bytes([0x81, 0x80 | len(message)]) + bytes(4) + message) * 1000)
            await reader.readuntil(b"hello-first")
            writer.transport.abort()
            async with asyncio.timeout(PATIENCE):
                await server_is_empty(server)
            return server.hub.counters.messages_received

    assert asyncio.run(connect()) < 1000


def test_a_frame_that_is_too_large_ends_the_connection() -> None:
    async def connect() -> int | None:
        async with serving() as server, clients(server, WEB) as (client,):
            assert isinstance(client, WebSocketClient)
            await client.write(b"x" * 20_000)
            await client.ended()
            return client.socket.close_code

    assert asyncio.run(connect()) == aiohttp.WSCloseCode.MESSAGE_TOO_BIG


def test_frames_with_bytes_are_refused() -> None:
    async def connect() -> outgoing.Refused:
        async with serving() as server, clients(server, WEB) as (client,):
            assert isinstance(client, WebSocketClient)
            await client.socket.send_bytes(b"{}")
            return await client.wait_for(outgoing.Refused)

    assert asyncio.run(connect()).code == "bad-message"


@pytest.mark.parametrize(
    ("origin", "is_welcome"),
    [
        ("http://evil.example", False),
        ("null", False),
        ("http://127.0.0.1", False),
        ("http://127.0.0.1:{port}", True),
        ("https://127.0.0.1:{port}", True),
        ("https://friend.example", True),
        ("https://friend.example.evil.example", False),
    ],
)
def test_only_pages_of_this_server_and_of_friends_may_connect(origin: str, is_welcome: bool) -> None:
    async def connect() -> int:
        async with serving(origins=("https://friend.example",)) as server:
            try:
                client = await WEB(server, origin=origin.format(port=server.port))
            except aiohttp.WSServerHandshakeError as error:
                return error.status
            await client.hello()
            await client.close()
            return 101

    assert asyncio.run(connect()) == (101 if is_welcome else 403)


def test_too_many_connections_are_refused_on_both_ports() -> None:
    async def connect() -> tuple[int, str]:
        async with serving(locals=LOCALS._replace(connections=2)) as server:
            async with clients(server, WEB, LINES):
                with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                    await WEB(server)
                person = await TextClient.open(server)
                shown = await person.ended()
                await person.close()
            await server_is_empty(server)
            async with clients(server, WEB, LINES):
                return refused.value.status, shown

    assert asyncio.run(connect()) == (429, "At most 2 connections of one address can be open.\n")


async def server_is_empty(server: Server) -> None:
    while server.hub.connections:
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("kind", first(1, [WEB, LINES]), ids=["web", "lines"])
def test_who_does_not_read_is_dropped_and_the_others_play_on(kind: Opener) -> None:
    async def play() -> tuple[int, list[Client]]:
        limits = LOCALS._replace(send_buffer=20_000)
        async with serving(locals=limits) as server, clients(server, WEB, LINES, WEB, LINES) as players:
            await sit_down(players, "euchre")
            with socket.socket() as deaf:
                deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                deaf.connect(("127.0.0.1", server.port if kind is WEB else server.text_port))
                deaf.setblocking(False)
                talking = asyncio.create_task(_talk(deaf, framed=kind is WEB))
                await asyncio.gather(*(player.play(number) for number, player in enumerate(players)))
                await talking
            return server.hub.counters.dropped, players

    dropped, players = asyncio.run(play())
    assert dropped == 1
    assert all(isinstance(player.got[-1], outgoing.Ended) for player in players)


async def _talk(deaf: socket.socket, framed: bool) -> None:
    """Ask for answers until the server has enough, and read none of them."""
    loop = asyncio.get_running_loop()

    def packed(message: bytes) -> bytes:
        return bytes([0x81, 0x80 | len(message)]) + bytes(4) + message if framed else message + b"\n"

    await loop.sock_sendall(deaf, UPGRADE.encode() if framed else b"")
    await loop.sock_sendall(deaf, packed(b'{"type":"hello","v":1}'))
    ping = packed(b'{"type":"ping","id":"' + b"x" * 60 + b'"}')
    with suppress(ConnectionError):
        while True:
            await loop.sock_sendall(deaf, ping * 100)
            await asyncio.sleep(0)


def test_a_websocket_that_gives_no_sign_of_life_is_dropped() -> None:
    async def connect() -> bytes:
        async with serving(locals=LOCALS._replace(heartbeat=0.2)) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(UPGRADE.encode())
            async with asyncio.timeout(PATIENCE):
                received = await reader.read()
            writer.close()
            await writer.wait_closed()
            await server_is_empty(server)
            return received

    assert asyncio.run(connect()).endswith(b"\x89\x00")  # a ping


def test_who_asks_for_nothing_by_http_is_closed() -> None:
    async def connect() -> tuple[bytes, bytes]:
        async with serving() as server, clients(server, WEB) as (other,):
            server._callers.strangers = STRANGERS._replace(hello_time=0.1)  # the other one had all the time it took
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")  # and never the rest
            async with asyncio.timeout(PATIENCE):
                received = await reader.read()
            writer.close()
            await writer.wait_closed()
            await other.send(incoming.Ping(id="still here"))
            return received, (await other.wait_for(outgoing.Pong)).id.encode()

    assert asyncio.run(connect()) == (b"", b"still here")


def test_garbage_on_any_port_harms_nobody(caplog: pytest.LogCaptureFixture) -> None:
    rng = Random(5)
    seeds = [
        *(b"GET /ws HTTP/1.1\r\n\r\n", b"GET / HTTP/9.9\r\nHost: \x00\r\n\r\n", b"POST /api/judge HTTP/1.1\r\n"),
        *(b"POST /api/judge HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", UPGRADE.encode()),
        *(b'{"type":"hello","v":1}\n', b"quick belote\n1\nrules\n", b"\xff\xfa\xff\xf0\n", b"\x16\x03\x01\x02\x00"),
    ]

    def garbage() -> bytes:
        data = bytearray(rng.choice(seeds) * rng.randint(1, 3))
        for _ in range(rng.randint(0, 6)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        return bytes(data) + rng.randbytes(rng.randint(0, 100))

    async def throw(port: int, data: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(data)
        if rng.random() < 0.5:
            writer.write_eof()
        try:
            async with asyncio.timeout(0.01):
                await reader.read()
        except (TimeoutError, ConnectionError):
            pass
        writer.transport.abort()

    async def connect() -> None:
        async with serving() as server, clients(server, WEB, LINES, WEB, LINES) as players:
            await sit_down(players, "euchre")
            playing = asyncio.gather(*(player.play(number) for number, player in enumerate(players)))
            for _ in range(300):
                await throw(rng.choice([server.port, server.text_port]), garbage())
            await playing
            assert server.hub.counters.errors == 0

    with caplog.at_level(logging.WARNING):
        asyncio.run(connect())
    assert caplog.records == []
