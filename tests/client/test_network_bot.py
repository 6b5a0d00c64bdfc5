"""Bots over the network: they sit down, play, agree, and go."""

from __future__ import annotations

import asyncio
import threading

import pytest
from channels import Reader, address_of, any_bot, bots, connection, until
from network import OPTIONS, serving
from patience import PATIENCE

from overtrick.bots.bot import Bot
from overtrick.client.network_bot import NetworkBot, Request
from overtrick.core.actions import Action
from overtrick.core.errors import Invalid
from overtrick.deal.view import View
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.incoming import AddBot, Create, Propose, Quick, Sit
from overtrick.server.server import Server


def test_after_a_match_bots_sit_down_at_the_next_table() -> None:
    async def talk() -> None:
        async with serving() as server, bots(server, Quick(game="sueca"), *map(any_bot, range(4))):
            seen: set[str] = set()

            def third_table_is_there() -> bool:
                seen.update(info.table for info in server.hub.lobby.rooms.public())
                return len(seen) >= 3

            await until(third_table_is_there, "a third table")
            assert server.hub.counters.refused == 0

    asyncio.run(talk())


def test_at_a_table_that_was_named_bots_agree_and_stay() -> None:
    async def talk() -> None:
        async with serving() as server, connection(address_of(server)) as channel:
            news = Reader(channel)
            channel.send(Create(game="bridge", options=OPTIONS))
            table = (await news.wait_for(outgoing.Snapshot)).table
            async with bots(server, Sit(table=table), *map(any_bot, range(3))):
                dealt = await news.wait_for(outgoing.Dealt)
                assert dealt.deal.legal  # so that nothing else happens
                channel.send(Propose(id="", at=dealt.n, what="resign"))
                ended = await news.wait_for(outgoing.Ended)
                assert ended.why == "resigned"
                channel.send(Propose(id="", at=ended.n, what="rematch"))
                await news.wait_for(outgoing.Restarted)
                await news.wait_for(outgoing.Dealt)
                assert all(info.kind == "person" for info in server.hub.lobby.rooms.public()[0].seats)

    asyncio.run(talk())


def test_bots_agree_to_take_back_but_not_to_claims() -> None:
    async def talk() -> None:
        async with serving() as server, connection(address_of(server)) as channel:
            news = Reader(channel)
            channel.send(Create(game="bridge", options=OPTIONS))
            table = (await news.wait_for(outgoing.Snapshot)).table
            passing = lambda view: view.legal[0]  # noqa: E731
            async with bots(server, Sit(table=table), passing, passing, passing):
                at = (await news.wait_for(outgoing.Dealt)).n
                channel.send(incoming.Act(id="", at=at, action="1NT"))
                await news.wait_for(outgoing.Acted, lambda acted: acted.contract is not None)
                last = await news.wait_for(outgoing.Acted, lambda acted: bool(acted.legal))
                channel.send(Propose(id="", at=last.n, what="claim", tricks=7))
                assert not (await news.wait_for(outgoing.Answered)).yes
                channel.send(Propose(id="", at=last.n, what="take-back"))
                taken_back = await news.wait_for(outgoing.TakenBack)
                assert taken_back.deal.phase == "auction"

    asyncio.run(talk())


def test_while_a_bot_thinks_everybody_else_goes_on() -> None:
    asked, told = threading.Event(), threading.Event()

    def ponder(view: View) -> Action:
        asked.set()
        assert told.wait(PATIENCE), "nothing else happened"
        return view.legal[0]

    async def talk() -> None:
        async with serving() as server, bots(server, Quick(game="sueca"), ponder, *map(any_bot, range(3))) as tasks:
            await until(asked.is_set, "a question to the slow bot")
            async with connection(address_of(server)) as channel:
                await Reader(channel).wait_for(outgoing.InLobby)
            told.set()
            await until(lambda: any(True for _ in server._store.records()), "the end of the deal")
            assert not any(task.done() for task in tasks)

    asyncio.run(talk())


@pytest.mark.parametrize(("answer", "told"), [(None, "failed: ZeroDivisionError: "), ("Zz", "answered 'Zz'")])
def test_for_a_bot_that_fails_the_first_legal_action_is_played(
    answer: Action | None, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(view: View) -> Action:
        if answer is None:
            raise ZeroDivisionError("no idea")
        return answer

    async def talk() -> None:
        async with serving() as server, bots(server, Quick(game="sueca"), fail, *map(any_bot, range(3))) as tasks:
            await until(lambda: any(True for _ in server._store.records()), "the end of the deal")
            assert not any(task.done() for task in tasks)

    asyncio.run(talk())
    assert told in caplog.text


def test_a_bot_is_made_for_the_clock_of_its_table() -> None:
    clocks: list[int] = []

    def make(clock: int) -> Bot:
        clocks.append(clock)
        return any_bot(1)

    async def play(server: Server, table: str) -> None:
        async with connection(address_of(server)) as channel:
            await NetworkBot(Sit(table=table), make, channel).run()

    async def talk() -> None:
        async with serving() as server, connection(address_of(server)) as channel:
            news = Reader(channel)
            channel.send(Create(game="sueca", options=incoming.Options(clock=30, bot_delay=0)))
            task = asyncio.create_task(play(server, (await news.wait_for(outgoing.Snapshot)).table))
            await news.wait_for(outgoing.Sat)
            channel.send(AddBot())
            await until(lambda: bool(clocks), "a turn of the bot")
            task.cancel()
            await asyncio.wait([task])

    asyncio.run(talk())
    assert set(clocks) == {30}


@pytest.mark.parametrize(
    ("request_", "words"),
    [(Quick(game="tarot"), "There is no game 'tarot'"), (Sit(table="none"), "There is no such table.")],
)
def test_a_bot_that_cannot_sit_down_says_why(request_: Request, words: str) -> None:
    async def talk() -> None:
        async with serving() as server, bots(server, request_, any_bot(1)) as (task,):
            await asyncio.wait([task])
            error = task.exception()
            assert isinstance(error, Invalid)
            assert error.finding.code == "server-refused"
            assert words in str(error)

    asyncio.run(talk())


def test_a_bot_that_is_stopped_gives_up_its_seat() -> None:
    async def talk() -> None:
        async with serving() as server, connection(address_of(server)) as channel:
            news = Reader(channel)
            channel.send(Create(game="sueca", options=OPTIONS))
            table = (await news.wait_for(outgoing.Snapshot)).table
            async with bots(server, Sit(table=table), any_bot(1)):
                await news.wait_for(outgoing.Sat)
            await news.wait_for(outgoing.Left)
            channel.send(AddBot())
            await news.wait_for(outgoing.Dealt)

    asyncio.run(talk())


def test_a_server_that_opens_no_tables_now_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.client.network_bot.PAUSE", 0.05)

    async def talk() -> None:
        async with serving() as server:
            server.hub.lobby.rooms.is_closing = True
            async with bots(server, Quick(game="sueca"), any_bot(1)):
                await until(lambda: server.hub.counters.refused > 1, "refusals")
                server.hub.lobby.rooms.is_closing = False
                await until(lambda: bool(server.hub.lobby.rooms.public()), "a table")

    asyncio.run(talk())
