"""Connections to a real server: they come back whatever happens to them, and nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import io
from functools import partial
from pathlib import Path
from random import Random

import pytest
from aiohttp import WSMsgType, web
from channels import Reader, address_of, connection, endpoint, until
from network import OPTIONS, serving
from patience import PATIENCE
from wires import wire_to

from overtrick.bots.bot import find_bot
from overtrick.client import connection as connection_module
from overtrick.client.address import Address, parse_address
from overtrick.client.channel import Disconnected, Reconnected
from overtrick.client.connection import Connection, growing_pause
from overtrick.client.network_bot import NetworkBot
from overtrick.core.errors import Invalid
from overtrick.deal.record import Record
from overtrick.formats import jsonl
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.fair.recording import Transcript
from overtrick.protocol.fair.transcript import read_transcript
from overtrick.protocol.fair.verification import verify
from overtrick.protocol.incoming import Create, Quick, Say, Sit
from overtrick.referee.judging import judge
from overtrick.server.server import Server


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("localhost", Address("localhost", 7411)),
        ("cards.example:80", Address("cards.example", 80)),
        ("127.0.0.1:7500", Address("127.0.0.1", 7500)),
        ("[::1]:7500", Address("::1", 7500)),
        ("[::1]", Address("::1", 7411)),
        ("::1", Address("::1", 7411)),
        ("fe80::1:2", Address("fe80::1:2", 7411)),
        ("wss://cards.example", Address("cards.example", 443, tls=True)),
        ("wss://cards.example:7411", Address("cards.example", 7411, tls=True)),
        ("wss://[::1]:7500", Address("::1", 7500, tls=True)),
        ("ws://cards.example", Address("cards.example", 80)),
        ("ws://cards.example:7411", Address("cards.example", 7411)),
    ],
)
def test_addresses(text: str, address: Address) -> None:
    assert parse_address(text) == address
    assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    "text",
    [
        *("", ":80", "host:", "host:0", "host:65536", "host:http", "a b", "http://host", "host/path", "[::1", "u@h"),
        *("wss://", "wss://:443", "wss://host:0", "wss://host/path", "wss:host", "wss://::1", "://host"),
    ],
)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(Invalid) as error:
        parse_address(text)
    assert error.value.finding.code == "bad-address"


def test_pauses_grow_to_a_limit_and_differ_by_chance() -> None:
    pauses = [growing_pause(tries, lambda: 1.0) for tries in range(40)]
    assert pauses == sorted(pauses)
    assert pauses[0] < 1 < pauses[-1] == pauses[-2]
    assert growing_pause(3, lambda: 0.0) == growing_pause(3, lambda: 1.0) / 2


def test_clients_that_lost_the_same_server_do_not_come_back_at_once() -> None:
    connections = [Connection(Address("localhost"), endpoint()) for _ in range(9)]
    assert len({connection._pause(5) for connection in connections}) > 1


def test_a_client_talks_to_the_lobby() -> None:
    async def talk() -> None:
        async with serving() as server, connection(address_of(server), "Zoé") as channel:
            news = Reader(channel)
            assert (await news.wait_for(outgoing.Welcome)).name == "Zoé"
            channel.send(Create(game="sueca", options=OPTIONS, bots="random"))
            assert (await news.wait_for(outgoing.Snapshot)).seat == 1
            await news.wait_for(outgoing.Dealt)  # the connection has a part in the deal by itself

    asyncio.run(talk())


def test_the_last_words_are_sent_before_the_connection_closes() -> None:
    async def talk() -> None:
        async with serving() as server, connection(address_of(server)) as channel:
            news = Reader(channel)
            channel.send(Create(game="sueca", options=OPTIONS))
            table = (await news.wait_for(outgoing.Snapshot)).table
            async with connection(address_of(server)) as other:
                other.send(Sit(table=table))
                await Reader(other).wait_for(outgoing.Snapshot)
                other.send(incoming.Leave())
            await news.wait_for(outgoing.Left)

    asyncio.run(talk())


@pytest.mark.parametrize("is_dead", [False, True])
def test_a_connection_that_is_cut_or_goes_dead_comes_back(is_dead: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "HEARTBEAT", 0.2)

    async def talk() -> None:
        async with serving() as server, wire_to(server.port) as wire, connection(wire.address) as channel:
            news = Reader(channel)
            channel.send(Create(game="sueca", options=OPTIONS))
            await news.wait_for(outgoing.Snapshot)
            if is_dead:
                wire.is_dead = True
            else:
                wire.cut()
            await news.wait_for(Disconnected)
            channel.send(Say(text="is anybody there?"))
            wire.is_dead = False
            await news.wait_for(Reconnected)
            assert (await news.wait_for(outgoing.Said)).text == "is anybody there?"

    asyncio.run(talk())


def test_a_client_that_has_lost_track_gets_the_whole_table() -> None:
    async def talk() -> None:
        async with serving() as server, connection(address_of(server)) as channel:
            news = Reader(channel)
            channel.send(Create(game="sueca", options=OPTIONS))
            table = (await news.wait_for(outgoing.Snapshot)).table
            channel.ask_anew()
            assert (await news.wait_for(outgoing.Snapshot)).table == table

    asyncio.run(talk())


def test_who_takes_the_seat_with_the_same_token_ends_the_other() -> None:
    async def talk() -> None:
        async with serving() as server:
            mine = endpoint()
            async with Connection(address_of(server), mine) as channel:
                news = Reader(channel)
                channel.send(Create(game="sueca", options=OPTIONS))
                await news.wait_for(outgoing.Snapshot)
                stolen = endpoint()
                stolen._table, stolen._token = mine._table, mine._token
                async with Connection(address_of(server), stolen) as other:
                    await Reader(other).wait_for(outgoing.Snapshot)
                    async with asyncio.timeout(PATIENCE):
                        rest = [news async for news in channel]
                    assert type(rest[-1]) is outgoing.Bye

    asyncio.run(talk())


async def refusal(address: Address) -> str:
    with pytest.raises(Invalid) as error:
        async with connection(address):
            pass
    return error.value.finding.code


def test_where_no_server_is() -> None:
    async def talk() -> None:
        async with serving() as server:
            pass
        assert await refusal(address_of(server)) == "unreachable"
        assert await refusal(Address("no.such.host.invalid")) == "unreachable"
        assert await refusal(Address("." * 300)) in ("bad-address", "unreachable")

    asyncio.run(talk())


@pytest.mark.parametrize("gossip", [b'{"type": "gossip"}', b'{"type": "pong", "id": "\xff"}'])
def test_the_text_port_and_other_servers_are_no_places_to_join(gossip: bytes) -> None:
    async def babble(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_frame(gossip, WSMsgType.TEXT)
        await socket.receive()
        return socket

    async def talk() -> None:
        async with serving() as server:
            assert await refusal(Address("127.0.0.1", server.text_port)) == "no-server-there"
        app = web.Application()
        runner = web.AppRunner(app)
        app.router.add_get("/ws", babble)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            port = runner.addresses[0][1]
            async with connection(Address("127.0.0.1", port)) as channel:
                with pytest.raises(Invalid) as error:
                    await Reader(channel).wait_for(outgoing.Welcome)
            assert error.value.finding.code == "no-server-there"
        finally:
            await runner.cleanup()

    asyncio.run(talk())


class Players:
    """Four network bots at one table, with transcripts."""

    def __init__(self, game: str, seed: int) -> None:
        self.files = [io.StringIO() for _ in range(4)]
        self.request = Quick(game=game)
        self.seed = seed
        self.channels: list[Connection] = []

    async def play(self, address: Address) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(4):
                group.create_task(self._one(address, number))

    async def _one(self, address: Address, number: int) -> None:
        transcript = Transcript(self.files[number], lambda: 0.5)
        async with connection(address, f"bot {number}", transcript) as channel:
            self.channels.append(channel)
            bot = find_bot("random", Random(self.seed + number))
            await NetworkBot(self.request, lambda _: bot, channel).run()


def records_of(server: Server) -> list[Record]:
    lines = [stored.line for stored in server._store.records()]
    return jsonl.loads("".join(lines))


def check(records: list[Record], players: Players) -> None:
    """Every deal is judged clean and proved to every player; no token is in any transcript."""
    for file in players.files:
        assert '"token"' not in file.getvalue()
        transcript = read_transcript(file.getvalue().splitlines())
        for record in records:
            assert judge(record).status == "clean"
            assert verify(record, transcript).verdict == "proved"


def test_a_match_over_a_wire_that_breaks_all_the_time(tmp_path: Path) -> None:
    async def talk() -> None:
        async with serving(db=str(tmp_path / "tables.db")) as server, wire_to(server.port) as wire:
            players = Players("bridge", 5)
            playing = asyncio.create_task(players.play(wire.address))
            await until(lambda: "play" in [info.state for info in server.hub.lobby.rooms.public()], "a deal")
            wire.random = Random(7)
            wire.cut()
            await until(partial(has_more, server, 4), "four deals")
            assert wire.connected > 8
            playing.cancel()
            await asyncio.wait([playing])
            check(records_of(server), players)

    asyncio.run(talk())


def test_the_server_is_stopped_and_started_on_the_same_database(tmp_path: Path) -> None:
    async def talk() -> None:
        players, records, tables = Players("bridge", 3), list[Record](), set[str]()
        async with wire_to(0) as wire:
            playing = asyncio.create_task(asyncio.sleep(0))
            for number in range(4):
                async with serving(db=str(tmp_path / "tables.db")) as server:
                    wire.port = server.port
                    if not number:
                        playing = asyncio.create_task(players.play(wire.address))
                    await until(partial(has_more, server, len(records) + 2), "two more deals")
                    records = records_of(server)
                    tables |= {info.table for info in server.hub.lobby.rooms.public()}
            playing.cancel()
            await asyncio.wait([playing])
        assert len(tables) == 1
        assert [record.fair["deal"] for record in records if record.fair] == list(range(1, len(records) + 1))
        check(records, players)

    asyncio.run(talk())


def has_more(server: Server, number: int) -> bool:
    return len(records_of(server)) >= number
