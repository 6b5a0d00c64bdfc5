"""What a server stores: the logs of its tables, and the deals that are over.

One thread writes. Whatever is submitted while it commits goes into the next commit, so that the wait for the disk is
shared by all who wait. What it has told to be stored is on the disk.
"""

from __future__ import annotations

import logging
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from queue import SimpleQueue
from threading import Thread
from typing import Final

from overtrick.core.errors import OvertrickError
from overtrick.formats import jsonl
from overtrick.server import database
from overtrick.server.database import StoredRecord
from overtrick.table.output import Kept, KeptRecord, NewKey, Output

Done = Callable[[OvertrickError | None], None]
"""is told that an output is stored, or why it is not; it must neither wait nor raise"""

ROWS: Final = 256
"""the most entries that go into one statement: three values each, of the 999 that any SQLite takes"""
KEPT_IN_MEMORY: Final = 10_000
"""the most records of a store that keeps nothing on a disk"""

log: Final = logging.getLogger(__name__)


class StoreFailed(OvertrickError):
    """Something could not be stored."""


class Store:
    """Keeps the logs of tables and the records of deals that are over. All but the reading is for one thread.

    This one ends with its process: it keeps no tables, and of the deals that are over only the last ones.
    """

    def __init__(self) -> None:
        self.is_copy = False
        """whether it was opened as a copy of a store which may have gone on after that was made"""
        self._records: deque[StoredRecord] = deque(maxlen=KEPT_IN_MEMORY)

    def have_for_own(self) -> None:
        """All tables of a copy deal with other secrets now: who opens it next finds no copy."""

    def live_tables(self) -> list[str]:
        """The tables that are not closed."""
        return []

    def table_log(self, table: str) -> list[bytes]:
        """The entries of a table as they are stored; those that are submitted from now on follow them."""
        return []

    def submit(self, output: Output, done: Done) -> None:
        """Store all of an output, or nothing of it; what is stored of the closed tables is their records.

        `done` is called in any thread, in the order of submission. Once an output has failed, those about the same
        tables fail too, until `table_log` is called for them.
        """
        for record in output.records:
            if isinstance(record, NewKey):
                self._records = deque((_rekeyed(stored, record) for stored in self._records), KEPT_IN_MEMORY)
            else:
                self._records.append(_stored(record))
        done(None)

    def records(self, table: str | None = None) -> list[StoredRecord]:
        """The deals that are over, or those of a table, in the order in which they ended."""
        return [record for record in self._records if table in (None, record.table)]

    def close(self) -> None:
        """Store what is submitted, and end."""


def _stored(kept: KeptRecord) -> StoredRecord:
    return StoredRecord(kept.table, kept.deal, kept.private, kept.keys, jsonl.dumps([kept.record]))


def _rekeyed(stored: StoredRecord, key: NewKey) -> StoredRecord:
    if stored.table != key.table:
        return stored
    return stored._replace(keys=tuple(key.new if old == key.old else old for old in stored.keys))


class SqliteStore(Store):
    """A store in an SQLite database."""

    def __init__(self, path: str) -> None:
        """Open or make the file; raises `Invalid` if it cannot be had, as `database.hold` says."""
        super().__init__()
        self._path = path
        self._database, self._lock = database.hold(path)
        try:
            self._last = database.last_entries(self._database, path)
            """the number of the last entry of each table, known to the writer only"""
            self.is_copy = database.is_copy(self._database)
        except BaseException:
            self._database.close()
            self._lock.close()
            raise
        self._failed: dict[str, StoreFailed] = {}
        self._queue: SimpleQueue[tuple[Output, Done] | Callable[[], None] | None] = SimpleQueue()
        """outputs to store, what else the writer has to do, and None for the end"""
        self._writer = Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()

    def have_for_own(self) -> None:
        self._queue.put(self._unmark)

    def live_tables(self) -> list[str]:
        return database.live_tables(self._path)

    def table_log(self, table: str) -> list[bytes]:
        self._queue.put(partial(self._reload, table))  # in the queue, because outputs that must fail may still be in it
        return database.table_log(self._path, table)

    def submit(self, output: Output, done: Done) -> None:
        self._queue.put((output, done))

    def records(self, table: str | None = None) -> list[StoredRecord]:
        return list(database.records(self._path, table))

    def close(self) -> None:
        self._queue.put(None)
        self._writer.join()
        self._database.close()
        self._lock.close()

    # What follows runs in the writer's thread.

    def _write_all(self) -> None:
        is_open = True
        while is_open:
            group: list[tuple[Output, Done]] = []
            for item in self._waiting():
                if isinstance(item, tuple):
                    group.append(item)
                    continue
                self._settle(group)
                group = []
                if item is None:
                    is_open = False
                else:
                    item()
            self._settle(group)

    def _waiting(self) -> Iterator[tuple[Output, Done] | Callable[[], None] | None]:
        """All that is in the queue, and at least one."""
        yield self._queue.get()
        for _ in range(self._queue.qsize()):
            yield self._queue.get()

    def _unmark(self) -> None:
        try:
            database.unmark(self._path)
        except OvertrickError as error:  # the next server deals with other secrets once more
            log.error("the file is still marked as a copy: %s", error)

    def _reload(self, table: str) -> None:
        """Go on after what is stored of a table, which may be more than was told: a commit can fail once it is done."""
        try:
            (last,) = self._database.execute("SELECT max(n) FROM log WHERE table_id = ?", (table,)).fetchone()
        except sqlite3.Error as error:
            self._failed[table] = StoreFailed("not-stored", reason=str(error))
            return
        self._failed.pop(table, None)
        self._last.pop(table, None)
        if last is not None:
            self._last[table] = last

    def _settle(self, group: Sequence[tuple[Output, Done]]) -> None:
        failures = self._commit([output for output, _ in group])
        for (_, done), failure in zip(group, failures, strict=True):
            done(failure)

    def _commit(self, group: Sequence[Output]) -> list[StoreFailed | None]:
        """Store some outputs with one commit; where that fails, each with its own, so that only the bad ones fail."""
        last: dict[str, int] = {}
        failed = self._failed.copy()
        failures = [self._failure(output, last) for output in group]
        accepted = [output for output, failure in zip(group, failures, strict=True) if failure is None]
        try:
            self._write(accepted)
        except Exception as error:
            if len(group) > 1:
                self._failed = failed
                return [failure for output in group for failure in self._commit([output])]
            return [self._fail(group[0], StoreFailed("not-stored", reason=str(error)))]
        self._last.update(last)
        for table in [table for table, n in last.items() if not n]:
            del self._last[table]
        return failures

    def _failure(self, output: Output, last: dict[str, int]) -> StoreFailed | None:
        """Why an output cannot follow those before it; if it can, the last entries of its tables are now its own.

        `last` has those of the tables that are about to be changed, 0 for one that is closed.
        """
        if self._failed:
            for table in output.tables:
                if table in self._failed:
                    return self._fail(output, self._failed[table])
        own: dict[str, int] = {}
        for table, n, _ in output.kept:
            expected = own.get(table, last.get(table, self._last.get(table, 0))) + 1
            if n != expected:
                return self._fail(output, StoreFailed("store-gap", table=table, n=expected))
            own[table] = n
        last.update(own)
        last.update(dict.fromkeys(output.closed, 0))
        return None

    def _fail(self, output: Output, failure: StoreFailed) -> StoreFailed:
        self._failed.update(dict.fromkeys(output.tables, failure))
        return failure

    def _write(self, outputs: Sequence[Output]) -> None:
        """Write and commit all of some outputs; if that cannot be, nothing of them is written.

        Each statement gives other threads the interpreter, and may have to wait for it: there are as few as possible.
        """
        statements = list(_statements(outputs))
        if len(statements) > 1:
            statements = [("BEGIN IMMEDIATE", ()), *statements, ("COMMIT", ())]
        try:
            for statement, values in statements:
                self._database.execute(statement, values)
        finally:
            self._database.rollback()  # nothing, where it is committed


def _statements(outputs: Iterable[Output]) -> Iterator[tuple[str, Sequence[object]]]:
    """What some outputs do, in order."""
    entries: list[Kept] = []
    for output in outputs:
        entries += output.kept
        for record in output.records:
            if isinstance(record, NewKey):
                # Keys are hashes of one length, so that none is a part of another one.
                yield "UPDATE record SET keys = replace(keys, ?, ?) WHERE table_id = ?", (*record[1:], record.table)
                continue
            table, deal, private, keys, line = _stored(record)
            yield "INSERT INTO record VALUES (NULL, ?, ?, ?, ?, ?)", (table, deal, private, " ".join(keys), line)
        if output.closed:
            yield from _inserts(entries)
            entries = []
            yield from (("DELETE FROM log WHERE table_id = ?", (table,)) for table in output.closed)
    yield from _inserts(entries)


def _inserts(entries: Sequence[Kept]) -> Iterator[tuple[str, Sequence[object]]]:
    for start in range(0, len(entries), ROWS):
        rows = entries[start : start + ROWS]
        values = ", ".join(["(?, ?, ?)"] * len(rows))
        yield f"INSERT INTO log VALUES {values}", list(chain.from_iterable(rows))
