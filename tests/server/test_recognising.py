"""Players with keys over real sockets: what shows a key, what does not, and ratings by matches that are played."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from network import Client, LineClient, WebSocketClient, challenged, clients, identify, serving, sit_down
from pages import ask

from overtrick.client.player_key import PlayerKey
from overtrick.core.errors import Invalid
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.signing import player_of
from overtrick.server.server import Server

WEB, LINES = WebSocketClient.open, LineClient.open
RATED = incoming.Options(bot_delay=0, rated=True)
KEYS = [PlayerKey(bytes([number]) * 32) for number in range(1, 5)]


async def refusal(client: Client, message: incoming.Message) -> str:
    await client.send(message)
    return (await client.wait_for(outgoing.Refused)).code


def run(test: Callable[[Server, list[Client]], Awaitable[None]], *kinds: Any, **settings: Any) -> None:
    async def play() -> None:
        async with serving(**settings) as server, clients(server, *kinds) as players:
            await test(server, players)

    asyncio.run(play())


def test_a_key_makes_the_same_player_again() -> None:
    async def test(server: Server, players: list[Client]) -> None:
        names = [await identify(player, server, KEYS[0]) for player in players]
        assert names == [player_of(KEYS[0].public)] * 2

    run(test, WEB, WEB)


def test_nothing_but_the_signature_of_the_last_nonce_for_this_name_shows_a_key() -> None:
    async def test(server: Server, players: list[Client]) -> None:
        one, two = players
        host, key = f"127.0.0.1:{server.port}", KEYS[0]
        right = key.identify(host, await challenged(one), False)
        assert await refusal(two, right) == "bad-signature"  # that of somebody else, who was given something else
        await challenged(two)
        assert await refusal(two, right) == "bad-signature"
        await one.send(right)
        await one.wait_for(outgoing.Identified)
        assert await refusal(one, right) == "bad-signature"  # a second time
        for wrong in (
            key.identify("elsewhere.example", await challenged(one), False),  # signed for another server
            incoming.Identify(key=KEYS[1].public, signature=key.identify(host, await challenged(one), False).signature),
            incoming.Identify(key="f" * 64, signature="0" * 128),
            key.identify(host, "", False),
        ):
            assert await refusal(one, wrong) == "bad-signature"

    run(test, WEB, WEB)


CARDS = ("https://cards.example",)
PROXY = {"is_behind_proxy": True}


@pytest.mark.parametrize(
    ("host", "settings", "is_own"),
    [
        ("127.0.0.1:7411", {}, True),
        ("localhost:7411", {}, True),
        ("[::1]:7411", {}, True),
        ("club:7411", {}, True),
        ("club.example", {}, True),
        ("Club.local:7411", {}, True),
        ("nas:7411", {}, False),
        ("192.0.2.7:7411", {}, False),  # not the address to which the client is connected
        ("evil.example", {}, False),
        ("evil.example", PROXY, False),
        ("localhost", PROXY, False),
        ("cards.example", PROXY, False),
        ("cards.example", PROXY | {"origins": CARDS}, True),
        ("CARDS.example", {"origins": CARDS}, True),
        ("evil.example", PROXY | {"origins": CARDS}, False),
        ("cards.example:8000", {"origins": CARDS}, False),
    ],
)
def test_a_key_is_shown_by_a_name_of_this_server_only(
    host: str, settings: dict[str, Any], is_own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By any other, somebody else could let their visitors sign, and pass it on."""
    monkeypatch.setattr("overtrick.server.ports.http.gethostname", lambda: "Club.example")

    async def test(server: Server, _: list[Client]) -> None:
        client = await WEB(server, headers={"Host": host})
        await client.hello(name="player")
        await client.wait_for(outgoing.InLobby)
        if is_own:
            await client.send(KEYS[0].identify(host.lower(), await challenged(client), False))
            await client.wait_for(outgoing.Identified)
        else:
            assert await refusal(client, incoming.Challenge()) == "strange-host"
            assert await refusal(client, KEYS[0].identify(host, "", False)) == "strange-host"
        await client.close()

    run(test, **settings)


def test_keys_are_for_those_who_have_said_hello_by_websocket_where_there_are_players() -> None:
    async def test(server: Server, players: list[Client]) -> None:
        assert await refusal(players[0], incoming.Challenge()) == "key-by-websocket"
        stranger = await WEB(server)
        assert await refusal(stranger, incoming.Challenge()) == "hello-first"
        await stranger.close()

    async def without(server: Server, players: list[Client]) -> None:
        assert await refusal(players[0], incoming.Challenge()) == "no-players"
        assert await refusal(players[0], incoming.Create(game="sueca", options=RATED)) == "key-needed"
        for path in ("/api/players?game=sueca", "/api/players/x"):
            answer = await ask(server, path)
            assert (answer.status, answer.json["code"]) == (404, "no-players")

    run(test, LINES)
    run(without, WEB, has_players=False)


def test_four_players_get_ratings_by_a_match_and_can_be_forgotten(tmp_path: Path) -> None:
    async def test(server: Server, players: list[Client]) -> None:
        ids = [await identify(player, server, key) for player, key in zip(players, KEYS, strict=True)]
        table = await sit_down(players, "euchre", RATED)
        await asyncio.gather(*(player.play(number) for number, player in enumerate(players)))
        ended = players[0].got[-1]
        assert isinstance(ended, outgoing.Ended)
        listed = (await ask(server, "/api/players?game=euchre")).json["players"]
        assert {each["player"] for each in listed} == set(ids)
        assert (await ask(server, "/api/players")).json == {"games": ["euchre"]}
        best = listed[0]
        assert best["rating"]["rating"] > 1500
        page = (await ask(server, f"/api/players/{best['player']}")).json
        assert [(each["table"], each["winner"]) for each in page["matches"]] == [(table, ended.winner)]
        assert (await ask(server, "/api/players?game=sueca")).json == {"players": []}
        assert await refusal(players[0], incoming.Forget()) == "forget-at-table"
        await players[0].send(incoming.Leave())
        await players[0].wait_for(outgoing.InLobby)
        await players[0].send(incoming.Forget())
        await players[0].wait_for(outgoing.Forgotten)
        answer = await ask(server, f"/api/players/{ids[0]}")
        assert (answer.status, answer.json["code"]) == (404, "no-such-player")
        assert await refusal(players[0], incoming.Forget()) == "key-needed"

    run(test, WEB, WEB, WEB, WEB, db=str(tmp_path / "db"))


def test_who_has_taken_another_name_in_the_lobby_can_be_forgotten() -> None:
    async def test(server: Server, players: list[Client]) -> None:
        (player,) = players
        await identify(player, server, KEYS[0])
        await player.hello(name="another")
        await player.send(incoming.Forget())
        await player.wait_for(outgoing.Forgotten)

    run(test, WEB)


def test_a_key_that_was_shown_to_one_process_holds_at_the_tables_of_another(postgres: Any) -> None:
    async def play() -> None:
        url = postgres.fresh()
        async with (
            serving(db=url) as here,
            serving(db=url) as there,
            clients(here, WEB) as (near,),
            clients(there, WEB) as (far,),
        ):
            await identify(near, here, KEYS[0])
            player = await identify(far, there, KEYS[1])
            await near.send(incoming.Create(game="sueca", options=RATED))
            taken = await near.wait_for(outgoing.Taken)
            await far.send(incoming.Sit(table=taken.table))
            await far.wait_for(outgoing.Taken)
            snapshot = await far.wait_for(outgoing.Snapshot)
            assert snapshot.seats[1].player == player

    asyncio.run(play())


def test_a_key_that_is_shown_after_a_table_elsewhere_was_full_holds_at_home(postgres: Any) -> None:
    async def play() -> None:
        url = postgres.fresh()
        async with (
            serving(db=url) as here,
            serving(db=url) as there,
            clients(here, WEB) as (near,),
            clients(there, WEB) as (far,),
        ):
            await near.send(incoming.Create(game="sueca", bots="random"))
            taken = await near.wait_for(outgoing.Taken)
            assert await refusal(far, incoming.Sit(id="s", table=taken.table)) == "table-full"
            await identify(far, there, KEYS[1])
            await far.send(incoming.Create(game="sueca", options=RATED))
            await far.wait_for(outgoing.Taken)

    asyncio.run(play())


def test_who_makes_a_key_beside_another_takes_the_first_one(tmp_path: Path) -> None:
    path = str(tmp_path / "key")

    def beside(size: int) -> bytes:
        """Random bytes, while another program makes a key in the same file."""
        assert PlayerKey.load_or_make(path, lambda size: b"x" * size)[1]
        return b"y" * size

    key, is_new = PlayerKey.load_or_make(path, beside)
    assert (key.player, is_new) == (PlayerKey(b"x" * 32).player, False)
    assert [each.name for each in tmp_path.iterdir()] == ["key"]


def test_a_key_is_kept_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "key"
    made, is_new = PlayerKey.load_or_make(str(path), lambda size: b"x" * size)
    again, is_new_again = PlayerKey.load_or_make(str(path), lambda size: b"y" * size)
    assert (again.player, is_new, is_new_again) == (made.player, True, False)
    assert path.stat().st_mode & 0o077 == 0
    path.write_text('{"type": "overtrick player key", "secret": "00"}')
    with pytest.raises(Invalid, match="no key"):
        PlayerKey.load(str(path))
    for text in ("", "[]", "{}", '{"secret": 1}', "\x00"):
        path.write_text(text)
        with pytest.raises(Invalid):
            PlayerKey.load(str(path))
    with pytest.raises(Invalid):
        PlayerKey.load(str(tmp_path / "none"))
    with pytest.raises(Invalid):
        PlayerKey.load_or_make(str(tmp_path / "none" / "key"), lambda size: b"x" * size)
