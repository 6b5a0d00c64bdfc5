"""The Coinche brief: whole games on its server, by people with nothing but a socket and by artificial players."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from coinche_people import (
    OVER,
    Person,
    come,
    command,
    first_line,
    free_port,
    people,
    play,
    running,
    serving,
    stop,
)
from patience import PATIENCE

RESULT = re.compile(r"(AI \d) \((?:FIRST|SECOND)\) has (?:won|lost) game (\d+): FIRST (\d+), SECOND (\d+)\.\n")
RESULT_IN_FRENCH = r"AI \d \((FIRST|SECOND)\) a (gagné|perdu) la partie 1 : FIRST \d+, SECOND \d+\.\n"
TEAMS = {"FIRST": (1, 3), "SECOND": (2, 4)}
POINTS = 152


@pytest.fixture
def port() -> Iterator[int]:
    with serving() as port:
        yield port


def first(options: list[str]) -> int:
    return 1


def check_result(shown: str) -> tuple[str, str]:
    """The contract and the winner of the first game that is shown, whom its points must explain."""
    shown = shown.partition(OVER)[0]
    contract, taker = re.findall(r"Contract: (.+) by (.+)\.\n", shown)[-1]
    side = taker if taker in TEAMS else next(team for team, seats in TEAMS.items() if int(taker[-2]) in seats)
    teams = {team: int(points) for team, points in re.findall(r"^(FIRST|SECOND): (\d+)", shown, re.M)}
    players = [int(points) for points in re.findall(r"Player \d \(\d\) (\d+)[,.]", shown)]
    assert len(players) == 4
    assert teams == {team: sum(players[seat - 1] for seat in seats) for team, seats in TEAMS.items()}
    assert sum(players) == POINTS
    value = contract.split()[0]
    tricks = re.findall(r"^Trick \d .*\((\d)\)\. ", shown, re.M)
    assert len(tricks) == 8
    made = all(int(seat) in TEAMS[side] for seat in tricks) if value == "capot" else teams[side] >= int(value)
    assert ("The contract is made." in shown) is made
    winner = re.findall(r"The match is over. Winner: (\w+)\.", shown)[0]
    assert (winner == side) is made
    return contract, winner


def test_silent_connections_play_a_whole_game_by_numbers(port: int) -> None:
    async def game() -> list[Person]:
        players = [Person(*await asyncio.open_connection("127.0.0.1", port)) for _ in range(4)]
        await asyncio.gather(*(play(player, first) for player in players))
        for player in players:
            await player.close()
        return players

    players = asyncio.run(game())
    assert {check_result(player.shown)[0] for player in players} == {"80 ♥"}  # which stays, since all passed
    assert "80 ♥ of FIRST stands as a bid." in players[0].shown
    assert "FIRST: Player 1 (1) and Player 3 (3)\nSECOND: Player 2 (2) and Player 4 (4)\n" in players[0].shown
    assert "  1) pass\n  2) 90 ♠\n" in players[1].shown


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 4))])
def test_whatever_is_chosen_the_points_explain_the_winner(port: int, seed: int) -> None:
    chance = Random(seed)

    def choose(options: list[str]) -> int:
        return 1 if options[0] == "pass" and chance.random() < 0.7 else chance.randint(1, len(options))

    async def game() -> list[str]:
        async with people(port) as players:
            await asyncio.gather(*(play(player, choose) for player in players))
            return [player.shown for player in players]

    assert len({check_result(shown) for shown in asyncio.run(game())}) == 1


def test_after_a_game_the_same_four_play_again(port: int) -> None:
    async def games() -> None:
        async with people(port) as players:
            await asyncio.gather(*(play(player, first, games=2) for player in players))
            for seat, player in enumerate(players, 1):
                for _ in range(2):
                    await player.wait_for(f"You have seat {seat} ")
                    await player.wait_for("The match is over, and you are in the lobby.\nPlayers here: 4 of 4.")

    asyncio.run(games())


def test_25_games_at_once(port: int) -> None:
    async def games() -> list[str]:
        async with people(port, 100) as players:
            for player in players:
                await player.wait_for("stands as a bid.")
            await asyncio.gather(*(play(player, first) for player in players))
            return [player.shown for player in players]

    shown = asyncio.run(games())
    tables = Counter(re.findall(r"You have seat \d at table (\w+)", text)[0] for text in shown)
    assert list(tables.values()) == [4] * 25
    for text in shown:
        check_result(text)


def test_what_cannot_be_chosen_is_refused_and_asked_again(port: int) -> None:
    async def game() -> None:
        async with people(port) as players:
            options = await players[1].asked()
            for line, sentence in {
                "0": f"There is no option 0: a number from 1 to {len(options)} was expected.",
                "39": f"There is no option 39: a number from 1 to {len(options)} was expected.",
                "9" * 400: "a number from 1 to",
                "80 H": "'80 H' is not enough above '80 H'.",
                "surcoinche": "may not call 'surcoinche'",
                "what?": "'what?' is not understood here",
            }.items():
                players[1].type(line)
                await players[1].wait_for(sentence)
                assert await players[1].asked() == options
            players[0].type("1")
            await players[0].wait_for("There is nothing to choose by a number now.")
            players[1].type("1")
            await players[0].wait_for("2: pass")

    asyncio.run(game())


def test_a_card_that_may_not_be_played_is_refused_in_the_words_of_the_referee(port: int) -> None:
    refusals = list[str]()

    async def play_badly(player: Person) -> None:
        while OVER not in player.shown:
            if player.is_asked:
                options = player.options
                forbidden = [] if options[0] == "pass" else [card for card in player.hand if card not in options]
                if forbidden:
                    before = len(player.shown)
                    player.type(forbidden[0])
                    assert await player.asked() == options
                    refusals.append(player.shown[before:].lstrip().splitlines()[0])
                player.type("1")
            assert await player.look()

    async def game() -> None:
        async with people(port) as players:
            await asyncio.gather(*(play_badly(player) for player in players))

    asyncio.run(game())
    assert refusals  # in eight tricks somebody has to follow suit
    for refusal in refusals:
        assert re.fullmatch(r"You may not play the .+ now: you have to .+ \(.+\)\.", refusal)


def test_people_and_artificial_players_play_together(port: int) -> None:
    async def game() -> str:
        person = await come(port)
        with running(command("ai", "127.0.0.1", port, 3)):
            await play(person, first)
        await person.wait_for("is gone: the match is broken off, and you are in the lobby.")
        await person.close()
        return person.shown

    shown = asyncio.run(game())
    assert "1: Player 1 (you), 2: AI 1, 3: AI 2, 4: AI 3." in shown
    assert "Player 1 (1) " in shown


def test_artificial_players_play_one_game_after_the_other_until_the_server_ends() -> None:
    port = free_port()
    with running(command("server", "127.0.0.1", port)) as server:
        first_line(server)
        with running(command("ai", "127.0.0.1", port, 8)) as ai:
            games = Counter[str]()
            while min(games.values(), default=0) < 3 or len(games) < 8:
                told = RESULT.fullmatch(first_line(ai))
                assert told is not None
                name, number, points, others = told.groups()
                games[name] += 1
                assert games[name] == int(number)
                assert int(points) + int(others) == POINTS
            assert stop(server) == (0, "")
            _, err = ai.communicate(timeout=PATIENCE)
            assert (ai.returncode, err) == (0, "")


def test_artificial_players_at_a_server_with_all_games() -> None:
    with running([*command("ai")[:1], "-m", "overtrick", "serve", "--port", "0", "--text-port", "0"]) as server:
        port = int(first_line(server).rpartition(":")[2])
        with running(command("ai", "127.0.0.1", port, 4), "fr_FR.UTF-8") as ai:
            lines = [first_line(ai) for _ in range(12)]
        assert re.fullmatch(RESULT_IN_FRENCH, lines[0])
        assert len({line.partition(" (")[0] for line in lines}) == 4


def test_a_person_meets_artificial_players_at_a_server_with_all_games() -> None:
    wait = "wait for other players"

    async def game(port: int) -> None:
        person = Person(*await asyncio.open_connection("127.0.0.1", port))
        person.type("quick coinche:dot_cardgames")
        await person.wait_for("You have seat 1 ")
        with running(command("ai", "127.0.0.1", port, 3)):
            while "The match is over. Winner: " not in person.shown:
                if person.is_asked:
                    person.type(str(person.options.index(wait) + 1 if wait in person.options else 1))
                assert await person.look()
            for _ in range(3):
                await person.wait_for(" has left.")
            person.type("leave")
            await person.wait_for("You have left the table and are in the lobby.")
            person.type("quick coinche:dot_cardgames")
            await person.wait_for("You have seat ")
            await person.wait_for("Deal 1, ")
        await person.close()

    with running([*command("ai")[:1], "-m", "overtrick", "serve", "--port", "0", "--text-port", "0"]) as server:
        asyncio.run(game(int(first_line(server).rpartition(":")[2])))
