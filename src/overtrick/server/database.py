"""The file of a server: its schema, who may write it, and how others read and copy it while it is written.

It is an SQLite database with a write-ahead log: readers see what is committed and hold up nobody. Beside it stand
SQLite's own files and one that is locked by the server as long as it lives.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from sqlite3 import Connection
from stat import S_ISREG
from typing import Final, NamedTuple

from overtrick.core.errors import Invalid

VERSION: Final = 1
"""of the schema"""
SCHEMA: Final = f"""
BEGIN EXCLUSIVE;
CREATE TABLE overtrick (schema INTEGER NOT NULL);
INSERT INTO overtrick VALUES ({VERSION});
CREATE TABLE log (table_id TEXT NOT NULL, n INTEGER NOT NULL, entry BLOB NOT NULL, PRIMARY KEY (table_id, n))
    WITHOUT ROWID;
CREATE TABLE record (
    id INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL,
    deal INTEGER NOT NULL,
    private INTEGER NOT NULL,
    keys TEXT NOT NULL,
    line TEXT NOT NULL,
    UNIQUE (table_id, deal)
);
COMMIT;
"""
OWNER_ONLY: Final = 0o600
"""the mode of the files: there are cards in them, and secrets of deals to come"""


class StoredRecord(NamedTuple):
    """A deal that is over, as it is stored."""

    table: str
    deal: int
    private: bool
    """whether it was played at a private table"""
    keys: tuple[str, ...]
    """of a private table, the SHA-256 of what opens its records"""
    line: str
    """the record as a line of JSON, with the line end"""


def hold(path: str) -> tuple[Connection, Connection]:
    """Open a file for writing, or make it; any one thread at a time may then use it.

    Gives it and its lock: nobody else can write it until both connections are closed. Raises `Invalid` if another
    server has it, if it cannot be opened, or if it is not what `reading` accepts.
    """
    with _refusing("unwritable", path):
        beside = f"{os.path.realpath(path)}-lock"
        if os.path.exists(path) and os.path.getsize(path) and not os.path.exists(beside):
            with reading(path):
                pass  # before anything is put beside a file of others
        lock = _lock(path, beside)
        try:
            return _connect(path), lock
        except BaseException:
            lock.close()
            raise


def _lock(path: str, beside: str) -> Connection:
    """Take the lock of a file. SQLite's locks are known on all systems, and end with the process that holds them."""
    _create(beside)
    lock = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("PRAGMA journal_mode = MEMORY")  # no further file
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise Invalid("store-in-use", path=path) from None
        raise
    return lock


def _create(path: str) -> None:
    """Make an empty file if there is none. One that exists is not opened: closing it would end SQLite's locks on it."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))


def _connect(path: str) -> Connection:
    _create(path)
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        if database.execute("SELECT 1 FROM sqlite_master").fetchone() is None:  # new, or its server was killed
            database.executescript(SCHEMA)
        _check(database, path)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
    except BaseException:
        database.close()
        raise
    return database


@contextmanager
def _refusing(code: str, path: str) -> Iterator[None]:
    """Turn errors of the system and of SQLite into a refusal with a code that has a path and a reason."""
    try:
        yield
    except Invalid:
        raise
    except (OSError, ValueError, sqlite3.Error) as error:
        raise Invalid(code, path=path, reason=getattr(error, "strerror", None) or str(error)) from None


@contextmanager
def reading(path: str) -> Iterator[Connection]:
    """A connection that only reads, in one thread; raises `Invalid` for a file without tables of this schema."""
    with _refusing("unreadable", path):
        if not S_ISREG(os.stat(path).st_mode):
            raise Invalid("not-a-store", path=path)
        with closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)) as database:
            _check(database, path)
            yield database


def _check(database: Connection, path: str) -> None:
    try:
        versions = database.execute("SELECT schema FROM overtrick").fetchall()
    except sqlite3.Error as error:
        if error.sqlite_errorcode in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):  # no database; no such table
            raise Invalid("not-a-store", path=path) from None
        raise
    if versions != [(VERSION,)]:
        found = " ".join(str(version) for (version,) in versions)
        raise Invalid("store-version", path=path, version=found, known=VERSION)


def live_tables(path: str) -> list[str]:
    """The tables that are not closed."""
    with reading(path) as database:
        return [table for (table,) in database.execute("SELECT DISTINCT table_id FROM log")]


def table_log(path: str, table: str) -> list[bytes]:
    """The entries of a table that is not closed; raises `Invalid` if one is missing."""
    with reading(path) as database:
        rows = database.execute("SELECT n, entry FROM log WHERE table_id = ? ORDER BY n", (table,)).fetchall()
    for expected, (n, _) in enumerate(rows, 1):
        if n != expected:
            raise Invalid("store-gap", table=table, n=expected)
    return [entry for _, entry in rows]


def records(path: str, table: str | None = None) -> Iterator[StoredRecord]:
    """The deals that are over, or those of a table, in the order in which they ended."""
    where, values = ("TRUE", ()) if table is None else ("table_id = ?", (table,))
    with reading(path) as database:
        query = f"SELECT table_id, deal, private, keys, line FROM record WHERE {where} ORDER BY id"
        for table_id, deal, private, keys, line in database.execute(query, values):
            yield StoredRecord(table_id, deal, bool(private), tuple(keys.split()), line)


def back_up(path: str, target: str) -> None:
    """Copy a file as it is at one moment, while a server may write it; the copy appears under its name when complete.

    Raises `Invalid` if the file is none of a server, or if there is a file with the name of the copy.
    """
    if os.path.lexists(target):
        raise Invalid("exists-already", path=target)
    beside = f"{target}.{token_hex(4)}.tmp"
    with reading(path) as database, _refusing("unwritable", target):
        _create(beside)
        try:
            with closing(sqlite3.connect(beside)) as copy:
                database.backup(copy)  # in one step, and so of one moment, whatever is written meanwhile
            os.replace(beside, target)
        except BaseException:
            os.remove(beside)
            raise
