"""Work on all cores: in order, in chunks that fit, little of it ahead, and gone with an interrupt."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count, islice
from typing import Any, TypeVar

import pytest
from patience import PATIENCE

from overtrick.core import parallel
from overtrick.core.parallel import in_order, one_by_one

T = TypeVar("T")


class Counting(ThreadPoolExecutor):
    """Counts what it is given."""

    submitted = 0

    def submit(self, work: Callable[..., T], /, *given: Any, **more: Any) -> Future[T]:
        self.submitted += 1
        return super().submit(work, *given, **more)


def double(number: int) -> int:
    return 2 * number


def doze(number: int) -> int:
    time.sleep(0.02)
    return 2 * number


@pytest.mark.parametrize("size", [0, 1, 2, 1000])
def test_short_work_is_done_here_and_in_order(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_processes", None)  # which would fail if it were needed
    assert list(one_by_one(double, range(size))) == [2 * number for number in range(size)]


def test_long_work_goes_to_other_processes() -> None:
    found = list(one_by_one(process_of, range(60)))
    assert found[0] == os.getpid()
    assert os.getpid() not in found[-10:]


def process_of(number: int) -> int:
    time.sleep(0.02)
    return os.getpid()


def test_short_items_share_a_chunk_and_long_ones_do_not() -> None:
    with Counting(1) as short, Counting(1) as long:
        assert list(one_by_one(double, range(5000), short)) == [2 * number for number in range(5000)]
        assert list(one_by_one(doze, range(40), long)) == [2 * number for number in range(40)]
    assert short.submitted < 5000 / 50
    assert long.submitted > 40 / (2 * parallel.SECONDS_A_CHUNK / 0.02)


@pytest.mark.parametrize("ahead", [0, 3, 20])
def test_no_more_is_under_way_than_is_asked_for(ahead: int) -> None:
    with Counting(2) as workers:
        found = in_order(double, count(), True, workers, ahead)
        assert list(islice(found, 5)) == [0, 2, 4, 6, 8]
        assert workers.submitted == ahead + 5


PATIENT = """
import os, time
from overtrick.core.parallel import one_by_one
def doze(seconds):
    if seconds == 1000:
        os.write(1, b"asleep\\n")
    time.sleep(seconds)
try:
    list(one_by_one(doze, [0.6, 1000, 999]))
except KeyboardInterrupt:
    print("interrupted", flush=True)
    os._exit(3)
"""


def test_an_interrupt_does_not_wait_for_what_is_under_way() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PATIENT],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "asleep\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=PATIENCE)[0] == "interrupted\n"
        assert process.returncode == 3
    finally:
        process.kill()
        process.wait()
