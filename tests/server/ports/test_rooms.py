"""The two rooms of a team match: the same boards, each team on both sides, and nobody who sees both."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from itertools import islice
from random import Random

import pytest
from managed import Lines
from network import WebSocketClient, serving

from overtrick.arena.teams import team_boards
from overtrick.bots.bot import find_bot
from overtrick.client.address import Address
from overtrick.client.table_manager import ManagedBot
from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.record import Record
from overtrick.engine.dealing import deals
from overtrick.formats import jsonl
from overtrick.formats.record_format import Located
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.table_manager import managed_game
from overtrick.referee.judging import judge
from overtrick.server.server import Server

DEALT = [round_.record() for round_ in islice(deals(managed_game(), None, "rooms"), 2)]
DECKS = tuple(board.deck for board in team_boards(managed_game(), [Located(record) for record in DEALT]))
OPEN, CLOSED = 0, 1
TEAMS = (("Ours", "Theirs"), ("Theirs", "Ours"))
"""North-South and East-West of each room"""


def talk(play: Callable[[Server], Coroutine[object, object, None]]) -> Server:
    async def run() -> Server:
        async with serving(decks=DECKS, closed_room_port=0, has_players=False, daily=False) as server:
            await play(server)
            return server

    return asyncio.run(run())


async def lines_to(server: Server, room: int) -> Lines:
    return Lines(*await asyncio.open_connection("127.0.0.1", server.room_ports[room]))


def room_of_bots(server: Server, room: int, seats: tuple[Seat, ...] = SEATS) -> list[Coroutine[object, object, None]]:
    address = Address("127.0.0.1", server.room_ports[room])
    return [
        ManagedBot(seat, TEAMS[room][seat.side - 1], find_bot("simple", Random(int(seat)))).run(address)
        for seat in seats
    ]


def played(server: Server, room: int) -> list[Record]:
    table = server.rooms[room].prepared.table
    return [record for stored in server.records(table) for record in jsonl.loads(stored.line)]


def test_both_rooms_play_the_same_boards_and_then_close() -> None:
    async def play(server: Server) -> None:
        await asyncio.gather(*room_of_bots(server, OPEN), *room_of_bots(server, CLOSED))
        for room in server.rooms:
            await room.prepared.closed.wait()
        late = await lines_to(server, OPEN)
        late.say('Connecting "Ours" as North using protocol version 18')
        assert await late.ended() == ["The match is over: there is nothing more to deal."]
        await late.close()

    server = talk(play)
    for room, teams in zip((OPEN, CLOSED), TEAMS, strict=True):
        records = played(server, room)
        assert [record.deal.hands for record in records] == [record.deal.hands for record in DEALT]
        assert [judge(record).status for record in records] == ["clean"] * 2
        assert [record.fair for record in records] == [None] * 2
        assert {record.seats for record in records} == {teams * 2}
    assert server.hub.counters.refused == 1


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ('Connecting "Ours" as North using protocol version 18', "At this table N/S is the team 'Theirs'."),
        ('Connecting "Others" as East using protocol version 18', "At this table E/W is the team 'Ours'."),
        ('Connecting "Ours" as ANYPL using protocol version 18', 'East ("Ours") seated'),
    ],
)
def test_a_team_sits_on_the_other_side_in_the_other_room(line: str, answer: str) -> None:
    async def play(server: Server) -> None:
        first = [await lines_to(server, OPEN) for _ in range(2)]
        for each, seat, team in zip(first, ("North", "East"), ("Ours", "Theirs"), strict=True):
            await each.follow(f'> Connecting "{team}" as {seat} using protocol version 18\n< {seat} ("{team}") seated')
        other = await lines_to(server, CLOSED)
        other.say(line)
        assert await other.hear() == answer
        for each in (*first, other):
            await each.close()

    talk(play)


def test_a_room_waits_for_its_players_though_some_have_gone() -> None:
    async def play(server: Server) -> None:
        table = server.rooms[OPEN].table
        gone = await lines_to(server, OPEN)
        await gone.follow('> Connecting "X" as North using protocol version 18\n< North ("X") seated')
        await gone.close()
        while len(table.state.empty_seats) < len(SEATS):
            await asyncio.sleep(0.01)
        await asyncio.gather(*room_of_bots(server, OPEN))

    assert len(played(talk(play), OPEN)) == 2


def test_people_come_by_the_code_of_a_room_and_nobody_looks_on() -> None:
    async def play(server: Server) -> None:
        code = server.rooms[OPEN].prepared.code
        person = await WebSocketClient.open(server)
        await person.hello(name="Zoé")
        await person.send(incoming.Tables())
        assert (await person.wait_for(outgoing.TableList)).tables == ()
        await person.send(incoming.Watch(code=code))
        assert (await person.wait_for(outgoing.Refused)).code == "no-spectators"
        await person.send(incoming.Sit(code=code, seat=1))
        assert (await person.wait_for(outgoing.Snapshot)).seat == 1
        bots = [asyncio.create_task(each) for each in room_of_bots(server, OPEN, SEATS[1:])]
        await person.send(incoming.Ready(deal=1))
        dealt = await person.wait_for(outgoing.Dealt)
        assert DEALT[0].deal.hands is not None
        assert set(dealt.deal.hand or ()) == set(map(str, DEALT[0].deal.hands[0] or ()))
        await person.close()
        for bot in bots:
            bot.cancel()

    talk(play)


def test_a_deal_that_is_not_whole_opens_no_room() -> None:
    with pytest.raises(Invalid):
        team_boards(managed_game(), [Located(None)])
