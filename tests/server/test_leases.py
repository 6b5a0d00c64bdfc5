"""Processes that share a database: a table is that of one of them, and who has lost it can write nothing."""

import asyncio
import os
import signal
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing, suppress
from threading import Event

import pytest
from channels import until
from network import OPTIONS, WebSocketClient, clients, serving, sit_down
from pages import ask
from patience import PATIENCE

pytest.importorskip("psycopg", reason="there is nothing that speaks to PostgreSQL: make setup")
import psycopg
from server.test_store_faults import TABLES, run

from overtrick.cli import main
from overtrick.core.errors import OvertrickError
from overtrick.protocol import incoming, outgoing
from overtrick.server.server import Server, ServerSettings
from overtrick.server.store.address import Connection
from overtrick.server.store.admin import move
from overtrick.server.store.leases import Leases
from overtrick.server.store.postgres import PostgresStore
from overtrick.server.store.store import TableLost
from overtrick.table.output import Kept, Output, Released
from scripts.postgres import Postgres


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.fresh()


@pytest.fixture
def store(url: str) -> Iterator[PostgresStore]:
    with closing(PostgresStore(url)) as store:
        yield store


def bury(url: str) -> None:
    """Take all processes for dead that are there."""
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute("DELETE FROM overtrick.process")


def keep(store: PostgresStore, *entries: tuple[str, int]) -> str:
    """Store entries of tables; why that could not be, or nothing."""
    told: list[OvertrickError | None] = []
    settled = Event()

    def done(failure: OvertrickError | None) -> None:
        told.append(failure)
        settled.set()

    store.submit(Output([Kept(table, n, b"x") for table, n in entries]), done)
    assert settled.wait(PATIENCE)
    return "" if told[0] is None else str(told[0])


def release(store: PostgresStore, tables: Iterable[str]) -> None:
    """Let other processes have some tables."""
    output, released = Output(), Event()
    output.released += map(Released, tables)
    store.submit(output, lambda _: released.set())
    assert released.wait(PATIENCE)


class Changes:
    """What a store tells of its tables."""

    def __init__(self, store: PostgresStore) -> None:
        self.taken: set[str] = set()
        self.lost: set[str] = set()
        self.wanted: set[str] = set()
        self._told = Event()
        self.is_drained = Event()
        store.watch(self._note, self._note_wanted, self.is_drained.set)

    def _note_wanted(self, tables: Collection[str]) -> None:
        self.wanted |= set(tables)
        self._told.set()

    def _note(self, taken: Collection[str], lost: Collection[str]) -> None:
        self.taken |= set(taken)
        self.lost |= set(lost)
        self._told.set()

    def wait(self) -> None:
        assert self._told.wait(PATIENCE)
        self._told.clear()


LOST = "This could not be stored: the table is that of another process."


def test_a_table_is_that_of_the_process_that_opened_it(store: PostgresStore, url: str) -> None:
    assert keep(store, ("a", 1), ("b", 1)) == ""
    with closing(PostgresStore(url)) as other:
        assert (store.live_tables(), other.live_tables()) == (["a", "b"], [])
        places = [each and each.is_here for each in (store.place("a"), other.place("a"), other.place("c"))]
        assert places == [True, False, None]
        with pytest.raises(TableLost):
            other.table_log("a")
        assert keep(other, ("a", 2)) == LOST
        assert keep(other, ("b", 1)) == LOST
        assert keep(other, ("c", 1)) == ""
    assert keep(store, ("a", 2)) == ""


def test_the_tables_of_who_ends_are_taken_at_once(store: PostgresStore, url: str) -> None:
    assert keep(store, ("mine", 1)) == ""
    changes = Changes(store)
    with closing(PostgresStore(url)) as other:
        assert keep(other, ("a", 1), ("b", 1)) == ""
    while changes.taken != {"a", "b"}:
        changes.wait()
    assert store.live_tables() == ["a", "b", "mine"]
    assert store.table_log("a") == [b"x"]
    assert keep(store, ("a", 2)) == ""


def test_those_who_live_share_the_tables_of_who_died(store: PostgresStore, url: str) -> None:
    with closing(PostgresStore(url)) as other:
        names = [f"table{number}" for number in range(40)]
        assert keep(other, *((name, 1) for name in names[:3])) == ""
        with closing(PostgresStore(url)) as third:
            assert keep(third, *((name, 1) for name in names[3:])) == ""
        while len(store.live_tables()) + len(other.live_tables()) < len(names):
            Event().wait(0.05)
        assert (len(store.live_tables()), len(other.live_tables())) == (20, 20)


def test_who_was_taken_for_dead_can_write_nothing_and_is_told(store: PostgresStore, url: str) -> None:
    assert keep(store, ("a", 1), ("b", 1)) == ""
    store._leases._end.set()  # it says nothing any more
    bury(url)
    with closing(PostgresStore(url)) as other:
        assert other.live_tables() == ["a", "b"]
        assert other.table_log("a") == [b"x"]
        assert keep(store, ("a", 2)) == LOST
        assert keep(other, ("a", 2)) == ""
        assert keep(store, ("b", 2), ("c", 1)) == LOST, "all of it, or nothing"
        assert other.table_log("b") == [b"x"]
        with pytest.raises(TableLost):
            store.table_log("a")


def test_a_table_that_closes_is_stored_though_another_one_is_lost(store: PostgresStore, url: str) -> None:
    assert keep(store, ("lost", 1), ("closing", 1)) == ""
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute("UPDATE overtrick.lease SET epoch = epoch + 1 WHERE table_id = 'lost'")
    is_full, told, settled = Event(), list[str](), Event()

    def done(failure: OvertrickError | None) -> None:
        told.append("" if failure is None else str(failure))
        if len(told) == 2:
            settled.set()

    def wait() -> None:
        is_full.wait(PATIENCE)

    store._writer.do(wait)  # what comes meanwhile goes into one commit
    store.submit(Output([Kept("closing", 2, b"x")], closed=["closing"]), done)
    store.submit(Output([Kept("lost", 2, b"x")]), done)
    is_full.set()
    assert settled.wait(PATIENCE)
    assert told[0] == ""
    assert "another process" in told[1]
    assert store.live_tables() == ["lost"]


def test_a_process_that_lives_again_finds_what_it_has_lost(store: PostgresStore, url: str) -> None:
    changes = Changes(store)
    assert keep(store, ("a", 1)) == ""
    bury(url)
    changes.wait()
    assert changes.lost == {"a"}
    assert changes.taken == {"a"}, "nobody else wanted it"
    assert store.table_log("a") == [b"x"]
    assert keep(store, ("a", 2)) == ""


def test_a_process_that_was_stopped_past_its_lease_writes_nothing_more(url: str) -> None:
    with run("flood", url) as server:
        assert server.stdout is not None
        for _ in range(100):
            server.stdout.readline()
        os.kill(server.pid, signal.SIGSTOP)
        try:
            with closing(PostgresStore(url)) as store:
                changes = Changes(store)
                while set(store.live_tables()) != set(TABLES):
                    changes.wait()
                before = {table: len(store.table_log(table)) for table in TABLES}
                for table, n in before.items():
                    assert keep(store, (table, n + 1)) == ""
                os.kill(server.pid, signal.SIGCONT)
                while b"another process" not in server.stdout.readline():
                    pass
                assert {table: len(store.table_log(table)) for table in TABLES} == {
                    table: n + 1 for table, n in before.items()
                }
        finally:
            server.kill()
    with closing(psycopg.connect(url)) as connection:
        rows = connection.execute("SELECT table_id, epoch FROM overtrick.log ORDER BY table_id, n").fetchall()
    assert rows == sorted(rows), "no older epoch after a newer one"
    assert {epoch for _, epoch in rows} == {1, 2}


def test_players_go_on_at_the_process_that_has_taken_their_table(url: str) -> None:
    async def play() -> None:
        async with serving(db=url) as first, clients(first, WebSocketClient.open) as (player,):
            await sit_down([player], "euchre", OPTIONS, bots="random")
            await player.play(until=outgoing.Dealt)
            taken = next(each for each in player.got if isinstance(each, outgoing.Taken))
            first._store._leases._end.set()  # type: ignore[attr-defined]  # as if it were paused
            async with serving(db=url) as second, clients(second, WebSocketClient.open) as (again,):
                await until(lambda: taken.table in second.hub.lobby.rooms, "the lease has ended")
                await again.send(incoming.Hello(v=incoming.VERSION, table=taken.table, token=taken.token))
                assert (await again.wait_for(outgoing.Snapshot)).table == taken.table
                await again.play(until=outgoing.Scored)
                with suppress(ConnectionError):  # if a bot has not tried before them
                    await player.send(incoming.Say(text="I am still here"))
                await player.ended()
                assert taken.table not in first.hub.lobby.rooms
                assert "I am still here" not in str(again.got)

    asyncio.run(play())


def test_a_process_can_be_told_to_hand_its_tables_over(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def serve() -> None:
        async with serving(db=url) as first, serving(db=url) as second, clients(first, WebSocketClient.open) as (host,):
            table = await sit_down([host], "sueca")
            number = first._store._leases.process  # type: ignore[attr-defined]
            assert await asyncio.to_thread(main, ["admin", "drain", url, str(number)]) == 0
            await until(lambda: table in second.hub.lobby.rooms, "the table at the other process")
            assert not first.hub.lobby.rooms
            assert (await ask(first, "/ready")).status == 503
            assert (await ask(second, "/ready")).status == 200
            async with clients(first, WebSocketClient.open) as (again,):
                await again.send(incoming.Sit(table=table))
                assert (await again.wait_for(outgoing.Taken)).table == table
            capsys.readouterr()
            assert await asyncio.to_thread(main, ["admin", "list", url]) == 0
            last = second._store._leases.process  # type: ignore[attr-defined]
            assert await asyncio.to_thread(main, ["admin", "drain", url, str(last)]) == 2, (
                "its tables would be nobody's"
            )
            assert (await ask(second, "/ready")).status == 200

            def told(metric: str) -> bool:
                return all(f'overtrick_{metric}{{process="{each._store.address}"}}' in text for each in (first, second))

            text = ""
            while not told("tables"):  # what is counted elsewhere comes once a second
                text = (await ask(second, "/metrics")).text
                await asyncio.sleep(0.05)

    asyncio.run(serve())
    out, err = capsys.readouterr()
    assert "start one first" in err
    listed = out.splitlines()
    assert len(listed) == 2
    assert listed[0].endswith("0 tables  hands its tables over")
    assert listed[1].endswith("1 tables")
    assert main(["admin", "drain", url, "999999"]) == 2
    assert "no process 999999" in capsys.readouterr().err


def test_tables_that_are_not_read_yet_are_handed_over_too(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a process that is drained just after it has taken them would keep them for ever."""

    async def rest() -> None:
        pass

    async def serve() -> None:
        async with serving(db=url) as first, clients(first, WebSocketClient.open) as (host,):
            table = await sit_down([host], "sueca")
        second = Server(ServerSettings(db=url))
        monkeypatch.setattr(second.hub, "restore", rest)
        try:
            await second.start()
            async with serving(db=url) as third:
                await second.hub.hand_over()
                await until(lambda: table in third.hub.lobby.rooms, "the table at the other process")
        finally:
            await second.stop()

    asyncio.run(serve())


def test_a_table_can_be_moved_to_another_process(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def serve() -> None:
        async with serving(db=url) as first, serving(db=url) as second, clients(second, WebSocketClient.open) as (far,):
            async with clients(first, WebSocketClient.open) as (host,):
                moved, kept = await sit_down([host], "sueca"), ""
                await far.send(incoming.Sit(table=moved))
                await far.wait_for(outgoing.Taken)
                async with clients(first, WebSocketClient.open) as (other,):
                    kept = await sit_down([other], "sueca")
                    numbers = [each._store._leases.process for each in (first, second)]  # type: ignore[attr-defined]
                    assert await asyncio.to_thread(main, ["admin", "move", url, moved, str(numbers[1])]) == 0
                    await until(lambda: moved in second.hub.lobby.rooms, "the table at the other process")
                    assert set(first.hub.lobby.rooms) == {kept}
                bye = await host.wait_for(outgoing.Bye)
                assert bye.code == "shutdown", "who comes again, and finds it"
                assert bye.text == "Your table has moved: connect again."
            await far.send(incoming.Say(text="still here"))
            await far.wait_for(outgoing.Said)
            capsys.readouterr()
            assert await asyncio.to_thread(main, ["admin", "tables", url]) == 0
            assert capsys.readouterr().out.splitlines() == [f"{kept}  {numbers[0]}", f"{moved}  {numbers[1]}"]
            assert await asyncio.to_thread(main, ["admin", "move", url, "nowhere", str(numbers[0])]) == 2
            assert "There is no such table." in capsys.readouterr().err
            assert await asyncio.to_thread(main, ["admin", "drain", url, str(numbers[0])]) == 0
            assert await asyncio.to_thread(main, ["admin", "move", url, moved, str(numbers[0])]) == 2
            assert f"no process {numbers[0]}" in capsys.readouterr().err

    asyncio.run(serve())


def test_a_table_that_is_wanted_by_a_process_that_has_gone_is_for_anybody(store: PostgresStore, url: str) -> None:
    changes = Changes(store)
    assert keep(store, ("a", 1)) == ""
    with closing(PostgresStore(url)) as other:
        move(url, "a", other._leases.process)
        while changes.wanted != {"a"}:
            changes.wait()
        with closing(psycopg.connect(url, autocommit=True)) as connection:
            connection.execute("UPDATE overtrick.lease SET process = 0")
        while other.live_tables() != ["a"]:
            Event().wait(0.05)
        assert not store._leases._take(store._leases._connected())
        other._leases.is_leaving = True
        move_back = store._leases.process
        move(url, "a", move_back)
    while changes.taken != {"a"}:
        changes.wait()
    assert keep(store, ("a", 2)) == ""


def test_a_table_of_a_newer_version_is_left_to_those_that_can_read_it(store: PostgresStore, url: str) -> None:
    with closing(PostgresStore(url)) as newer:
        newer._leases.log_version = store._leases.log_version + 1
        assert keep(newer, ("new", 1)) == ""
    assert keep(store, ("old", 1)) == ""
    leases = store._leases
    with closing(leases._address.connect()) as connection:
        assert not leases._take(connection)
        leases.log_version += 1
        leases._take(connection)  # or the thread of the leases has done so by itself
    assert set(leases.epochs) == {"new", "old"}
    assert store.table_log("new") == [b"x"]
    assert keep(store, ("new", 2)) == ""


def test_who_was_just_taken_for_dead_takes_nothing(store: PostgresStore) -> None:
    assert keep(store, ("a", 1)) == ""
    leases = store._leases
    leases._end.set()
    leases._thread.join()
    with closing(leases._address.connect()) as connection:
        connection.execute("DELETE FROM overtrick.process")
        assert not leases._take(connection)
        leases._register(connection)
        assert set(leases._take(connection)) == {"a"}


def silent(store: PostgresStore) -> Leases:
    """The leases of a process that gives no signs of life any more by itself."""
    store._leases._end.set()
    store._leases._thread.join()
    return store._leases


def test_what_is_handed_over_is_taken_at_once_however_much_the_others_have(store: PostgresStore, url: str) -> None:
    """Who leaves counts no more where tables are shared out: else each would wait for its turn."""
    mine, theirs = ([f"{owner}{number}" for number in range(20)] for owner in ("mine", "theirs"))
    with closing(PostgresStore(url)) as other:
        leases = silent(other)
        assert keep(store, *((table, 1) for table in mine)) == ""
        assert keep(other, *((table, 1) for table in theirs)) == ""
        silent(store)  # so that only what it hands over tells that it leaves
        store.stop_taking()
        release(store, mine)
        leases._beat(leases._connected())
        assert set(other.live_tables()) >= set(mine)


@pytest.mark.parametrize("seconds", [60, -60], ids=["forwards", "back"])
def test_nobody_is_taken_for_dead_since_the_database_was_away_or_its_clock_jumped(
    seconds: int, store: PostgresStore, url: str
) -> None:
    """The first one to give a sign of life afterwards would have all tables, and the others none."""
    with closing(PostgresStore(url)) as other:
        assert keep(other, ("a", 1)) == ""
        first, second = silent(store), silent(other)
        with closing(psycopg.connect(url, autocommit=True)) as connection:
            jump = "UPDATE overtrick.process SET alive_until = alive_until - %s * interval '1 second'"
            connection.execute(jump, (seconds,))
        for leases in (first, second):
            leases._renewed_at -= seconds
            leases._beat(leases._connected())
        assert (store.live_tables(), other.live_tables()) == ([], ["a"])
        assert keep(other, ("a", 2)) == ""
        second._may_bury_at = 0  # some seconds later
        with closing(psycopg.connect(url, autocommit=True)) as connection:
            connection.execute(
                "UPDATE overtrick.process SET alive_until = clock_timestamp() - interval '1 minute' WHERE id = %s",
                (first.process,),
            )
        second._beat(second._connected())
        assert first.process not in second.others


def test_a_table_is_known_though_the_answer_was_lost_that_told_of_it(store: PostgresStore, url: str) -> None:
    """Nobody else takes it while this process lives, and who comes to it would look for it in vain."""
    changes, leases = Changes(store), silent(store)
    with closing(PostgresStore(url)) as other:
        assert keep(other, ("a", 1), ("b", 1)) == ""
        with closing(psycopg.connect(url, autocommit=True)) as connection:
            taking = "UPDATE overtrick.lease SET process = %s, epoch = epoch + 1 WHERE table_id = 'a'"
            connection.execute(taking, (leases.process,))
        assert keep(store, ("c", 1)) == ""
        leases._connected().close()
        leases._beat(leases._connected())
        assert changes.taken == {"a"}
        assert store.table_log("a") == [b"x"]
        assert keep(store, ("a", 2)) == ""


def test_what_is_lost_is_told_though_the_database_goes_away_meanwhile(store: PostgresStore, url: str) -> None:
    """Who is at such a table would wait there for others, who have come to it elsewhere."""
    changes, leases = Changes(store), silent(store)
    assert keep(store, ("a", 1)) == ""
    bury(url)
    with closing(PostgresStore(url)) as other:
        assert other.live_tables() == ["a"]
        with closing(psycopg.connect(url, autocommit=True)) as connection:
            connection.execute("ALTER TABLE overtrick.process RENAME COLUMN told TO gone")
            with pytest.raises(psycopg.Error):
                leases._beat(leases._connected())
            connection.execute("ALTER TABLE overtrick.process RENAME COLUMN gone TO told")
        leases._beat(leases._connected())
    assert changes.lost == {"a"}


def test_a_fault_of_ours_does_not_end_the_signs_of_life(store: PostgresStore, monkeypatch: pytest.MonkeyPatch) -> None:
    leases, goes_on = store._leases, Event()
    exchange = leases._exchange

    def stumble(connection: Connection) -> None:
        monkeypatch.setattr(leases, "_exchange", note)
        raise RuntimeError

    def note(connection: Connection) -> None:
        exchange(connection)
        goes_on.set()

    monkeypatch.setattr(leases, "_exchange", stumble)
    assert goes_on.wait(PATIENCE)
