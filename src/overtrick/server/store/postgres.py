"""A store in a PostgreSQL database, in a schema of its own."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from overtrick.core.errors import Invalid
from overtrick.server.store.store import Done, Store, StoredRecord, StoreFailed, checked
from overtrick.server.store.writer import Unreachable, Writer, steps
from overtrick.table.output import NewKey, Output

VERSION: Final = 1
"""of the schema"""
SCHEMA: Final = f"""
CREATE SCHEMA overtrick;
CREATE TABLE overtrick.log (
    table_id text COLLATE "C" NOT NULL,
    n integer NOT NULL,
    entry bytea NOT NULL,
    PRIMARY KEY (table_id, n)
);
CREATE TABLE overtrick.record (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    table_id text COLLATE "C" NOT NULL,
    deal bigint NOT NULL,
    private boolean NOT NULL,
    keys text NOT NULL,
    line text NOT NULL,
    UNIQUE (table_id, deal)
);
CREATE TABLE overtrick.store (schema integer NOT NULL, home oid NOT NULL);
INSERT INTO overtrick.store VALUES ({VERSION}, 'overtrick.log'::regclass);
"""
# Whoever restores a dump makes tables with other numbers: `home` tells that it is a copy.
IS_COPY: Final = "SELECT home <> 'overtrick.log'::regclass FROM overtrick.store"
UNMARK: Final = "UPDATE overtrick.store SET home = 'overtrick.log'::regclass"
LOCK: Final = 0x6F76657274726963
"""the number of the lock that a server holds as long as it lives"""
LOCK_PATIENCE: Final = 2
"""seconds, in which PostgreSQL finds out that the server before has ended"""
DURABLE: Final = (
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
)
APPEND: Final = "INSERT INTO overtrick.log SELECT * FROM unnest(%b::text[], %b::integer[], %b::bytea[])"
"""with arrays in their binary form, which takes psycopg a third of the time"""

IMPATIENT: Final[Mapping[str, str | int]] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,
    "application_name": "overtrick",
}
"""what holds for a connection if the address does not say otherwise: a server that vanished is missed after seconds"""

Connection = psycopg.Connection[tuple[Any, ...]]
Statement = tuple[str, Sequence[object]]

log: Final = logging.getLogger(__name__)


class Address:
    """A database as `--db` names it, which people are shown without the password."""

    def __init__(self, url: str) -> None:
        try:
            parts = conninfo_to_dict(url)
        except psycopg.Error:  # its words would quote the password
            raise Invalid("unreadable", path="postgresql://…", reason="it is not an address") from None
        self._all = make_conninfo("", **{**IMPATIENT, **parts})
        user, port = parts.get("user"), parts.get("port")
        host = f"{parts.get('host', '')}{f':{port}' if port else ''}"
        self._shown = f"postgresql://{f'{user}@' if user else ''}{host}/{parts.get('dbname', '')}"

    def __str__(self) -> str:
        return self._shown

    def connect(self) -> Connection:
        """A connection whose statements are committed one by one unless they stand in a transaction."""
        return psycopg.connect(self._all, autocommit=True)


class Reader:
    """Reads what is committed, in any thread."""

    def __init__(self, url: str) -> None:
        self._address = Address(url)
        self._idle: deque[Connection] = deque()

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        """A connection for one who reads; raises `Invalid` where nothing can be read."""
        connection: Connection | None = None
        try:
            connection = self._take()
            yield connection
        except psycopg.Error as error:
            raise Invalid("unreadable", path=str(self._address), reason=_reason(error)) from None
        finally:
            if connection is not None and not connection.closed:
                self._idle.append(connection)

    def _take(self) -> Connection:
        """A connection that works: those from before a restart of PostgreSQL do not."""
        while self._idle:
            connection = self._idle.pop()
            with suppress(psycopg.Error):
                connection.execute("")
                return connection
            connection.close()
        return self._address.connect()

    def live_tables(self) -> list[str]:
        """The tables that are not closed."""
        with self._connection() as connection:
            return [table for (table,) in connection.execute("SELECT DISTINCT table_id FROM overtrick.log ORDER BY 1")]

    def table_log(self, table: str) -> list[bytes]:
        """The entries of a table that is not closed; raises `Invalid` if one is missing."""
        with self._connection() as connection:
            query = "SELECT n, entry FROM overtrick.log WHERE table_id = %s ORDER BY n"
            return checked(table, connection.cursor(binary=True).execute(query, (table,)))

    def records(self, table: str | None = None) -> Iterator[StoredRecord]:
        """The deals that are over, or those of a table, in the order in which they ended."""
        where, values = ("TRUE", ()) if table is None else ("table_id = %s", (table,))
        query = f"SELECT table_id, deal, private, keys, line FROM overtrick.record WHERE {where} ORDER BY id"
        with self._connection() as connection, connection.transaction(), connection.cursor("records") as found:
            for table_id, deal, private, keys, line in found.execute(query, values):
                yield StoredRecord(table_id, deal, private, tuple(keys.split()), line)

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()


class PostgresStore(Store):
    """A store in a PostgreSQL database."""

    def __init__(self, url: str) -> None:
        """Open or make the schema; raises `Invalid` if it cannot be had."""
        super().__init__()
        self._engine = PostgresEngine(Address(url))
        self.is_copy, last = self._engine.open()
        self._reader = Reader(url)
        self._writer = Writer(self._engine, last)

    def have_for_own(self) -> None:
        self._writer.do(self._engine.unmark)

    def live_tables(self) -> list[str]:
        return self._reader.live_tables()

    def table_log(self, table: str) -> list[bytes]:
        self._writer.reload(table)
        return self._reader.table_log(table)

    def submit(self, output: Output, done: Done) -> None:
        self._writer.submit(output, done)

    def records(self, table: str | None = None) -> list[StoredRecord]:
        return list(self._reader.records(table))

    def close(self) -> None:
        self._writer.close()
        self._engine.close()
        self._reader.close()


class PostgresEngine:
    """The statements of PostgreSQL, by a connection that is made again when it is lost."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._connection: Connection | None = None

    def open(self) -> tuple[bool, dict[str, int]]:
        """Make the schema if there is none; gives whether it is a copy, and the last entries of all tables."""
        try:
            connection = self._connect()
            ((is_copy,),) = connection.execute(IS_COPY)
            return is_copy, dict(connection.execute("SELECT table_id, max(n) FROM overtrick.log GROUP BY table_id"))
        except Exception as error:
            self.close()
            if isinstance(error, psycopg.Error):
                raise Invalid("unwritable", path=str(self._address), reason=_reason(error)) from None
            raise

    def _connect(self) -> Connection:
        self._connection = connection = self._address.connect()
        if connection.info.encoding != "utf-8" or connection.info.parameter_status("server_encoding") != "UTF8":
            raise Invalid("unwritable", path=str(self._address), reason="its encoding is not UTF8")
        connection.execute(DURABLE)
        connection.execute(f"SET lock_timeout = '{LOCK_PATIENCE}s'")
        try:
            connection.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
        except psycopg.errors.LockNotAvailable:
            raise Invalid("store-in-use", path=str(self._address)) from None
        with connection.transaction():
            ((found,),) = connection.execute("SELECT to_regclass('overtrick.store')")
            if found is None:
                connection.execute(SCHEMA)
            versions = connection.execute("SELECT schema FROM overtrick.store").fetchall()
        if versions != [(VERSION,)]:
            found = " ".join(str(version) for (version,) in versions)
            raise Invalid("store-version", path=str(self._address), version=found, known=VERSION)
        return connection

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """The connection; raises `Unreachable` where there is none."""
        try:
            yield self._connection or self._connect()
        except Exception as error:
            if self._connection is None or self._connection.closed or isinstance(error, Invalid):
                self.close()
                raise Unreachable("not-stored", reason=_reason(error)) from None
            raise StoreFailed("not-stored", reason=_reason(error)) from None

    def last_entry(self, table: str) -> int:
        with self._connected() as connection:
            ((last,),) = connection.execute("SELECT max(n) FROM overtrick.log WHERE table_id = %s", (table,))
        return last or 0

    def write(self, outputs: Sequence[Output]) -> None:
        statements = list(_statements(outputs))
        if not statements:
            return
        with self._connected() as connection:
            if len(statements) == 1:
                connection.execute(*statements[0])
                return
            with connection.transaction(), connection.pipeline():
                for statement, values in statements:
                    connection.execute(statement, values)

    def unmark(self) -> None:
        """A copy is from now on a store like any other."""
        try:
            with self._connected() as connection:
                connection.execute(UNMARK)
        except StoreFailed as error:  # the next server deals with other secrets once more
            log.error("the database is still marked as a copy: %s", error)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _statements(outputs: Iterable[Output]) -> Iterator[Statement]:
    """What some outputs do, in order."""
    for step in steps(outputs):
        match step:
            case StoredRecord(table, deal, private, keys, line):
                columns = "table_id, deal, private, keys, line"
                values = (table, deal, private, " ".join(keys), line)
                yield f"INSERT INTO overtrick.record ({columns}) VALUES (%s, %s, %s, %s, %s)", values
            case NewKey(table, old, new):
                yield "UPDATE overtrick.record SET keys = replace(keys, %s, %s) WHERE table_id = %s", (old, new, table)
            case str():
                yield "DELETE FROM overtrick.log WHERE table_id = %s", (step,)
            case _:
                yield APPEND, tuple(map(list, zip(*step, strict=True)))


def _reason(error: Exception) -> str:
    """What went wrong, in a line without the rows that it was about: there are cards in them."""
    said = error.diag.message_primary if isinstance(error, psycopg.Error) else None
    return (said or str(error).strip().partition("\n")[0] or type(error).__name__).rstrip(".")
