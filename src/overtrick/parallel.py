"""Work on all cores, answered in order, with memory that stays bounded. Knows nothing of cards."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Chunk = TypeVar("Chunk")
Answer = TypeVar("Answer")

CHUNKS_AHEAD: Final = 4
"""for each process"""


def in_order(
    work: Callable[[Chunk], Answer], chunks: Iterable[Chunk], is_worth_it: bool, executor: Executor | None = None
) -> Iterator[Answer]:
    """What `work` makes of each chunk, in order: by an executor, on all cores if that is worth it, or here.

    For processes, work, chunks and answers must be such that they can be pickled.
    """
    cores = os.cpu_count() or 1
    if executor is None and (cores == 1 or not is_worth_it):
        yield from map(work, chunks)
        return
    with nullcontext(executor) if executor is not None else _processes(cores) as workers:
        pending: deque[Future[Answer]] = deque()
        try:
            for chunk in chunks:
                pending.append(workers.submit(work, chunk))
                if len(pending) > CHUNKS_AHEAD * cores:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()


def _processes(cores: int) -> Executor:
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(cores, initializer=obey_the_caller)


def obey_the_caller() -> None:
    """Leave interrupts to the caller, who ends its processes in good order, and end with it however it ends."""
    import signal
    from multiprocessing import parent_process
    from threading import Thread

    def end_with_the_caller() -> None:
        caller = parent_process()
        if caller is not None:
            caller.join()
            os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_the_caller, daemon=True).start()
