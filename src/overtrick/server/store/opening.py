"""Which engine stores what: a file, or a PostgreSQL server, by how the text of `--db` begins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Final

from overtrick.core.errors import Invalid
from overtrick.server import database
from overtrick.server.store.sqlite import SqliteStore
from overtrick.server.store.store import Store, StoredRecord
from overtrick.table.output import KeptReport

if TYPE_CHECKING:
    from overtrick.server.store.postgres import Reader

SCHEMES: Final = ("postgresql://", "postgres://")


def is_shared(db: str | None) -> bool:
    """Whether several processes can use a database at a time; raises `Invalid` for an address of another kind."""
    if db is None or "://" not in db:
        return False
    if not db.lower().startswith(SCHEMES):
        raise Invalid("unknown-database")  # which does not quote it: there may be a password in it
    return True


def open_store(db: str | None) -> Store:
    """The store in a database, or one in memory if there is none; raises `Invalid` if it cannot be had."""
    if db is None:
        return Store()
    if not is_shared(db):
        return SqliteStore(db)
    with needing_driver():
        from overtrick.server.store.postgres import PostgresStore
    return PostgresStore(db)


def stored_records(db: str, table: str | None = None) -> Iterator[StoredRecord]:
    """The deals in a database that are over, or those of a table, while a server may use it."""
    if not is_shared(db):
        yield from database.records(db, table)
        return
    with _reader(db) as reader:
        yield from reader.records(table)


def stored_log(db: str, table: str) -> list[bytes]:
    """The entries of a table in a database, while a server may use it."""
    if not is_shared(db):
        return database.table_log(db, table)
    with _reader(db) as reader:
        return reader.table_log(table)


def stored_reports(db: str) -> list[KeptReport]:
    """What players have told of each other, while a server may use the database."""
    if not is_shared(db):
        return database.stored_reports(db)
    with _reader(db) as reader:
        return reader.reports()


@contextmanager
def _reader(db: str) -> Iterator[Reader]:
    """Who reads a PostgreSQL database."""
    with needing_driver():
        from overtrick.server.store.postgres import Reader
    with closing(Reader(db)) as reader:
        reader.check()
        yield reader


def back_up(db: str, target: str) -> None:
    """Copy a file, as `database.back_up` does; PostgreSQL has programs of its own for that."""
    if is_shared(db):
        raise Invalid("no-file-to-copy")
    database.back_up(db, target)


@contextmanager
def needing_driver() -> Iterator[None]:
    """Tell where the package is missing that speaks to PostgreSQL."""
    try:
        yield
    except ImportError as error:  # also where it finds no library of PostgreSQL
        raise Invalid("not-installed", module=error.name or "psycopg", extra="postgres") from None
