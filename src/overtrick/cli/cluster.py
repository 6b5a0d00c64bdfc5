"""Work on the machines of a Dask cluster instead of this one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from threading import Event, Thread
from typing import Any, Final, TypeVar

from overtrick.arena.sources import code_version
from overtrick.bots.bot import is_program
from overtrick.core.errors import Invalid

T = TypeVar("T")

PATIENCE: Final = 10.0
"""seconds until a scheduler has answered, or has a worker"""
CONNECTING: Final = 10.0
"""seconds in which a client must be connected"""
SECONDS_BETWEEN: Final = 0.5
"""after which it is looked again whether the scheduler is still there"""
AHEAD_OF_A_THREAD: Final = 4
LEAST_AHEAD: Final = 256
"""how many pieces of work are given to the scheduler at a time, for workers that come later"""
RETRIES: Final = 3
"""so often a piece of work that failed is tried again, by another worker if there is one"""


def load_dask() -> Any:
    """Dask, which has no types; refuses a machine that has none."""
    try:
        return import_module("distributed")
    except ImportError as error:
        raise Invalid("not-installed", module=error.name or "distributed", extra="cluster") from None


@contextmanager
def connected(address: str, bots: Sequence[str]) -> Iterator[tuple[Executor, int]]:
    """Who does the work of these bots for the scheduler at `tcp://10.0.0.7:8786`, say, and how much of it at a time.

    What a worker had to do that dies is done by another one. The connection must be there until the end. A worker of
    another version is refused, also if it comes later. At the end the workers end the programs that they have started.
    """
    dask = load_dask()
    for name in ("distributed", "distributed.client", "tornado.application"):  # what goes wrong is told by sentences
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        asyncio.run(_knock(dask, address))
    except (OSError, ValueError, TypeError) as error:
        raise Invalid("no-scheduler", address=address, reason=str(error) or type(error).__name__) from None
    with dask.Client(address, timeout=CONNECTING, set_as_default=False) as client:
        threads = _threads(client, address, bots)
        try:
            with _Attended(client, bots) as executor:
                yield executor, max(LEAST_AHEAD, AHEAD_OF_A_THREAD * threads)
        except CancelledError:
            raise Invalid("scheduler-gone", address=address) from None
        except dask.KilledWorker as error:
            raise Invalid("workers-die", address=address, reason=str(error)) from None
        finally:
            if any(map(is_program, bots)) and client.status == "running":
                client.run(_end_programs, on_error="ignore")


class _Attended(Executor):
    """The executor of a client; what waits for it is cancelled when the connection is lost, and would wait for ever."""

    def __init__(self, client: Any, bots: Sequence[str]) -> None:
        self._client = client
        self._checked = partial(_checked, bots, code_version(bots))
        self._executor = client.get_executor(pure=False, retries=RETRIES)
        self._under_way = set[Future[Any]]()
        self._is_over = Event()
        Thread(target=self._attend, daemon=True).start()

    def submit(self, work: Callable[..., T], /, *arguments: Any, **named: Any) -> Future[T]:
        future: Future[T] = self._executor.submit(self._checked, work, *arguments, **named)
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._is_over.set()

    def _attend(self) -> None:
        while not self._is_over.wait(SECONDS_BETWEEN):
            if self._client.status != "running":
                for future in list(self._under_way):
                    future.cancel()


def _checked(bots: Sequence[str], wanted: str, work: Callable[..., T], *arguments: Any, **named: Any) -> T:
    """Work of a worker; refuses one whose bots may play in another way."""
    if (found := code_version(bots)) != wanted:
        dask: Any = import_module("distributed")
        raise Invalid("other-overtrick", worker=dask.get_worker().address, found=found, wanted=wanted)
    return work(*arguments, **named)


def _end_programs() -> None:
    """End all bots of this process that are programs."""
    from overtrick.bots.program.bot import close_all

    close_all()


async def _knock(dask: Any, address: str) -> None:
    """See whether a scheduler is there; a client that finds none leaves much noise behind."""
    comm = await dask.comm.connect(address, timeout=PATIENCE)
    await comm.close()


def _threads(client: Any, address: str, bots: Sequence[str]) -> int:
    """How many pieces of work can be done at a time; refuses a cluster that would not play as this machine does."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise Invalid("no-dask-workers", address=address) from None
    numbers = client.run(version, "overtrick", on_error="return")
    try:
        numbers[address] = client.run_on_scheduler(version, "overtrick")
    except PackageNotFoundError as error:
        numbers[address] = error
    code = code_version(bots)
    wanted = code.partition("+")[0]
    for worker, found in numbers.items():  # any other error is that of a worker which has just died
        if isinstance(found, PackageNotFoundError):
            raise Invalid("overtrick-missing", worker=worker)
        if isinstance(found, str) and found != wanted:
            raise Invalid("other-overtrick", worker=worker, found=found, wanted=wanted)
    # Only the same version can be asked for more.
    for worker, found in client.run(code_version, bots, on_error="return").items():
        if isinstance(found, str) and found != code:
            raise Invalid("other-overtrick", worker=worker, found=found, wanted=code)
    return sum(client.nthreads().values())
