"""Many deals on all cores, in wall time, so that the machine must be idle.

First `overtrick simulate GAME --deals N --bots simple,random --seed 1`, with the start of the program; the aim is a
million deals of Euchre in 20 seconds. Then steps a second of a `Batch` of 4,096 deals with masks and observations, by
one thread and by one for each core; the aim is 1.8 times as many on two cores. Bytes are those of a deal besides the
arrays of the batch; the aim is less than 4,096.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path
from typing import Final

from overtrick import Batch, game_names
from overtrick.engine.batch import empty_buffers

DEALS: Final = {"euchre": 1_000_000}
OTHER_DEALS: Final = 200_000
TABLES: Final = 4096
STEPS: Final = 100
RUNS: Final = 5


def simulated(game: str) -> str:
    """A row of the first table."""
    deals = DEALS.get(game, OTHER_DEALS)
    program = Path(sys.executable).with_name("overtrick")
    command = [str(program), "simulate", game, "--deals", str(deals), "--bots", "simple,random", "--seed", "1"]
    started = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    seconds = time.perf_counter() - started
    return f"| {game} | {deals:,} | {seconds:.1f} | {deals / seconds:,.0f} |"


def stepped(game: str) -> str:
    """A row of the second table."""
    rates = []
    for threads in (1, os.cpu_count() or 1):
        batch, best = Batch(game, TABLES, 1, threads=threads), 0.0
        for _ in range(RUNS):
            seconds = 0.0
            for _ in range(STEPS):
                chosen = batch.random_actions()
                started = time.perf_counter()
                batch.step(chosen)
                seconds += time.perf_counter() - started
            best = max(best, STEPS * TABLES / seconds)
        rates.append(best)
    one, all_ = rates
    return f"| {game} | {one:,.0f} | {all_:,.0f} | {all_ / one:.2f} | {bytes_of_a_deal(game):,.0f} |"


def bytes_of_a_deal(game: str) -> float:
    """What a batch takes for each deal besides its arrays."""
    arrays = empty_buffers(game, TABLES)
    tracemalloc.start()
    batch = Batch(game, TABLES, 1, buffers=arrays)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return taken / batch.size


def table() -> str:
    """Both tables."""
    return "\n".join(
        [
            "| game | deals | seconds | deals/s |",
            "|---|--:|--:|--:|",
            *map(simulated, game_names()),
            "",
            f"| game | 1 thread | {os.cpu_count()} threads | times | bytes |",
            "|---|--:|--:|--:|--:|",
            *map(stepped, game_names()),
        ]
    )


if __name__ == "__main__":
    print(table())
