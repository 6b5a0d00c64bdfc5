"""A store in an SQLite file, which needs nothing to be set up."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from sqlite3 import Connection
from typing import Final

from overtrick.core.errors import OvertrickError
from overtrick.server import database
from overtrick.server.store.players import Asked, Book
from overtrick.server.store.reports import COLUMNS, row_of
from overtrick.server.store.store import Done, Store, StoredRecord
from overtrick.server.store.writer import Writer, matches_of, steps
from overtrick.table.accounts import RatedMatch
from overtrick.table.output import Kept, KeptReport, NewKey, Opens, Output, Released

ROWS: Final = 256
"""the most entries that go into one statement: three values each, of the 999 that any SQLite takes"""

Statement = tuple[str, Sequence[object]]

log: Final = logging.getLogger(__name__)


class SqliteStore(Store):
    """A store in an SQLite database."""

    def __init__(self, path: str) -> None:
        """Open or make the file; raises `Invalid` if it cannot be had, as `database.hold` says."""
        super().__init__()
        self._path = path
        self._database, self._lock = database.hold(path)
        try:
            last = database.last_entries(self._database, path)
            self.is_copy = database.is_copy(self._database)
            self.secret = database.secret(self._database, path)
        except BaseException:
            self._database.close()
            self._lock.close()
            raise
        self._engine = SqliteEngine(self._database)
        self._writer = Writer(self._engine, last)

    def have_for_own(self) -> None:
        self._writer.do(self._unmark)

    def _unmark(self) -> None:
        try:
            database.unmark(self._path)
        except OvertrickError as error:  # the next server deals with other secrets once more
            log.error("the file is still marked as a copy: %s", error)

    def live_tables(self) -> list[str]:
        return database.live_tables(self._path)

    def table_log(self, table: str) -> list[bytes]:
        self._writer.reload(table)
        return database.table_log(self._path, table)

    def submit(self, output: Output, done: Done) -> None:
        self._writer.submit(output, done)

    def records(self, table: str | None = None, deal: int | None = None) -> list[StoredRecord]:
        return list(database.records(self._path, table, deal))

    def ask_players(self, question: Callable[[Book], Asked]) -> Asked:
        with database.reading(self._path) as connection:
            return question(book_of(connection))

    def forget_player(self, player: str) -> None:
        self._writer.ask(lambda: self._engine.forget_player(player))

    def close(self) -> None:
        self._writer.close()
        self._database.close()
        self._lock.close()


class SqliteEngine:
    """The statements of SQLite."""

    def __init__(self, database: Connection) -> None:
        self._database = database

    def last_entry(self, table: str) -> int:
        ((last,),) = self._database.execute("SELECT max(n) FROM log WHERE table_id = ?", (table,)).fetchall()
        return last or 0

    def write(self, outputs: Sequence[Output]) -> None:
        # Each statement gives other threads the interpreter, and may have to wait for it: there are as few as possible.
        statements, matches = list(_statements(outputs)), matches_of(outputs)
        if matches:
            self._write_with(statements, matches)
            return
        if len(statements) > 1:
            statements = [("BEGIN IMMEDIATE", ()), *statements, ("COMMIT", ())]
        try:
            for statement, values in statements:
                self._database.execute(statement, values)
        finally:
            self._database.rollback()  # nothing, where it is committed

    def _write_with(self, statements: Sequence[Statement], matches: Sequence[RatedMatch]) -> None:
        """Commit some statements and what some matches do to ratings."""
        with self._transaction() as book:
            for statement, values in statements:
                self._database.execute(statement, values)
            book.rate_all(matches)

    def forget_player(self, player: str) -> None:
        with self._transaction() as book:
            book.forget(player)

    @contextmanager
    def _transaction(self) -> Iterator[Book]:
        try:
            self._database.execute("BEGIN IMMEDIATE")
            yield book_of(self._database)
            self._database.execute("COMMIT")
        finally:
            self._database.rollback()  # nothing, where it is committed


def book_of(database: Connection) -> Book:
    """The players in a file."""
    return Book(lambda statement, values: database.execute(statement, values).fetchall())


def _statements(outputs: Iterable[Output]) -> Iterator[Statement]:
    """What some outputs do, in order."""
    for step in steps(outputs):
        match step:
            case StoredRecord(table, deal, private, keys, line):
                yield "INSERT INTO record VALUES (NULL, ?, ?, ?, ?, ?)", (table, deal, private, " ".join(keys), line)
            case NewKey(table, old, new):
                yield "UPDATE record SET keys = replace(keys, ?, ?) WHERE table_id = ?", (old, new, table)
            case KeptReport():
                yield f"INSERT INTO report ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", row_of(step)
            case Opens() | Released():
                pass  # there are no other processes, and this one knows its tables
            case str():
                yield "DELETE FROM log WHERE table_id = ?", (step,)
            case _:
                yield from _inserts(step)


def _inserts(entries: Sequence[Kept]) -> Iterator[Statement]:
    for start in range(0, len(entries), ROWS):
        rows = entries[start : start + ROWS]
        values = ", ".join(["(?, ?, ?)"] * len(rows))
        yield f"INSERT INTO log VALUES {values}", list(chain.from_iterable(rows))
