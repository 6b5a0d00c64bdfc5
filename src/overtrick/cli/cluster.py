"""Work on the machines of a Dask cluster instead of this one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final, NamedTuple

from overtrick.arena.journal import program_version
from overtrick.errors import Invalid

PATIENCE: Final = 10.0
"""seconds until a scheduler has answered and has a worker"""
AHEAD_OF_A_THREAD: Final = 4
LEAST_AHEAD: Final = 256
"""so many pieces of work are given to the scheduler at a time, for workers that come later"""
RETRIES: Final = 3
"""so often a piece of work that failed is tried again, by another worker if there is one"""


class Cluster(NamedTuple):
    """Who does the work, and how much of it is wanted at a time."""

    executor: Executor
    ahead: int


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """The cluster of the scheduler at an address, such as `tcp://10.0.0.7:8786`.

    What a worker had to do that dies is done by another one. The connection must be there until the end.
    """
    try:
        dask: Any = import_module("distributed")  # it has no types
    except ImportError as error:
        raise Invalid("not-installed", module=error.name or "distributed", extra="cluster") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told by sentences
    try:
        asyncio.run(_knock(dask, address))
    except (OSError, ValueError, TypeError) as error:
        raise Invalid("no-scheduler", address=address, reason=str(error) or type(error).__name__) from None
    with dask.Client(address, timeout=PATIENCE, set_as_default=False) as client:
        threads = _threads(client, address)
        try:
            executor = client.get_executor(pure=False, retries=RETRIES)
            yield Cluster(executor, max(LEAST_AHEAD, AHEAD_OF_A_THREAD * threads))
        except CancelledError:
            raise Invalid("dask-lost", address=address, reason="the scheduler is gone") from None
        except dask.KilledWorker as error:
            raise Invalid("dask-lost", address=address, reason=str(error)) from None


async def _knock(dask: Any, address: str) -> None:
    """See whether a scheduler is there; a client that finds none leaves much noise behind."""
    comm = await dask.comm.connect(address, timeout=PATIENCE)
    await comm.close()


def _threads(client: Any, address: str) -> int:
    """How many pieces of work can be done at a time; refuses a cluster that would not play as this machine does."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise Invalid("no-dask-workers", address=address) from None
    versions = client.run(version, "overtrick", on_error="return")
    try:
        versions[address] = client.run_on_scheduler(version, "overtrick")
    except PackageNotFoundError as error:
        versions[address] = error
    for place, found in versions.items():  # any other error is that of a worker which has just died
        if isinstance(found, PackageNotFoundError):
            raise Invalid("overtrick-missing", place=place)
        if isinstance(found, str) and found != program_version():
            raise Invalid("other-overtrick", place=place, found=found, wanted=program_version())
    return sum(client.nthreads().values())
