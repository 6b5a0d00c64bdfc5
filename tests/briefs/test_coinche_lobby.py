"""The Coinche brief: who comes, who goes, and in which language."""

import asyncio
import signal
from collections.abc import Iterator
from operator import itemgetter

import pytest
from coinche_people import Person, come, command, first_line, free_port, people, running, serving, stop
from lengths import first, one_of_each

GOING = [
    ("deal", "close"),
    ("auction", "quit"),
    ("play", "close"),
    ("deal", "quit"),
    ("auction", "close"),
    ("play", "quit"),
]
"""phases, and how somebody goes in them"""
BROKEN = "is gone: the match is broken off, and you are in the lobby."


@pytest.fixture
def port() -> Iterator[int]:
    with serving() as port:
        yield port


async def pass_all(players: list[Person]) -> None:
    """Play the standing bid: nobody calls anything."""
    for seat in (1, 2, 3, 0):
        assert (await players[seat].asked())[0] == "pass"
        players[seat].type("1")


async def play_a_trick(players: list[Person]) -> None:
    for seat in (1, 2, 3, 0):
        await players[seat].asked()
        players[seat].type("1")


async def go(player: Person, how: str) -> None:
    if how == "quit":
        player.type("quit")
        assert (await player.ended()).endswith("Goodbye.\n")
    await player.close()


@pytest.mark.parametrize(("phase", "how"), one_of_each(GOING, itemgetter(0)))
def test_those_who_remain_are_in_the_lobby_and_play_the_next_game(port: int, phase: str, how: str) -> None:
    async def game() -> None:
        async with people(port) as players:
            if phase == "auction":
                await players[1].asked()
                players[1].type("2")
                await players[0].wait_for("2: 90 ♠")
            elif phase == "play":
                await pass_all(players)
                await play_a_trick(players)
                await players[0].wait_for("Trick 1 ")
            await go(players[2], how)
            remaining = [players[0], players[1], players[3]]
            for player in remaining:
                await player.wait_for("Player 3")
                await player.wait_for(BROKEN)
                await player.wait_for("Players here: 3 of 4.")
                assert "Each player won" not in player.shown
                assert not player.is_asked
                player.type("1")
                await player.wait_for("There is nothing to choose by a number now.")
            newcomer = await come(port)
            for seat, player in enumerate([*remaining, newcomer], 1):
                await player.wait_for(f"You have seat {seat} ")
                await player.wait_for("Deal 1, dealer Player 1 (1).")
            await pass_all([*remaining, newcomer])
            await newcomer.wait_for("Contract: 80 ♥ by FIRST.")
            await newcomer.close()

    asyncio.run(game())


@pytest.mark.parametrize("how", first(1, ["close", "quit"]))
def test_teams_are_made_in_the_order_of_those_who_are_still_there(port: int, how: str) -> None:
    async def game() -> None:
        async with people(port, 3) as (ann, bob, cid):
            for person, name in ((bob, "Bob"), (cid, "Cid")):
                person.type(f"name {name}")
                await person.wait_for(f"Welcome, {name}.")
            await go(ann, how)
            await bob.wait_for("Players here: 2 of 4.")
            async with people(port, 1) as (dan,):
                dan.type("name Dan")
                await dan.wait_for("Welcome, Dan.")
                async with people(port, 1) as (eve,):
                    for person in (bob, cid, dan, eve):
                        await person.wait_for("FIRST: Bob (1) and Dan (3)\nSECOND: Cid (2) and Player 4 (4)\n")

    asyncio.run(game())


def test_who_leaves_only_the_game_waits_with_the_others(port: int) -> None:
    async def game() -> None:
        async with people(port) as players:
            players[0].type("leave")
            await players[1].wait_for(BROKEN)
            for seat, player in enumerate([*players[1:], players[0]], 1):
                await player.wait_for(f"You have seat {seat} ")

    asyncio.run(game())


def test_a_broken_game_does_not_disturb_another(port: int) -> None:
    async def games() -> None:
        async with people(port) as others, people(port) as players:
            await pass_all(others)
            await players[0].close()
            await players[1].wait_for(BROKEN)
            await play_a_trick(others)
            for player in others:
                await player.wait_for("Trick 1 ")
                assert BROKEN not in player.shown

    asyncio.run(games())


@pytest.mark.parametrize("locale", first(1, ["fr_FR.UTF-8", "fr"]))
def test_a_french_server(locale: str) -> None:
    async def game(port: int) -> None:
        players = [Person(*await asyncio.open_connection("127.0.0.1", port)) for _ in range(4)]
        await players[0].wait_for("Vous êtes dans le salon.\nJoueurs présents : 1 sur 4.")
        await players[0].wait_for("FIRST: Joueur 1 (1) et Joueur 3 (3)")
        speaker = players[1]
        assert (await speaker.asked())[:2] == ["passe", "90 ♠"]
        assert speaker.shown.endswith("Votre annonce> ")
        speaker.type("lang en")
        await speaker.wait_for("Your call> ")
        assert (await speaker.asked())[0] == "pass"
        speaker.type("lang xx")
        await speaker.wait_for("lang en | fr | pt was expected.")
        speaker.type("passe")
        await players[0].wait_for(": passe")
        for player in players:
            await player.close()

    with serving(locale) as port:
        asyncio.run(game(port))


def test_a_player_chooses_his_language_in_the_lobby(port: int) -> None:
    async def lobby() -> None:
        async with people(port, 2) as (ann, bob):
            ann.type("lang fr")
            await ann.wait_for("Bienvenue.")
            await bob.close()
            await ann.wait_for("Joueurs présents : 1 sur 4.")

    asyncio.run(lobby())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_server_tells_everybody_that_it_ends(number: signal.Signals) -> None:
    port = free_port()
    with running(command("server", "127.0.0.1", port)) as server:
        assert first_line(server) == f"Waiting for players: 127.0.0.1, port {port}.\n"

        async def game() -> None:
            async with people(port, 5) as players:
                server.send_signal(number)
                for player in players:
                    assert "The server is closing." in await player.ended()

        asyncio.run(game())
        assert stop(server) == (0, "")
