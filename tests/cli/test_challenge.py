"""`overtrick challenge`: who waits is listed, and plays a match that counts, within its own limits."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from channels import address_of, until
from network import WebSocketClient, clients, serving
from pages import ask
from programs import Program, program

from overtrick.cli import main
from overtrick.client.player_key import PlayerKey
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import Create, Invite, Leave, Options
from overtrick.server.server import Server


@asynccontextmanager
async def waiting(server: Server, key: Path, number: str, *arguments: str) -> AsyncIterator[Program]:
    """A program that waits for challenges."""
    words = (number, "--challenges", "--bot", "simple", "--name", "Marvin", "--key", str(key), *arguments)
    async with program("bots", str(address_of(server)), *words) as bots:
        await bots.wait_for("Waiting for challenges at")
        yield bots
        bots.process.send_signal(signal.SIGINT)
        assert await bots.end() == 0
        assert "Traceback" not in bots.shown


def test_bots_challenge_a_program_one_match_after_the_other(tmp_path: Path) -> None:
    theirs, ours = tmp_path / "marvin.json", tmp_path / "ours.json"

    async def talk() -> None:
        async with serving() as server, waiting(server, theirs, "2"):
            address, marvin = str(address_of(server)), PlayerKey.load(str(theirs)).player
            for against in ("marvin", marvin):
                words = ("--against", against, "--bot", "random", "--name", "Ours", "--key", str(ours))
                async with program("challenge", address, "euchre", *words) as challenge:
                    assert await challenge.end() == 0, challenge.shown
                    assert any(word in challenge.shown for word in ("Won: ", "Lost: "))
            await until(lambda: not server.hub.lobby.rooms, "the end of all tables")
            listed = (await ask(server, "/api/players?game=euchre&bots=1")).json["players"]
            matches = {each["player"]: each["rating"]["matches"] for each in listed}
            assert matches == {marvin: 2, PlayerKey.load(str(ours)).player: 2}
            async with program("challenge", address, "euchre") as shown:
                assert await shown.end() == 0
                rating = next(each["rating"] for each in listed if each["player"] == marvin)
                assert shown.shown == f"{marvin}  Marvin  {rating['rating']} ± {rating['doubt']}\n"

    asyncio.run(talk())


def test_nobody_challenges_themselves(tmp_path: Path) -> None:
    key = tmp_path / "marvin.json"

    async def talk() -> None:
        async with serving() as server, waiting(server, key, "2"):
            for bots in ((), ("--bot", "random")):
                words = ("euchre", "--against", "marvin", *bots, "--key", str(key))
                async with program("challenge", str(address_of(server)), *words) as challenge:
                    assert await challenge.end() == 2
                    assert "'marvin' waits with this very key" in challenge.shown
            assert not server.hub.lobby.rooms

    asyncio.run(talk())


def test_a_person_challenges_a_program_with_a_bot_of_the_server(tmp_path: Path) -> None:
    async def talk() -> None:
        async with serving() as server, waiting(server, tmp_path / "marvin.json", "2", "--game", "sueca"):
            words = ("--against", "Marvin", "--key", str(tmp_path / "zoe.json"), "--name", "Zoé")
            async with program("challenge", str(address_of(server)), "sueca", *words) as person:
                await person.wait_for("Your card> ")
                (info,) = server.hub.lobby.rooms.public()
                assert [seat.name for seat in info.seats] == ["Zoé", "Marvin", "simple", "Marvin"]
                assert [seat.program for seat in info.seats] == [False, True, False, True]
                person.type("quit")
                assert await person.end() == 0

    asyncio.run(talk())


def test_a_program_goes_if_who_has_invited_it_has_gone_before_the_match(tmp_path: Path) -> None:
    async def talk() -> None:
        async with (
            serving() as server,
            waiting(server, tmp_path / "marvin.json", "1"),
            clients(server, WebSocketClient.open) as (ann,),
        ):
            (marvin,) = server.hub.lobby.inviting.programs()
            for _ in range(2):  # it is free again
                await ann.send(Create(game="euchre", options=Options(private=True)))
                code = (await ann.wait_for(outgoing.Taken)).code
                await ann.send(Invite(player=marvin.player, seat=3, code=code))
                sat = await ann.wait_for(outgoing.Sat)
                assert (sat.seat, sat.player, sat.program) == (3, marvin.player, True)
                await ann.send(Leave())
                await until(lambda: not server.hub.lobby.rooms, "the end of the table")
                await until(lambda: len(server.hub.connections) == 2, "the end of its connection")

    asyncio.run(talk())


@pytest.mark.parametrize(
    ("limits", "why"), [(["1"], "they play enough already"), (["2", "--least-clock", "90"], "too little time")]
)
def test_a_program_keeps_to_its_limits(limits: list[str], why: str, tmp_path: Path) -> None:
    async def talk() -> None:
        async with serving() as server, waiting(server, tmp_path / "marvin.json", *limits):
            words = ("--against", "Marvin", "--bot", "simple", "--key", str(tmp_path / "ours.json"))
            async with program("challenge", str(address_of(server)), "euchre", *words) as challenge:
                assert await challenge.end() == 1
                assert "Marvin does not take seat" in challenge.shown
                assert why in challenge.shown
            await until(lambda: not server.hub.lobby.rooms, "the end of all tables")

    asyncio.run(talk())


def test_only_who_waits_is_challenged(tmp_path: Path) -> None:
    key = str(tmp_path / "key")

    async def talk() -> None:
        async with serving() as server, waiting(server, tmp_path / "marvin.json", "2", "--game", "sueca"):
            address = str(address_of(server))
            async with program("challenge", address) as shown:
                assert await shown.end() == 0
                assert shown.shown.endswith("  Marvin  sueca\n")
            async with program("challenge", address, "euchre") as shown:
                assert await shown.end() == 1
                assert shown.shown == "Nobody waits for such challenges now.\n"
            words = ("euchre", "--against", "Marvin", "--bot", "simple", "--key", key)
            async with program("challenge", address, *words) as challenge:
                assert await challenge.end() == 2
                assert "No 'Marvin' waits for challenges to this game." in challenge.shown

    asyncio.run(talk())


def test_where_nobody_has_a_key_nobody_is_challenged(capsys: pytest.CaptureFixture[str]) -> None:
    async def talk() -> None:
        async with serving(has_players=False) as server, program("challenge", str(address_of(server))) as challenge:
            assert await challenge.end() == 2
            assert "On this server nobody has a key or a rating." in challenge.shown

    asyncio.run(talk())
    assert main(["challenge", "localhost:1"]) == 2
    assert "The server at localhost:1 cannot be reached: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["challenge", "localhost", "--against", "x", "--key", "k"], "--against needs GAME and --key"),
        (["challenge", "localhost", "euchre", "--against", "x"], "--against needs GAME and --key"),
        (["bots", "localhost", "2", "--challenges"], "--challenges needs --key, and no --table or --code"),
        (["bots", "localhost", "2", "--least-clock", "9"], "--least-clock needs --challenges"),
    ],
)
def test_what_cannot_be_asked(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert words in capsys.readouterr().err
