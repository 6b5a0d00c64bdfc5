"""What cannot be stored is undone whole, everybody who asked for something is told, and nobody of what did not happen.

The store is a real one for what it keeps, but fails when a test wants it to, so that what follows is under way by then.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import cast

import pytest
from patience import PATIENCE

from overtrick.core.errors import Invalid
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.incoming import Create, Hello, Leave, Message, Say, Sit, Watch
from overtrick.protocol.wire import encode
from overtrick.server.hub import Hub
from overtrick.server.limits import LOCALS, Caller, Callers
from overtrick.server.outbox import DISTRUST, SLOW
from overtrick.server.ports.connection import Connection
from overtrick.server.sharing import guests
from overtrick.server.sharing.link import PARTED, Link
from overtrick.server.store.store import Done, Store, StoreFailed, TableLost
from overtrick.server.workers import Workers
from overtrick.table.lobby import Lobby
from overtrick.table.output import Output

TURNS = 10
"""of the loop, in which everything happens that is due"""
FAILURE = StoreFailed("not-stored", reason="disk full")


class HeldStore(Store):
    """Keeps logs in memory, and settles what was submitted when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.logs: dict[str, list[bytes]] = defaultdict(list)
        self.held: list[tuple[Output, Done]] = []
        self.is_readable = True
        self.is_elsewhere = False

    def have_for_own(self) -> None:
        self.is_copy = False

    def live_tables(self) -> list[str]:
        return list(self.logs)

    def table_log(self, table: str) -> list[bytes]:
        if not self.is_readable:
            raise Invalid("unreadable", path="db", reason="gone")
        if self.is_elsewhere:
            raise TableLost("table-lost", table=table)
        return list(self.logs[table])

    def submit(self, output: Output, done: Done) -> None:
        self.held.append((output, done))

    def settle(self, failing: str | None = None) -> None:
        """Let everything be stored, but nothing of a table."""
        held, self.held = self.held, []
        for output, done in held:
            if failing in output.tables:
                done(FAILURE)
                continue
            for table, n, entry in output.kept:
                self.logs[table].append(entry)
                assert len(self.logs[table]) == n
            for table in output.closed:
                del self.logs[table]
            done(None)


class Guest(Connection):
    """A client without a socket; `got` is what it was sent since it last looked."""

    kind = "test"

    def __init__(self, house: "House") -> None:
        self.got: list[outgoing.Message] = []
        self.house = house
        super().__init__(house.hub, Caller("test", LOCALS, 0.0), asyncio.get_running_loop(), "en")

    def send(self, message: outgoing.Message, data: bytes) -> None:
        self.got.append(message)

    def finish(self) -> None:
        pass

    def abort(self) -> None:
        pass

    async def ask(self, message: Message) -> list[outgoing.Message]:
        """Say something that is stored; what comes of it."""
        self.say(message)
        return await self.house.settled(self)

    def look(self) -> list[outgoing.Message]:
        got, self.got = self.got, []
        return got


class House:
    """A hub with a store that can fail, a clock that the test moves, and guests."""

    def __init__(self, store: HeldStore | None = None) -> None:
        self.now, self.store = 1000.0, store or HeldStore()
        self.hub = Hub(Lobby(Random(1).randbytes), self.store, Workers(0), lambda: self.now)

    async def guest(self, **fields: str) -> Guest:
        guest = Guest(self)
        await guest.ask(Hello(v=incoming.VERSION, **fields))  # type: ignore[arg-type]
        return guest

    def reopened(self) -> "House":
        """Another one with the same store, whose tables it has not yet brought back."""
        house = House(self.store)
        house.hub.look_for_tables()
        return house

    def deal(self, table: str) -> int:
        """The number of the deal at a table, or of the next one."""
        return self.hub.lobby.rooms[table].table.state.deal

    async def seated(self, table: str = "") -> tuple[Guest, outgoing.Taken]:
        """Somebody who has just sat down, at a new table if none is named."""
        guest = await self.guest()
        guest.say(Sit(table=table) if table else Create(game="sueca"))
        messages = await self.settled(guest)
        return guest, next(message for message in messages if isinstance(message, outgoing.Taken))

    async def settled(self, guest: Guest, failing: str | None = None) -> list[outgoing.Message]:
        """Let everything be stored, but nothing of a table, and what follows be done; what a guest got."""
        await self.settle(failing)
        for _ in range(TURNS):
            await self.settle()
        return guest.look()

    async def settle(self, failing: str | None = None) -> None:
        """Let everything that was said be stored, but nothing of a table."""
        await asyncio.sleep(0)
        self.store.settle(failing)


def run(test: Callable[[House], Awaitable[None]]) -> None:
    async def visit() -> None:
        house = House()
        await test(house)
        await house.hub.close()

    asyncio.run(visit())


def refusals(messages: Sequence[outgoing.Message]) -> list[tuple[str, str]]:
    return [(message.code, message.id) for message in messages if isinstance(message, outgoing.Refused)]


def kinds(messages: Sequence[outgoing.Message]) -> list[type]:
    return [type(message) for message in messages]


def test_while_nothing_can_be_stored_the_server_is_not_ready() -> None:
    async def test(house: House) -> None:
        guest, taken = await house.seated()
        assert house.hub.is_ready
        for recovers in ("something is stored", "nobody tries any more"):
            guest.say(Say(text="what fails"))
            await house.settled(guest, failing=taken.table)
            house.now += DISTRUST - 1
            assert not house.hub.is_ready
            if recovers == "something is stored":
                await guest.ask(Say(text="what does not"))
            else:
                house.now += 1
            assert house.hub.is_ready

    run(test)


def test_while_the_store_does_not_answer_the_server_is_not_ready(caplog: pytest.LogCaptureFixture) -> None:
    async def test(house: House) -> None:
        guest, _ = await house.seated()
        guest.say(Say(text="is anybody there?"))
        for later, is_ready in ((SLOW, True), (1.0, False), (1.0, False)):
            house.now += later
            house.hub.sweep(Callers())
            assert house.hub.is_ready is is_ready
        await house.settled(guest)
        house.hub.sweep(Callers())
        assert house.hub.is_ready

    caplog.set_level(logging.INFO)
    run(test)
    assert [line.levelname for line in caplog.records if "ready" in line.message] == ["ERROR", "INFO"]


def test_who_could_not_leave_is_still_there() -> None:
    async def test(house: House) -> None:
        first, taken = await house.seated()
        second, _ = await house.seated(taken.table)
        first.look()
        first.say(Leave(id="bye"))
        messages = await house.settled(first, failing=taken.table)
        assert refusals(messages) == [("store-failed", "bye")]
        assert kinds(messages) == [outgoing.Refused, outgoing.Snapshot]
        second.look()
        await first.ask(Say(text="I am still here"))
        assert [message.text for message in second.look() if isinstance(message, outgoing.Said)] == ["I am still here"]

    run(test)


def test_a_table_that_could_not_be_closed_has_its_last_player() -> None:
    async def test(house: House) -> None:
        player, taken = await house.seated()
        player.say(Leave(id="bye"))  # and nobody is left
        messages = await house.settled(player, failing=taken.table)
        assert refusals(messages) == [("store-failed", "bye")]
        shown = messages[-1]
        assert isinstance(shown, outgoing.Snapshot)
        assert shown.seat == taken.seat
        assert shown.seats[taken.seat - 1].present
        assert kinds(await player.ask(Leave()))[-1] is outgoing.InLobby
        assert len(house.hub.lobby.rooms) == 0

    run(test)


def test_every_command_that_could_not_be_stored_has_its_answer() -> None:
    async def test(house: House) -> None:
        player, taken = await house.seated()
        for id_ in ("one", "two", "three"):
            player.say(Say(id=id_, text=id_))
        messages = await house.settled(player, failing=taken.table)
        assert refusals(messages) == [("store-failed", "one"), ("store-failed", "two"), ("store-failed", "three")]
        assert kinds(messages)[3:] == [outgoing.Snapshot]
        assert kinds(await player.ask(Say(id="one", text="again"))) == [outgoing.Said]

    run(test)


def test_a_command_that_was_not_stored_is_not_called_done() -> None:
    async def test(house: House) -> None:
        player, taken = await house.seated()
        player.say(Say(id="one", text="hello"))
        player.say(Say(id="one", text="hello"))
        messages = await house.settled(player, failing=taken.table)
        assert outgoing.Done not in kinds(messages)
        assert set(refusals(messages)) == {("store-failed", "one")}

    run(test)


def test_who_looks_on_is_shown_nothing_that_was_not_stored() -> None:
    async def test(house: House) -> None:
        player, taken = await house.seated()
        guest = await house.guest()
        player.say(Say(text="hello"))
        guest.say(Watch(id="watch", table=taken.table))
        messages = await house.settled(guest, failing=taken.table)
        assert refusals(messages) == [("store-failed", "watch")]
        assert kinds(messages) == [outgoing.Refused]
        (shown,) = await guest.ask(Watch(table=taken.table))
        assert isinstance(shown, outgoing.Snapshot)
        assert shown.n == len(house.store.logs[taken.table])

    run(test)


def test_who_could_not_come_back_has_to_try_again_and_the_seat_is_as_before() -> None:
    async def test(house: House) -> None:
        first, taken = await house.seated()
        first.say(Say(text="hello"))
        second = Guest(house)
        second.say(Hello(v=incoming.VERSION, table=taken.table, token=taken.token))
        messages = await house.settled(first, failing=taken.table)
        assert outgoing.Bye not in kinds(messages)
        assert kinds(messages)[-1] is outgoing.Snapshot
        (bye,) = second.look()
        assert isinstance(bye, outgoing.Bye)
        assert bye.code == "store-failed"
        assert second.is_over
        assert kinds(await first.ask(Say(text="still me"))) == [outgoing.Said]
        third = await house.guest(table=taken.table, token=taken.token)
        assert kinds(first.look()) == [outgoing.Bye]
        assert kinds(await third.ask(Say(text="me again"))) == [outgoing.Said]

    run(test)


def test_others_wait_until_a_failure_is_undone_and_lose_nothing() -> None:
    async def test(house: House) -> None:
        unlucky, taken = await house.seated()
        other, elsewhere = await house.seated()
        unlucky.say(Say(text="hello"))
        await house.settle(failing=taken.table)
        await asyncio.sleep(0)  # the failure is known, and not yet undone
        other.say(incoming.Ready(id="ready", deal=1))
        assert other.look() == []
        assert kinds(await house.settled(other)) == [outgoing.WasReady]
        assert len(house.store.logs[elsewhere.table]) > 2

    run(test)


def test_where_nothing_can_be_read_either_everybody_is_told() -> None:
    async def test(house: House) -> None:
        unlucky, taken = await house.seated()
        other, _ = await house.seated()
        house.store.is_readable = False
        unlucky.say(Say(id="one", text="hello"))
        await house.settle(failing=taken.table)
        await asyncio.sleep(0)
        other.say(Say(id="two", text="hello"))
        assert refusals(await house.settled(other)) == [("store-failed", "two")]
        house.store.is_readable = True
        house.now += 10
        async with asyncio.timeout(PATIENCE):  # the pause is the loop's
            while not unlucky.got:
                await asyncio.sleep(0.01)
        assert refusals(unlucky.look()) == [("store-failed", "one")]
        assert kinds(await other.ask(Say(text="again"))) == [outgoing.Said]

    run(test)


def test_what_nobody_says_again_waits_until_something_can_be_stored() -> None:
    """Who has said ready, or opened a nonce, waits for the cards, and a client for the answer to its ping."""

    async def test(house: House) -> None:
        unlucky, taken = await house.seated()
        other, _ = await house.seated()
        house.store.is_readable = False
        unlucky.say(Say(id="one", text="hello"))
        await house.settle(failing=taken.table)
        await asyncio.sleep(0)
        for message in (incoming.Ready(deal=1), incoming.Ping(id="ping"), Say(id="two", text="hello")):
            other.say(message)
        assert refusals(await house.settled(other)) == [("store-failed", "two")]
        house.store.is_readable = True
        house.now += 10
        async with asyncio.timeout(PATIENCE):  # the pause is the loop's
            while len(other.got) < 2:
                await house.settle()
                await asyncio.sleep(0.01)
        assert kinds(other.got) == [outgoing.WasReady, outgoing.Pong]

    run(test)


class Wire:
    """The end of a link; `kinds` is what was sent by it."""

    def __init__(self) -> None:
        self.kinds: list[int] = []

    def send(self, kind: int, number: int, data: bytes = b"") -> None:
        self.kinds.append(kind)


def test_who_comes_from_another_process_while_nothing_can_be_stored_is_sent_for_again() -> None:
    async def test(house: House) -> None:
        player, taken = await house.seated()
        house.store.is_readable = False
        player.say(Say(text="hello"))
        await house.settle(failing=taken.table)
        await asyncio.sleep(0)
        wire, opening = Wire(), guests.Opening("192.0.2.1", "en", "far", is_greeted=True)
        far = guests.Guest(house.hub, Caller("192.0.2.1", LOCALS, 0.0), cast("Link", wire), 1, opening)
        far.hear(encode(Sit(id="sit", table=taken.table)))
        await house.settled(player)
        assert wire.kinds == [PARTED]
        assert far.is_over
        house.store.is_readable = True
        house.now += 10
        async with asyncio.timeout(PATIENCE):  # the pause is the loop's
            while house.hub._outbox.failed:
                await asyncio.sleep(0.01)

    run(test)


def test_the_last_table_may_be_back_before_its_turn() -> None:
    async def test(house: House) -> None:
        tables = [(await house.seated())[1] for _ in range(2)]
        house = house.reopened()
        first = await house.guest(table=tables[0].table, token=tables[0].token)
        early, other = await house.guest(), Guest(house)
        early.say(Sit(id="early", code="nowhere"))
        first.say(Say(text="hello"))
        await house.settle(failing=tables[0].table)
        await asyncio.sleep(0)  # the failure is known, and not yet undone
        other.say(Hello(v=incoming.VERSION, table=tables[1].table, token=tables[1].token))
        restoring = asyncio.create_task(house.hub.restore())
        assert refusals(await house.settled(early)) == [("no-such-table", "early")]
        await restoring
        assert outgoing.Snapshot in kinds(other.look())

    run(test)


def test_what_follows_an_early_message_is_not_heard_before_it() -> None:
    async def test(house: House) -> None:
        _, taken = await house.seated()
        house = house.reopened()
        early = await house.guest()
        early.say(Sit(code="nowhere"))
        await house.guest(table=taken.table, token=taken.token)  # all tables are back with this one
        early.say(incoming.Ping())
        await house.hub.restore()
        assert kinds(await house.settled(early)) == [outgoing.Refused, outgoing.Pong]

    run(test)


def test_each_table_of_a_copy_is_renewed_once() -> None:
    async def test(house: House) -> None:
        tables = [(await house.seated())[1] for _ in range(2)]
        house.store.is_copy = True
        house = house.reopened()
        renewed = await house.guest(table=tables[0].table, token=tables[0].token)
        player, new = await house.seated()
        numbers = [house.deal(taken.table) for taken in (tables[0], new)]
        renewed.say(Say(text="hello"))
        await house.settled(renewed, failing=tables[0].table)
        player.say(Say(text="hello"))
        house.now += 10
        await house.settled(player, failing=new.table)
        assert house.hub.counters.commits_failed == 2
        assert [house.deal(taken.table) for taken in (tables[0], new)] == numbers
        assert house.store.is_copy
        await house.hub.restore()
        await house.settled(player)
        assert not house.store.is_copy

    run(test)


def test_a_file_stays_a_copy_while_a_table_of_it_cannot_be_brought_back() -> None:
    async def test(house: House) -> None:
        player, _ = await house.seated()
        _, lost = await house.seated()
        house.store.is_copy = True
        house.store.logs[lost.table][0] = b"damaged"
        house = house.reopened()
        await house.hub.restore()
        await house.settled(player)
        assert len(house.hub.lobby.rooms) == 1
        assert house.store.is_copy

    run(test)


def test_nothing_is_done_of_what_could_not_be_stored_since_the_table_is_lost() -> None:
    async def test(house: House) -> None:
        player, taken = await house.seated()
        player.look()
        player.say(Say(id="late", text="hello"))
        house.store.is_elsewhere = True
        messages = await house.settled(player, failing=taken.table)
        assert refusals(messages) == [("store-failed", "late")]
        assert kinds(messages) == [outgoing.Refused]
        assert taken.table not in house.hub.lobby.rooms
        assert player.is_over

    run(test)


def test_what_was_stored_after_all_is_told_to_be_done() -> None:
    async def test(house: House) -> None:
        player, taken = await house.seated()
        player.look()
        player.say(Say(id="lucky", text="hello"))
        await asyncio.sleep(0)
        (output, done), *_ = house.store.held
        house.store.held = []
        house.store.logs[taken.table] += [entry for _, _, entry in output.kept]
        done(FAILURE)  # the answer of the database was lost
        messages = await house.settled(player)
        assert refusals(messages) == []
        assert [message.id for message in messages if isinstance(message, outgoing.Done)] == ["lucky"]

    run(test)


def test_who_is_brought_to_a_table_again_waits_until_it_is_what_is_stored() -> None:
    async def test(house: House) -> None:
        player, taken = await house.seated()
        watcher = await house.guest()
        watcher.look()
        stored = len(house.store.logs[taken.table])
        player.say(Say(text="hello"))
        await house.settle(failing=taken.table)
        await asyncio.sleep(0)
        assert house.hub._outbox.failed
        house.hub.come_again(watcher.client, [Watch(table=taken.table)])
        (shown, *_) = await house.settled(watcher)
        assert isinstance(shown, outgoing.Snapshot)
        assert shown.n == stored

    run(test)


def test_an_error_of_our_own_while_a_client_is_brought_back_costs_it_its_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(house: House) -> None:
        _, taken = await house.seated()
        watcher = await house.guest()
        monkeypatch.setattr(house.hub.lobby, "receive", lambda *_: 1 / 0)
        house.hub.come_again(watcher.client, [Watch(table=taken.table)])
        watcher.say(Say(text="does anybody hear me?"))
        messages = await house.settled(watcher)
        assert [message.code for message in messages if isinstance(message, outgoing.Bye)] == ["internal-error"]
        assert house.hub.counters.errors == 1
        assert watcher.client not in house.hub._early

    run(test)


def test_an_error_of_our_own_in_what_is_done_besides_is_reported() -> None:
    async def test(house: House) -> None:
        async def stumble() -> None:
            raise RuntimeError

        house.hub._run(stumble())
        await house.settle()
        await house.settle()
        assert house.hub.counters.errors == 1

    run(test)


@pytest.mark.parametrize("is_elsewhere", [False, True])
def test_who_was_at_a_table_that_could_not_be_released_comes_again(is_elsewhere: bool) -> None:
    """Where it is now, nobody here knows for sure: the release may be stored, and only its answer lost."""

    async def test(house: House) -> None:
        player, taken = await house.seated()
        watcher = await house.guest()
        await watcher.ask(Watch(table=taken.table))
        player.look()
        house.hub._part_with(taken.table)
        player.say(Say(id="unheard", text="hello"))
        house.store.is_elsewhere = is_elsewhere
        messages = await house.settled(player, failing=taken.table)
        for got in (messages, watcher.look()):
            assert [message.code for message in got if isinstance(message, outgoing.Bye)] == ["shutdown"]
        assert player.is_over
        assert watcher.is_over
        assert (taken.table in house.hub.lobby.rooms) is not is_elsewhere
        if not is_elsewhere:
            again = await house.guest(table=taken.table, token=taken.token)
            answers = await again.ask(Say(id="unheard", text="hello"))
            assert [message.text for message in answers if isinstance(message, outgoing.Said)] == ["hello"]

    run(test)


def test_what_could_not_be_released_is_handed_over_later() -> None:
    async def test(house: House) -> None:
        _, taken = await house.seated()
        handing = asyncio.create_task(house.hub.hand_over())
        await house.settle(failing=taken.table)
        await house.settle(failing=taken.table)
        while not handing.done():
            await house.settle()
        assert not house.hub.lobby.rooms

    run(test)


def test_a_table_that_cannot_be_read_at_once_is_brought_back_when_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has taken it from another process has it alone: nobody else would."""
    monkeypatch.setattr("overtrick.server.hub.PAUSE", 0.0)

    async def test(house: House) -> None:
        _, taken = await house.seated()
        house.store.is_shared = True
        other = house.reopened()
        house.store.is_readable = False
        restoring = asyncio.create_task(other.hub.restore())
        for _ in range(TURNS):
            await asyncio.sleep(0.001)
        assert not restoring.done()
        house.store.is_readable = True
        async with asyncio.timeout(PATIENCE):
            await restoring
        assert taken.table in other.hub.lobby.rooms
        house.store.is_shared = False

    run(test)


def test_others_are_woken_though_their_time_came_while_nothing_could_be_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("overtrick.server.hub.PAUSE", 0.0)

    async def test(house: House) -> None:
        unlucky, taken = await house.seated()
        gone, elsewhere = await house.seated()
        other, _ = await house.seated(elsewhere.table)
        house.hub.lost(gone.client)
        await house.settled(other)
        house.hub.lost(unlucky.client)  # so that nobody is at the table that fails
        await asyncio.sleep(0)
        house.store.is_elsewhere = True
        await house.settle(failing=taken.table)
        await asyncio.sleep(0)
        assert house.hub._outbox.failed
        house.now += incoming.Options().grace + 1
        house.hub._wake()
        async with asyncio.timeout(PATIENCE):
            while outgoing.Left not in kinds(other.got):
                await house.settle()

    run(test)
