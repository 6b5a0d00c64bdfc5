"""A file that is damaged, held under another name, or cannot be written: a sentence says so."""

import asyncio
import errno
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from subprocess import PIPE, run
from typing import Any

import pytest
from lengths import first
from network import WebSocketClient, clients, serving, sit_down

from overtrick.core.errors import Invalid
from overtrick.protocol import outgoing
from overtrick.server.database import hold
from overtrick.server.store.sqlite import SqliteStore


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a server with some tables and the records of a match."""
    path = tmp_path_factory.mktemp("played") / "db"

    async def play() -> None:
        async with serving(db=str(path)) as server, clients(server, *[WebSocketClient.open] * 3) as players:
            for player in players:
                await sit_down([player], "euchre,target=1", bots="random")
            await players[0].play()
            await players[1].play(until=outgoing.Dealt)

    asyncio.run(play())
    return path.read_bytes()


def started(path: Path) -> str:
    """The code of the refusal of a server with a file; nothing if it starts."""

    async def start() -> None:
        async with serving(db=str(path)):
            pass

    try:
        asyncio.run(start())
    except Invalid as error:
        assert str(path) in error.told("en")
        return error.finding.code
    return ""


def damaged(content: bytes, rng: Random) -> bytes:
    """A file of which a part is overwritten, lost, or moved."""
    data, at = bytearray(content), rng.randrange(len(content))
    size = rng.choice([1, 16, 512, 4096, 20_000])
    match rng.randrange(4):
        case 0:
            data[at : at + size] = rng.randbytes(len(data[at : at + size]))
        case 1:
            data[at : at + size] = bytes(len(data[at : at + size]))
        case 2:
            del data[at:]
        case _:
            page = at // 4096 * 4096
            data[page : page + 4096] = data[:4096] if rng.random() < 0.5 else data[-4096:]
    return bytes(data)


@pytest.mark.parametrize("seed", first(24, range(200)))
def test_a_damaged_file_is_refused_with_a_sentence_or_read_as_far_as_it_goes(
    seed: int, played: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "db"
    path.write_bytes(damaged(played, Random(seed)))
    assert started(path) in ("", "store-damaged", "not-a-store", "store-version", "unreadable", "unwritable")
    assert "Traceback" not in caplog.text
    assert "File " not in caplog.text


def test_damage_is_told_with_what_to_do(played: bytes, tmp_path: Path) -> None:
    path = tmp_path / "db"
    path.write_bytes(played[:4096] + bytes(len(played) - 4096))
    with pytest.raises(Invalid, match=r"is damaged: .* Start with a copy") as error:
        SqliteStore(str(path))
    assert error.value.finding.code == "store-damaged"


def test_a_table_that_is_damaged_stays_and_the_others_go_on(
    played: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "db"
    path.write_bytes(played)
    with closing(sqlite3.connect(path)) as database:
        tables = [table for (table,) in database.execute("SELECT DISTINCT table_id FROM log ORDER BY table_id")]
        database.execute("UPDATE log SET entry = 'nonsense' WHERE table_id = ? AND n = 2", tables[:1])
        database.commit()

    async def start() -> set[str]:
        async with serving(db=str(path)) as server:
            return set(server.hub.lobby.rooms)

    assert asyncio.run(start()) == set(tables[1:])
    assert f"the table {tables[0]} cannot be brought back and stays in the file" in caplog.text
    with closing(sqlite3.connect(path)) as database:
        (kept,) = database.execute("SELECT count(*) FROM log WHERE table_id = ?", tables[:1]).fetchone()
    assert kept


SECOND = """
import sys
from overtrick.core.errors import Invalid
from overtrick.server.store.sqlite import SqliteStore
try:
    SqliteStore(sys.argv[1])
except Invalid as error:
    print(error.finding.code)
else:
    print("open")
"""


ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only there the file itself is locked")


@pytest.mark.parametrize(
    "way",
    ["same", "symbolic link", pytest.param("hard link", marks=ON_LINUX), pytest.param("lock removed", marks=ON_LINUX)],
)
def test_no_second_server_comes_in(way: str, tmp_path: Path) -> None:
    path, other = tmp_path / "db", tmp_path / "other"
    store = SqliteStore(str(path))
    if way == "hard link":
        os.link(path, other)
    elif way == "symbolic link":
        other.symlink_to(path)
    else:
        other = path
    if way == "lock removed":
        os.remove(f"{path}-lock")
    in_another = run([sys.executable, "-c", SECOND, str(other)], stdout=PIPE, text=True, check=True).stdout.strip()
    with pytest.raises(Invalid) as error:
        SqliteStore(str(other))
    assert in_another == error.value.finding.code == "store-in-use"
    store.close()
    SqliteStore(str(other)).close()


def test_on_other_systems_the_file_is_left_to_the_locks_of_sqlite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There a lock on the whole file would be one against SQLite itself."""

    def refuse(*_: object) -> None:
        raise BlockingIOError(errno.EWOULDBLOCK, "it is locked")

    monkeypatch.setattr("overtrick.server.database.flock", refuse, raising=False)
    monkeypatch.setattr(sys, "platform", "darwin")
    path, other = tmp_path / "db", tmp_path / "other"
    with closing(SqliteStore(str(path))):
        os.link(path, other)
        with pytest.raises(Invalid) as error:
            SqliteStore(str(other))
        assert error.value.finding.code == "store-in-use", "within a process, files are known by any name"


def test_a_file_that_can_only_be_read_is_refused(
    played: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "db"
    path.write_bytes(played)
    connect = sqlite3.connect

    def read_only(name: str, *args: Any, **options: Any) -> Any:
        if name == str(path):
            return connect(f"file:{name}?mode=ro", *args, uri=True, **options)
        return connect(name, *args, **options)

    monkeypatch.setattr(sqlite3, "connect", read_only)
    with pytest.raises(Invalid, match="cannot be written: attempt to write a readonly database"):
        SqliteStore(str(path))
    monkeypatch.undo()
    SqliteStore(str(path)).close()


def test_what_is_no_file_is_refused_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    for path in (Path(os.devnull), tmp_path):
        with pytest.raises(Invalid) as error:
            SqliteStore(str(path))
        assert error.value.finding.code == "not-a-store"
        assert not os.path.exists(f"{path}-lock")


def test_a_lock_that_is_closed_twice_closes_nothing_else(tmp_path: Path) -> None:
    path = str(tmp_path / "tables.sqlite")
    database, lock = hold(path)
    database.close()
    lock.close()
    with open(path, "rb") as other:  # has the number of the lock now
        lock.close()
        assert other.read(6) == b"SQLite"
