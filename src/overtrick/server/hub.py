"""Between the connections and the lobby: carries out what the lobby wants done, in order, and stores before it sends.

If something cannot be stored, nobody gets it: the tables that it was about go back to what is stored of them, and
everybody there is told. Until that is done, all messages wait.
"""

from __future__ import annotations

import logging
from asyncio import Event, Task, TimerHandle, get_running_loop, sleep, to_thread, wait
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from functools import partial
from itertools import chain, islice
from secrets import token_bytes
from traceback import extract_tb, format_tb
from typing import Final, NamedTuple, cast

from overtrick.core.errors import Finding, Illegal, Invalid, OvertrickError
from overtrick.core.game import Game
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import AboutPlayer, Available, Decline, Hello, Language, Leave, Message, Options, Watch
from overtrick.protocol.wire import encode
from overtrick.server.answering import Answering
from overtrick.server.clock import SteadyClock
from overtrick.server.counters import Counters, counted
from overtrick.server.limits import Callers
from overtrick.server.outbox import Outbox, parted
from overtrick.server.ports.connection import Connection
from overtrick.server.recognising import Recognising
from overtrick.server.sharing.guests import Opening
from overtrick.server.sharing.journeys import Journeys
from overtrick.server.sharing.link import Link
from overtrick.server.sharing.neighbours import Neighbours
from overtrick.server.sharing.search import SEEKING, Search, wanted
from overtrick.server.store.store import Store, TableLost
from overtrick.server.workers import Workers
from overtrick.table.keys import new_code
from overtrick.table.lobby import Lobby
from overtrick.table.output import Client, Errand, Output, Post, Released

PAUSE: Final = 1.0
"""seconds after a failure of the store before bots and clocks try again"""
HANDED_AT_ONCE: Final = 20
"""tables that are handed over before others get their time"""
TIME_TO_TAKE: Final = 0.1
NOTED: Final = frozenset([outgoing.Welcome, outgoing.Refused, outgoing.Bye])
"""messages that mean something for the connection"""
AT_HOME: Final = (Available, Decline)
"""what a program says to the process to which it is connected, wherever it plays"""

log: Final = logging.getLogger(__name__)


class Prepared(NamedTuple):
    """A table that was opened for others."""

    table: str
    code: str
    """which opens it"""
    closed: Event
    """set once it is closed, and all that was played there is stored"""


class Hub:
    """Runs a lobby. All of it happens in the thread of the event loop in which it was made."""

    def __init__(
        self,
        lobby: Lobby,
        store: Store,
        workers: Workers,
        clock: Callable[[], float] | None = None,
        has_players: bool = True,
    ) -> None:
        self.lobby = lobby
        self.has_players = has_players
        """whether players can have keys here"""
        self.counters = Counters()
        self._store = store
        self._clock = clock or SteadyClock()
        self._loop = get_running_loop()
        self.connections: dict[Client, Connection] = {}
        """of the clients that are neither lost nor dismissed"""
        self._answering = Answering(lobby, workers, self.connections, self.counters, self._clock, self._do)
        self._recognising = Recognising(
            lobby, store, self.connections, token_bytes, self.tell, self._run, self.is_at_table
        )
        self._next_client = 1
        self._outbox = Outbox(store, self.counters, self._clock, self._deliver, self._recover_soon)
        self._was_storing = True
        self._postponed: list[Callable[[float], Output]] = []
        self._unheard: list[tuple[Client, Message]] = []
        self._unread: dict[str, None] = {}
        """the tables that are stored and not yet brought back"""
        self._unreadable: set[str] = set()
        """those that cannot be"""
        self._all_read = Event()
        """set while there are none of them"""
        self._all_read.set()
        self._early: dict[Client, list[tuple[Message, bool]]] = {}
        """messages that may be about a table that is not here, or not yet, and what their clients have said since; with
        whether the client has not said it itself, but is to be brought to its table again"""
        self._journeys = Journeys(self, store.secret)
        lobby.inviting.away = self._journeys
        self._parting: dict[str, list[Client]] = {}
        """the tables that are about to go to other processes, and who was there"""
        self.neighbours = Neighbours(store)
        self._search = Search(store, lobby.rooms, self._journeys, self.neighbours)
        self._copied: set[str] = set()
        """the tables of a copy of which it is not yet stored that they deal with other secrets"""
        self._closing: dict[str, Event] = {}
        """of the tables that were prepared and are not closed"""
        self._rest_until = 0.0
        self._timer: TimerHandle | None = None
        self._timer_at = 0.0
        self._tasks: set[Task[None]] = set()
        self._is_closed = False

    def look_for_tables(self) -> None:
        """See which tables are stored, before anybody asks for one."""
        self._store.watch(self._tell_changes, self._tell_wanted, self._tell_drained)
        self._expect(self._store.live_tables())
        if self._store.is_copy:
            log.warning("this database is a copy: its tables leave out numbers of deals, and take new secrets")
            self._renewed(())

    def _expect(self, tables: Iterable[str]) -> None:
        """Some tables are to be brought back."""
        self._unread.update(dict.fromkeys(table for table in tables if table not in self.lobby.rooms))
        if self._store.is_copy:
            self._copied.update(self._unread)
        if self._unread:
            self._all_read.clear()

    def _tell_changes(self, taken: Collection[str], lost: Collection[str]) -> None:
        self._loop.call_soon_threadsafe(partial(self._tables_changed, taken, lost))

    def _tell_wanted(self, tables: Collection[str]) -> None:
        for table in tables:
            self._loop.call_soon_threadsafe(self._part_with, table)

    def _tell_drained(self) -> None:
        self._loop.call_soon_threadsafe(lambda: self._run(self.hand_over()))

    def _tables_changed(self, taken: Iterable[str], lost: Iterable[str]) -> None:
        """Some tables have come from other processes, and some have gone to them."""
        if self._is_closed:
            return
        for table in lost:
            self._lose(table)
        self._expect(taken)
        if self._unread:
            self._run(self.restore())

    def _lose(self, table: str) -> None:
        """Another process has a table: who is there has to come again, and finds it."""
        for client in self._forget(table):
            self.drop(client)

    def _forget(self, table: str) -> list[Client]:
        """Know nothing of a table any more; gives those who are there."""
        self._unread.pop(table, None)
        self._unreadable.discard(table)
        self._answering.forget(table)
        return self.lobby.forget(table)

    def _run(self, what: Coroutine[None, None, None]) -> None:
        """Do something besides, until it is done or the hub is closed."""
        task = self._loop.create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), Exception):
            self.report(error)

    async def restore(self) -> None:
        """Bring back the tables that are stored, one by one, while clients are served."""
        while (self._unread or self._outbox.failed) and not self._is_closed:
            if self._outbox.failed:
                await self._outbox.is_empty.wait()
            else:
                table = next(iter(self._unread))
                if self._store.is_shared:
                    await self._fetch(table)
                else:
                    self._bring_back(table)
                    await sleep(0)
        self._all_read.set()

    def _bring_back(self, table: str) -> None:
        """Bring back a table that is stored here."""
        del self._unread[table]
        self._put_back(table, partial(self._store.table_log, table))

    async def _fetch(self, table: str) -> bool:
        """Bring back a table that is stored in a database, if it has to be, while others are served.

        Gives whether that can be.
        """
        if table in self._unread:
            await self._fetch_unread(table)
        return table not in self._unreadable

    async def _fetch_unread(self, table: str) -> None:
        del self._unread[table]
        while not self._is_closed:
            reading = self._loop.run_in_executor(None, self._store.table_log, table)
            await wait([reading])
            while self._outbox.failed:
                await self._outbox.is_empty.wait()
            error = reading.exception()
            if not (isinstance(error, Invalid) and error.finding.code == "unreadable"):
                break
            log.error("the tables cannot be read: %s", error)
            await sleep(PAUSE)  # whoever has a table must have it in the end: nobody else takes it
        if not self._is_closed and table not in self.lobby.rooms:  # where it may be by now, with more than was read
            self._put_back(table, reading.result)

    def _put_back(self, table: str, read: Callable[[], list[bytes]]) -> None:
        """Bring back a table; one that cannot be brought back stays where it is."""
        try:
            output = self.lobby.restore(table, read(), self._clock(), table in self._copied)
        except TableLost:
            log.info("the table %s has gone to another process", table, extra={"table": table})
        except Exception as error:  # whatever is wrong with it, the other tables go on
            self.counters.errors += 1
            self._unreadable.add(table)
            place = extract_tb(error.__traceback__)[-1]  # and not its words, which could quote a secret
            what = f"{type(error).__name__} at {place.name}:{place.lineno}"
            why = "the table %s cannot be brought back and stays in the file: %s"
            log.error(why, table, what, extra={"table": table})
        else:
            self.carry_out(output)

    def _renewed(self, tables: Iterable[str]) -> None:
        """Some tables have stored something; if it was the last of a copy, that is none any more.

        A table that cannot be brought back may be so by a later server: until then, its file stays a copy.
        """
        self._copied.difference_update(tables)
        if not self._copied:
            self._store.have_for_own()

    def _is_early(self, client: Client, message: Message) -> bool:
        """Whether it has to be found out where the table of a message is; a named one is brought back at once."""
        if not isinstance(message, SEEKING) or not (self._unread or self._store.is_shared):
            return False
        table, code = wanted(message)
        if not self._store.is_shared:
            if table in self._unread:
                self._bring_back(table)
            return bool(code and self._unread)
        return not self.lobby.is_at_table(client) and not self._search.is_here(message)

    async def _hear_later(self, client: Client) -> None:
        """Hear what a client has said when it is known where its table is, here or elsewhere."""
        try:
            await self._hear_in_order(client, self._early[client])
        except Exception as error:  # a fault of ours costs this client its connection, and nobody else anything
            self.report(error)
            self.dismiss(client, Finding("internal-error"))
        self._early.pop(client, None)

    async def _hear_in_order(self, client: Client, messages: list[tuple[Message, bool]]) -> None:
        while messages and client in self.connections:
            message, is_again = messages[0]
            is_away = client in self._journeys
            try:
                link = await self._find(message) if not is_away and self._is_early(client, message) else None
            except TimeoutError:
                self._call_again(client)
                break
            if is_again and self._outbox.failed:
                await self._outbox.is_empty.wait()
                continue  # the table may have gone meanwhile
            if client not in self.connections:
                break  # the lobby has been told that they are lost, and nobody would tell it again
            del messages[0]
            if not messages:
                del self._early[client]
            if is_away:
                self._journeys.say(client, message)
            elif link is not None:
                self._send_off(client, message, link, is_again)
            elif is_again:
                self._welcome_back(client, message)
            else:
                self.hear_here(client, message)

    async def _find(self, message: Message) -> Link | None:
        """Wait until the table of a message is here, or is not at all; as `Search.find`."""
        if self._store.is_shared:
            return await self._search.find(message, self._fetch)
        await self._all_read.wait()
        return None

    def _send_off(self, client: Client, message: Message, link: Link, is_again: bool) -> None:
        """Let a client go to a table of another process."""
        connection = self.connections[client]
        is_greeted = not isinstance(message, Hello)
        if isinstance(message, Hello):
            self.lobby.introduce(client, message)
        name, lang = self.lobby.name_of(client), cast("Language", connection.language)
        if name is None:
            self.hear_here(client, message)  # which is refused
        else:
            opening = Opening(connection.address, lang, name, is_greeted, *self.lobby.account_of(client))
            self._journeys.begin(client, opening, message, link, is_again)

    def _welcome_back(self, client: Client, message: Message) -> None:
        """A client that was elsewhere is at its table again, if that is here; it needs no greeting."""
        output = self.lobby.receive(client, message, self._clock())
        if any(isinstance(post.message, outgoing.Refused) for post in output.posts):
            output.posts = [Post((client,), outgoing.InLobby(why="closed"))]
        output.posts = [post for post in output.posts if not isinstance(post.message, outgoing.Welcome)]
        self.carry_out(output)

    def come_again(self, client: Client, messages: Sequence[Message]) -> None:
        """Look for the table of a client once more, with what brings it there, and what it has said since."""
        if client in self.connections:
            again, *others = messages
            self._early[client] = [(again, True), *((message, False) for message in others)]
            self._run(self._hear_later(client))

    def pass_on(self, client: Client, message: outgoing.Message | None, data: bytes) -> None:
        """Give a client what another process has sent to it, which as JSON is `data`; None if its kind is unknown."""
        connection = self.connections.get(client)
        if connection is not None:
            self.counters.messages_sent += 1
            if message is None:
                connection.forward(data)
                return
            connection.send(message, data)
            if type(message) in NOTED:
                self._note(connection, message)

    def connect(self, connection: Connection) -> Client:
        """A number for a new client."""
        client, self._next_client = self._next_client, self._next_client + 1
        self.connections[client] = connection
        self.counters.connected += 1
        self.lobby.came(client, "" if connection.is_local else connection.address)
        about = {"client": client, "address": connection.address, "by": connection.kind}
        log.info("client %d came from %s by %s", *about.values(), extra=about)
        return client

    def is_at_table(self, client: Client) -> bool:
        """Whether a client sits or looks on at a table, here or elsewhere."""
        return self.lobby.is_at_table(client) or client in self._journeys

    def receive(self, client: Client, message: Message) -> None:
        self.counters.messages_received += 1
        if not isinstance(message, AboutPlayer):
            self.hear(client, message)
        elif (connection := self.connections.get(client)) is not None:
            if self.has_players:
                self._recognising.hear(client, message)
            else:
                self.tell(client, outgoing.Refused.of(Illegal("no-players"), connection.language, message.id))

    def hear(self, client: Client, message: Message) -> None:
        """Take what a client says to the lobby or at its table, here or elsewhere."""
        if client not in self.connections or self.is_parting(client):
            return
        if client in self._early:
            self._early[client].append((message, False))
            if len(self._early[client]) > self.connections[client].limits.messages_at_once:
                self.dismiss(client, Finding("too-many-requests"))  # nobody knows how long their table is looked for
        elif client in self._journeys and not isinstance(message, AT_HOME):
            if isinstance(message, Hello):
                self.lobby.introduce(client, message)
            self._journeys.say(client, message)
        elif self._outbox.failed:
            self._unheard.append((client, message))
        elif self._is_early(client, message):
            self._early[client] = [(message, False)]
            self.connections[client].has_said_hello = True  # it need not hurry any more
            self._run(self._hear_later(client))
        else:
            self.hear_here(client, message)

    def hear_here(self, client: Client, message: Message) -> None:
        """Let the lobby of this process answer what a client says."""
        if self._outbox.failed:
            self._unheard.append((client, message))
        elif client in self.connections and not self._is_closed:
            try:
                output = self.lobby.receive(client, message, self._clock())
            except Exception as error:  # a fault of ours costs this client its connection, and nobody else anything
                self.report(error)
                self.dismiss(client, Finding("internal-error"))
            else:
                self._outbox.put(output, client, message)
                self._set_timer()

    def lost(self, client: Client) -> None:
        if self.connections.pop(client, None) is not None:
            log.info("client %d went", client, extra={"client": client})
            self._journeys.end(client)
            self._recognising.lost(client)
            self._loop.call_soon(self._do, partial(self.lobby.lost, client))  # an output may just be under way

    def tell(self, client: Client, message: outgoing.Message) -> None:
        """Send something that the lobby has nothing to do with."""
        self._send(Post((client,), message))

    def dismiss(self, client: Client, why: Finding, code: str = "") -> None:
        """Tell a client why it has to go, perhaps by another code, and close its connection."""
        connection = self.connections.get(client)
        if connection is not None:
            self.counters.dropped += 1
            text = why.message(connection.language)
            self.tell(client, outgoing.Bye(code=code or why.code, text=text))

    def _call_again(self, client: Client) -> None:
        """Let a client come again, with its token: clients do that when a server closes, by the code of that."""
        self.dismiss(client, Finding("table-moved"), code="shutdown")

    def drop(self, client: Client) -> None:
        """Close a connection whose client does not read."""
        connection = self.connections.get(client)
        if connection is not None:
            self.counters.dropped += 1
            connection.abort()
            self.lost(client)

    @property
    def is_ready(self) -> bool:
        """Whether all tables are here, something can be stored, and new tables can be opened."""
        is_closing = self._is_closed or self.lobby.rooms.is_closing
        return self._all_read.is_set() and self._outbox.is_storing and not is_closing

    def metrics(self) -> dict[str, float]:
        """What is counted, and holds for this moment, by the names of the metrics."""
        return {"connections": len(self.connections), "tables": len(self.lobby.rooms), **counted(self.counters)}

    def tables(self) -> tuple[outgoing.TableInfo, ...]:
        """The tables that anybody may find, here and elsewhere."""
        return self.lobby.rooms.listed(self._clock())

    def sweep(self, callers: Callers) -> None:
        """Dismiss those who are silent for too long, and exchange with other processes what is open and used."""
        now = self._loop.time()
        self._log_storing()
        if self._store.is_shared:
            gone = self.neighbours.exchange(self.lobby, self.metrics(), callers, now)
            if gone:
                self._give_up(gone)
        for client, connection in list(self.connections.items()):
            if (why := connection.overdue(now)) is not None:
                self.dismiss(client, why)

    def _log_storing(self) -> None:
        if self._outbox.is_storing is self._was_storing:
            return
        self._was_storing = not self._was_storing
        if self._was_storing:
            log.info("the server is ready again as far as the store goes")
        else:
            log.error("the server is not ready: the store fails, or does not answer")

    def _give_up(self, addresses: Collection[str]) -> None:
        """Some other processes do not live any more."""
        self._journeys.give_up(addresses)
        self._do(lambda _: self.lobby.gone_elsewhere(addresses))

    def take_errand(self, errand: Errand) -> None:
        """Another process tells of an invitation."""
        self._do(lambda _: self.lobby.take_errand(errand))

    async def _run_errand(self, address: str, errand: Errand) -> None:
        if not await self._journeys.run_errand(address, errand):
            self._do(lambda _: self.lobby.gone_elsewhere([address]))

    def is_parting(self, client: Client) -> bool:
        """Whether the table of a client is about to go to another process."""
        return bool(self._parting) and any(client in clients for clients in self._parting.values())

    async def hand_over(self) -> None:
        """Let other processes have all tables, some at a time, so that each of them is soon played on."""
        self.lobby.rooms.is_closing = True
        self._store.stop_taking()
        await self._outbox.is_empty.wait()
        # Those that could not be released are there again.
        while tables := [*islice(chain(self.lobby.rooms, self._unread), HANDED_AT_ONCE)]:
            for table in tables:
                self._part_with(table)
            await self._outbox.is_empty.wait()
            await sleep(TIME_TO_TAKE)

    def _part_with(self, table: str) -> None:
        """Let other processes have a table, after all that has happened there; it may not even be read."""
        if (table in self.lobby.rooms or table in self._unread) and not self._outbox.failed:
            self._parting[table] = self._forget(table)
            output = Output()
            output.released.append(Released(table))
            self.carry_out(output)

    def _part(self, table: str) -> None:
        """Who was at a table that goes to another process has to come again, and finds it."""
        for client in self._parting.pop(table, ()):
            self._call_again(client)

    async def close(self) -> None:
        """Tell everybody that the server stops, and store everything."""
        await self._outbox.is_empty.wait()
        self._do(self.lobby.close)
        self._is_closed = True
        for client in list(self.connections):
            self.dismiss(client, Finding("shutdown"))
        await self._outbox.is_empty.wait()
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
        self._journeys.close()

    def _do(self, what: Callable[[float], Output]) -> None:
        """Tell the lobby something that no client has said."""
        if self._is_closed:
            return
        if self._outbox.failed:
            self._postponed.append(what)
            return
        try:
            output = what(self._clock())
        except Exception as error:
            self.report(error)
            self._rest_until = self._clock() + PAUSE
        else:
            self.carry_out(output)

    def carry_out(self, output: Output) -> None:
        """Do what the lobby wants: after everything that it wanted before, and once it is stored."""
        self._outbox.put(output)
        self._set_timer()

    def _recover_soon(self) -> None:
        """Something could not be stored; a store that fails again and again is given time."""
        self._loop.call_later(max(0.0, self._rest_until - self._clock()), lambda: self._run(self._recover()))

    async def _recover(self) -> None:
        """Go back to what is stored of the tables of which something could not be stored."""
        now, failed = self._clock(), self._outbox.failed
        self._rest_until = now + PAUSE
        log.error("the store failed: %s", failed[0].error)
        try:
            for waiting in failed:
                self._undo(waiting.client, waiting.message, now)
            tables = sorted({table for waiting in failed for table in waiting.output.tables})
            for table in tables:
                self._part(table)  # it may be elsewhere or here: who comes again finds it
            logs = await to_thread(self._logs_of, tables) if self._store.is_shared else self._logs_of(tables)
            outputs = [
                self.lobby.restore(table, entries, now, table in self._copied)
                for table, entries in logs.items()
                if entries is not None
            ]
        except Exception as error:
            if isinstance(error, OvertrickError):
                log.error("the tables cannot be read: %s", error)
            else:
                self.report(error)
            refused, self._unheard = parted(self._unheard)
            self._refuse_unstored(refused, ())
            self._recover_soon()
            return
        # What those tables had in mind was not stored, and must not count as done.
        lost = [client for table, entries in logs.items() if entries is None for client in self._forget(table)]
        self.counters.commits_failed += len(failed)
        self._outbox.forget_failed()
        self._refuse_unstored(
            [(waiting.client, waiting.message) for waiting in failed if waiting.message is not None],
            [post for output in (*outputs, *(waiting.output for waiting in failed)) for post in output.posts],
        )
        for client in lost:
            self.drop(client)
        for output in outputs:
            self.carry_out(output)
        postponed, self._postponed = self._postponed, []
        for what in postponed:
            self._do(what)
        unheard, self._unheard = self._unheard, []
        for client, message in unheard:
            self.hear(client, message)
        self._set_timer()  # that of other tables may have come meanwhile

    def _logs_of(self, tables: Iterable[str]) -> dict[str, list[bytes] | None]:
        """What is stored of some tables; None for those that another process has."""
        logs: dict[str, list[bytes] | None] = {}
        for table in tables:
            try:
                logs[table] = self._store.table_log(table)
            except TableLost:
                logs[table] = None
        return logs

    def _undo(self, client: Client, message: Message | None, now: float) -> None:
        """Undo what something that was said has done beside what it did to a table."""
        match message:
            case Hello():
                self.lobby.lost(client, now)
            case Watch():
                self.lobby.receive(client, Leave(), now)

    def _refuse_unstored(self, unstored: Sequence[tuple[Client, Message]], unsent: Iterable[Post]) -> None:
        """Tell those who said something, and those who do not get a message, that nothing could be stored."""
        why = Invalid("store-failed")
        authors = {client for client, _ in unstored}
        others = dict.fromkeys(client for post in unsent for client in post.to if client not in authors)
        for client, message in (*unstored, *((client, None) for client in others)):
            connection = self.connections.get(client)
            done = None if message is None else self.lobby.done(client, message)
            if isinstance(message, Hello):
                self.dismiss(client, why.finding)
            elif done is not None:
                self.tell(client, done)  # it was stored after all, and only the answer to that was lost
            elif connection is not None:
                id_ = "" if message is None else message.id
                self.tell(client, outgoing.Refused.of(why, connection.language, id_))

    def _deliver(self, output: Output) -> None:
        self.counters.events += len(output.kept)
        if self._copied:
            self._renewed(kept.table for kept in output.kept)
        for table in output.closed:
            self._answering.forget(table)
            if table in self._closing:
                self._closing.pop(table).set()
        for post in output.posts:
            self._send(post)
        for (table,) in output.released:
            self._part(table)
        for thinking in output.thinking:
            self._run(self._answering.think(thinking, self._rest_until))
        for hinting in output.hints:
            self._run(self._answering.hint(hinting))
        for claiming in output.claims:
            self._run(self._answering.look_at_claim(claiming))
        for errand in output.errands:
            self._run(self._run_errand(*errand))

    def _send(self, post: Post) -> None:
        data, connections = encode(post.message), self.connections
        for client in post.to:
            if (connection := connections.get(client)) is not None:
                self.counters.messages_sent += 1
                try:
                    connection.send(post.message, data)
                except Exception as error:
                    self.report(error)
                    self.drop(client)
        if type(post.message) in NOTED:
            for client in post.to:
                if (connection := connections.get(client)) is not None:
                    self._note(connection, post.message)

    def _note(self, connection: Connection, message: outgoing.Message) -> None:
        """Remember what a message has made of a client."""
        match message:
            case outgoing.Welcome():
                connection.has_said_hello = True
            case outgoing.Refused():
                self.counters.refused += 1
            case outgoing.Bye():
                connection.finish()
                self.lost(connection.client)

    def _set_timer(self) -> None:
        """See to it that the lobby is woken in time; a timer that is early does no harm."""
        wake_at = self.lobby.wake_at
        if wake_at is None or self._outbox.failed or (self._timer is not None and self._timer_at <= wake_at):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer_at = max(wake_at, self._rest_until)
        self._timer = self._loop.call_later(max(0.0, self._timer_at - self._clock()), self._wake)

    def _wake(self) -> None:
        self._timer = None
        if not self._outbox.failed:
            self._do(self.lobby.wake)
            self._set_timer()

    def prepare(self, game: Game, options: Options, decks: tuple[str, ...]) -> Prepared:
        """Open a private table for a match of some deals."""
        code = new_code(token_bytes)
        table, output = self.lobby.prepare(game, options, decks, code, self._clock())
        self._closing[table] = Event()
        self.carry_out(output)
        return Prepared(table, code, self._closing[table])

    def report(self, error: Exception) -> None:
        """Log an error of our own without its words, which could quote a secret."""
        self.counters.errors += 1
        log.error("%s\n%s", type(error).__name__, "".join(format_tb(error.__traceback__)))
