"""Many deals on all cores, in wall time but for the last table, so that the machine must be idle.

First `overtrick simulate GAME --deals N --bots simple,random --seed 1`, with the start of the program; the aim is a
million deals of Euchre in 20 seconds. Then steps a second of a `Batch` with masks, observations and random
actions, by one thread and by one for each core; the aim is 1.8 times as many on two cores. Bytes are those of a deal
besides the arrays of the batch; the aim is less than 4,096. Last, steps of one thread in rows of deals and in rows of
whole matches, in CPU time, each the best of several runs in turn; `times` is the median of what matches take longer.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Final

from overtrick import Batch, game_names
from overtrick.engine.buffers import empty_buffers

DEALS: Final = {"euchre": 1_000_000}
OTHER_DEALS: Final = 200_000
TABLES: Final = (1024, 4096)
STEPS: Final = 100
WARMING: Final = 200
"""steps in which scores become known"""
RUNS: Final = 5
MANY_RUNS: Final = 15


def simulated(game: str) -> str:
    """A row of the first table."""
    deals = DEALS.get(game, OTHER_DEALS)
    program = Path(sys.executable).with_name("overtrick")
    command = [str(program), "simulate", game, "--deals", str(deals), "--bots", "simple,random", "--seed", "1"]
    started = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    seconds = time.perf_counter() - started
    return f"| {game} | {deals:,} | {seconds:.1f} | {deals / seconds:,.0f} |"


def stepped(game: str, size: int) -> str:
    """A row of the second table."""
    cores = os.cpu_count() or 1
    runs = rates([Batch(game, size, 1), Batch(game, size, 1, threads=cores)], RUNS, time.perf_counter)
    one, all_ = map(max, zip(*runs, strict=True))
    cells = f"{one:,.0f} | {all_:,.0f} | {all_ / one:.2f} | {bytes_of_a_deal(game, size):,.0f}"
    return f"| {game} | {size:,} | {cells} |"


def in_matches(game: str) -> str:
    """A row of the last table."""
    size = TABLES[0]
    runs = rates([Batch(game, size, 1), Batch(game, size, 1, match=True)], MANY_RUNS, time.process_time)
    deals, matches = map(max, zip(*runs, strict=True))
    longer = median(of_deals / of_matches for of_deals, of_matches in runs)
    return f"| {game} | {size:,} | {deals:,.0f} | {matches:,.0f} | {longer:.2f} |"


def rates(batches: Sequence[Batch], runs: int, clock: Callable[[], float]) -> list[list[float]]:
    """How fast batches are once scores are known, in turn, as others may use the machine."""
    for batch in batches:
        rate(batch, WARMING, clock)
    return [[rate(batch, STEPS, clock) for batch in batches] for _ in range(runs)]


def rate(batch: Batch, steps: int, clock: Callable[[], float]) -> float:
    """Rows that go on in a second."""
    started = clock()
    for _ in range(steps):
        batch.step(batch.random_actions())
    return steps * batch.size / (clock() - started)


def bytes_of_a_deal(game: str, size: int) -> float:
    """What a batch takes for each deal besides its arrays."""
    arrays = empty_buffers(game, size)
    tracemalloc.start()
    batch = Batch(game, size, 1, buffers=arrays)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return taken / batch.size


def table() -> str:
    """All tables."""
    return "\n".join(
        [
            "| game | deals | seconds | deals/s |",
            "|---|--:|--:|--:|",
            *map(simulated, game_names()),
            "",
            f"| game | rows | 1 thread | {os.cpu_count()} threads | times | bytes |",
            "|---|--:|--:|--:|--:|--:|",
            *(stepped(game, size) for game in game_names() for size in TABLES),
            "",
            "| game | rows | deals | matches | times |",
            "|---|--:|--:|--:|--:|",
            *map(in_matches, game_names()),
        ]
    )


if __name__ == "__main__":
    print(table())
