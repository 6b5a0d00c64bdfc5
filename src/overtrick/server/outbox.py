"""What the lobby wants done waits here until it is stored, and for those before it."""

from __future__ import annotations

from asyncio import Event, get_running_loop
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

from overtrick.protocol.incoming import NOT_REPEATED, Message
from overtrick.server.counters import Counters
from overtrick.server.store.store import Store, TableLost
from overtrick.table.output import Client, Output

SLOW: Final = 5.0
"""seconds after which a store that has not answered counts as one that cannot store anything"""
DISTRUST: Final = 10.0
"""seconds for which it does so after a failure if nothing has been stored since; somebody may try then"""

Unheard = list[tuple[Client, Message]]
"""what clients have said while nothing could be stored"""


def parted(unheard: Unheard) -> tuple[Unheard, Unheard]:
    """What is refused of it, and what waits on, since nobody says it again: the last of each kind of a client."""
    waiting = {(client, type(said)): said for client, said in unheard if isinstance(said, NOT_REPEATED)}
    refused: Unheard = [(client, said) for client, said in unheard if not isinstance(said, NOT_REPEATED)]
    return refused, [(client, said) for (client, _), said in waiting.items()]


class Waiting:
    """An output that waits for the store, or for those before it."""

    __slots__ = ("client", "error", "is_settled", "message", "output", "since")

    def __init__(self, output: Output, since: float, client: Client, message: Message | None) -> None:
        self.output = output
        self.since = since
        self.client, self.message = client, message
        """what led to it, if a client said it"""
        self.is_settled = not output.has_to_be_stored
        self.error: Exception | None = None


class Outbox:
    """Delivers what is stored.

    Once something could not be stored, it is `failed` with what came after it for the same tables, and `on_failure` is
    called as soon as nothing else waits. Until `forget_failed`, nothing more may be put in.
    """

    def __init__(
        self,
        store: Store,
        counters: Counters,
        clock: Callable[[], float],
        deliver: Callable[[Output], None],
        on_failure: Callable[[], None],
    ) -> None:
        self._store = store
        self._counters = counters
        self._clock = clock
        self._deliver = deliver
        self._on_failure = on_failure
        self._loop = get_running_loop()
        self._waiting: deque[Waiting] = deque()
        self._unsubmitted: list[Waiting] = []
        self.failed: list[Waiting] = []
        self._will_settle = False
        self._distrusted_until = 0.0
        self.is_empty = Event()
        """set while everything is stored and delivered"""
        self.is_empty.set()

    @property
    def is_storing(self) -> bool:
        """Whether something can be stored, as far as is known: nothing has failed last, nor waits for long."""
        now = self._clock()
        is_slow = bool(self._waiting) and now > self._waiting[0].since + SLOW
        return not (self.failed or is_slow or now < self._distrusted_until)

    def put(self, output: Output, client: Client = 0, message: Message | None = None) -> None:
        """Store an output, and deliver it after all before it; a `client` and its `message` may have led to it."""
        if not self._waiting and not output.has_to_be_stored:
            self._deliver(output)
            return
        waiting = Waiting(output, self._clock(), client, message)
        self._waiting.append(waiting)
        if not waiting.is_settled:
            self.is_empty.clear()
            if not self._unsubmitted:
                self._loop.call_soon(self._submit)
            self._unsubmitted.append(waiting)

    def _submit(self) -> None:
        """Give the store all that came in this turn of the loop at once: its thread is woken less often for it."""
        unsubmitted, self._unsubmitted = self._unsubmitted, []
        for waiting in unsubmitted:
            self._store.submit(waiting.output, partial(self._stored, waiting))

    def forget_failed(self) -> None:
        """Go on: the tables are what is stored of them."""
        self.failed = []
        self.is_empty.set()

    def _stored(self, waiting: Waiting, error: Exception | None) -> None:
        """The store is done with an output. Called in its thread: the loop is woken once for many of them."""
        waiting.error, waiting.is_settled = error, True
        if not self._will_settle:
            self._will_settle = True
            self._loop.call_soon_threadsafe(self._settle)

    def _settle(self) -> None:
        self._will_settle = False
        if not (self._waiting and self._waiting[0].is_settled):
            return  # what was told while the last call went on, that call has seen to
        self._counters.commits += 1
        while self._waiting and self._waiting[0].is_settled:
            waiting = self._waiting.popleft()
            if waiting.output.has_to_be_stored and not isinstance(waiting.error, TableLost):  # that one works
                self._distrusted_until = 0.0 if waiting.error is None else self._clock() + DISTRUST
            if waiting.error is not None or (self.failed and self._follows_failure(waiting)):
                self.failed.append(waiting)
            else:
                self._deliver(waiting.output)
        if not self._waiting:
            if self.failed:
                self._on_failure()
            else:
                self.is_empty.set()

    def _follows_failure(self, waiting: Waiting) -> bool:
        """Whether an output comes from a table or a client as they would be if all had been stored."""
        tables = waiting.output.tables
        if not tables and waiting.message is not None:
            return any(failed.message is not None and failed.client == waiting.client for failed in self.failed)
        return any(tables & failed.output.tables for failed in self.failed)
