"""What happens when something goes wrong inside: the store fails, or the lobby has an error of its own."""

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest
from channels import until
from network import Client, LineClient, WebSocketClient, clients, recorded, serving, sit_down

from overtrick.protocol import incoming, outgoing
from overtrick.server.database import records
from overtrick.server.server import Server
from overtrick.table.output import Output

WEB, LINES = WebSocketClient.open, LineClient.open


@contextmanager
def full_disk(path: Path, since: int = 0) -> Iterator[None]:
    """Let every write of an entry fail, from the table's entry of a number on, as SQLite fails on a full disk."""
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            f"CREATE TRIGGER disk BEFORE INSERT ON log WHEN NEW.n >= {since} "
            "BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
        )
        yield
        database.execute("DROP TRIGGER disk")


def test_what_cannot_be_stored_is_refused_and_everybody_is_where_he_was(tmp_path: Path) -> None:
    path = tmp_path / "db"

    async def play() -> tuple[str, list[Client], list[list[outgoing.Message]]]:
        async with serving(db=str(path)) as server, clients(server, WEB, LINES, WEB, LINES) as players:
            table = await sit_down(players, "sueca")
            await asyncio.gather(*(player.play(n, until=outgoing.Dealt) for n, player in enumerate(players)))
            for player in players:
                player.catch_up()
            author = next(player for player in players if player.player.legal)
            card = author.player.legal[0]
            with full_disk(path):
                await author.send(incoming.Act(id="unlucky", at=author.player.n, action=card))
                for player in players:
                    await player.wait_for(outgoing.Snapshot)
            told = [player.got[player.player.read :] for player in players]
            await asyncio.gather(*(player.play(n) for n, player in enumerate(players)))
            return table, players, told

    table, players, told = asyncio.run(play())
    for refused, snapshot in told:
        assert isinstance(refused, outgoing.Refused)
        assert isinstance(snapshot, outgoing.Snapshot)
        assert refused.code == "store-failed"
        assert snapshot.deal is not None
        assert snapshot.deal.plays == ()
    ids = [refused.id for refused, _ in told if isinstance(refused, outgoing.Refused)]
    assert sorted(ids) == ["", "", "", "unlucky"]
    assert isinstance(players[0].got[-1], outgoing.Ended)
    assert set(recorded(path, table)) == {"clean"}


def failed(server: Server, enough: int) -> bool:
    return server.hub.counters.commits_failed >= enough


def test_a_match_goes_on_through_many_failures_of_the_store(tmp_path: Path) -> None:
    path = tmp_path / "db"

    async def play() -> tuple[str, Server]:
        async with serving(db=str(path)) as server, clients(server, WEB, LINES, WEB, LINES) as players:
            table = await sit_down(players, "euchre")
            playing = asyncio.gather(*(player.play(n) for n, player in enumerate(players)))
            for since in (17, 30, 52):  # the shortest match has more than 70 entries
                enough = server.hub.counters.commits_failed + 1
                with full_disk(path, since):
                    await until(partial(failed, server, enough), "a failure")
            await playing
            return table, server

    table, server = asyncio.run(play())
    stored = list(records(str(path), table))
    assert server.hub.counters.commits_failed >= 3
    assert server.hub.counters.errors == 0
    assert [kept.deal for kept in stored] == list(range(1, len(stored) + 1))
    assert set(recorded(path, table)) == {"clean"}


def test_a_table_that_cannot_be_stored_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "db"

    async def create() -> tuple[list[outgoing.Message], int]:
        async with serving(db=str(path)) as server, clients(server, WEB) as (player,):
            await player.wait_for(outgoing.InLobby)
            with full_disk(path):
                await player.send(incoming.Create(id="new", game="belote"))
                await player.wait_for(outgoing.InLobby)
            told, count = player.got[2:], len(server.hub.lobby.rooms)
            await player.send(incoming.Create(id="again", game="belote"))
            await player.wait_for(outgoing.Snapshot)
            return told, count

    (refused, lobby), count = asyncio.run(create())
    assert isinstance(refused, outgoing.Refused)
    assert refused.code == "store-failed"
    assert isinstance(lobby, outgoing.InLobby)
    assert count == 0


def test_an_error_of_our_own_costs_one_connection_and_tells_no_secret(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> list[Client]:
        async with serving() as server, clients(server, WEB, LINES, WEB, LINES, LINES) as (*players, unlucky):
            await sit_down(players, "euchre")
            receive = server.hub.lobby.receive

            def stumble(client: int, message: incoming.Message, now: float) -> Output:
                if isinstance(message, incoming.Say):
                    raise RuntimeError(message.text)
                return receive(client, message, now)

            monkeypatch.setattr(server.hub.lobby, "receive", stumble)
            await unlucky.send(incoming.Say(text="a secret"))
            await unlucky.ended()
            await asyncio.gather(*(player.play(number) for number, player in enumerate(players)))
            return [*players, unlucky]

    with caplog.at_level(logging.DEBUG):
        *players, unlucky = asyncio.run(play())
    assert all(isinstance(player.got[-1], outgoing.Ended) for player in players)
    bye = unlucky.got[-1]
    assert isinstance(bye, outgoing.Bye)
    assert bye.code == "internal-error"
    (error,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert "RuntimeError" in error.getMessage()
    assert "stumble" in error.getMessage()
    assert "a secret" not in caplog.text


def test_no_secret_stands_in_the_log(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    async def play() -> list[Client]:
        async with serving(db=str(tmp_path / "db")) as server, clients(server, WEB, LINES, WEB, LINES) as players:
            await sit_down(players, "sueca:fctp", incoming.Options(private=True))
            await asyncio.gather(*(player.play(number) for number, player in enumerate(players)))
            return players

    with caplog.at_level(logging.DEBUG):
        players = asyncio.run(play())
    secrets = {word for player in players for nonce in player.player.nonces.items() for word in nonce}
    for message in (message for player in players for message in player.got):
        if isinstance(message, outgoing.Taken):
            secrets |= {message.token, message.code} - {""}
        elif isinstance(message, outgoing.Scored):
            secrets.add(message.secret)
    assert len(secrets) > 10
    assert "came from 127.0.0.1 by websocket" in caplog.text
    assert not [secret for secret in secrets if secret in caplog.text]
