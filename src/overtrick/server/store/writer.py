"""The thread that writes, whatever the engine: what is committed together, and how failures are told.

Whatever is submitted while it commits goes into the next commit, so that the wait for the disk is shared by all who
wait. What it has told to be stored is on the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Protocol, TypeVar

from overtrick.core.errors import OvertrickError
from overtrick.server.store.store import Done, StoredRecord, StoreFailed
from overtrick.table.accounts import RatedMatch
from overtrick.table.output import Kept, KeptRecord, KeptReport, NewKey, Opens, Output, Released

Answer = TypeVar("Answer")


class Engine(Protocol):
    """What can write. All of it is called in the writer's thread; whatever it raises is a failure."""

    def last_entry(self, table: str) -> int:
        """The number of the last entry that is stored of a table; 0 if there is none."""

    def write(self, outputs: Sequence[Output]) -> None:
        """Write and commit all of some outputs; if that cannot be, nothing of them is written."""


class Unreachable(StoreFailed):
    """Nothing at all can be stored at the moment."""


Step = list[Kept] | StoredRecord | KeptReport | NewKey | Opens | Released | str
"""entries to append, a record, a report, a key, or a table that is closed or released"""


def steps(outputs: Iterable[Output]) -> Iterator[Step]:
    """What some outputs do, in order.

    Matches that count are not among them: they come last, by `matches_of`.

    As many entries come together as can. Keys are hashes of one length, so that none is a part of another one.
    """
    entries: list[Kept] = []
    for output in outputs:
        entries += output.kept
        yield from output.opens
        yield from (StoredRecord.of(each) if isinstance(each, KeptRecord) else each for each in output.records)
        if output.closed or output.released:
            if entries:
                yield entries
            entries = []
            yield from output.closed
            yield from output.released
    if entries:
        yield entries


def matches_of(outputs: Iterable[Output]) -> list[RatedMatch]:
    """The matches of some outputs that count, in order."""
    return [match for output in outputs for match in output.matches]


class Writer:
    """Stores outputs with an engine, in the order in which they are submitted."""

    def __init__(self, engine: Engine, last: Mapping[str, int]) -> None:
        """`last` are the numbers of the last entries of all tables that are stored."""
        self._engine = engine
        self._last = dict(last)
        self._failed: dict[str, OvertrickError] = {}
        self._queue: SimpleQueue[tuple[Output, Done] | Callable[[], None] | None] = SimpleQueue()
        """outputs to store, what else there is to do, and None for the end"""
        self._thread = Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    def submit(self, output: Output, done: Done) -> None:
        """Store an output, as `Store.submit`."""
        self._queue.put((output, done))

    def do(self, what: Callable[[], None]) -> None:
        """Do something after all that was submitted; it must not raise."""
        self._queue.put(what)

    def ask(self, what: Callable[[], Answer]) -> Answer:
        """Do something after all that was submitted, in another thread than this one, and wait for what comes of it."""
        answer: Future[Answer] = Future()

        def do() -> None:
            try:
                answer.set_result(what())
            except Exception as error:
                answer.set_exception(_failure(error))

        self._queue.put(do)
        return answer.result()

    def reload(self, table: str) -> None:
        """Go on after what is stored of a table; outputs that were submitted before may still have to fail."""
        self._queue.put(partial(self._reload, table))

    def close(self) -> None:
        """Store what is submitted, and end."""
        self._queue.put(None)
        self._thread.join()

    # What follows runs in the thread.

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

    def _reload(self, table: str) -> None:
        """What is stored of a table may be more than was told: a commit can fail once it is done."""
        try:
            last = self._engine.last_entry(table)
        except Exception as error:
            self._failed[table] = _failure(error)
            return
        self._failed.pop(table, None)
        self._last.pop(table, None)
        if last:
            self._last[table] = last

    def _settle(self, group: Sequence[tuple[Output, Done]]) -> None:
        failures = self._commit([output for output, _ in group])
        for (_, done), failure in zip(group, failures, strict=True):
            done(failure)

    def _commit(self, group: Sequence[Output]) -> list[OvertrickError | None]:
        """Store some outputs with one commit; where that fails, each with its own, so that only the bad ones fail."""
        last: dict[str, int] = {}
        failed = self._failed.copy()
        failures = [self._refusal(output, last) for output in group]
        accepted = [output for output, failure in zip(group, failures, strict=True) if failure is None]
        try:
            self._engine.write(accepted)
        except Unreachable as error:
            return [failure or self._fail(output, error) for output, failure in zip(group, failures, strict=True)]
        except Exception as error:
            if len(group) > 1:
                self._failed = failed
                return [failure for output in group for failure in self._commit([output])]
            return [self._fail(group[0], _failure(error))]
        self._last.update(last)
        for table in [table for table, n in last.items() if not n]:
            del self._last[table]
        return failures

    def _refusal(self, output: Output, last: dict[str, int]) -> OvertrickError | None:
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

    def _fail(self, output: Output, failure: OvertrickError) -> OvertrickError:
        self._failed.update(dict.fromkeys(output.tables, failure))
        return failure


def _failure(error: Exception) -> OvertrickError:
    return error if isinstance(error, OvertrickError) else StoreFailed("not-stored", reason=str(error))
