"""The file of a store: who may open it, what is refused, and copies of it."""

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event, Thread
from time import sleep

import pytest
from patience import PATIENCE

from overtrick.core.errors import Invalid, OvertrickError
from overtrick.server import database
from overtrick.server.store.sqlite import SqliteStore
from overtrick.table.output import Kept, Output


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "a folder, 100% ?&#.d" / "tables.db")


@pytest.fixture(autouse=True)
def folder(path: str) -> Path:
    folder = Path(path).parent
    folder.mkdir()
    return folder


def store_some(store: SqliteStore, table: str, count: int) -> None:
    """Store the entries 1 to a count of a table."""
    settled = Event()
    store.submit(Output(Kept(table, n, b"%d" % n) for n in range(1, count + 1)), lambda _: settled.set())
    assert settled.wait(PATIENCE)


def change(path: str, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        for statement in statements:
            other.execute(statement)


def refusal(opening: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(Invalid) as refused:
        opening()
    return refused.value.finding.code, str(refused.value)


def test_only_the_owner_may_read_the_files(path: str, folder: Path) -> None:
    with closing(SqliteStore(path)) as store:
        store_some(store, "a", 1)
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
        assert modes == dict.fromkeys(["tables.db", "tables.db-lock", "tables.db-shm", "tables.db-wal"], 0o600)
    assert sorted(os.listdir(folder)) == ["tables.db", "tables.db-lock"]


def test_an_existing_file_keeps_its_mode(path: str) -> None:
    Path(path).touch(0o640)
    SqliteStore(path).close()
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o640


def test_a_second_server_is_refused_until_the_first_has_ended(path: str, folder: Path) -> None:
    (folder / "link.db").symlink_to("tables.db")
    with closing(SqliteStore(path)) as store:
        for name in (path, str(folder / "link.db")):
            for _ in range(2):  # being refused takes nobody's lock away
                assert refusal(partial(SqliteStore, name)) == ("store-in-use", f"{name} is in use by another server.")
        store_some(store, "a", 3)
    with closing(SqliteStore(str(folder / "link.db"))) as store:
        assert len(store.table_log("a")) == 3


def test_a_newer_schema_is_refused(path: str) -> None:
    SqliteStore(path).close()
    change(path, "UPDATE overtrick SET schema = 2")
    sentence = f"The tables in {path} are of schema 2, but this version of Overtrick knows schema 1."
    for opening in (lambda: SqliteStore(path), lambda: list(database.records(path))):
        assert refusal(opening) == ("store-version", sentence)


@pytest.mark.parametrize("content", [b"x", b"These are no tables.\n" * 1000, b"SQLite format 3\0" + bytes(200)])
def test_a_file_that_is_no_database_is_refused_and_stays_as_it_is(path: str, folder: Path, content: bytes) -> None:
    Path(path).write_bytes(content)
    for opening in (lambda: SqliteStore(path), lambda: list(database.records(path))):
        assert refusal(opening) == ("not-a-store", f"{path} is not a file of an Overtrick server.")
    assert Path(path).read_bytes() == content
    assert os.listdir(folder) == ["tables.db"]


@pytest.mark.parametrize("statement", ["CREATE TABLE log (x)", "CREATE TABLE overtrick (x)"])
def test_a_database_of_others_is_refused_and_stays_as_it_is(path: str, folder: Path, statement: str) -> None:
    change(path, statement)
    content = Path(path).read_bytes()
    assert refusal(lambda: SqliteStore(path))[0] == "not-a-store"
    assert Path(path).read_bytes() == content
    assert os.listdir(folder) == ["tables.db"]


def test_what_cannot_be_opened_is_refused(path: str, folder: Path) -> None:
    nowhere = str(folder / "nowhere" / "tables.db")
    code, sentence = refusal(lambda: SqliteStore(nowhere))
    assert (code, sentence) == ("unwritable", f"{nowhere} cannot be written: No such file or directory.")
    code, sentence = refusal(lambda: database.live_tables(path))
    assert (code, sentence) == ("unreadable", f"{path} cannot be read: No such file or directory.")
    assert refusal(lambda: SqliteStore(str(folder)))[0] == "not-a-store"
    assert refusal(lambda: SqliteStore("\0"))[0] == "unwritable"
    assert refusal(lambda: database.back_up("\0", path))[0] == "unreadable"
    assert os.listdir(folder) == []


def test_a_file_without_anything_in_it_becomes_a_store(path: str) -> None:
    Path(path).touch()
    assert refusal(lambda: database.live_tables(path))[0] == "not-a-store"
    with closing(SqliteStore(path)) as store:
        assert store.live_tables() == []


def test_a_server_killed_while_it_made_its_file_can_make_it_again(path: str) -> None:
    change(path, "PRAGMA journal_mode = WAL", "CREATE TABLE x (y)", "DROP TABLE x")
    Path(f"{path}-lock").touch()
    SqliteStore(path).close()
    assert database.live_tables(path) == []


def test_a_file_that_was_put_in_the_place_of_another_is_refused(path: str) -> None:
    SqliteStore(path).close()
    os.remove(path)
    change(path, "CREATE TABLE log (x)")
    assert refusal(lambda: SqliteStore(path))[0] == "not-a-store"
    Path(path).write_text("no database" * 100, encoding="utf-8")
    assert refusal(lambda: SqliteStore(path)) == ("unwritable", f"{path} cannot be written: file is not a database.")


def test_a_log_with_a_gap_is_refused(path: str) -> None:
    with closing(SqliteStore(path)) as store:
        store_some(store, "a", 5)
        store_some(store, "b", 2)
    change(path, "DELETE FROM log WHERE table_id = 'a' AND n = 3")
    with closing(SqliteStore(path)) as store:
        assert refusal(lambda: store.table_log("a")) == (
            "store-gap",
            "Entry 3 of table a is missing in the store.",
        )
        assert store.table_log("b") == [b"1", b"2"]


@pytest.fixture
def flooded(path: str) -> Iterator[list[OvertrickError | None]]:
    """What became of the entries of table a, while more and more are stored."""
    stored: list[OvertrickError | None] = []
    is_over = Event()
    store = SqliteStore(path)

    def flood() -> None:
        n = 0
        while not is_over.is_set():
            n += 1
            store.submit(Output([Kept("a", n, b"%d" % n)]), stored.append)
            while len(stored) < n - 20:
                sleep(0)

    thread = Thread(target=flood)
    thread.start()
    yield stored
    is_over.set()
    thread.join()
    store.close()
    assert not any(stored)


def test_a_copy_made_while_a_server_writes_is_the_file_at_one_moment(
    path: str, folder: Path, flooded: list[OvertrickError | None]
) -> None:
    sizes = []
    for number in range(5):
        while len(flooded) < 100 * (number + 1):
            sleep(0)
        before, copy = len(flooded), str(folder / f"copy{number}.db")
        database.back_up(path, copy)
        assert stat.S_IMODE(os.stat(copy).st_mode) == 0o600
        entries = database.table_log(copy, "a")
        assert entries == [b"%d" % n for n in range(1, len(entries) + 1)]
        assert len(entries) >= before
        sizes.append(len(entries))
    assert sizes == sorted(sizes)
    with closing(SqliteStore(copy)) as store:  # a copy is as good as the file itself
        assert len(store.table_log("a")) == sizes[-1]
    assert not [name for name in os.listdir(folder) if name.endswith(".tmp")]


def test_a_copy_does_not_take_the_place_of_a_file(path: str, folder: Path) -> None:
    SqliteStore(path).close()
    copy = folder / "copy.db"
    copy.write_text("mine")
    assert refusal(lambda: database.back_up(path, str(copy))) == (
        "exists-already",
        f"{copy} exists already, and is not overwritten.",
    )
    assert refusal(lambda: database.back_up(path, path))[0] == "exists-already"
    assert copy.read_text() == "mine"


def test_what_cannot_be_copied_leaves_nothing(path: str, folder: Path) -> None:
    (folder / "foreign").write_text("x" * 1000)
    copy = str(folder / "copy.db")
    assert refusal(lambda: database.back_up(str(folder / "foreign"), copy))[0] == "not-a-store"
    SqliteStore(path).close()
    assert refusal(lambda: database.back_up(path, str(folder / "nowhere" / "copy.db")))[0] == "unwritable"
    assert not [name for name in os.listdir(folder) if "copy" in name]
