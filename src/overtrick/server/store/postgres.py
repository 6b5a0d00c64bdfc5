"""A store in a PostgreSQL database, in a schema of its own."""

from __future__ import annotations

import logging
from collections import ChainMap, deque
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager, suppress
from secrets import token_bytes
from threading import BoundedSemaphore
from typing import Any, Final

import psycopg

from overtrick.core.errors import Invalid
from overtrick.server.store.address import Address, Connection, reason
from overtrick.server.store.leases import CHANGED, LEAVE, Leases
from overtrick.server.store.players import SCHEMA as SCHEMA_OF_PLAYERS
from overtrick.server.store.players import Asked, Book
from overtrick.server.store.reports import COLUMNS, reports_of, row_of
from overtrick.server.store.reports import SCHEMA as SCHEMA_OF_REPORTS
from overtrick.server.store.store import (
    SECRET_BYTES,
    Done,
    Place,
    Store,
    StoredRecord,
    StoreFailed,
    TableLost,
    Told,
    Wanted,
    checked,
    which_records,
)
from overtrick.server.store.writer import Unreachable, Writer, matches_of, steps
from overtrick.table.output import Kept, KeptReport, NewKey, Opens, Output, Released

VERSION: Final = 1
"""of the schema"""
SCHEMA: Final = """
CREATE SCHEMA overtrick;
CREATE TABLE overtrick.log (
    table_id text COLLATE "C" NOT NULL,
    n integer NOT NULL,
    entry bytea NOT NULL,
    epoch bigint NOT NULL,
    PRIMARY KEY (table_id, n)
);
CREATE TABLE overtrick.process (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    alive_until timestamptz NOT NULL,
    address text NOT NULL,
    version text NOT NULL,
    is_drained boolean NOT NULL DEFAULT false,
    told bytea NOT NULL,
    telling bigint NOT NULL
);
CREATE TABLE overtrick.lease (
    table_id text COLLATE "C" PRIMARY KEY,
    epoch bigint NOT NULL,
    process bigint NOT NULL,
    wanted_by bigint NOT NULL DEFAULT 0,
    log_version integer NOT NULL
);
CREATE INDEX ON overtrick.lease (process);
CREATE TABLE overtrick.key (key text COLLATE "C" PRIMARY KEY, table_id text COLLATE "C" NOT NULL);
CREATE INDEX ON overtrick.key (table_id);
CREATE TABLE overtrick.record (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    table_id text COLLATE "C" NOT NULL,
    deal bigint NOT NULL,
    private boolean NOT NULL,
    keys text NOT NULL,
    line text NOT NULL,
    UNIQUE (table_id, deal)
);
CREATE TABLE overtrick.store (schema integer NOT NULL, home oid NOT NULL, secret bytea NOT NULL);
"""
VERSIONS: Final = "SELECT schema FROM overtrick.store"
FIRST: Final = "INSERT INTO overtrick.store VALUES (%s, 'overtrick.log'::regclass, %s)"
# Whoever restores a dump makes tables with other numbers: `home` tells that it is a copy.
IS_COPY: Final = "SELECT home <> 'overtrick.log'::regclass, secret FROM overtrick.store"
UNMARK: Final = "UPDATE overtrick.store SET home = 'overtrick.log'::regclass"
LOCK: Final = 0x6F76657274726963
"""the number of the lock of whoever makes the schema, or goes on with a copy"""
LOCK_PATIENCE: Final = 2
"""seconds for which somebody else may have a lock"""
IN_SCHEMA: Final = "SET LOCAL search_path TO overtrick"
ONE_AT_A_TIME: Final = f"SELECT pg_advisory_xact_lock({LOCK + 1})"
"""who changes players or ratings waits for others: each result goes on from the ratings that the last one has left"""
DURABLE: Final = (
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
)
OPEN: Final = """
INSERT INTO overtrick.lease (table_id, epoch, process, log_version)
SELECT unnest(%b::text[]), 1, %s, %s ON CONFLICT DO NOTHING
"""
# Who has not the newest lease of a table finds no epoch, and that column must have one. Whoever takes a table leaves it
# alone while somebody appends to it; whoever appends while it is taken waits for that, and is then refused.
APPEND: Final = """
INSERT INTO overtrick.log (table_id, n, entry, epoch)
SELECT new.table_id, new.n, new.entry, held.epoch
FROM unnest(%b::text[], %b::integer[], %b::bytea[], %b::bigint[]) AS new (table_id, n, entry, epoch)
LEFT JOIN (
    SELECT table_id, epoch FROM overtrick.lease WHERE table_id = ANY (%b::text[]) AND process = %s FOR SHARE
) AS held USING (table_id, epoch)
"""
"""with arrays in their binary form, which takes psycopg a third of the time"""

PLACE: Final = """
SELECT lease.table_id, lease.process, process.address
FROM overtrick.lease AS lease LEFT JOIN overtrick.process AS process ON process.id = lease.process
WHERE lease.table_id = coalesce((SELECT table_id FROM overtrick.key WHERE key = %(key)s), %(table)s)
"""

MOST_READING: Final = 4
"""connections of a process by which it reads: PostgreSQL has a number for all processes together"""

Statement = tuple[str, Sequence[object]]

log: Final = logging.getLogger(__name__)


def check_schema(connection: Connection, address: Address) -> None:
    """Refuse a database without tables of ours, or with those of another schema."""
    if not _has_schema(connection):
        raise Invalid("no-schema", path=str(address))
    _check_versions(connection.execute(VERSIONS).fetchall(), address)


def _has_schema(connection: Connection) -> bool:
    return connection.execute("SELECT to_regclass('overtrick.store')").fetchall() != [(None,)]


def _check_versions(versions: Sequence[tuple[int]], address: Address) -> None:
    if versions != [(VERSION,)]:
        found = " ".join(str(version) for (version,) in versions)
        raise Invalid("store-version", path=str(address), version=found, known=VERSION)


class Reader:
    """Reads what is committed, in any thread."""

    def __init__(self, url: str) -> None:
        self._address = Address(url)
        self._idle: deque[Connection] = deque()
        self._turns = BoundedSemaphore(MOST_READING)

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        """A connection for one who reads, perhaps after others; raises `Invalid` where nothing can be read."""
        connection: Connection | None = None
        self._turns.acquire()
        try:
            connection = self._take()
            yield connection
        except psycopg.Error as error:
            raise Invalid("unreadable", path=str(self._address), reason=reason(error)) from None
        finally:
            if connection is not None and not connection.closed:
                self._idle.append(connection)
            self._turns.release()

    def check(self) -> None:
        """Raise `Invalid` unless there is what this version can read."""
        with self._connection() as connection:
            check_schema(connection, self._address)

    def _take(self) -> Connection:
        """A connection that works: those from before a restart of PostgreSQL do not."""
        while self._idle:
            connection = self._idle.pop()
            with suppress(psycopg.Error):
                connection.execute("")
                return connection
            connection.close()
        return self._address.connect()

    def table_log(self, table: str, leases: Leases | None = None) -> list[bytes]:
        """The entries of a table that is not closed; raises `Invalid` if one is missing.

        With `leases` it must be that of this process, or `TableLost` is raised.
        """
        with self._connection() as connection:
            if leases is not None:
                _check_owner(connection, table, leases)
            query = "SELECT n, entry FROM overtrick.log WHERE table_id = %s ORDER BY n"
            return checked(table, connection.cursor(binary=True).execute(query, (table,)))

    def place(self, table: str, key: str, process: int) -> Place | None:
        """Where a table is played, or the one that a key opens, if this is a process of a number."""
        with self._connection() as connection:
            found = connection.execute(PLACE, {"table": table, "key": key}).fetchone()
        return None if found is None else Place(found[0], found[1] == process, found[2] or "")

    def records(self, table: str | None = None, deal: int | None = None) -> Iterator[StoredRecord]:
        """The deals that are over, or those of a table, or one of these, in the order in which they ended."""
        where, values = which_records(table, deal, "%s")
        query = f"SELECT table_id, deal, private, keys, line FROM overtrick.record WHERE {where} ORDER BY id"
        with self._connection() as connection, connection.transaction(), connection.cursor("records") as found:
            for table_id, deal, private, keys, line in found.execute(query, values):
                yield StoredRecord(table_id, deal, private, tuple(keys.split()), line)

    def ask_players(self, question: Callable[[Book], Asked]) -> Asked:
        """What is known of players."""
        with self._connection() as connection, connection.transaction():
            return question(_book(connection))

    def reports(self) -> list[KeptReport]:
        """What players have told of each other, in order; nothing in a database of an earlier version."""
        with self._connection() as connection:
            if connection.execute("SELECT to_regclass('overtrick.report')").fetchall() == [(None,)]:
                return []
            return list(
                reports_of(connection.execute(f"SELECT {COLUMNS} FROM overtrick.report ORDER BY at").fetchall())
            )

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()


class PostgresStore(Store):
    """A store in a PostgreSQL database, which several processes can share: each table is that of one of them."""

    is_shared = True

    def __init__(self, url: str) -> None:
        """Open or make the schema, and take the tables that nobody has; raises `Invalid` if it cannot be had."""
        super().__init__()
        address = Address(url)
        self._leases = Leases(address)
        self._engine = PostgresEngine(address, self._leases)
        self._reader = Reader(url)
        self.is_copy = self._engine.open()
        self.secret = self._engine.secret
        self._writer = Writer(self._engine, {})

    def have_for_own(self) -> None:
        self._writer.do(self._engine.unmark)

    def live_tables(self) -> list[str]:
        return sorted(self._leases.epochs)

    def stop_taking(self) -> None:
        self._leases.is_leaving = True
        self._writer.do(self._engine.leave)

    def watch(self, told: Told, wanted: Wanted, drained: Callable[[], None]) -> None:
        self._leases.watch(told, wanted, drained)

    def announce(self, address: str) -> None:
        self.address = self._leases.address = address

    def publish(self, data: bytes) -> None:
        self._leases.told = data

    def published(self) -> dict[str, bytes]:
        return {address: data for _, address, data in self._leases.others.values()}

    def place(self, table: str, key: str = "") -> Place | None:
        return self._reader.place(table, key, self._leases.process)

    def table_log(self, table: str) -> list[bytes]:
        self._writer.reload(table)
        return self._reader.table_log(table, self._leases)

    def submit(self, output: Output, done: Done) -> None:
        self._writer.submit(output, done)

    def records(self, table: str | None = None, deal: int | None = None) -> list[StoredRecord]:
        return list(self._reader.records(table, deal))

    def ask_players(self, question: Callable[[Book], Asked]) -> Asked:
        return self._reader.ask_players(question)

    def forget_player(self, player: str) -> None:
        self._writer.ask(lambda: self._engine.forget_player(player))

    def close(self) -> None:
        self._writer.close()
        self._leases.close()
        self._engine.close()
        self._reader.close()


class PostgresEngine:
    """The statements of PostgreSQL, by a connection that is made again when it is lost."""

    def __init__(self, address: Address, leases: Leases) -> None:
        self._address = address
        self._leases = leases
        self._connection: Connection | None = None
        self.secret = b""

    def open(self) -> bool:
        """Make the schema if there is none, and begin with the leases; gives whether the database is a copy."""
        try:
            connection = self._connect()
            is_copy = self._make_or_check(connection)
            self._leases.begin()
        except Exception as error:
            self.close()
            if isinstance(error, psycopg.Error):
                raise Invalid("unwritable", path=str(self._address), reason=reason(error)) from None
            raise
        return is_copy

    def _connect(self) -> Connection:
        self._connection = connection = self._address.connect()
        connection.execute(DURABLE)
        connection.execute(f"SET lock_timeout = '{LOCK_PATIENCE}s'")
        return connection

    def _make_or_check(self, connection: Connection) -> bool:
        if connection.info.parameter_status("server_encoding") != "UTF8":
            raise Invalid("unwritable", path=str(self._address), reason="its encoding is not UTF8")
        try:
            connection.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
        except psycopg.errors.LockNotAvailable:  # by a server that goes on with a copy, and is not yet done with it
            raise Invalid("store-in-use", path=str(self._address)) from None
        with connection.transaction():
            if not _has_schema(connection):
                connection.execute(SCHEMA)
                connection.execute(FIRST, (VERSION, token_bytes(SECRET_BYTES)))
            versions = connection.execute(VERSIONS).fetchall()
            connection.execute(IN_SCHEMA)
            for statement in (*SCHEMA_OF_PLAYERS, SCHEMA_OF_REPORTS):  # databases of earlier versions have none
                connection.execute(statement)
        _check_versions(versions, self._address)
        ((is_copy, self.secret),) = connection.execute(IS_COPY).fetchall()
        if is_copy:
            connection.execute("DELETE FROM overtrick.process")  # they live elsewhere, if at all
        else:
            connection.execute("SELECT pg_advisory_unlock(%s)", (LOCK,))
        return bool(is_copy)

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """The connection; raises `Unreachable` where there is none."""
        try:
            connection = self._connection
            yield self._connect() if connection is None or connection.closed else connection
        except psycopg.errors.NotNullViolation:
            raise StoreFailed("not-stored", reason="the table is that of another process") from None
        except Exception as error:
            if self._connection is None or self._connection.closed:
                raise Unreachable("not-stored", reason=reason(error)) from None
            raise StoreFailed("not-stored", reason=reason(error)) from None

    def last_entry(self, table: str) -> int:
        with self._connected() as connection:
            query = "SELECT max(n) FROM overtrick.log WHERE table_id = %s"
            ((last,),) = connection.execute(query, (table,)).fetchall()
        return last or 0

    def write(self, outputs: Sequence[Output]) -> None:
        statements, matches = list(self._statements(outputs)), matches_of(outputs)
        if not statements:
            return
        with self._connected() as connection:
            if len(statements) == 1 and not matches:
                connection.execute(*statements[0])
                return
            with connection.transaction():
                with connection.pipeline():
                    for statement, values in statements:
                        connection.execute(statement, values)
                if matches:
                    connection.execute(ONE_AT_A_TIME)
                    _book(connection).rate_all(matches)
        self._note_leases(outputs)

    def _note_leases(self, outputs: Iterable[Output]) -> None:
        """Know which tables this process has after some outputs are stored; opening and ending take two statements."""
        epochs = self._leases.epochs
        for output in outputs:
            epochs.update((kept.table, 1) for kept in output.kept if kept.n == 1)
            for table in (*output.closed, *(released.table for released in output.released)):
                epochs.pop(table, None)

    def forget_player(self, player: str) -> None:
        with self._connected() as connection, connection.transaction():
            connection.execute(ONE_AT_A_TIME)
            _book(connection).forget(player)

    def leave(self) -> None:
        """Tell others that this process takes no tables any more, before they see the first that it releases."""
        with suppress(StoreFailed), self._connected() as connection:  # else the next sign of life tells it
            connection.execute(LEAVE, (self._leases.process,))

    def unmark(self) -> None:
        """A copy is from now on a store like any other."""
        try:
            with self._connected() as connection:
                connection.execute(UNMARK)
                connection.execute("SELECT pg_advisory_unlock_all()")
        except StoreFailed as error:  # the next server deals with other secrets once more
            log.error("the database is still marked as a copy: %s", error)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def _statements(self, outputs: Iterable[Output]) -> Iterator[Statement]:
        """What some outputs do, in order. Nothing is changed here: what fails is tried again."""
        epochs = ChainMap[str, int]({}, self._leases.epochs)
        for step in steps(outputs):
            match step:
                case StoredRecord(table, deal, private, keys, line):
                    columns = "table_id, deal, private, keys, line"
                    values = (table, deal, private, " ".join(keys), line)
                    yield f"INSERT INTO overtrick.record ({columns}) VALUES (%s, %s, %s, %s, %s)", values
                case NewKey(table, old, new):
                    change = "UPDATE overtrick.record SET keys = replace(keys, %s, %s) WHERE table_id = %s"
                    yield change, (old, new, table)
                case KeptReport():
                    insert = f"INSERT INTO overtrick.report ({COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s)"
                    yield insert, row_of(step)
                case Opens(key, table):
                    yield "INSERT INTO overtrick.key VALUES (%s, %s) ON CONFLICT DO NOTHING", (key, table)
                case Released(table):
                    mine = (table, self._leases.process)
                    yield "UPDATE overtrick.lease SET process = 0 WHERE table_id = %s AND process = %s", mine
                    yield f"NOTIFY {CHANGED}", ()
                case str():
                    yield "DELETE FROM overtrick.key WHERE table_id = %s", (step,)
                    yield "DELETE FROM overtrick.log WHERE table_id = %s", (step,)
                    yield "DELETE FROM overtrick.lease WHERE table_id = %s", (step,)
                case _:
                    yield from self._appending(step, epochs)

    def _appending(self, entries: Sequence[Kept], epochs: MutableMapping[str, int]) -> Iterator[Statement]:
        """Append entries; the tables that are opened with them are added to the epochs."""
        opened = [table for table, n, _ in entries if n == 1]
        if opened:
            yield OPEN, (opened, self._leases.process, self._leases.log_version)
            epochs.update(dict.fromkeys(opened, 1))
        tables, numbers, texts = (list(column) for column in zip(*entries, strict=True))
        of_rows = [epochs.get(table, 0) for table in tables]
        yield APPEND, (tables, numbers, texts, of_rows, list(set(tables)), self._leases.process)


def _book(connection: Connection) -> Book:
    """The players in a database, for the transaction that is open."""
    connection.execute(IN_SCHEMA)

    def run(statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        found = connection.execute(statement.replace("?", "%s"), values)
        return found.fetchall() if found.description else []

    return Book(run)


def _check_owner(connection: Connection, table: str, leases: Leases) -> None:
    """Raise `TableLost` if another process has a table; if this one has, its lease is known from now on."""
    query = "SELECT process, epoch FROM overtrick.lease WHERE table_id = %s"
    for process, epoch in connection.execute(query, (table,)).fetchall():
        if process != leases.process:
            raise TableLost("table-lost", table=table)
        leases.epochs[table] = epoch
