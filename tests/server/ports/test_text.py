"""The text port: people with nothing but a line, programs that speak JSON, and Telnet."""

import asyncio
import re
from random import Random

import pytest
from network import LineClient, TextClient, serving

from overtrick.protocol import incoming, outgoing

OPTION = re.compile(r"^  (\d+)\) (.*)$", re.MULTILINE)


async def choose_until_the_match_is_over(person: TextClient, rng: Random) -> None:
    """Answer every prompt with the number of some option."""
    asked = 0
    while "The match is over" not in person.shown:
        assert await person.look(), person.shown
        if person.shown.endswith("> ") and len(person.shown) > asked:
            asked = len(person.shown)
            block = person.shown[person.shown.rindex("\n  1) ") :]
            options = dict(OPTION.findall(block))
            waiting = [number for number, words in options.items() if words == "wait for other players"]
            person.type(waiting[0] if waiting else rng.choice(list(options)), end=rng.choice(["\n", "\r\n"]))


@pytest.mark.parametrize("game", ["euchre,target=5", "sueca:fctp"])
def test_four_people_play_a_match_by_numbers(game: str) -> None:
    async def play() -> list[str]:
        async with serving() as server:
            people = [await TextClient.open(server) for _ in range(4)]
            for person in people:
                person.type(f"quick {game}")
                await person.wait_for("You have seat")
            await asyncio.gather(*(choose_until_the_match_is_over(p, Random(n)) for n, p in enumerate(people)))
            for person in people:
                person.type("quit")
                await person.ended()
                await person.close()
            assert not server.hub.connections
            return [person.shown for person in people]

    for shown in asyncio.run(play()):
        assert "Your hand: " in shown
        assert "Trick 1 goes to " in shown
        assert shown.endswith("Goodbye.\n")


def test_a_person_is_greeted_and_a_program_is_not() -> None:
    async def connect() -> tuple[str, bytes]:
        async with serving() as server:
            person, program = await TextClient.open(server), await LineClient.open(server)
            await program.send(incoming.Ping(id="first"))
            line = await program.read()
            shown = await person.wait_for("> ")
            await person.close()
            await program.close()
            return shown, line or b""

    shown, line = asyncio.run(connect())
    assert shown.startswith("Welcome.")
    assert line.startswith(b'{"type":"refused","code":"hello-first"')


def test_the_language_of_the_server_is_that_of_the_greeting() -> None:
    async def connect() -> str:
        async with serving(language="fr") as server:
            person = await TextClient.open(server)
            shown = await person.wait_for("> ")
            await person.close()
            return shown

    assert asyncio.run(connect()).startswith("Bienvenue.")


def test_telnet_and_broken_text_are_understood_as_far_as_possible() -> None:
    async def connect() -> str:
        async with serving() as server:
            person = await TextClient.open(server)
            person.writer.write(b"\xff\xfb\x1f\xff\xfd\x03na\xff\xf1me Zo\xc3\xa9\r\n")
            await person.wait_for("Zoé")
            person.writer.write(b"n\xf4n\xffsense \x1b[2J\r\0\n")
            shown = await person.wait_for("is not understood")
            await person.close()
            return shown

    shown = asyncio.run(connect())
    assert "\x1b" not in shown


def test_a_line_that_is_too_long_ends_the_connection() -> None:
    async def connect() -> str:
        async with serving() as server:
            person = await TextClient.open(server)
            person.type("x" * 20_000)
            shown = await person.ended()
            await person.close()
            return shown

    assert asyncio.run(connect()).endswith("At most 16384 bytes are taken at a time.\n")


def test_a_browser_cannot_be_made_to_play() -> None:
    async def connect() -> tuple[str, int]:
        async with serving() as server:
            person = await TextClient.open(server)
            person.type("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nquick belote\r\n")
            shown = await person.ended()
            await person.close()
            return shown, len(server.hub.lobby.rooms)

    assert asyncio.run(connect()) == ("HTTP is not spoken here, but on another port.\n", 0)


def test_json_lines_are_the_messages_of_the_websocket() -> None:
    async def connect() -> list[outgoing.Message]:
        async with serving() as server:
            program = await LineClient.open(server)
            await program.hello(name="Ann")
            await program.send(incoming.Create(id="1", game="bridge", options=incoming.Options(private=True)))
            await program.wait_for(outgoing.Snapshot)
            await program.close()
            return program.got

    kinds = [type(message) for message in asyncio.run(connect())]
    assert kinds == [outgoing.Welcome, outgoing.InLobby, outgoing.Taken, outgoing.Snapshot]


@pytest.mark.parametrize("tail", ["", "\n", '\n{"type":"ping","id":"after"}\n'])
def test_what_came_before_a_line_that_is_too_long_is_answered(tail: str) -> None:
    async def connect() -> list[outgoing.Message]:
        async with serving() as server:
            program = await LineClient.open(server)
            await program.write(b'{"type":"ping","id":"before"}\n' + b"x" * 20_000 + tail.encode())
            await program.ended()
            await program.close()
            return program.got

    refused, bye = asyncio.run(connect())
    assert isinstance(refused, outgoing.Refused)
    assert refused.id == "before"
    assert isinstance(bye, outgoing.Bye)
    assert bye.code == "too-large"


def test_a_program_is_known_before_its_first_line_is_complete() -> None:
    async def connect() -> list[outgoing.Message]:
        async with serving() as server:
            program = await LineClient.open(server)
            program.writer.write(b'{"type":"ping",')
            person = await TextClient.open(server)
            await person.wait_for("> ")  # which came later, so that the moment of the program is over, too
            await program.write(b'"id":"late"}')
            await program.wait_for(outgoing.Refused)
            program.writer.write(b"x" * 20_000)
            await program.ended()
            await program.close()
            await person.close()
            return program.got

    assert [getattr(message, "code", "") for message in asyncio.run(connect())] == ["hello-first", "too-large"]
