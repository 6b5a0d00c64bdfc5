"""The deal of the day: the same cards for everybody, proved, and compared with bots and people."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from io import StringIO
from typing import Any

import pytest
from network import OPTIONS, Client, LineClient, WebSocketClient, clients, serving
from pages import ask
from patience import PATIENCE

from overtrick.core.catalogue import game_names
from overtrick.formats import jsonl
from overtrick.protocol import fair, incoming, outgoing
from overtrick.protocol.fair.recording import Transcript
from overtrick.protocol.fair.transcript import read_transcript
from overtrick.protocol.fair.verification import verify
from overtrick.referee.judging import judge
from overtrick.server import daily
from overtrick.server.server import Server
from scripts.postgres import Postgres

DAY = 86_400.0
NOON = 20_000 * DAY + DAY / 2
GAME = "sueca"


@pytest.fixture(autouse=True)
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that answer at once."""
    monkeypatch.setattr(daily, "PARTNER", "simple")
    monkeypatch.setattr(daily, "bots_to_play", lambda: ("random", "simple"))


@asynccontextmanager
async def opened(**settings: Any) -> AsyncIterator[Server]:
    async with serving(**settings) as server:
        set_clock(server, NOON)
        yield server


def set_clock(server: Server, now: float) -> None:
    server.daily.clock = lambda: now


def run(test: Callable[[Server], Awaitable[None]], **settings: Any) -> None:
    async def play() -> None:
        async with opened(**settings) as server:
            await test(server)

    asyncio.run(play())


async def sit_down(player: Client, game: str = GAME) -> outgoing.Snapshot:
    await player.send(incoming.Create(game=game, options=OPTIONS, daily=True))
    await player.wait_for(outgoing.Taken)
    return await player.wait_for(outgoing.Snapshot)


async def told(server: Server, game: str = GAME, player: Client | None = None) -> Any:
    """What a stranger is told, or a player."""
    return (await ask(server, f"/api/daily/{game}", headers=shown(player))).json


def shown(player: Client | None) -> dict[str, str]:
    """What shows who asks."""
    if player is None:
        return {}
    token = next(message.token for message in player.got if isinstance(message, outgoing.Taken))
    return {"Authorization": f"Bearer {token}"}


async def complete(server: Server, bots: list[str], player: Client) -> Any:
    """Today, when all bots have played, and those of some names have results."""
    async with asyncio.timeout(PATIENCE):
        while True:
            day = (await told(server, player=player))["today"]
            if day.get("is_complete") and sorted(each["bot"] for each in day["results"] if each.get("bot")) == bots:
                return day
            await asyncio.sleep(0.05)


def dealt_to(player: Client) -> outgoing.DealInfo:
    return next(message.deal for message in player.got if isinstance(message, outgoing.Dealt))


def secrets_in(value: object) -> list[str]:
    return [deal["secret"] for deal in (value["today"], value["tomorrow"]) if deal.get("secret")]  # type: ignore[index]


@pytest.mark.parametrize("game", game_names())
def test_everybody_gets_the_same_cards_whatever_they_give(game: str) -> None:
    async def test(server: Server) -> None:
        async with clients(server, WebSocketClient.open, LineClient.open) as players:
            seen = [await sit_down(player, f"{game}") for player in players]
            assert len({each.table for each in seen}) == 2
            published = (await told(server, game))["today"]
            assert {each.commitment for each in seen} == {published["commitment"]}
            assert {each.day for each in seen} == {published["name"]}
            for player in players:
                await player.play(until=outgoing.Dealt)
            one, other = (dealt_to(player) for player in players)
            assert (one.hand, one.turn_up, one.dealer) == (other.hand, other.turn_up, other.dealer)
            for player in players:
                committed = next(message for message in player.got if isinstance(message, outgoing.Committed))
                assert committed.seats == ("-",) * 4

    run(test)


def test_the_commitment_is_published_the_day_before_and_opened_the_day_after(db: str) -> None:
    async def play() -> None:
        async with opened(db=db) as server, clients(server, WebSocketClient.open) as (player,):
            set_clock(server, NOON - DAY)
            tomorrow = (await told(server))["tomorrow"]
            set_clock(server, NOON)
            today = (await told(server))["today"]
            assert (today["day"], today["commitment"]) == (tomorrow["day"], tomorrow["commitment"])
            assert today["day"] == "2024-10-04"
            seat = await sit_down(player)
            await player.play(until=outgoing.Scored)
            assert secrets_in(await told(server)) == []
            record = (await ask(server, f"/api/records/{seat.table}?deal=1")).status
            assert record == 403  # the table is private
        async with opened(db=db) as again:
            set_clock(again, NOON + DAY)
            yesterday = (await told(again))["yesterday"]
            assert (yesterday["day"], yesterday["commitment"]) == (today["day"], today["commitment"])
            assert fair.commitment(bytes.fromhex(yesterday["secret"])) == yesterday["commitment"]
            (result,) = [each for each in yesterday["results"] if not each.get("bot")]
            shown = await ask(again, result["path"].replace("/deal/", "/api/deals/"))
            (played,) = jsonl.loads(shown.text)
            assert verify(played).verdict == "consistent"
            assert judge(played).status == "clean"
            assert played.fair is not None
            assert (played.fair["table"], played.fair["secret"]) == (yesterday["name"], yesterday["secret"])
            assert played.seats[0] == ""  # nobody needs to know who it was
            assert played.scores is not None
            assert result["net"] == played.scores[0] - played.scores[1]

    asyncio.run(play())


def test_results_of_bots_are_found_out_once_somebody_has_played(db: str) -> None:
    async def test(server: Server) -> None:
        async with clients(server, WebSocketClient.open) as (player,):
            assert (await told(server))["today"].get("results", []) == []
            await sit_down(player)
            await player.play(until=outgoing.Scored)
            day = await complete(server, ["random", "simple"], player)
            assert (await told(server))["today"].get("results", []) == []
            assert len(day["results"]) == 3
            assert not any(each.get("path") for each in day["results"])
            records = await ask(server, f"/api/records/{day['name']}")
            assert records.json["code"] == "private-records"
            set_clock(server, NOON + DAY)
            paths = [each["path"] for each in (await told(server))["yesterday"]["results"]]
            assert [(await ask(server, path.replace("/deal/", "/api/deals/"))).status for path in paths] == [200] * 3

    run(test, db=db)


def test_a_deal_of_today_is_shown_to_those_who_have_played_it() -> None:
    async def test(server: Server) -> None:
        async with clients(server, WebSocketClient.open, WebSocketClient.open, WebSocketClient.open) as players:
            own, other, slow = players
            seat = await sit_down(own)
            for player in (other, slow):
                await sit_down(player)
            for player in (own, other):
                await player.play(until=outgoing.Scored)
            kept = await ask(server, f"/api/records/{seat.table}?deal=1", headers=shown(own))
            path = kept.headers["Content-Location"]
            record = path.replace("/deal/", "/api/deals/")
            answers = [await ask(server, record, headers=shown(player)) for player in (None, slow, own, other)]
            assert [answer.status for answer in answers] == [403, 403, 200, 200]
            assert (await ask(server, f"{path}.png")).json["code"] == "day-not-over"
            page = await ask(server, path)
            assert (page.status, "og:title" in page.text) == (200, False)
            set_clock(server, NOON + DAY)
            assert (await ask(server, record)).status == 200
            assert "og:title" in (await ask(server, path)).text

    run(test)


def test_nobody_waits_for_a_bot_that_fails(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(daily, "bots_to_play", lambda: ("simple", "nobody"))

    async def test(server: Server) -> None:
        async with clients(server, WebSocketClient.open) as (player,):
            await sit_down(player)
            await player.play(until=outgoing.Scored)
            await complete(server, ["simple"], player)

    run(test)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == [
        "the bots do not play day20241004sueca: unknown-bot"
    ]


def test_processes_of_one_database_deal_the_same_and_know_all_results(postgres: Postgres) -> None:
    async def play() -> None:
        url = postgres.fresh()
        async with (
            opened(db=url) as here,
            opened(db=url) as there,
            clients(here, WebSocketClient.open) as (near,),
            clients(there, WebSocketClient.open) as (far,),
        ):
            for player in (near, far):
                await sit_down(player)
                await player.play(until=outgoing.Scored)
            assert dealt_to(near).hand == dealt_to(far).hand
            for server, player in ((here, far), (there, near)):
                results = (await told(server, player=player))["today"]["results"]
                assert len([each for each in results if not each.get("bot")]) == 2

    asyncio.run(play())


def test_nobody_is_helped_and_the_next_deal_is_like_any_other() -> None:
    async def test(server: Server) -> None:
        async with clients(server, WebSocketClient.open) as (player,):
            seat = await sit_down(player)
            await player.play(until=outgoing.Dealt)
            player.catch_up()
            while not player.player.legal:
                await player.receive()
                player.catch_up()
            turn = player.player.n
            await player.send(incoming.Hint(id="h", at=turn))
            assert (await player.wait_for(outgoing.Refused)).code == "not-in-daily"
            await player.send(incoming.Propose(id="t", at=turn, what="take-back"))
            assert (await player.wait_for(outgoing.Refused)).code == "not-in-daily"
            await player.send(incoming.AddBot(id="b", bot="random", seat=2))
            assert (await player.wait_for(outgoing.Refused)).code == "not-in-daily"
            player.player.read = len(player.got)  # it would take the refusals for faults of its own
            await player.play(until=outgoing.Scored)
            await player.play(until=outgoing.Scored)
            second = [message for message in player.got if isinstance(message, outgoing.Committed)][-1]
            assert second.seats[0] != "-"
            code = next(message.code for message in player.got if isinstance(message, outgoing.Taken))
            headers = {"Authorization": f"Bearer {code}"}
            records = jsonl.loads((await ask(server, f"/api/records/{seat.table}", headers=headers)).text)
            assert [(record.fair or {})["table"] for record in records] == [seat.day, seat.table]
            assert {verify(record).verdict for record in records} == {"consistent"}
            file = StringIO()
            for message in player.got:
                Transcript(file, lambda: NOON).got(message)
            witnesses = read_transcript(file.getvalue())
            assert set(witnesses) == {(seat.day, 1), (seat.table, 2)}
            first = verify(records[0], witnesses)
            assert (first.verdict, first.findings) == ("consistent", ())  # nobody has a part in the cards of a day

    run(test)


def test_a_server_can_do_without() -> None:
    async def play() -> None:
        async with serving(daily=False) as server, clients(server, WebSocketClient.open) as (player,):
            assert await told(server) is None
            await player.send(incoming.Create(game=GAME, daily=True))
            assert (await player.wait_for(outgoing.Refused)).code == "no-daily"

    asyncio.run(play())
