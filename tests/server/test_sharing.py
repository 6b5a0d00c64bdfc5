"""Servers that share a database: whoever comes to one of them plays at the tables of all, and notices nothing."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from typing import Any

import msgspec
import pytest
from channels import until
from network import Client, LineClient, TextClient, WebSocketClient, clients, serving, sit_down
from pages import ask

pytest.importorskip("psycopg", reason="there is nothing that speaks to PostgreSQL: make setup")
import psycopg

from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat
from overtrick.formats import jsonl
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.wire import decode_incoming, decode_outgoing
from overtrick.referee.judging import judge
from overtrick.server.limits import LOCALS, STRANGERS
from overtrick.server.server import Server
from overtrick.server.sharing.link import SILENCE, Link
from overtrick.server.store.admin import move
from overtrick.server.store.opening import stored_records
from overtrick.table import log
from overtrick.table.accounts import Account
from scripts.postgres import Postgres

WEB, LINES = WebSocketClient.open, LineClient.open
PRIVATE = incoming.Options(bot_delay=0, clock=0, private=True)


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.fresh()


@asynccontextmanager
async def pair(url: str) -> AsyncIterator[tuple[Server, Server]]:
    async with serving(db=url) as here, serving(db=url) as there:
        yield here, there


def run(test: Callable[[Server, Server], Awaitable[None]], url: str) -> None:
    async def play() -> None:
        async with pair(url) as servers:
            await test(*servers)

    asyncio.run(play())


def taken(player: Client) -> outgoing.Taken:
    return [message for message in player.got if isinstance(message, outgoing.Taken)][-1]


def kinds(player: Client) -> list[str]:
    return [type(message).__name__ for message in player.got]


def test_four_players_at_two_servers_play_a_match(url: str) -> None:
    async def test(here: Server, there: Server) -> None:
        async with clients(here, WEB, LINES) as near, clients(there, WEB, LINES) as far:
            players = [near[0], far[0], near[1], far[1]]
            table = await sit_down(players, "euchre")
            assert set(here.hub.lobby.rooms) == {table}
            assert not there.hub.lobby.rooms
            await asyncio.gather(*(player.play(number) for number, player in enumerate(players)))
            records = [record for stored in stored_records(url, table) for record in jsonl.loads(stored.line)]
            assert records
            assert {judge(record).status for record in records} == {"clean"}
            for player in players[1:]:
                assert kinds(player)[:3] == ["Welcome", "InLobby", "Taken"]
                assert kinds(player).count("Welcome") == 1
            for player in players:
                await player.send(incoming.Leave())
                assert (await player.wait_for(outgoing.InLobby)).why in ("left", "over")
            await far[0].send(incoming.Create(game="sueca"))
            assert (await far[0].wait_for(outgoing.Taken)).table in there.hub.lobby.rooms

    run(test, url)


def test_a_code_and_a_token_open_a_private_table_from_anywhere(url: str) -> None:
    async def test(here: Server, there: Server) -> None:
        async with clients(here, WEB) as (host,), clients(there, WEB, LINES) as (guest, watcher):
            await host.send(incoming.Create(game="sueca", options=PRIVATE))
            code = (await host.wait_for(outgoing.Taken)).code
            await guest.send(incoming.Sit(id="x", code="wrong"))
            assert (await guest.wait_for(outgoing.Refused)).code == "no-such-table"
            await guest.send(incoming.Sit(code=code))
            assert (await guest.wait_for(outgoing.Taken)).seat == 2
            await watcher.send(incoming.Watch(code=code))
            await watcher.wait_for(outgoing.Snapshot)
            await guest.send(incoming.Say(text="hello there"))
            for each in (host, watcher):
                assert (await each.wait_for(outgoing.Said)).text == "hello there"
            await guest.close()
            async with clients(there) as _:
                again = await WEB(there)
                seat = taken(guest)
                await again.hello(table=seat.table, token=seat.token)
                assert (await again.wait_for(outgoing.Snapshot)).seat == 2
                assert kinds(again) == ["Welcome", "Snapshot"]
                await again.close()

    run(test, url)


def test_a_seat_moves_to_a_device_at_another_server(url: str) -> None:
    async def test(here: Server, there: Server) -> None:
        async with clients(here, WEB) as (laptop,):
            table = await sit_down([laptop], "sueca")
            await laptop.send(incoming.Move())
            code = (await laptop.wait_for(outgoing.Moving)).code
            phone = await WEB(there)
            await phone.hello(move=code)
            assert (await phone.wait_for(outgoing.Taken)).table == table
            assert (await laptop.wait_for(outgoing.InLobby)).why == "moved"
            await phone.close()

    run(test, url)


def test_somebody_who_types_comes_to_a_table_of_another_server(url: str) -> None:
    async def test(here: Server, there: Server) -> None:
        async with clients(here, WEB) as (host,):
            await host.send(incoming.Create(game="sueca", options=PRIVATE))
            code = (await host.wait_for(outgoing.Taken)).code
            typing = await TextClient.open(there)
            await typing.wait_for("> ")
            typing.type(f"sit {code}")
            sat = await host.wait_for(outgoing.Sat)
            assert sat.seat == 2
            typing.type("say good evening")
            assert (await host.wait_for(outgoing.Said)).text == "good evening"
            await typing.close()
            assert (await host.wait_for(outgoing.Gone)).seat == 2

    run(test, url)


@pytest.mark.parametrize("is_watching", [False, True])
def test_who_is_connected_elsewhere_goes_on_when_the_owner_stops(url: str, is_watching: bool) -> None:
    async def play() -> None:
        async with serving(db=url) as here:
            async with serving(db=url) as owner, clients(owner, WEB) as (host,):
                opened = await sit_down([host], "euchre")
                far = await WEB(here)
                await far.hello(name="far")
                if is_watching:
                    await far.send(incoming.Watch(table=opened))
                else:
                    await far.send(incoming.Sit(table=opened))
                    await far.wait_for(outgoing.Taken)
                await far.wait_for(outgoing.Snapshot)
            await far.wait_for(outgoing.Snapshot)
            assert set(here.hub.lobby.rooms) == {opened}
            assert kinds(far).count("Welcome") == 1
            assert kinds(far).count("InLobby") == 1
            if not is_watching:
                await far.send(incoming.AddBot(bot="random"))
                await far.wait_for(outgoing.Sat)
            await far.close()

    asyncio.run(play())


def test_nothing_that_is_said_while_a_table_is_handed_over_is_lost_or_doubled(url: str) -> None:
    lines, before = [f"line {number}" for number in range(300)], 100

    async def talk(speaker: Client, is_halfway: asyncio.Event) -> None:
        for number, line in enumerate(lines):
            if number == before:
                is_halfway.set()
            await speaker.send(incoming.Say(id=line, text=line))
            await asyncio.sleep(0.002)
        while not any(getattr(message, "id", "") == lines[-1] for message in speaker.got):
            await speaker.receive()

    async def play() -> str:
        async with serving(db=url) as here:
            async with serving(db=url) as owner, clients(owner, WEB) as (host,):
                table = await sit_down([host], "euchre")
                await until(lambda: bool(owner._store.published()), "that the owner knows the other one")
                speaker = await WEB(here)
                await speaker.hello(name="far")
                await speaker.send(incoming.Sit(table=table))
                await speaker.wait_for(outgoing.Taken)
                is_halfway = asyncio.Event()
                talking = asyncio.create_task(talk(speaker, is_halfway))
                await is_halfway.wait()
            await talking
            assert table in here.hub.lobby.rooms
            await speaker.close()
            return table

    table = asyncio.run(play())
    with closing(psycopg.connect(url)) as connection:
        rows = connection.execute("SELECT entry, epoch FROM overtrick.log WHERE table_id = %s ORDER BY n", (table,))
        entries = [(log.decode(entry).entry, epoch) for entry, epoch in rows]
    said = [(entry.text, epoch) for entry, epoch in entries if isinstance(entry, outgoing.Said)]
    assert [text for text, _ in said] == lines
    assert [epoch for _, epoch in said] == sorted(epoch for _, epoch in said)
    assert {epoch for _, epoch in said} == {1, 2}, "some were stored by each"


def test_a_process_that_does_not_know_the_secret_is_not_let_in(url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def test(here: Server, there: Server) -> None:
        here.hub._journeys._secret = b"guessed"
        assert there._guests is not None
        assert await here.hub._journeys.call(there._store._leases.address) is None  # type: ignore[attr-defined]
        assert "another secret" in caplog.text
        guests = there._guests
        await until(lambda: not guests._links, "the end of the link")

    run(test, url)


def test_both_ends_of_a_link_find_out_that_the_other_machine_is_gone(url: str) -> None:
    async def test(here: Server, there: Server) -> None:
        async with clients(there, WEB, WEB) as players, clients(here, WEB) as (far,):
            await sit_down([*players, far], "sueca")
            [near_end] = here.hub._journeys._links.values()
            assert there._guests is not None
            [far_end] = there._guests._links
            for link in (near_end, far_end):
                assert link._transport is not None
                end = link._transport.get_extra_info("socket")
                assert end.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
                if hasattr(socket, "TCP_USER_TIMEOUT"):
                    assert end.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 1000 * SILENCE

    run(test, url)


def test_the_tables_of_all_are_listed_everywhere(url: str) -> None:
    async def test(here: Server, there: Server) -> None:
        async with clients(here, WEB) as (near,), clients(there, WEB) as (far,):
            tables = {await sit_down([near], "sueca"), await sit_down([far], "euchre")}
            for server, client in ((here, near), (there, far)):
                await until(lambda server=server: len(server.hub.tables()) == 2, "both tables")  # type: ignore[misc]
                await client.send(incoming.Tables())
                listed = await client.wait_for(outgoing.TableList)
                assert {info.table for info in listed.tables} == tables
                answer = await ask(server, "/api/tables")
                assert {info["table"] for info in answer.json["tables"]} == tables

    run(test, url)


def test_who_asks_for_any_table_gets_one_elsewhere(url: str) -> None:
    async def test(here: Server, there: Server) -> None:
        async with clients(here, WEB) as (near,), clients(there, WEB) as (far,):
            await near.send(incoming.Quick(game="sueca"))
            opened = await near.wait_for(outgoing.Taken)
            await until(lambda: bool(there.hub.tables()), "the table")
            await far.send(incoming.Quick(game="euchre"))
            assert (await far.wait_for(outgoing.Taken)).table in there.hub.lobby.rooms
            await far.send(incoming.Leave())
            await far.wait_for(outgoing.InLobby)
            await far.send(incoming.Quick(game="sueca"))
            assert (await far.wait_for(outgoing.Taken)).table == opened.table

    run(test, url)


def test_who_asks_for_any_table_where_the_last_one_has_just_gone_gets_one_at_home(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(here: Server, leaving: Server) -> None:
        async with clients(leaving, WEB) as (near,), clients(here, WEB) as (far,):
            await near.send(incoming.Quick(game="sueca"))
            await near.wait_for(outgoing.Taken)
            await until(lambda: bool(here.hub.tables()), "the table")
            monkeypatch.setattr(leaving.hub.lobby.rooms, "is_closing", True)
            monkeypatch.setattr(leaving.hub.lobby.rooms, "open_to_all", lambda: iter(()))
            await far.send(incoming.Quick(id="q", game="sueca"))
            assert (await far.wait_for(outgoing.Taken)).table in here.hub.lobby.rooms
            assert "Refused" not in kinds(far)

    run(test, url)


def test_who_sits_at_a_table_cannot_go_to_another_one_elsewhere(url: str) -> None:
    async def test(here: Server, there: Server) -> None:
        async with clients(here, WEB) as (near,), clients(there, WEB) as (far,):
            table = await sit_down([near], "sueca")
            await sit_down([far], "euchre")
            await far.send(incoming.Sit(table=table))
            assert (await far.wait_for(outgoing.Refused)).code == "already-seated"

    run(test, url)


def test_who_leaves_and_says_more_at_once_is_answered_at_home(url: str) -> None:
    async def test(here: Server, owner: Server) -> None:
        async with clients(owner, WEB) as (host,), clients(here, WEB) as (far,):
            await sit_down([host, far], "euchre")
            await far.send(incoming.Leave())
            await far.send(incoming.Create(game="sueca"))
            await far.send(incoming.Ping(id="p"))
            assert (await far.wait_for(outgoing.InLobby)).why == "left"
            assert (await far.wait_for(outgoing.Taken)).table in here.hub.lobby.rooms
            assert (await far.wait_for(outgoing.Pong)).id == "p"
            assert len(owner.hub.lobby.rooms) == 1

    run(test, url)


def test_when_the_owner_is_paused_those_who_are_connected_elsewhere_go_on(url: str) -> None:
    """The link to it stays as it is: that it does not live any more is told by the database."""

    async def test(here: Server, owner: Server) -> None:
        async with clients(owner, WEB) as (host,), clients(here, WEB) as (far,):
            table = await sit_down([host, far], "euchre")
            await until(lambda: bool(here.hub.tables()), "the list of the owner")
            owner._store._leases._end.set()  # type: ignore[attr-defined]  # as if it were paused
            await far.wait_for(outgoing.Snapshot)  # that of the beginning
            assert (await far.wait_for(outgoing.Snapshot)).table == table
            assert set(here.hub.lobby.rooms) == {table}
            await far.send(incoming.AddBot(bot="random"))
            await far.wait_for(outgoing.Sat)

    run(test, url)


def test_who_goes_while_their_table_is_looked_for_does_not_sit_there(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody would notice any more that they are not there, and no bot would play for them."""

    async def test(here: Server, owner: Server) -> None:
        async with clients(owner, WEB) as (host,):
            far = await WEB(here)
            await far.hello(name="far")
            table = await sit_down([host], "euchre")
            await far.send(incoming.Sit(table=table))
            assert (await far.wait_for(outgoing.Taken)).seat == 2
            find, is_looking, may_find = here.hub._find, asyncio.Event(), asyncio.Event()

            async def hesitate(message: incoming.Message) -> Link | None:
                is_looking.set()
                await may_find.wait()
                return await find(message)

            monkeypatch.setattr(here.hub, "_find", hesitate)
            number = here._store._leases.process  # type: ignore[attr-defined]
            await asyncio.to_thread(move, url, table, number)
            await is_looking.wait()
            await far.close()
            await until(lambda: not here.hub.connections, "that nobody is there")
            may_find.set()
            await until(lambda: table in here.hub.lobby.rooms and not here.hub._early, "the end of the search")
            assert not here.hub.lobby.rooms[table].clients
            assert not here.hub.lobby.rooms[table].table.state.chairs[Seat(2)].present

    run(test, url)


def test_who_is_connected_elsewhere_comes_to_the_same_owner_again(url: str) -> None:
    """An owner that is taken for dead may be the one that takes its tables; the link to it is still the same."""

    async def test(here: Server, owner: Server) -> None:
        async with clients(owner, WEB) as (host,), clients(here, WEB) as (far,):
            table = await sit_down([host, far], "euchre")
            owner.hub._tables_changed([table], [table])
            await far.wait_for(outgoing.Snapshot)  # that of the beginning
            assert (await far.wait_for(outgoing.Snapshot)).table == table
            await far.send(incoming.AddBot(bot="random"))
            await far.wait_for(outgoing.Sat)
            assert set(owner.hub.lobby.rooms) == {table}

    run(test, url)


def test_who_comes_to_a_table_that_cannot_be_read_is_told_so(url: str) -> None:
    async def open_table() -> outgoing.Taken:
        async with serving(db=url) as server, clients(server, WEB) as (host,):
            await sit_down([host], "euchre")
            return taken(host)

    async def come_again(seat: outgoing.Taken) -> None:
        async with serving(db=url) as server:
            again = await WEB(server)
            await again.hello(table=seat.table, token=seat.token)
            assert (await again.wait_for(outgoing.Refused)).code == "bad-token"
            await again.send(incoming.Create(game="sueca"))
            await again.wait_for(outgoing.Taken)
            await again.close()

    seat = asyncio.run(open_table())
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute("UPDATE overtrick.log SET entry = 'nonsense' WHERE n = 2")
    asyncio.run(come_again(seat))


def test_nobody_is_carried_in_a_circle_by_processes_with_one_address(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As two machines have it that both call themselves 127.0.0.1 and take the same port."""
    monkeypatch.setattr("overtrick.server.sharing.search.MOST_LOOKS", 2)

    async def test(here: Server, owner: Server) -> None:
        async with clients(owner, WEB) as (host,):
            table = await sit_down([host], "euchre")
            owner._store.announce(here._store.address)

            def is_announced() -> bool:
                place = here._store.place(table)
                return place is not None and place.address == here._store.address

            await until(is_announced, "the address")
            far = await WEB(here)
            await far.hello(name="far")
            await far.send(incoming.Sit(table=table))
            assert (await far.wait_for(outgoing.Bye)).code == "shutdown"
            await far.close()

    run(test, url)


def test_who_says_ever_more_while_their_table_is_looked_for_has_to_go(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def look_for_ever(message: incoming.Message) -> None:
        await asyncio.Event().wait()

    async def test() -> None:
        async with serving(db=url, locals=LOCALS._replace(messages_at_once=5)) as server:
            monkeypatch.setattr(server.hub, "_find", look_for_ever)
            client = await WEB(server)
            await client.hello()
            await client.send(incoming.Sit(table="away"))
            for _ in range(6):
                await client.send(incoming.Ping())
            assert (await client.wait_for(outgoing.Bye)).code == "too-many-requests"
            await client.close()

    asyncio.run(test())


def test_limits_hold_for_all_servers_together(url: str) -> None:
    async def play() -> None:
        strangers = STRANGERS._replace(requests_at_once=9, requests_per_second=0.001)
        settings: dict[str, Any] = {"db": url, "is_behind_proxy": True, "strangers": strangers}
        headers = {"X-Forwarded-For": "192.0.2.1"}
        async with serving(**settings) as here, serving(**settings) as there:
            for _ in range(9):
                assert (await ask(here, "/health", headers=headers)).status == 200
            caller = there._callers.find("192.0.2.1", asyncio.get_running_loop().time())
            await until(lambda: caller.requests.level < 1, "what is used elsewhere is known")
            assert (await ask(there, "/health", headers=headers)).status == 429
            assert (await ask(there, "/health", headers={"X-Forwarded-For": "192.0.2.2"})).status == 200

    asyncio.run(play())


def test_what_a_newer_server_says_comes_through_an_older_one(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def older(data: bytes) -> outgoing.Message:
        if b'"said"' in data:
            raise Invalid("bad-message", reason="unknown")
        return decode_outgoing(data)

    async def test(here: Server, there: Server) -> None:
        monkeypatch.setattr("overtrick.server.sharing.journeys.decode_outgoing", older)
        async with clients(here, WEB) as (host,), clients(there, WEB, LINES) as far:
            await sit_down([host, *far], "sueca")
            await host.send(incoming.Say(text="something new"))
            for player in far:
                assert (await player.wait_for(outgoing.Said)).text == "something new"

    run(test, url)


def test_what_an_older_server_does_not_know_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the client stays where it is: it would say the same again each time that it comes."""

    def older(data: bytes) -> incoming.Message:
        if b'"emote"' in data:
            raise Invalid("bad-message", reason="unknown")
        return decode_incoming(data)

    async def test(here: Server, owner: Server) -> None:
        monkeypatch.setattr("overtrick.server.sharing.guests.decode_incoming", older)
        async with clients(owner, WEB) as (host,), clients(here, WEB) as (far,):
            await sit_down([host, far], "sueca")
            await far.wait_for(outgoing.Snapshot)
            await far.send(incoming.Emote(id="new", what="thanks"))
            await far.send(incoming.Say(id="old", text="something old"))
            refused = await far.wait_for(outgoing.Refused)
            assert (refused.code, refused.id) == ("bad-message", "new")
            assert (await far.wait_for(outgoing.Said)).id == "old"
            assert kinds(far).count("Snapshot") == 1

    run(test, url)


def test_whom_an_older_server_does_not_understand_is_sent_away(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else they would be sent there again and again."""

    class OlderOpening(msgspec.Struct):
        no_longer_told: str

    async def test(here: Server, owner: Server) -> None:
        monkeypatch.setattr("overtrick.server.sharing.guests.Opening", OlderOpening)
        async with clients(owner, WEB) as (host,):
            table = await sit_down([host], "sueca")
            far = await WEB(here)
            await far.hello()
            await far.send(incoming.Sit(table=table))
            assert (await far.wait_for(outgoing.Bye)).code == "shutdown"
            await far.close()

    run(test, url)


def test_a_program_that_waits_at_one_server_is_challenged_at_another(url: str) -> None:
    async def test(here: Server, there: Server) -> None:
        async with clients(here, WEB) as (person,), clients(there, WEB) as (program,):
            [number] = there.hub.connections
            there.hub.lobby.recognise(number, Account("marvin", program=True))
            await program.send(incoming.Available(id="a", games=("sueca",)))
            await program.wait_for(outgoing.Done)
            table = await sit_down([person], "sueca")
            await until(lambda: bool(here.hub.lobby.inviting.programs()), "the program in the list")
            answer = await ask(here, "/api/programs?game=sueca")
            assert [each["player"] for each in answer.json["programs"]] == ["marvin"]
            await person.send(incoming.Invite(id="i", player="marvin", seat=2))
            await person.wait_for(outgoing.Done)
            invited = await program.wait_for(outgoing.Invited)
            await program.send(incoming.Decline(table=invited.table, seat=invited.seat, why="busy"))
            assert (await person.wait_for(outgoing.Declined)).why == "busy"
            await person.send(incoming.Invite(id="j", player="marvin", seat=2))
            await program.wait_for(outgoing.Invited)
            await program.send(incoming.Sit(table=table, seat=2))
            assert (await program.wait_for(outgoing.Taken)).table == table
            assert there.hub.lobby.inviting.programs_here() == {}
            await program.send(incoming.Available(id="b", games=("euchre",)))
            await program.wait_for(outgoing.Done)
            await program.send(incoming.Leave())
            await program.wait_for(outgoing.InLobby)
            assert [info.games for info in there.hub.lobby.inviting.programs()] == [("euchre",)]

    run(test, url)
