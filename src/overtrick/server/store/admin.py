"""The processes that share a database, for those who look after them: their words come by the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Final, NamedTuple

import psycopg

from overtrick.core.errors import Invalid
from overtrick.server.store.address import Address, Connection, reason
from overtrick.server.store.leases import CHANGED
from overtrick.server.store.opening import is_shared
from overtrick.server.store.postgres import check_schema

PROCESSES: Final = """
SELECT id, address, version, is_drained, count(table_id)
FROM overtrick.process LEFT JOIN overtrick.lease ON process.id = lease.process
WHERE alive_until > clock_timestamp() GROUP BY process.id ORDER BY id
"""
TABLES: Final = "SELECT table_id, process FROM overtrick.lease ORDER BY process, table_id"
# Who drains another one at this moment waits, and then sees that this one does not take any more.
LIVING: Final = """
SELECT id, is_drained FROM overtrick.process WHERE alive_until > clock_timestamp() ORDER BY id FOR UPDATE
"""
DRAIN: Final = "UPDATE overtrick.process SET is_drained = true WHERE id = %s"
TAKES_TABLES: Final = """
SELECT FROM overtrick.process WHERE id = %s AND alive_until > clock_timestamp() AND NOT is_drained
"""
MOVE: Final = "UPDATE overtrick.lease SET wanted_by = %s WHERE table_id = %s RETURNING table_id"


class ProcessInfo(NamedTuple):
    """A process that lives."""

    id: int
    address: str
    """where others call it"""
    version: str
    is_drained: bool
    """whether it hands its tables over, and takes no more"""
    tables: int


class TablePlace(NamedTuple):
    """A table and the number of its process, which may have died just now."""

    table: str
    process: int


def processes(url: str) -> list[ProcessInfo]:
    """The processes that use a database and live."""
    with _asking(url) as connection:
        return [ProcessInfo(*row) for row in connection.execute(PROCESSES)]


def tables(url: str) -> list[TablePlace]:
    """All tables that are open, by their processes."""
    with _asking(url) as connection:
        return [TablePlace(*row) for row in connection.execute(TABLES)]


def drain(url: str, process: int) -> None:
    """Let a process hand its tables over to others; raises `Invalid` if there is no such process, or no other one."""
    with _asking(url) as connection, connection.transaction():
        living = dict(connection.execute(LIVING).fetchall())
        if process not in living:
            raise Invalid("no-such-process", process=process)
        if all(is_drained for other, is_drained in living.items() if other != process):
            raise Invalid("no-process-to-hand-to", process=process)
        connection.execute(DRAIN, (process,))
        connection.execute(f"NOTIFY {CHANGED}")


def move(url: str, table: str, process: int) -> None:
    """Let a process have a table; raises `Invalid` if there is no such table, or none that takes any."""
    with _asking(url) as connection, connection.transaction():
        if connection.execute(TAKES_TABLES, (process,)).fetchone() is None:
            raise Invalid("no-such-process", process=process)
        if connection.execute(MOVE, (process, table)).fetchone() is None:
            raise Invalid("no-such-table")
        connection.execute(f"NOTIFY {CHANGED}")


@contextmanager
def _asking(url: str) -> Iterator[Connection]:
    if not is_shared(url):
        raise Invalid("no-shared-database", path=url)
    address = Address(url)
    try:
        with closing(address.connect()) as connection:
            check_schema(connection, address)
            yield connection
    except psycopg.Error as error:
        raise Invalid("unreadable", path=str(address), reason=reason(error)) from None
