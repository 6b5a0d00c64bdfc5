"""What a server stores: the logs of its tables, and the deals that are over."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Collection, Iterable
from secrets import token_bytes
from typing import Final, NamedTuple

from overtrick.core.errors import Invalid, OvertrickError
from overtrick.formats import jsonl
from overtrick.server.store.players import Asked, Book, BookInMemory
from overtrick.table.output import KeptRecord, KeptReport, NewKey, Output

Done = Callable[[OvertrickError | None], None]
"""is told that an output is stored, or why it is not; it must neither wait nor raise"""

Told = Callable[[Collection[str], Collection[str]], None]
"""is told in any thread of tables that were taken, and of tables that are lost; it must neither wait nor raise"""

Wanted = Callable[[Collection[str]], None]
"""is told in any thread which tables another process is to have, again until they are released; as `Told`"""

SECRET_BYTES: Final = 32
KEPT_IN_MEMORY: Final = 10_000
"""the most records of a store that keeps nothing on a disk"""


log: Final = logging.getLogger(__name__)


class StoreFailed(OvertrickError):
    """Something could not be stored."""


class TableLost(StoreFailed):
    """A table is that of another process."""


class Place(NamedTuple):
    """Where a table is played."""

    table: str
    is_here: bool
    """whether this process has it"""
    address: str
    """where the process that has it can be called; nothing if it does not live"""


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

    @classmethod
    def of(cls, kept: KeptRecord) -> StoredRecord:
        return cls(kept.table, kept.deal, kept.private, kept.keys, jsonl.dumps([kept.record]))

    def with_key(self, key: NewKey) -> StoredRecord:
        """The same with another key, if it is of the same table."""
        if self.table != key.table:
            return self
        return self._replace(keys=tuple(key.new if old == key.old else old for old in self.keys))


class Store:
    """Keeps the logs of tables and the records of deals that are over. All but the reading is for one thread.

    This one ends with its process: it keeps no tables, and of the deals that are over only the last ones.
    """

    is_shared = False
    """whether tables can come from other processes, and go to them"""

    address = ""
    """where other processes can call this one, as it was announced"""

    def __init__(self) -> None:
        self.is_copy = False
        """whether it was opened as a copy of a store which may have gone on after that was made"""
        self.secret = token_bytes(SECRET_BYTES)
        """what only those know who have the store, and all processes that share it"""
        self._records: deque[StoredRecord] = deque(maxlen=KEPT_IN_MEMORY)
        self._players = BookInMemory()

    def have_for_own(self) -> None:
        """All tables of a copy deal with other secrets now: who opens it next finds no copy."""

    def live_tables(self) -> list[str]:
        """The tables that are not closed, of those that this process has."""
        return []

    def watch(self, told: Told, wanted: Wanted, drained: Callable[[], None]) -> None:
        """Tell from now on which tables are taken from processes that are no more, and which are lost to others.

        `wanted` is told which ones are to go to another process, and `drained` is called, in any thread, when all are.
        """

    def announce(self, address: str) -> None:
        """Tell other processes where this one can be called."""

    def publish(self, data: bytes) -> None:
        """Tell other processes something, which takes the place of what was told before."""

    def published(self) -> dict[str, bytes]:
        """What other processes that live have told last, by the addresses where they can be called."""
        return {}

    def place(self, table: str, key: str = "") -> Place | None:
        """Where a table is played, or the one that a key opens; None if there is none. It may wait for a database."""
        return None

    def stop_taking(self) -> None:
        """This process takes no table any more that others leave."""

    def table_log(self, table: str) -> list[bytes]:
        """The entries of a table as they are stored; those that are submitted from now on follow them.

        Raises `TableLost` if it is that of another process.
        """
        return []

    def submit(self, output: Output, done: Done) -> None:
        """Store all of an output, or nothing of it; what is stored of the closed tables is their records.

        `done` is called in any thread, in the order of submission. Once an output has failed, those about the same
        tables fail too, until `table_log` is called for them.
        """
        for record in output.records:
            if isinstance(record, NewKey):
                self._records = deque((stored.with_key(record) for stored in self._records), KEPT_IN_MEMORY)
            elif isinstance(record, KeptReport):
                log.warning("%s reports %s at table %s: %s", record.author, record.about, record.table, record.reason)
            else:
                self._records.append(StoredRecord.of(record))
        if output.matches:
            self._players.do(lambda book: book.rate_all(output.matches))
        done(None)

    def records(self, table: str | None = None, deal: int | None = None) -> list[StoredRecord]:
        """The deals that are over, or those of a table, or one of these, in the order in which they ended."""
        kept = list(self._records)  # at once: while another thread looks through them, more are kept
        return [each for each in kept if table in (None, each.table) and deal in (None, each.deal)]

    def ask_players(self, question: Callable[[Book], Asked]) -> Asked:
        """What is known of players, in any thread; raises `Invalid` where nothing can be read."""
        return self._players.do(question)

    def forget_player(self, player: str) -> None:
        """Know nothing of a player any more, in any thread; raises `OvertrickError` if that cannot be stored."""
        self._players.do(lambda book: book.forget(player))

    def close(self) -> None:
        """Store what is submitted, and end."""


def which_records(table: str | None, deal: int | None, mark: str = "?") -> tuple[str, list[str | int]]:
    """What a statement that looks for records says, and its values, of which each has a mark there."""
    asked = {"table_id": table, "deal": deal}
    values = {column: value for column, value in asked.items() if value is not None}
    return " AND ".join(f"{column} = {mark}" for column in values) or "TRUE", list(values.values())


def checked(table: str, rows: Iterable[tuple[int, bytes]]) -> list[bytes]:
    """The entries of a table, which come with their numbers; raises `Invalid` if one is missing."""
    entries = []
    for expected, (n, entry) in enumerate(rows, 1):
        if n != expected:
            raise Invalid("store-gap", table=table, n=expected)
        entries.append(entry)
    return entries
