"""Wall time of `overtrick judge` on one game beside `python -c pass`; the aim is a ratio under 5."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

RUNS = 40
SAMPLE = Path(__file__).parents[1] / "briefs" / "belote" / "samples" / "example.belote"


def seconds(command: list[str]) -> float:
    """How long a command takes."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False, env=environment)
    return time.perf_counter() - start


def table() -> str:
    """Both commands in turn, so that a busy machine slows both; the first runs only fill the caches."""
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "overtrick judge": [str(Path(sys.executable).with_name("overtrick")), "judge", str(SAMPLE)],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(RUNS + 1):
        for name, command in commands.items():
            times[name].append(seconds(command))
    times = {name: measured[1:] for name, measured in times.items()}
    base = median(times["python -c pass"])
    rows = [f"| {name} | {median(t) * 1000:.1f} | {median(t) / base:.2f} |" for name, t in times.items()]
    return "\n".join(["| command | median ms | ratio |", "|---|---|---|", *rows])


if __name__ == "__main__":
    print(table())
