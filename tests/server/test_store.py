"""What is stored comes back, batches settle in order and as a whole, and a failure touches only its own tables."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from threading import Event
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from patience import PATIENCE
from strategies import examples

from overtrick.core.catalogue import find_game
from overtrick.core.errors import OvertrickError
from overtrick.deal.record import Record
from overtrick.engine.dealing import deals
from overtrick.formats import jsonl
from overtrick.server.store.opening import open_store
from overtrick.server.store.sqlite import ROWS
from overtrick.server.store.store import Store, StoredRecord
from overtrick.table.output import Kept, KeptRecord, NewKey, Output

RECORD = next(deals(find_game("bridge"))).record(("Ann", "Bob", "Cid", "Zoë"))
LINE = jsonl.dumps([RECORD])


class Outcomes(list[OvertrickError | None]):
    """What the batches of a test came to, in the order in which it was told; makes them, too."""

    def submit(
        self,
        store: Store,
        kept: Sequence[Kept] = (),
        records: Sequence[KeptRecord | NewKey] = (),
        closed: Sequence[str] = (),
    ) -> Event:
        settled = Event()

        def done(failure: OvertrickError | None) -> None:
            self.append(failure)
            settled.set()

        store.submit(Output(kept, records, closed), done)
        return settled

    def wait_for(
        self,
        store: Store,
        kept: Sequence[Kept] = (),
        records: Sequence[KeptRecord | NewKey] = (),
        closed: Sequence[str] = (),
    ) -> OvertrickError | None:
        assert self.submit(store, kept, records, closed).wait(PATIENCE)
        return self[-1]

    @property
    def codes(self) -> list[str]:
        return [failure.finding.code if failure else "" for failure in self]


def entry(table: str, n: int) -> Kept:
    return Kept(table, n, f"{table} {n}".encode())


def log(table: str, last: int) -> list[bytes]:
    return [entry(table, n).entry for n in range(1, last + 1)]


@pytest.fixture
def store(db: str) -> Iterator[Store]:
    with closing(open_store(db)) as store:
        yield store


@contextmanager
def connected(db: str) -> Iterator[Callable[..., object]]:
    """What executes statements beside a server, with the same marks for values in both engines."""
    if db.startswith("postgresql:"):
        import psycopg  # here, because files need none

        with closing(psycopg.connect(db, autocommit=True, options="-c search_path=overtrick")) as other:
            yield lambda statement, values=(): other.execute(statement.replace("?", "%s"), values)
    else:
        with closing(sqlite3.connect(db, isolation_level=None)) as file:
            yield file.execute


def stored_log(db: str, table: str) -> list[bytes]:
    """What is committed of a table."""
    with connected(db) as execute:
        rows: Any = execute("SELECT entry FROM log WHERE table_id = ? ORDER BY n", (table,))
        return [entry for (entry,) in rows]


@contextmanager
def held(store: Store) -> Iterator[None]:
    """Hold the writer up, so that what is submitted meanwhile waits for it."""
    is_held, go_on = Event(), Event()

    def done(_: OvertrickError | None) -> None:
        is_held.set()
        go_on.wait(PATIENCE)

    store.submit(Output(), done)
    assert is_held.wait(PATIENCE)
    try:
        yield
    finally:
        go_on.set()


def test_a_new_store_is_empty(store: Store) -> None:
    assert store.live_tables() == []
    assert store.table_log("a") == []
    assert store.records() == []


def test_entries_come_back_in_order_after_a_restart(db: str) -> None:
    outcomes = Outcomes()
    with closing(open_store(db)) as store:
        for n in range(1, 40, 3):
            outcomes.submit(store, [entry("b", n), entry("a", n), entry("a", n + 1)])
            outcomes.submit(store, [entry("b", n + 1), entry("b", n + 2), entry("a", n + 2)])
    assert outcomes == [None] * 26  # closing waits for all
    with closing(open_store(db)) as store:
        assert store.live_tables() == ["a", "b"]
        assert [store.table_log(table) for table in "abc"] == [log("a", 39), log("b", 39), []]
        assert outcomes.wait_for(store, [entry("a", 40)]) is None
        assert store.table_log("a") == log("a", 40)


def test_an_entry_may_be_any_bytes(store: Store) -> None:
    data = [b"", bytes(range(256)), b"\0" * 100_000]
    assert Outcomes().wait_for(store, [Kept("a", n, entry) for n, entry in enumerate(data, 1)]) is None
    assert store.table_log("a") == data


@pytest.mark.parametrize("count", [1, ROWS - 1, ROWS, ROWS + 1, 3 * ROWS + 7])
def test_a_batch_may_have_any_number_of_entries(store: Store, count: int) -> None:
    assert Outcomes().wait_for(store, [entry("a", n) for n in range(1, count + 1)]) is None
    assert store.table_log("a") == log("a", count)


def test_records_stay_when_their_table_is_closed(db: str) -> None:
    outcomes = Outcomes()
    with closing(open_store(db)) as store:
        outcomes.submit(store, [entry("b", 1)], [KeptRecord("b", 2, True, RECORD, ("k1", "k2"))])
        outcomes.submit(store, [entry("a", 1)], [KeptRecord("a", 1, False, RECORD), KeptRecord("a", 2, False, RECORD)])
        outcomes.submit(store, [entry("b", 2)], [KeptRecord("b", 1, True, RECORD, ("k1",))], ["b"])
    with closing(open_store(db)) as store:
        assert outcomes == [None] * 3
        assert store.live_tables() == ["a"]
        assert store.table_log("b") == []
        a1, a2 = StoredRecord("a", 1, False, (), LINE), StoredRecord("a", 2, False, (), LINE)
        b1, b2 = StoredRecord("b", 1, True, ("k1",), LINE), StoredRecord("b", 2, True, ("k1", "k2"), LINE)
        assert store.records() == [b2, a1, a2, b1]
        assert store.records("a") == [a1, a2]
        assert store.records("b") == [b2, b1]
        assert store.records("c") == []
        assert (store.records("b", 2), store.records("a", 2), store.records("a", 3)) == ([b2], [a2], [])
        assert jsonl.loads(b1.line) == [RECORD]


def test_a_new_key_opens_what_the_old_one_did(db: str) -> None:
    check_new_key(open_store(db))


def test_a_new_key_opens_what_is_in_memory() -> None:
    check_new_key(Store())


def check_new_key(store: Store) -> None:
    def kept(table: str, deal: int) -> KeptRecord:
        return KeptRecord(table, deal, True, RECORD, ("code", "old", "other"))

    with closing(store):
        outcomes = Outcomes()
        outcomes.submit(store, records=[kept("a", 1), kept("b", 1)])
        outcomes.wait_for(store, [entry("a", 1)], [kept("a", 2), NewKey("a", "old", "new"), kept("a", 3)])
        assert outcomes == [None, None]
        assert [record.keys[1] for record in store.records("a")] == ["new", "new", "old"]
        assert [record.keys for record in store.records("b")] == [("code", "old", "other")]


def test_after_a_table_is_closed_its_log_begins_anew(store: Store) -> None:
    outcomes = Outcomes()
    with held(store):
        outcomes.submit(store, [entry("a", 1), entry("a", 2), entry("b", 1)], closed=["a"])
        outcomes.submit(store, [entry("a", 1)])
        outcomes.submit(store, [entry("b", 2)], closed=["b"])
        outcomes.submit(store, [entry("b", 3)])
    outcomes.wait_for(store, [entry("a", 2)])
    assert outcomes.codes == ["", "", "", "store-gap", ""]
    assert [store.table_log(table) for table in "ab"] == [log("a", 2), []]


def test_batches_settle_in_the_order_of_submission_also_those_with_nothing_in_them(store: Store) -> None:
    settled: list[int] = []
    for number in range(1, 501):
        kept = [] if number % 3 else [entry("a", number // 3)]
        store.submit(Output(kept), lambda failure, number=number: settled.append(number))  # type: ignore[misc]
    Outcomes().wait_for(store)
    assert settled == list(range(1, 501))
    assert store.table_log("a") == log("a", 166)


def test_what_waits_for_a_commit_goes_into_the_next_one_together(store: Store, db: str) -> None:
    seen: list[int] = []
    with held(store):
        for n in range(1, 301):
            store.submit(Output([entry("a", n)]), lambda _: seen.append(len(stored_log(db, "a"))))
    Outcomes().wait_for(store)
    assert seen == [300] * 300


def test_a_bad_batch_takes_only_the_later_ones_of_its_tables_with_it(store: Store) -> None:
    outcomes = Outcomes()
    with held(store):
        outcomes.submit(store, [entry("a", 1)], [KeptRecord("a", 1, False, RECORD)])
        outcomes.submit(store, [entry("b", 1)])
        outcomes.submit(store, [entry("a", 2), entry("c", 1)], [KeptRecord("a", 1, False, RECORD)])  # twice
        outcomes.submit(store, [entry("b", 2)])
        outcomes.submit(store, closed=["c"])
        outcomes.submit(store, [entry("a", 3)])
        outcomes.submit(store, [entry("d", 1)])
    outcomes.wait_for(store, [entry("a", 2)])
    assert outcomes.codes == ["", "", "not-stored", "", "not-stored", "not-stored", "", "not-stored"]
    assert str(outcomes[2]) in (
        "This could not be stored: UNIQUE constraint failed: record.table_id, record.deal.",
        'This could not be stored: duplicate key value violates unique constraint "record_table_id_deal_key".',
    )
    assert store.table_log("a") == log("a", 1)  # from here on it is taken again
    assert outcomes.wait_for(store, [entry("a", 2)]) is None
    assert [store.table_log(table) for table in "abcd"] == [log("a", 2), log("b", 2), [], log("d", 1)]


@pytest.mark.parametrize("wrong", [[4], [2], [1], [0], [3, 5], [3, 3]])
def test_a_gap_and_a_number_twice_are_refused(store: Store, wrong: list[int]) -> None:
    outcomes = Outcomes()
    outcomes.submit(store, [entry("a", 1), entry("a", 2)])
    outcomes.submit(store, [entry("a", n) for n in wrong])
    outcomes.submit(store, [entry("a", 3)])  # later than a batch that failed
    outcomes.wait_for(store, [entry("b", 1)])
    assert outcomes.codes == ["", "store-gap", "store-gap", ""]
    assert str(outcomes[1]) == f"Entry {3 if wrong[0] != 3 else 4} of table a is missing in the store."
    assert store.table_log("a") == log("a", 2)
    assert outcomes.wait_for(store, [entry("a", 3)]) is None


@pytest.mark.parametrize("stored", [0, 1, 2, 4])
def test_a_table_that_was_read_goes_on_after_what_is_stored(store: Store, db: str, stored: int) -> None:
    """Which may be another number of entries than the writer knows, after a commit that failed in the end."""
    outcomes = Outcomes()
    outcomes.wait_for(store, [entry("a", 1), entry("a", 2)])
    with connected(db) as execute:
        execute("DELETE FROM log WHERE n > ?", (stored,))
        for n in range(3, stored + 1):
            epoch = ", 1" if db.startswith("postgresql:") else ""
            execute(f"INSERT INTO log VALUES (?, ?, ?{epoch})", entry("a", n))
    assert store.table_log("a") == log("a", stored)
    outcomes.wait_for(store, [entry("a", stored + 1)])
    assert outcomes.codes == ["", ""]
    assert store.table_log("a") == log("a", stored + 1)


def test_a_table_that_cannot_be_read_fails_until_it_can(store: Store, db: str) -> None:
    outcomes = Outcomes()
    outcomes.wait_for(store, [entry("a", 1)])
    with connected(db) as execute:
        execute("ALTER TABLE log RENAME TO gone")
        with pytest.raises(OvertrickError):
            store.table_log("a")
        outcomes.wait_for(store, [entry("a", 2)])
        execute("ALTER TABLE gone RENAME TO log")
    outcomes.wait_for(store, [entry("a", 2)])
    assert store.table_log("a") == log("a", 1)
    outcomes.wait_for(store, [entry("a", 2)])
    assert outcomes.codes == ["", "not-stored", "not-stored", ""]


def test_a_record_that_is_no_text_fails_and_the_store_goes_on(store: Store) -> None:
    outcomes = Outcomes()
    broken = RECORD._replace(seats=("\ud800", "", "", ""))
    assert outcomes.wait_for(store, [entry("a", 1)], [KeptRecord("a", 1, False, broken)]) is not None
    assert store.table_log("a") == []
    assert outcomes.wait_for(store, [entry("a", 1)], [KeptRecord("a", 1, False, RECORD)]) is None


TABLES = st.sampled_from("abc")
STEPS = st.one_of(
    st.lists(TABLES, max_size=4).map(lambda tables: ("next", tables)),
    st.lists(TABLES, min_size=1, max_size=2).map(lambda tables: ("gap", tables)),
    st.lists(TABLES, min_size=1, max_size=1).map(lambda tables: ("close", tables)),
    st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=1).map(lambda tables: ("record", tables)),
    TABLES.map(lambda table: ("reload", [table])),
)


@examples(15)
@given(steps=st.lists(STEPS, max_size=25), together=st.booleans())
def test_batches_come_to_the_same_together_and_one_by_one(
    new_db: Callable[[], str], steps: list[tuple[str, list[str]]], together: bool
) -> None:
    """A model in plain Python says what is stored and which batches fail."""
    logs: dict[str, int] = {}
    told: dict[str, int] = {}
    recorded: set[str] = set()
    failed: set[str] = set()
    expected: list[bool] = []
    outcomes = Outcomes()
    with closing(open_store(new_db())) as store:
        with held(store) if together else nullcontext():
            for what, tables in steps:
                if what == "reload":
                    store.table_log(tables[0])
                    failed.discard(tables[0])
                    told[tables[0]] = logs.get(tables[0], 0)
                    continue
                kept = []
                for table in tables:
                    told[table] = told.get(table, 0) + (2 if what == "gap" else what == "next")
                    kept += [entry(table, told[table])] if what in ("next", "gap") else []
                records = [KeptRecord(table, 1, False, RECORD) for table in tables if what == "record"]
                closed = tables if what == "close" else []
                settled = outcomes.submit(store, kept, records, closed)
                if not together:
                    assert settled.wait(PATIENCE)
                is_good = (
                    what != "gap" and not failed & set(tables) and not (what == "record" and recorded & set(tables))
                )
                expected.append(is_good)
                if not is_good:
                    failed |= set(tables)
                elif what == "next":
                    logs.update({table: told[table] for table in tables})
                elif what == "record":
                    recorded |= set(tables)
                else:
                    logs.update(dict.fromkeys(tables, 0))
                    told.update(dict.fromkeys(tables, 0))
        outcomes.wait_for(store)
        assert [failure is None for failure in outcomes[:-1]] == expected
        assert {table: store.table_log(table) for table in "abc"} == {t: log(t, logs.get(t, 0)) for t in "abc"}
        assert {record.table for record in store.records()} == recorded


def test_no_store_takes_everything_and_keeps_no_table() -> None:
    store, outcomes = Store(), Outcomes()
    for _ in range(2):
        outcomes.submit(store, [entry("a", 1)], [KeptRecord("a", 1, False, RECORD)])
    assert outcomes == [None, None]
    assert (store.live_tables(), store.table_log("a")) == ([], [])
    store.close()


def test_without_a_file_the_last_records_can_be_read_while_the_server_runs() -> None:
    store, told = Store(), list[object]()
    kept = KeptRecord("t", 3, False, Record(find_game("sueca")))
    store.submit(Output(records=[kept, kept._replace(table="u")]), told.append)
    assert told == [None]
    assert [(record.table, record.deal) for record in store.records("t")] == [("t", 3)]
    assert jsonl.loads(store.records("u")[0].line) == [kept.record]
    assert store.records("v") == []
    assert (len(store.records("t", 3)), store.records("t", 4)) == (1, [])


def test_a_deal_may_end_while_those_in_memory_are_looked_through() -> None:
    store = Store()

    class Curious(str):
        """The name of a table; another deal ends whenever it is compared."""

        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            Outcomes().submit(store, records=[KeptRecord("b", 1, False, RECORD)])
            return str(self) == other

    Outcomes().submit(store, records=[KeptRecord("a", 1, False, RECORD), KeptRecord("a", 2, False, RECORD)])
    assert [record.deal for record in store.records(Curious("a"))] == [1, 2]
