"""Which tables a process has, where several share a database: leases with numbers that only grow.

A process lives as long as it says so to the database in time, by the clock of the database. The tables of one that does
not are taken by others; each time a table is taken, the epoch of its lease grows, and what is appended by an older one
is refused.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from importlib.metadata import PackageNotFoundError, version
from threading import Event, Thread
from time import monotonic
from typing import Any, Final

import psycopg

from overtrick.server.store.address import Address, Connection
from overtrick.server.store.store import Told, Wanted
from overtrick.table.log import VERSION

LEASE: Final = 4.0
"""seconds for which a process lives that says nothing"""
BEAT: Final = 1.0
"""seconds between two signs of life"""
MOMENT: Final = 0.25
"""seconds after which the end is noticed"""
LEAST_SHARE: Final = 8
"""tables that one process may take at once, however many it has"""
CHANGED: Final = "overtrick"
"""the channel on which processes tell that there are tables to take"""
REGISTER: Final = """
INSERT INTO overtrick.process (alive_until, address, version, told, telling)
VALUES (clock_timestamp() + %s * interval '1 second', %s, %s, '', 0)
RETURNING id, extract(epoch FROM clock_timestamp())::double precision
"""
RENEW: Final = """
UPDATE overtrick.process
SET alive_until = clock_timestamp() + %s * interval '1 second', address = %s, is_drained = is_drained OR %s
WHERE id = %s RETURNING is_drained, extract(epoch FROM clock_timestamp())::double precision
"""
LEAVE: Final = "UPDATE overtrick.process SET is_drained = true WHERE id = %s"
TELL: Final = "UPDATE overtrick.process SET told = %s, telling = telling + 1 WHERE id = %s"
# What was told may be long, and is asked for only where it is new.
LISTEN: Final = """
SELECT process.id, process.telling, address, CASE WHEN known.telling IS DISTINCT FROM process.telling THEN told END
FROM overtrick.process AS process LEFT JOIN unnest(%b::bigint[], %b::bigint[]) AS known (id, telling) USING (id)
WHERE process.id <> %s AND address <> ''
"""
# One that lives for longer than a lease has said so before the clock of the database was set back: if it still lives,
# it says so again.
BURY: Final = f"""
DELETE FROM overtrick.process
WHERE alive_until NOT BETWEEN clock_timestamp() AND clock_timestamp() + {LEASE + BEAT} * interval '1 second'
"""
OWN: Final = "SELECT table_id, epoch FROM overtrick.lease WHERE process = %s"
WANTED: Final = "SELECT table_id FROM overtrick.lease WHERE process = %s AND wanted_by NOT IN (0, process)"
# Asked every second: by the index of the owners, so that it takes as long with a hundred thousand tables as with ten.
HAS_FREE: Final = """
WITH RECURSIVE owner (id) AS (
    SELECT min(process) FROM overtrick.lease
    UNION ALL
    SELECT (SELECT min(process) FROM overtrick.lease WHERE process > owner.id) FROM owner WHERE owner.id IS NOT NULL
)
SELECT FROM owner WHERE id IS NOT NULL AND NOT EXISTS (SELECT FROM overtrick.process WHERE process.id = owner.id)
LIMIT 1
"""
# All processes that take tables at all have the same share of them; a few that are left are for the first who sees
# them, and nothing is for who was itself taken for dead just now, by a clock that jumped for example. One that is
# wanted by a process is left to that, as long as it lives and takes any; one that a newer version had, to those that
# can read its log.
TAKE: Final = """
WITH free AS (
    SELECT table_id FROM overtrick.lease AS lease
    WHERE NOT EXISTS (SELECT FROM overtrick.process AS process WHERE process.id = lease.process)
    AND NOT EXISTS (
        SELECT FROM overtrick.process AS process
        WHERE process.id = lease.wanted_by AND process.id <> %(me)s AND NOT is_drained
    )
    AND log_version <= %(log_version)s
    AND EXISTS (SELECT FROM overtrick.process AS process WHERE process.id = %(me)s)
    LIMIT (
        SELECT greatest(%(least)s, ceil(
            count(*)::numeric / (SELECT greatest(1, count(*)) FROM overtrick.process WHERE NOT is_drained)
        ) - count(*) FILTER (WHERE process = %(me)s))::bigint
        FROM overtrick.lease
    )
    FOR UPDATE SKIP LOCKED
)
UPDATE overtrick.lease AS lease
SET process = %(me)s, epoch = epoch + 1, wanted_by = 0, log_version = %(log_version)s
FROM free WHERE lease.table_id = free.table_id
RETURNING lease.table_id, lease.epoch
"""

log: Final = logging.getLogger(__name__)


class Leases:
    """The leases of this process. `epochs` has its tables; what appends to them adds those that it opens."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._connection: Connection | None = None
        self.process = 0
        self.address = ""
        """where other processes can call this one"""
        self.is_leaving = False
        """whether it takes no tables any more"""
        self.epochs: dict[str, int] = {}
        self._lost: list[str] = []
        """the tables of which nobody has been told yet that they are lost"""
        self._renewed_at = 0.0
        """when the last sign of life was given, by the clock of the database"""
        self._may_bury_at = 0.0
        """when those who have given none may be taken for dead"""
        self._is_unsure = True
        """whether the answer may be lost that told which tables were taken"""
        self.log_version = VERSION
        """of what this process writes, the newest that it reads"""
        self.told = b""
        """what other processes are told"""
        self._has_told = b""
        self.others: dict[int, tuple[int, str, bytes]] = {}
        """the other processes that live: how often they told something, their addresses, and what they told last"""
        self._changed: Told | None = None
        self._wanted: Wanted | None = None
        self._drained: Callable[[], None] | None = None
        self._end = Event()
        self._thread = Thread(target=self._live, name="leases", daemon=True)

    def begin(self) -> None:
        """Live, and take the tables that nobody has."""
        connection = self._connected()
        self._register(connection)
        self._take(connection)
        self._thread.start()

    def watch(self, told: Told, wanted: Wanted, drained: Callable[[], None]) -> None:
        """Tell from now on what happens to tables, in another thread, as `Store.watch`."""
        self._changed, self._wanted, self._drained = told, wanted, drained

    def close(self) -> None:
        """End: others may have all tables at once."""
        self._end.set()
        if self._thread.is_alive():
            self._thread.join()
        try:
            connection = self._connected()
            connection.execute("DELETE FROM overtrick.process WHERE id = %s", (self.process,))
            connection.execute(f"NOTIFY {CHANGED}")
        except psycopg.Error as error:
            log.warning("the tables are free only in some seconds: %s", type(error).__name__)
        if self._connection is not None:
            self._connection.close()

    def _live(self) -> None:
        """Give signs of life, and look after the tables of others as soon as somebody tells that there are some."""
        next_beat = monotonic() + BEAT
        while not self._end.is_set():
            try:
                connection = self._connected()
                wait = max(0.0, min(MOMENT, next_beat - monotonic()))
                is_called = any([*connection.notifies(timeout=wait, stop_after=1)])
                if is_called:
                    list(connection.notifies(timeout=0))  # one look is enough for all that was told so far
                if is_called or monotonic() >= next_beat:
                    next_beat = monotonic() + BEAT
                    self._beat(connection)
            except Exception as error:  # ours, too: without a sign of life the tables would be lost
                log.error("no sign of life to the database: %s", type(error).__name__)
                self._end.wait(BEAT)

    def _connected(self) -> Connection:
        if self._connection is None or self._connection.closed:
            self._connection, self._is_unsure = self._address.connect(), True
            self._connection.execute(f"LISTEN {CHANGED}")
        return self._connection

    def _beat(self, connection: Connection) -> None:
        renewed = connection.execute(RENEW, (LEASE, self.address, self.is_leaving, self.process)).fetchone()
        if renewed is None:  # it came too late
            lost, self.epochs = list(self.epochs), {}
            self._lost += lost
            log.error("this process was taken for dead, and has lost %d tables", len(lost))
            self._register(connection)
        else:
            is_drained, now = renewed
            self._note_renewal(now)
            if is_drained and not self.is_leaving and self._drained is not None:
                self.is_leaving = True
                self._drained()
        if self._wanted is not None and (wanted := connection.execute(WANTED, (self.process,)).fetchall()):
            self._wanted([table for (table,) in wanted])
        self._exchange(connection)
        taken = self._take(connection)
        lost, self._lost = self._lost, []
        if self._changed is not None and (taken or lost):
            self._changed(taken, lost)

    def _note_renewal(self, now: float) -> None:
        """Others have time to live again where the database was away for a while, or its clock has jumped."""
        if abs(now - self._renewed_at) > LEASE / 2:
            self._may_bury_at = monotonic() + LEASE
        self._renewed_at = now

    def _exchange(self, connection: Connection) -> None:
        """Tell the others what is new, and see what they tell."""
        told = self.told
        if told != self._has_told:
            connection.execute(TELL, (told, self.process))
            self._has_told = told
        known = self.others
        heard = connection.execute(
            LISTEN, (list(known), [telling for telling, _, _ in known.values()], self.process), binary=True
        ).fetchall()
        self.others = {
            id_: (telling, address, known[id_][2] if data is None else data) for id_, telling, address, data in heard
        }

    def _register(self, connection: Connection) -> None:
        self._has_told = b""
        ((self.process, self._renewed_at),) = connection.execute(
            REGISTER, (LEASE, self.address, _own_version())
        ).fetchall()

    def _take(self, connection: Connection) -> Collection[str]:
        if self.is_leaving:
            return ()
        if monotonic() >= self._may_bury_at:
            connection.execute(BURY)
        taken: dict[str, int] = {}
        if connection.execute(HAS_FREE).fetchone() is not None:
            values: dict[str, Any] = {"me": self.process, "least": LEAST_SHARE, "log_version": self.log_version}
            taken.update(connection.execute(TAKE, values).fetchall())
        if self._is_unsure:
            own = connection.execute(OWN, (self.process,)).fetchall()
            taken.update((table, epoch) for table, epoch in own if epoch > self.epochs.get(table, 1))  # 1: opened here
            self._is_unsure = False
        self.epochs.update(taken)
        return taken.keys()


def _own_version() -> str:
    try:
        return version("overtrick")
    except PackageNotFoundError:
        return "?"
