"""`overtrick bots`: they fill a table, play on, and end when they are told."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import pytest
from channels import Reader, address_of, connection, until
from network import OPTIONS, WebSocketClient, clients, identify, serving
from networks import some_checkpoint
from pages import ask
from programs import program

from overtrick.cli import main
from overtrick.client.channel import Channel
from overtrick.client.player_key import PlayerKey
from overtrick.core.catalogue import find_game
from overtrick.formats import jsonl
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import Act, AddBot, Create, Leave, Options, Propose, Quick, Ready
from overtrick.protocol.seen import Seen
from overtrick.referee.judging import judge

EXAMPLE = f"exec:{sys.executable} {Path(__file__).parents[2] / 'examples' / 'bots' / 'simple_bot.py'}"


async def play_a_match(channel: Channel) -> set[str]:
    """Play the first legal action until a match is over; gives the names of the players."""
    channel.send(Quick(game="sueca"))
    seen: Seen | None = None
    names: set[str] = set()
    async for news in channel:
        if isinstance(news, outgoing.Snapshot):
            seen = Seen(news)
        elif isinstance(news, outgoing.Event) and seen is not None:
            seen.apply(news)
        if isinstance(news, outgoing.Ended):
            channel.send(Leave())
            break
        if seen is not None and seen.view is not None and seen.view.legal:
            names |= {info.name for info in seen.seats}
            channel.send(Act(id="", at=seen.n, action=str(seen.view.legal[0])))
    return names


@pytest.mark.parametrize("name", ["program", "policy"])
def test_bots_may_be_programs_and_may_have_learned(name: str, tmp_path: Path) -> None:
    some_checkpoint(find_game("sueca")).write(tmp_path / "sueca.npz")
    bot = {"program": EXAMPLE, "policy": f"policy:{tmp_path / 'sueca.npz'}"}[name]

    async def talk() -> None:
        async with (
            serving() as server,
            program("bots", str(address_of(server)), "3", "--game", "sueca", "--bot", bot) as bots,
        ):
            await bots.wait_for("Bots at")
            async with connection(address_of(server), "Zoé") as channel:
                assert await play_a_match(channel) == {f"{name} #1", f"{name} #2", f"{name} #3", "Zoé"}
            bots.process.send_signal(signal.SIGINT)
            assert await bots.end() == 0
            assert "Traceback" not in bots.shown

    asyncio.run(talk())


def test_three_bots_play_a_match_with_a_person_and_another_with_the_next(tmp_path: Path) -> None:
    async def talk() -> None:
        async with (
            serving(db=str(tmp_path / "tables.db")) as server,
            program("bots", str(address_of(server)), "3", "--game", "sueca", "--bot", "simple", "--seed", "1") as bots,
        ):
            await bots.wait_for("Bots at")
            for _ in range(2):
                async with connection(address_of(server), "Zoé") as channel:
                    assert await play_a_match(channel) == {"simple #1", "simple #2", "simple #3", "Zoé"}
            bots.process.send_signal(signal.SIGINT)
            assert await bots.end() == 0
            assert "Traceback" not in bots.shown
            await until(lambda: not len(server.hub.lobby.rooms), "the end of all tables")
            records = jsonl.loads("".join(stored.line for stored in server._store.records()))
            assert {judge(record).status for record in records} == {"clean"}

    asyncio.run(talk())


@pytest.mark.parametrize(
    ("arguments", "name"), [(["--name", "Marvin"], "Marvin"), (["--bot", "sampling", "--level", "4"], "sampling 4")]
)
def test_a_bot_sits_down_at_a_table_that_is_named(arguments: list[str], name: str) -> None:
    async def talk() -> None:
        async with serving() as server, connection(address_of(server)) as channel:
            news = Reader(channel)
            channel.send(Create(game="euchre", options=OPTIONS))
            table = (await news.wait_for(outgoing.Taken)).table
            async with program("bots", str(address_of(server)), "1", "--table", table, *arguments) as bots:
                assert (await news.wait_for(outgoing.Sat)).name == name
                bots.process.terminate()
                assert await bots.end() == 0
            await news.wait_for(outgoing.Left)

    asyncio.run(talk())


def test_bots_with_a_key_are_marked_and_rated(tmp_path: Path) -> None:
    key = tmp_path / "key.json"

    async def talk() -> None:
        async with serving() as server, clients(server, WebSocketClient.open) as (ann,):
            await identify(ann, server, PlayerKey(bytes(32)))
            await ann.send(Create(game="euchre", options=Options(bot_delay=0, rated=True)))
            table = (await ann.wait_for(outgoing.Taken)).table
            arguments = ("2", "--bot", "simple", "--name", "Marvin", "--table", table, "--key", str(key))
            async with program("bots", str(address_of(server)), *arguments) as bots:
                sat = [await ann.wait_for(outgoing.Sat), await ann.wait_for(outgoing.Sat)]
                (player,) = {each.player for each in sat}
                assert [(each.seat, each.program) for each in sat] == [(2, True), (4, True)]
                await bots.wait_for(f"A new key is in {key}. Whoever has that file is the player {player}")
                await ann.send(AddBot(bot="simple"))
                await ann.play()
            listed = (await ask(server, "/api/players?game=euchre&bots=1")).json["players"]
            assert {(each["player"], each["is_bot"]) for each in listed} == {(player, True), ("simple", True)}
            people = (await ask(server, "/api/players?game=euchre&bots=0")).json["players"]
            assert [each["is_bot"] for each in people] == [False]

    asyncio.run(talk())
    assert key.stat().st_mode & 0o077 == 0


def test_no_partner_gives_up_the_rating_of_a_bot(tmp_path: Path) -> None:
    async def talk() -> None:
        async with serving() as server, clients(server, WebSocketClient.open) as (ann,):
            await identify(ann, server, PlayerKey(bytes(32)))
            await ann.send(Create(game="whist", options=Options(bot_delay=0, rated=True)))
            table = (await ann.wait_for(outgoing.Taken)).table
            for seat in (2, 4):
                await ann.send(AddBot(bot="simple", seat=seat))
                await ann.wait_for(outgoing.Sat)
            key = str(tmp_path / "key.json")
            async with program("bots", str(address_of(server)), "1", "--bot", "simple", "--table", table, "--key", key):
                await ann.wait_for(outgoing.Sat)
                await ann.send(Ready(deal=1))
                while not (acted := await ann.wait_for(outgoing.Acted)).legal:
                    pass  # until it is her turn, and nothing else happens
                await ann.send(Propose(id="give-up", at=acted.n, what="resign"))
                answered = await ann.wait_for(outgoing.Answered)
                assert (answered.seat, answered.yes) == (3, False)

    asyncio.run(talk())


def test_a_key_is_of_no_use_where_nobody_has_one(tmp_path: Path) -> None:
    async def talk() -> None:
        key = str(tmp_path / "key.json")
        PlayerKey.load_or_make(key, bytes)
        async with (
            serving(has_players=False) as server,
            program("bots", str(address_of(server)), "1", "--bot", "simple", "--key", key) as bots,
        ):
            assert await bots.end() == 2
            assert f"Player {PlayerKey.load(key).player}, by the key in {key}." in bots.shown
            assert "On this server nobody has a key or a rating." in bots.shown

    asyncio.run(talk())


def test_what_the_server_has_against_it_is_told() -> None:
    async def talk() -> None:
        async with (
            serving() as server,
            program("bots", str(address_of(server)), "2", "--bot", "simple", "--table", "none") as bots,
        ):
            assert await bots.end() == 2
            assert "overtrick bots: " in bots.shown
            assert "There is no such table." in bots.shown

    asyncio.run(talk())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["localhost:1", "3"], "The server at localhost:1 cannot be reached: "),
        (["localhost", "3", "--bot", "clever"], "There is no bot 'clever'"),
        (["localhost", "3", "--level", "7"], "The bot 'sampling' has no options '7'"),
        ([":", "3"], "is not an address"),
        (
            ["localhost", "3", "--bot", "simple", "--key", "no/such/folder/key"],
            "no/such/folder/key cannot be written: ",
        ),
    ],
)
def test_what_cannot_be_done(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots", *arguments]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("number", ["0", "-1", "many"])
def test_what_is_no_number_of_bots(number: str) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["bots", "localhost", number])
    assert stop.value.code == 2


def test_bots_play_a_session_at_a_table_of_the_table_manager_protocol() -> None:
    async def talk() -> None:
        async with serving(table_manager_port=0, boards=1) as server:
            address = f"127.0.0.1:{server.table_manager_port}"
            async with (
                program(
                    "bots", "--table-manager", address, "--seats", "ew", "--bot", "simple", "--name", "B"
                ) as others,
                program("bots", "--table-manager", address, "2", "--bot", "simple", "--name", "A") as partners,
            ):
                assert await partners.end() == 0
                assert await others.end() == 0
                assert partners.shown == f"Bots at {address}: 2. An interrupt (Ctrl-C) ends them.\n"
            (record,) = jsonl.loads("".join(stored.line for stored in server._store.records()))
            assert (record.seats, judge(record).status) == (("A", "B", "A", "B"), "clean")

    asyncio.run(talk())


def test_what_a_table_manager_has_against_them_is_told() -> None:
    async def talk() -> None:
        async with serving(table_manager_port=0) as server:
            address = f"127.0.0.1:{server.table_manager_port}"
            async with program("bots", "--table-manager", address, "1", "--bot", "simple", "--name", "A") as first:
                await first.wait_for("Bots at")
                await until(lambda: bool(server.hub.lobby.rooms), "the first table")
                async with program("bots", "--table-manager", address, "1", "--bot", "simple", "--name", "B") as second:
                    assert await second.end() == 2
                    assert "The server has ended it (Seat North is not empty.)." in second.shown
                first.process.send_signal(signal.SIGINT)
                assert await first.end() == 0

    asyncio.run(talk())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["localhost"], "N is needed"),
        (["localhost", "2", "--seats", "NS"], "--seats needs --table-manager"),
        (["localhost", "3", "--seats", "NS", "--table-manager"], "3 bots cannot have 2 seats"),
        (["localhost", "--seats", "NN", "--table-manager"], "'NN' is not some of the letters N, E, S, W"),
        (["localhost", "5", "--table-manager"], "5 bots cannot have 4 seats"),
        (
            ["localhost", "--game", "sueca", "--table-manager"],
            "--table, --code, --game, --key and --challenges are not for",
        ),
    ],
)
def test_what_bots_cannot_be_asked(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["bots", *arguments])
    assert stop.value.code == 2
    assert words in capsys.readouterr().err
