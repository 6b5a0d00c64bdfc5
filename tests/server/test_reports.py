"""What players tell of each other: stored in both kinds of databases, and listed by `overtrick admin reports`."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from network import WebSocketClient, clients, serving, sit_down

from overtrick.cli import admin
from overtrick.protocol import incoming, outgoing
from overtrick.server.store.opening import stored_reports
from scripts.postgres import Postgres


@pytest.fixture(params=["sqlite", "postgres"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    pytest.importorskip("psycopg", reason="there is nothing that speaks to PostgreSQL: make setup")
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.fresh()


async def report(db: str | None) -> str:
    """Let a player report another one; gives the table."""
    async with serving(db=db) as server, clients(server, WebSocketClient.open, WebSocketClient.open) as players:
        table = await sit_down(players, "sueca")
        host, guest = players
        await host.send(incoming.Say(text="you play like \x1b[2J a cow"))
        await guest.wait_for(outgoing.Said)
        await guest.send(incoming.Report(id="r", seat=1, reason="rude"))
        await guest.wait_for(outgoing.Done)
        return table


def test_reports_are_kept_and_listed_for_whoever_runs_the_server(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = asyncio.run(report(db))
    (kept,) = stored_reports(db)
    assert (kept.table, kept.reason) == (table, "rude")
    assert admin.run(["reports", db, "--lang", "fr"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith(f"signale {kept.about} à la table {table}.  rude")
    assert second == f"    {kept.about}: you play like [2J a cow"


def test_a_file_of_an_earlier_version_has_none(tmp_path: Path) -> None:
    path = str(tmp_path / "tables.db")
    asyncio.run(report(path))
    with closing(sqlite3.connect(path)) as database:
        database.execute("DROP TABLE report")
    assert stored_reports(path) == []


def test_without_a_database_they_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    table = asyncio.run(report(None))
    assert any(f"at table {table}: rude" in line.getMessage() for line in caplog.records)
