"""A server with many tables is there at once: its ports are open before the tables are read."""

import asyncio

from network import LineClient, WebSocketClient, clients, serving, sit_down
from pages import ask

from overtrick.protocol import incoming, outgoing
from overtrick.server.server import Server, ServerSettings

TABLES = 5


def test_tables_are_brought_back_while_the_ports_are_open(db: str) -> None:
    async def fill() -> list[outgoing.Taken]:
        async with serving(db=db) as server, clients(server, *[WebSocketClient.open] * TABLES) as players:
            for player in players:
                await sit_down([player], "sueca", incoming.Options(private=True, clock=0))
            return [next(each for each in player.got if isinstance(each, outgoing.Taken)) for player in players]

    async def come_back(taken: list[outgoing.Taken]) -> None:
        server = Server(ServerSettings(db=db))
        await server.open()
        try:
            assert len(server.hub.lobby.rooms) == 0
            assert (await ask(server, "/health")).status == 200
            async with clients(server, WebSocketClient.open, LineClient.open) as (owner, guest):
                last = taken[-1]
                await owner.hello(table=last.table, token=last.token)
                assert (await owner.wait_for(outgoing.Snapshot)).table == last.table
                assert set(server.hub.lobby.rooms) == {last.table}, "the one that was asked for"
                await guest.hello()
                await guest.send(incoming.Sit(code=taken[0].code))
                await guest.send(incoming.Ping(id="after it"))
                await owner.send(incoming.Ping(id="not held up"))
                assert (await owner.wait_for(outgoing.Pong)).id == "not held up"
                assert not any(isinstance(message, outgoing.Taken) for message in guest.got)
                await server.hub.restore()
                assert (await guest.wait_for(outgoing.Taken)).table == taken[0].table
                assert (await guest.wait_for(outgoing.Pong)).id == "after it"
                assert set(server.hub.lobby.rooms) == {each.table for each in taken}
        finally:
            await server.stop()

    asyncio.run(come_back(asyncio.run(fill())))
