"""Work on all cores, answered in order, with memory that stays bounded. Knows nothing of cards."""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Chunk = TypeVar("Chunk")
Item = TypeVar("Item")
Answer = TypeVar("Answer")

CHUNKS_AHEAD: Final = 4
"""for each process"""
BEFORE_THE_END: Final[list[Callable[[], None]]] = []
"""what a process has to do before it ends with its caller"""
SECONDS_A_CHUNK: Final = 0.25
"""what `one_by_one` gives to a process at a time: long enough to be worth the way, short enough to share work well"""
LARGEST_CHUNK: Final = 200
WORTH_MORE_CORES: Final = 0.5
"""how many seconds of work show that more of it is worth the start of further processes"""


def one_by_one(
    work: Callable[[Item], Answer], items: Iterable[Item], executor: Executor | None = None, ahead: int | None = None
) -> Generator[Answer, None, None]:
    """What `work` makes of each item, in order, however long an item may take: by an executor, or on all cores.

    Without an executor the work begins here, and goes to other processes when it turns out to be long. The items are
    put into chunks by how long the last ones took. `in_order` says what `ahead` is, and what has to be pickled.
    """
    rest, seconds_here, size = iter(items), 0.0, 1

    def chunks() -> Iterator[list[Item]]:
        while chunk := list(islice(rest, size)):
            yield chunk

    while executor is None and seconds_here < WORTH_MORE_CORES and (first := list(islice(rest, 1))):
        answers, seconds = _timed(work, first)
        seconds_here += seconds
        yield from answers
    is_long = seconds_here >= WORTH_MORE_CORES
    for answers, seconds in in_order(partial(_timed, work), chunks(), is_long, executor, ahead):
        size = min(max(int(SECONDS_A_CHUNK * len(answers) / max(seconds, 1e-9)), 1), LARGEST_CHUNK)
        yield from answers


def _timed(work: Callable[[Item], Answer], items: Sequence[Item]) -> tuple[list[Answer], float]:
    """The answers, and the seconds that they took."""
    started = time.perf_counter()
    return [work(item) for item in items], time.perf_counter() - started


def in_order(
    work: Callable[[Chunk], Answer],
    chunks: Iterable[Chunk],
    is_worth_it: bool,
    executor: Executor | None = None,
    ahead: int | None = None,
) -> Iterator[Answer]:
    """What `work` makes of each chunk, in order: by an executor, on all cores if that is worth it, or here.

    As many chunks as `ahead` says are under way besides the one that is waited for; if nothing is said, some for each
    core of this machine. For processes, work, chunks and answers must be such that they can be pickled.
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
                if len(pending) > (CHUNKS_AHEAD * cores if ahead is None else ahead):
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()


@contextmanager
def _processes(cores: int) -> Iterator[Executor]:
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(cores, initializer=obey_the_caller) as executor:
        try:
            with _interrupts_held():
                executor.submit(os.getpid)  # anything: it starts all processes
            yield executor
        except KeyboardInterrupt:
            executor.shutdown(wait=False, cancel_futures=True)  # what is under way may take minutes
            raise


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let an interrupt wait that comes meanwhile: Python loses those that come in the middle of a fork."""
    import signal

    if sys.platform == "win32":  # where there is no fork
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def obey_the_caller() -> None:
    """Leave interrupts to the caller, who ends its processes in good order, and end with it however it ends."""
    import signal
    from multiprocessing import parent_process
    from threading import Thread

    def end_with_the_caller() -> None:
        caller = parent_process()
        if caller is not None:
            caller.join()
            for finish in BEFORE_THE_END:
                finish()
            os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_the_caller, daemon=True).start()
