"""What cannot be stored is told once, in whatever moment the store's thread tells it."""

import asyncio

from overtrick.server.counters import Counters
from overtrick.server.outbox import Outbox
from overtrick.server.store.store import Done, Store, StoreFailed
from overtrick.table.output import Kept, Output

FAILURE = StoreFailed("not-stored", reason="disk full")


class HeldStore(Store):
    """Tells of nothing that it is stored: a test does."""

    def __init__(self) -> None:
        super().__init__()
        self.held: list[Done] = []

    def submit(self, output: Output, done: Done) -> None:
        self.held.append(done)


def test_a_failure_that_is_told_while_others_are_delivered_is_one_failure() -> None:
    """The thread of the store does not wait for what the loop does meanwhile."""

    async def run() -> tuple[int, int]:
        store, counters, delivered, failures = HeldStore(), Counters(), list[Output](), list[int]()

        def deliver(output: Output) -> None:
            delivered.append(output)
            store.held[1](FAILURE)

        outbox = Outbox(store, counters, lambda: 0.0, deliver, lambda: failures.append(len(outbox.failed)))
        for table in ("a", "b"):
            outbox.put(Output(kept=[Kept(table, 1, b"{}")]))
        await asyncio.sleep(0)
        store.held[0](None)
        for _ in range(5):
            await asyncio.sleep(0)
        assert failures == [1]
        return len(delivered), counters.commits

    assert asyncio.run(run()) == (1, 1)
