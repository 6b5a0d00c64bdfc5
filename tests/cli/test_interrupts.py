"""An interrupt ends what computes, although kernels do not look for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from patience import PATIENCE

from overtrick.cli import main

DEAL = "N:KJ.A7.AQ3.AKQJ63 A64.T9863.T8742. T9872.KQ2.KJ6.85 Q53.J54.95.T9742"
BUSY = 3.0
"""seconds of processor time after which it is the kernel that works"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see that the processes are at work")
@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["perft", "bridge", DEAL, "20", "--trump", "S"], marks=pytest.mark.long),
        pytest.param(["review", "deals.jsonl", "--worlds", "15"], marks=pytest.mark.long),
        ["review", "deals.jsonl", "--worlds", "5000"],
    ],
    ids=["perft", "review", "review on all cores"],
)
def test_an_interrupt_ends_what_takes_long(arguments: list[str], tmp_path: Path) -> None:
    deals = str(tmp_path / "deals.jsonl")
    assert main(["simulate", "sueca", "--deals", "1", "--bots", "random", "--seed", "1", "--record", deals]) == 0
    process = subprocess.Popen(
        [sys.executable, "-m", "overtrick", *arguments],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        until = time.monotonic() + PATIENCE
        while process.poll() is None and sum(map(_processor_time, _family(process.pid))) < BUSY:
            assert time.monotonic() < until, "it does nothing"
            time.sleep(0.05)
        assert process.poll() is None, "it has ended before it could be interrupted"
        workers = _family(process.pid)[1:]
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == -signal.SIGINT
        until = time.monotonic() + PATIENCE
        while any(map(_processor_time, workers)) and time.monotonic() < until:
            time.sleep(0.05)
        assert not any(map(_processor_time, workers))
    finally:
        for one in _family(process.pid):
            os.kill(one, signal.SIGKILL)
        process.wait()


def _family(process: int) -> list[int]:
    """A process that has not been waited for, and those that it has started."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="utf-8").split()
    except OSError:
        return []
    return [process, *map(int, children)]


def _processor_time(process: int) -> float:
    """What a process has used; nothing if it is gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return 0.0 if fields[0] == "Z" else (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
