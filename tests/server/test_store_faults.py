"""A server that is killed, and a disk that is full: what was told to be stored is there, and nothing else is broken.

The servers are processes of their own: this file run with what to do, where, and how much.
"""

import os
import random
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from threading import Event, Semaphore

import pytest
from lengths import first
from patience import PATIENCE

from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid, OvertrickError
from overtrick.deal.record import Record
from overtrick.server import database
from overtrick.server.store.opening import open_store
from overtrick.server.store.sqlite import SqliteStore
from overtrick.table.output import Kept, KeptRecord, Output

TABLES = [f"table{number}" for number in range(8)]
RECORD = Record(find_game("sueca"))
UNSETTLED = 100
KILLS = (5, 40)
"""in a short run, and in a long one"""
PAGE = b"x" * 4000


def entry(table: str, n: int) -> Kept:
    return Kept(table, n, f"{table} {n}".encode() * (n % 40))


def flood(db: str) -> None:
    """Go on with all tables until killed, with a record after every third entry, and say what is stored."""
    store = open_store(db)
    last = {table: len(store.table_log(table)) for table in TABLES}
    places = Semaphore(UNSETTLED)
    for number in count():
        table = TABLES[number % len(TABLES)]
        last[table] += 1
        n = last[table]

        def done(failure: OvertrickError | None, table: str = table, n: int = n) -> None:
            os.write(1, f"{table} {n} {failure or 'stored'}\n".encode())
            places.release()

        places.acquire()
        records = [KeptRecord(table, n, False, RECORD)] if n % 3 == 0 else []
        store.submit(Output([entry(table, n)], records), done)


def bury(db: str) -> None:
    """Let nobody have tables in PostgreSQL, as if the lease of who was killed had ended."""
    if db.startswith("postgresql:"):
        import psycopg

        with closing(psycopg.connect(db, autocommit=True)) as connection:
            connection.execute("DELETE FROM overtrick.process")


def run(*arguments: str) -> subprocess.Popen[bytes]:
    path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.Popen([sys.executable, __file__, *arguments], env=environment, stdout=subprocess.PIPE)


@pytest.mark.parametrize("kills", first(1, KILLS))
def test_a_server_killed_at_any_moment_loses_and_doubles_nothing(kills: int, db: str) -> None:
    chance = random.Random(4)
    told = dict.fromkeys(TABLES, 0)
    for _ in range(kills):
        with run("flood", db) as server:
            assert server.stdout is not None
            lines = [server.stdout.readline() for _ in range(chance.randrange(1, 500))]
            if db.startswith("postgresql:"):
                with closing(open_store(db)) as other:
                    assert other.live_tables() == []
            else:
                with pytest.raises(Invalid, match="in use by another server"):
                    open_store(db)
            server.send_signal(signal.SIGKILL)
            lines += [line for line in server.stdout if line.endswith(b"\n")]
        for line in lines:
            table, n, outcome = line.decode().split(maxsplit=2)
            assert outcome == "stored\n"
            assert int(n) > told[table]
            told[table] = int(n)
        bury(db)
        with closing(open_store(db)) as store:
            for table in TABLES:
                entries = store.table_log(table)
                assert len(entries) >= told[table]
                assert entries == [entry(table, n).entry for n in range(1, len(entries) + 1)]
                records = [record.deal for record in store.records(table)]
                assert records == [n for n in range(1, len(entries) + 1) if n % 3 == 0]
                told[table] = len(entries)  # the next server goes on from here
    assert min(told.values()) > kills


def fill(path: str) -> None:
    """Store until files may not grow any more, then with more room again; say how many entries are stored."""
    outcomes: list[OvertrickError | None] = []

    def stores(entries: Sequence[Kept]) -> bool:
        settled = Event()

        def done(failure: OvertrickError | None) -> None:
            outcomes.append(failure)
            settled.set()

        store.submit(Output(entries), done)
        assert settled.wait(PATIENCE)
        return outcomes[-1] is None

    with closing(SqliteStore(path)) as store:
        n = 0
        for _ in range(3):
            full_size = os.path.getsize(f"{path}-wal") + 50 * len(PAGE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (full_size, resource.RLIM_INFINITY))
            while stores([Kept("a", n + 1, PAGE)]):
                n += 1
            assert not stores([Kept("a", n + 2, PAGE)])  # it was on its way when the first one failed
            assert database.table_log(path, "a") == [PAGE] * n
            assert not stores([Kept("b", m, PAGE) for m in range(1, 100)])
            assert store.table_log("b") == []
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            assert not stores([Kept("a", n + 1, PAGE)])  # nobody has looked at what is stored of it
            assert store.table_log("a") == [PAGE] * n
            assert stores([Kept("a", n + 1, PAGE)])
            n += 1
    reasons = {str(failure) for failure in outcomes if failure is not None}
    print(n, *reasons, sep="\n")


def test_a_full_disk_is_told_and_breaks_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "tables.db")
    with run("fill", path) as server:
        out, _ = server.communicate(timeout=PATIENCE)
    assert server.returncode == 0
    stored, *reasons = out.decode().splitlines()
    assert int(stored) > 30
    assert len(reasons) == 1
    assert reasons[0].startswith("This could not be stored: ")
    with closing(SqliteStore(path)) as store:
        assert store.live_tables() == ["a"]
        assert store.table_log("a") == [PAGE] * int(stored)


if __name__ == "__main__":
    {"flood": flood, "fill": fill}[sys.argv[1]](sys.argv[2])
