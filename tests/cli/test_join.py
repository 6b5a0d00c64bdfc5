"""`overtrick join`: people at a server, line by line or with a screen."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from channels import Reader, address_of, any_bot, bots, connection, until
from lengths import first
from network import OPTIONS, serving
from programs import program
from terminals import Terminal

from overtrick.cli import main
from overtrick.client.player_key import PlayerKey
from overtrick.formats import jsonl
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.fair.transcript import read_transcript
from overtrick.protocol.fair.verification import verify
from overtrick.protocol.incoming import Create, Quick, Say
from overtrick.server.limits import LOCALS


def test_a_script_plays_two_deals_and_can_prove_them(tmp_path: Path) -> None:
    kept, db = tmp_path / "transcript.jsonl", tmp_path / "tables.db"

    async def talk() -> None:
        async with (
            serving(db=str(db)) as server,
            bots(server, Quick(game="sueca,deals=3"), *map(any_bot, range(3))),
            program("join", str(address_of(server)), "--name", "Zoé", "--transcript", str(kept)) as person,
        ):
            await person.wait_for("Welcome, Zoé.")
            await person.wait_for("Your choice> ")
            person.type("quick sueca,deals=3")  # two deals may be a whole match else
            while "Deal 3" not in person.shown:
                await person.wait_for("Your card> ")
                person.type("1")
            person.type("quit")
            assert await person.end() == 0
            assert person.shown.endswith("Goodbye.\n")
            records = jsonl.loads("".join(stored.line for stored in server._store.records()))
            assert len(records) >= 2
            text = kept.read_text()
            assert '"token"' not in text
            assert '"code"' not in text
            transcript = read_transcript(text.splitlines())
            assert {verify(record, transcript).verdict for record in records} == {"proved"}

    asyncio.run(talk())


def test_a_seat_is_found_by_table_by_code_or_by_game() -> None:
    async def talk() -> None:
        async with serving() as server, connection(address_of(server)) as channel:
            news, address = Reader(channel), str(address_of(server))
            channel.send(Create(game="sueca", options=incoming.Options(private=True)))
            code = (await news.wait_for(outgoing.Taken)).code
            async with program("join", address, "--code", code, "--name", "Ann") as person:
                assert (await news.wait_for(outgoing.Sat)).name == "Ann"
                await person.wait_for("You have seat 2")
                channel.send(Say(text="hello Ann"))
                await person.wait_for("hello Ann")
                person.type("quit")
                assert await person.end() == 0
            await news.wait_for(outgoing.Left)
        async with serving() as server, connection(address_of(server)) as channel:
            news, address = Reader(channel), str(address_of(server))
            channel.send(Create(game="sueca"))
            table = (await news.wait_for(outgoing.Taken)).table
            async with (
                program("join", address, "--table", table) as second,
                program("join", address, "--game", "sueca") as third,
            ):
                await second.wait_for(table)
                await third.wait_for(table)

    asyncio.run(talk())


def test_a_person_with_a_key_is_known_at_the_table(tmp_path: Path) -> None:
    async def talk() -> None:
        async with serving() as server, connection(address_of(server)) as channel:
            news, key = Reader(channel), tmp_path / "key.json"
            channel.send(Create(game="sueca"))
            table = (await news.wait_for(outgoing.Taken)).table
            async with program("join", str(address_of(server)), "--table", table, "--key", str(key)) as person:
                sat = await news.wait_for(outgoing.Sat)
                assert (sat.player, sat.program) == (PlayerKey.load(str(key)).player, False)
                await person.wait_for("You have seat 2")

    asyncio.run(talk())


def test_who_is_refused_a_seat_is_in_the_lobby() -> None:
    async def talk() -> None:
        async with serving() as server, program("join", str(address_of(server)), "--game", "tarot") as person:
            await person.wait_for("There is no game 'tarot'")
            await person.wait_for("Your choice> ")

    asyncio.run(talk())


def test_an_interrupt_gives_up_the_seat() -> None:
    async def talk() -> None:
        async with serving() as server, connection(address_of(server)) as channel:
            news = Reader(channel)
            channel.send(Create(game="sueca", options=OPTIONS))
            table = (await news.wait_for(outgoing.Taken)).table
            async with program("join", str(address_of(server)), "--table", table) as person:
                await person.wait_for("Seats: ")  # before that, a prompt may be that of the lobby
                person.process.send_signal(signal.SIGINT)
                assert await person.end() == 130
            await news.wait_for(outgoing.Left)

    asyncio.run(talk())


def test_the_connection_is_lost_and_comes_back(tmp_path: Path) -> None:
    async def talk() -> None:
        db = str(tmp_path / "tables.db")
        async with serving(db=db) as server:
            port = server.port
            person_at = program("join", str(address_of(server)), "--name", "Zoé")
            async with person_at as person:
                await person.wait_for("> ")
                person.type("new sueca")
                await person.wait_for("Your choice> ")
                await server.stop()
                await person.wait_for("The connection is lost.")
                async with serving(db=db, port=port) as again:
                    await person.wait_for("The connection is there again.")
                    person.type("say here I am")
                    await person.wait_for("[Zoé] here I am")
                    assert len(again.hub.lobby.rooms) == 1

    asyncio.run(talk())


def test_where_the_server_ends_it_the_exit_code_tells() -> None:
    async def talk() -> None:
        hasty = LOCALS._replace(idle_time=0.1)
        async with serving(locals=hasty) as server, program("join", str(address_of(server))) as person:
            assert await person.end() == 1

    asyncio.run(talk())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["localhost:1"], "The server at localhost:1 cannot be reached: "),
        (["localhost:1", "--lang", "fr"], "Le serveur localhost:1 ne peut pas être joint"),
        (["localhost:x"], "'localhost:x' is not an address"),
        (["localhost:1", "--transcript", "/no/such/folder/file"], "/no/such/folder/file cannot be written"),
    ],
)
def test_what_cannot_be_joined(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["join", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_only_one_place_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["join", "localhost", "--table", "a", "--game", "belote"])
    assert stop.value.code == 2
    assert "not allowed with" in capsys.readouterr().err


def test_a_terminal_has_a_screen() -> None:
    def play(address: str) -> None:
        with Terminal("join", address, "--game", "sueca", "--name", "Zoé") as terminal:
            terminal.wait_for("fill the empty")
            terminal.type("1\r")
            terminal.wait_for("Your card")
            terminal.type("quit\r")
            assert terminal.end() == 0

    async def talk() -> None:
        async with serving() as server:
            await asyncio.to_thread(play, str(address_of(server)))
            await until(lambda: not len(server.hub.lobby.rooms), "the end of the table")

    asyncio.run(talk())


def test_what_the_server_said_last_is_not_lost_with_the_screen() -> None:
    def look(address: str) -> None:
        with Terminal("join", address) as terminal:
            assert terminal.end() == 1
            after = terminal.shown.rpartition("\x1b[?1049l")[2]
            assert after.endswith("the connection ends.\r\n")

    async def talk() -> None:
        async with serving(locals=LOCALS._replace(idle_time=0.1)) as server:
            await asyncio.to_thread(look, str(address_of(server)))

    asyncio.run(talk())


@pytest.mark.parametrize("arguments", first(1, [["join", "localhost"], ["bots", "localhost", "1"], ["play", "belote"]]))
def test_what_is_not_installed_is_named(arguments: list[str]) -> None:
    code = f"import sys; sys.modules['msgspec'] = None; from overtrick.cli import main; sys.exit(main({arguments}))"
    done = subprocess.run([sys.executable, "-c", code], input="1\n", capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert (
        done.stderr == f"overtrick {arguments[0]}: msgspec is not installed: pip install 'overtrick[server]' does it.\n"
    )
