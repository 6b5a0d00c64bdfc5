"""What stays when a client has gone, tables and what is kept of them, has limits of its own."""

import asyncio

import pytest
from network import LineClient, TextClient, WebSocketClient, clients, serving, sit_down

from overtrick.protocol import incoming, outgoing
from overtrick.server.limits import LOCALS

TWO_TABLES = LOCALS._replace(tables_per_minute=0.001, tables_at_once=2)
THREE_LINES = LOCALS._replace(kept_per_second=0.001, kept_at_once=3)


@pytest.mark.parametrize(
    "request_", [incoming.Create(id="a", game="belote"), incoming.Quick(id="a", game="belote")], ids=["create", "quick"]
)
def test_an_address_that_opens_too_many_tables_is_refused(request_: incoming.Create | incoming.Quick) -> None:
    async def connect() -> tuple[outgoing.Refused, int]:
        async with serving(locals=TWO_TABLES) as server:
            for game in ("euchre", "sueca"):
                async with clients(server, WebSocketClient.open) as (client,):
                    await client.send(incoming.Create(game=game, options=incoming.Options(grace=86400)))
                    await client.wait_for(outgoing.Taken)
            async with clients(server, LineClient.open) as (client,):
                await client.send(request_)
                refused = await client.wait_for(outgoing.Refused)
                await client.send(incoming.Sit(table=server.hub.lobby.rooms.public()[0].table))
                await client.wait_for(outgoing.Taken)
                return refused, len(server.hub.lobby.rooms)

    refused, count = asyncio.run(connect())
    assert (refused.code, refused.id, count) == ("too-many-tables", "a", 2)
    assert refused.text.startswith("Too many tables were asked for")


def test_a_connection_that_says_too_much_is_refused_and_stays() -> None:
    async def connect() -> list[outgoing.Message]:
        async with serving(locals=THREE_LINES) as server, clients(server, WebSocketClient.open) as players:
            (player,) = players
            await sit_down(players, "sueca", bots="")
            for number in range(4):
                await player.send(incoming.Say(id=f"say {number}", text="hello"))
            for message in (
                incoming.AddBot(id="add"),
                incoming.RemoveBot(id="remove", seat=2),
                incoming.Propose(id="propose", at=1, what="rematch"),
                incoming.Hint(id="hint", at=1),
                incoming.Ping(id="still here"),
            ):
                await player.send(message)
            await player.wait_for(outgoing.Pong)
            return player.got

    got = asyncio.run(connect())
    assert len([message for message in got if isinstance(message, outgoing.Said)]) == 3
    refused = [message for message in got if isinstance(message, outgoing.Refused)]
    assert [message.id for message in refused] == ["say 3", "add", "remove", "propose", "hint"]
    assert {message.code for message in refused} == {"too-many-requests"}


def test_a_person_at_the_text_port_is_told_so() -> None:
    async def connect() -> str:
        async with serving(locals=TWO_TABLES._replace(tables_at_once=0), language="fr") as server:
            person = await TextClient.open(server)
            person.type("new belote")
            shown = await person.wait_for("Trop de tables ont été demandées")
            await person.close()
            return shown

    assert asyncio.run(connect()).count("Trop de tables") == 1
