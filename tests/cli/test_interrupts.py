"""An interrupt ends what computes, although kernels do not look for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from overtrick.cli import main

DEAL = "N:KJ.A7.AQ3.AKQJ63 A64.T9863.T8742. T9872.KQ2.KJ6.85 Q53.J54.95.T9742"
BUSY = 3.0
"""seconds of processor time after which it is the kernel that works"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see that the process is at work")
@pytest.mark.parametrize(
    "arguments",
    [["perft", "bridge", DEAL, "20", "--trump", "S"], ["review", "deals.jsonl", "--worlds", "5000"]],
    ids=["perft", "review"],
)
def test_an_interrupt_ends_what_takes_long(arguments: list[str], tmp_path: Path) -> None:
    assert (
        main(["simulate", "sueca", "--deals", "1", "--bots", "random", "--record", str(tmp_path / "deals.jsonl")]) == 0
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "overtrick", *arguments],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        while process.poll() is None and _processor_time(process.pid) < BUSY:
            time.sleep(0.05)
        assert process.poll() is None, "it has ended before it could be interrupted"
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == -signal.SIGINT
    finally:
        process.kill()
        process.wait()


def _processor_time(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
