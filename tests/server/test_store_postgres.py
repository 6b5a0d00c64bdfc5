"""A store in PostgreSQL: what is refused, what happens when it goes away, and copies of it."""

import asyncio
import subprocess
import sys
from contextlib import closing
from threading import Barrier, Thread

import pytest
from channels import until
from network import OPTIONS, Client, WebSocketClient, clients, serving, sit_down
from patience import PATIENCE

pytest.importorskip("psycopg", reason="there is nothing that speaks to PostgreSQL: make setup")
import psycopg

from overtrick.cli import main
from overtrick.core.errors import Invalid
from overtrick.protocol import incoming, outgoing
from overtrick.server.store.address import Address
from overtrick.server.store.opening import SCHEMES, back_up, open_store, stored_records
from overtrick.server.store.postgres import MOST_READING, PostgresStore
from overtrick.table.state import SKIPPED
from scripts.postgres import Postgres


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.fresh()


def execute(url: str, *statements: str) -> None:
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        for statement in statements:
            connection.execute(statement)


def refusal(url: str) -> tuple[str, str]:
    with pytest.raises(Invalid) as refused:
        open_store(url)
    return refused.value.finding.code, str(refused.value)


def test_a_newer_schema_is_refused(url: str) -> None:
    PostgresStore(url).close()
    execute(url, "UPDATE overtrick.store SET schema = 2")
    code, sentence = refusal(url)
    assert code == "store-version"
    assert sentence.endswith("are of schema 2, but this version of Overtrick knows schema 1.")


def test_commands_refuse_a_newer_schema_and_a_database_without_tables_of_ours(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(sentence: str) -> None:
        for command in ("admin list", "admin tables", "admin reports", "records export"):
            assert main([*command.split(), url]) == 2
            assert capsys.readouterr().err.endswith(f"{sentence}\n")

    refused(" has no tables of an Overtrick server.")
    PostgresStore(url).close()
    execute(url, "UPDATE overtrick.store SET schema = 2")
    refused(" are of schema 2, but this version of Overtrick knows schema 1.")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:secret@127.0.0.1:1/x",
        "POSTGRESQL://ann:secret@127.0.0.1:1/x",
        "postgres://ann:secret@/x?host=/nowhere",
    ],
)
def test_what_cannot_be_reached_is_refused_and_tells_no_password(url: str) -> None:
    code, sentence = refusal(url)
    assert code == "unwritable"
    assert sentence.startswith("postgresql://ann@")
    assert "secret" not in sentence


def test_what_is_no_address_is_refused() -> None:
    assert refusal("postgresql://ann:secret@[/x") == (
        "unreadable",
        "postgresql://… cannot be read: it is not an address.",
    )
    for url, sentence in (
        ("postgresql://ann:se%cret@h/x", "a percent sign in the address, in a password for example, has to be %25."),
        ("postgresql://ann:secret@h/x?colour=red", "it is not an address, or has parameters after ? that"),
    ):
        assert f"postgresql://… cannot be read: {sentence}" in refusal(url)[1]
    assert str(Address("postgresql://db.example:5433/club?password=secret")) == "postgresql://db.example:5433/club"


@pytest.mark.parametrize("url", ["postgresql+psycopg://ann:secret@h/x", "mysql://ann:secret@h/x"])
@pytest.mark.parametrize(
    "command", [["serve", "--db"], ["records", "export"], ["admin", "reports"], ["admin", "list"], ["admin", "tables"]]
)
def test_what_is_an_address_of_another_kind_is_refused_and_tells_no_password(
    command: list[str], url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, url]) == 2
    told = capsys.readouterr().err
    assert "begins with postgresql://." in told
    assert "secret" not in told


def test_who_looks_after_processes_of_a_file_is_told_that_there_is_one_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "list", "s.db"]) == 2
    assert "s.db is a file, which has one process only" in capsys.readouterr().err


def test_without_the_package_it_is_told_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "overtrick.server.store.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    for scheme in SCHEMES:
        code, sentence = refusal(f"{scheme}/x")
        assert code == "not-installed"
        assert sentence == "psycopg is not installed: pip install 'overtrick[postgres]' does it."


def test_a_database_of_another_encoding_is_refused(postgres: Postgres, url: str) -> None:
    execute(url, "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    assert refusal(postgres.url("latin"))[1].endswith("its encoding is not UTF8.")


def test_commits_are_durable_whatever_the_database_says(postgres: Postgres, url: str) -> None:
    execute(url, "ALTER ROLE overtrick SET synchronous_commit = off")
    try:
        with closing(PostgresStore(url)) as store:
            connection = store._engine._connection
            assert connection is not None
            assert connection.execute("SHOW synchronous_commit").fetchall() == [("on",)]
    finally:
        execute(url, "ALTER ROLE overtrick RESET synchronous_commit")


def test_however_many_read_they_take_a_few_connections(url: str) -> None:
    """PostgreSQL has a number of them for all: a process that is started again could get none."""
    meeting = Barrier(MOST_READING)

    def ask(store: PostgresStore) -> None:
        store.ask_players(lambda _: meeting.wait(PATIENCE))

    with closing(PostgresStore(url)) as store:
        threads = [Thread(target=ask, args=(store,)) for _ in range(5 * MOST_READING)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        assert len(store._reader._idle) == MOST_READING


def test_there_is_no_file_to_copy(url: str) -> None:
    with pytest.raises(Invalid, match="pg_dump"):
        back_up(url, "copy")


async def at_table(player: Client, taken: outgoing.Taken) -> None:
    await player.hello(table=taken.table, token=taken.token)
    await player.wait_for(outgoing.Snapshot)


async def dealt(player: Client) -> outgoing.Taken:
    """Somebody sits down with bots, and has cards."""
    await sit_down([player], "euchre", OPTIONS, bots="random")
    await player.play(until=outgoing.Dealt)
    return next(each for each in player.got if isinstance(each, outgoing.Taken))


def test_when_postgresql_goes_away_everybody_is_told_and_goes_on_afterwards(
    postgres: Postgres, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> list[str]:
        async with serving(db=url) as server, clients(server, WebSocketClient.open) as (player,):
            taken = await dealt(player)
            postgres.stop()
            await player.send(incoming.Say(id="unlucky", text="hello?"))
            await until(lambda: "tables cannot be read" in caplog.text, "a look at the table")
            await asyncio.to_thread(postgres.start)
            refused = await player.wait_for(outgoing.Refused)
            assert (refused.code, refused.id) == ("store-failed", "unlucky")
            assert (await player.wait_for(outgoing.Snapshot)).table == taken.table
            await player.play(until=outgoing.Scored)
            return [stored.table for stored in stored_records(url, taken.table)]

    assert len(asyncio.run(play())) == 1


def test_a_table_that_was_dumped_and_restored_deals_by_other_secrets(postgres: Postgres, url: str) -> None:
    async def play() -> outgoing.Taken:
        async with serving(db=url) as server, clients(server, WebSocketClient.open) as (player,):
            return await dealt(player)

    async def deals(db: str, taken: outgoing.Taken) -> list[int]:
        numbers = []
        for _ in range(2):
            async with serving(db=db) as server, clients(server, WebSocketClient.open) as (player,):
                await at_table(player, taken)
                numbers.append(server.hub.lobby.rooms[taken.table].table.state.deal)
        return numbers

    taken = asyncio.run(play())
    execute(url, "CREATE DATABASE copy")
    dump = subprocess.run([postgres.program("pg_dump"), "--dbname", url], capture_output=True, check=True).stdout
    copy = postgres.url("copy")
    subprocess.run([postgres.program("psql"), "--quiet", copy], input=dump, check=True, stdout=subprocess.DEVNULL)
    assert asyncio.run(deals(copy, taken)) == [SKIPPED + 2] * 2, "from then on it is no copy"
    assert asyncio.run(deals(url, taken)) == [1, 1]
