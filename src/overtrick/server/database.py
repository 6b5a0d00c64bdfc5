"""The file of a server: its schema, who may write it, and how others read and copy it while it is written.

It is an SQLite database with a write-ahead log: readers see what is committed and hold up nobody. Beside it stand
SQLite's own files and one that is locked by the server as long as it lives; on Linux so is the file itself, under
whatever name.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from secrets import token_bytes, token_hex
from sqlite3 import Connection
from stat import S_ISREG
from typing import Final

from overtrick.core.errors import Invalid
from overtrick.server.store import players, reports
from overtrick.server.store.store import SECRET_BYTES, StoredRecord, checked, which_records
from overtrick.table.output import KeptReport

if sys.platform == "linux":
    from fcntl import LOCK_EX, LOCK_NB, flock

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
COPY: Final = 1
"""the `user_version` of a copy, with which no server has gone on yet"""
OWNER_ONLY: Final = 0o600
"""the mode of the files: there are cards in them, and secrets of deals to come"""


class Lock:
    """What keeps other servers from a file, until it is closed, or the process ends that has it."""

    def __init__(self, path: str) -> None:
        """Take the lock; raises `Invalid` if another server has it."""
        # SQLite's locks are known on all systems, but the file beside can be removed, and another name has another one.
        self._beside = _lock(path, f"{os.path.realpath(path)}-lock")
        self._file: int | None = None
        try:
            self._lock_itself(path)
        except BaseException:
            self._beside.close()
            raise

    def _lock_itself(self, path: str) -> None:
        _create(path)
        self._node = _node(path)
        if self._node in _HELD:
            raise Invalid("store-in-use", path=path)
        if sys.platform == "linux":  # on other systems such a lock keeps out SQLite's own ones
            self._file = os.open(path, os.O_RDONLY)
            try:
                flock(self._file, LOCK_EX | LOCK_NB)
            except OSError as error:
                os.close(self._file)
                if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
                    raise Invalid("store-in-use", path=path) from None
                self._file = None  # a file system without such locks: the file beside has to do
        _HELD.add(self._node)

    def close(self) -> None:
        """Let others have the file; to be called when it is closed itself, and does nothing a second time."""
        _HELD.discard(self._node)
        if self._file is not None:
            os.close(self._file)
            self._file = None  # the number may be that of another file by now
        self._beside.close()


_HELD: Final[set[tuple[int, int]]] = set()
"""the files that this process holds: to open and close one of them once more would end SQLite's own locks on it"""


def _node(path: str) -> tuple[int, int]:
    """A file, whatever it is called."""
    found = os.stat(path)
    return found.st_dev, found.st_ino


def hold(path: str) -> tuple[Connection, Lock]:
    """Open a file for writing, or make it; any one thread at a time may then use it.

    Gives it and its lock: nobody else can write it until both are closed. Raises `Invalid` if another server has it,
    if it cannot be opened or written, if it is damaged, or if it is not what `reading` accepts.
    """
    with _refusing("unwritable", path):
        if os.path.exists(path) and not S_ISREG(os.stat(path).st_mode):
            raise Invalid("not-a-store", path=path)
        if os.path.exists(path) and os.path.getsize(path) and not os.path.exists(f"{os.path.realpath(path)}-lock"):
            with reading(path):
                pass  # before anything is put beside a file of others
        lock = Lock(path)
        try:
            return _connect(path), lock
        except BaseException:
            lock.close()
            raise


def _lock(path: str, beside: str) -> Connection:
    """Take the lock of a file that stands beside it."""
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
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        if database.execute("SELECT 1 FROM sqlite_master").fetchone() is None:  # new, or its server was killed
            database.executescript(SCHEMA)
        _check(database, path)
        _check_pages(database, path)
        for statement in (*players.SCHEMA, reports.SCHEMA):  # files of earlier versions have none
            database.execute(statement)
        # Files of older versions have none yet.
        database.execute("CREATE TABLE IF NOT EXISTS secret (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)")
        database.execute("INSERT OR IGNORE INTO secret VALUES (1, ?)", (token_bytes(SECRET_BYTES),))
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("UPDATE overtrick SET schema = schema")  # on a disk that cannot be written, tell it now
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
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
            raise Invalid("store-damaged", path=path, reason=str(error)) from None
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


def _check_pages(database: Connection, path: str) -> None:
    """Refuse a file, or a copy of it, in which pages are damaged."""
    with _refusing("unreadable", path):
        ((found,),) = database.execute("PRAGMA quick_check(1)").fetchall()
    if found != "ok":
        raise Invalid("store-damaged", path=path, reason=" ".join(str(found).split()))


def last_entries(database: Connection, path: str) -> dict[str, int]:
    """The number of the last entry of each table that is not closed."""
    with _refusing("unreadable", path):
        found = dict(database.execute("SELECT table_id, max(n) FROM log GROUP BY table_id"))
    if not all(isinstance(table, str) and isinstance(n, int) for table, n in found.items()):
        raise Invalid("store-damaged", path=path, reason="log")
    return found


def secret(database: Connection, path: str) -> bytes:
    """What only the owner of a file knows."""
    with _refusing("unreadable", path):
        ((found,),) = database.execute("SELECT bytes FROM secret").fetchall()
    if not isinstance(found, bytes) or len(found) != SECRET_BYTES:
        raise Invalid("store-damaged", path=path, reason="secret")
    return found


def is_copy(database: Connection) -> bool:
    """Whether a file is a copy, which nobody has written since."""
    ((version,),) = database.execute("PRAGMA user_version").fetchall()
    return bool(version == COPY)


def unmark(path: str) -> None:
    """A copy is from now on a file like any other."""
    with _refusing("unwritable", path), closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 0")


def live_tables(path: str) -> list[str]:
    """The tables that are not closed."""
    with reading(path) as database:
        return [table for (table,) in database.execute("SELECT DISTINCT table_id FROM log")]


def table_log(path: str, table: str) -> list[bytes]:
    """The entries of a table that is not closed; raises `Invalid` if one is missing."""
    with reading(path) as database:
        rows = database.execute("SELECT n, entry FROM log WHERE table_id = ? ORDER BY n", (table,)).fetchall()
    return checked(table, rows)


def records(path: str, table: str | None = None, deal: int | None = None) -> Iterator[StoredRecord]:
    """The deals that are over, or those of a table, or one of these, in the order in which they ended."""
    where, values = which_records(table, deal)
    with reading(path) as database:
        query = f"SELECT table_id, deal, private, keys, line FROM record WHERE {where} ORDER BY id"
        for table_id, deal, private, keys, line in database.execute(query, values):
            yield StoredRecord(table_id, deal, bool(private), tuple(keys.split()), line)


def stored_reports(path: str) -> list[KeptReport]:
    """What players have told of each other, in order; nothing in a file of an earlier version."""
    with reading(path) as database:
        if database.execute("SELECT 1 FROM sqlite_master WHERE name = 'report'").fetchone() is None:
            return []
        query = f"SELECT {reports.COLUMNS} FROM report ORDER BY at, rowid"
        return list(reports.reports_of(database.execute(query)))


def back_up(path: str, target: str) -> None:
    """Copy a file as it is at one moment, while a server may write it; the copy appears under its name when complete.

    Raises `Invalid` if the file is none of a server or damaged, or if there is a file with the name of the copy.
    """
    if os.path.lexists(target):
        raise Invalid("exists-already", path=target)
    beside = f"{target}.{token_hex(4)}.tmp"
    with reading(path) as database, _refusing("unwritable", target):
        _create(beside)
        try:
            with closing(sqlite3.connect(beside)) as copy:
                database.backup(copy)  # in one step, and so of one moment, whatever is written meanwhile
                _check_pages(copy, path)  # it has all pages as they are, damaged ones too
                copy.execute(f"PRAGMA user_version = {COPY}")
            os.replace(beside, target)
        except BaseException:
            os.remove(beside)
            raise
