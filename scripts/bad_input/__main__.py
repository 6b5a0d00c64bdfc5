"""Bad input on every port of a server; prints what was sent and what became of it.

    python -m scripts.bad_input [--port ws|text|json-lines|http|table-manager|lobby|limits] [--messages N] [--seed S]

The server runs in a process of its own, with a file, and tables of well-behaved people play at it all the while.
Random and mutated messages come from another process, on many connections at a time, as fast as the server reads them:
so many on the WebSocket, as lines of text and as lines of JSON, and a tenth of that as HTTP requests, on the port of
the Table Manager protocol and, before everything else, in a lobby without a server. At last a stranger asks for more
than they may have.

Every sender must be told or dropped: it must be told of each message that cannot be read, and must get an answer to
what it asks after all of them. Nobody else may be disturbed: no connection lost, nothing refused, every event seen as
it is stored. The server must live, must log no error, and must end well.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final

import aiohttp

from scripts.bad_input.guests import guests_of
from scripts.bad_input.lobby import rage
from scripts.bad_input.sender import DROPPED, ENDED, Tally
from scripts.bad_input.strangers import ask_too_much
from scripts.bad_input.throwing import throw
from scripts.faults.players import HOST
from scripts.faults.servers import ServerProcess, free_port
from scripts.faults.slow import Latencies

PORTS: Final = ("lobby", "ws", "text", "json-lines", "http", "table-manager", "limits")
FEW: Final = frozenset(("http", "table-manager"))
FEWER: Final = 10
"""HTTP requests, lines of the Table Manager protocol, and messages without a server, than messages elsewhere"""
OPTIONS: Final = ("--trusted-proxy", "--workers", "1")
COUNTED: Final = ("messages", "unreadable", "refused", "connections", "ended", DROPPED, "unfinished")
WIDTH: Final = 12
NEVER: Final = ("errors_total", "bot_failures_total", "commits_failed_total")
"""what the server must not count"""
METRIC: Final = re.compile(r"^overtrick_(\w+) ([0-9.e+]+)$", re.MULTILINE)

Work = Callable[..., Awaitable[Tally]]


async def run(ports: Sequence[str], messages: int, seed: str) -> list[str]:
    """Send bad input to some ports; what was wrong."""
    print(f"{'port':{WIDTH}}", *(f"{head:>{WIDTH}}" for head in (*COUNTED, "seconds", "MiB", "tables", "deals")))
    problems: list[str] = []
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:

        async def work(function: Callable[..., Tally], *arguments: object) -> Tally:
            return await asyncio.get_running_loop().run_in_executor(pool, function, *arguments)

        if "lobby" in ports:
            started = monotonic()
            tally = await work(rage, messages // FEWER, seed)
            print(row("lobby", tally, monotonic() - started), flush=True)
        if with_server := [port for port in ports if port != "lobby"]:
            problems += await at_server(with_server, messages, seed, work)
    return problems


async def at_server(ports: Sequence[str], messages: int, seed: str, work: Work) -> list[str]:
    """Send bad input to a server; what was wrong."""
    rng, problems = Random(seed), list[str]()
    with tempfile.TemporaryDirectory() as folder:
        manager_port = free_port(rng)
        options = (*OPTIONS, "--table-manager", str(manager_port))
        async with ServerProcess(Path(folder, "tables.db"), rng, *options) as server:
            numbers = {"ws": server.port, "http": server.port, "table-manager": manager_port}
            async with guests_of(server, rng) as guests:
                print(f"{'at first':{(WIDTH + 1) * 9 - 1}}", f"{memory(server.process.pid):>{WIDTH}.0f}", flush=True)
                for port in ports:
                    started, deals = monotonic(), guests.deals
                    if port == "limits":
                        tally = await ask_too_much(server.port)
                    else:
                        number = numbers.get(port, server.text_port)
                        tally = await work(throw, port, number, messages // (FEWER if port in FEW else 1), seed)
                    now = await metrics(server.port)
                    more = (memory(server.process.pid), now["tables"], guests.deals - deals)
                    print(row(port, tally, monotonic() - started, *more), flush=True)
                    problems += tally.problems + [f"{port}: {name} {now[name]:.0f}" for name in NEVER if now[name]]
            print(
                f"the guests played {guests.deals} deals, and {guests.turns} turns on the text port; "
                f"from an action to its event: {Latencies(guests.latencies)}"
            )
            problems += guests.troubles()
        return problems + server.errors


def row(port: str, tally: Tally, *more: float) -> str:
    """A row of the table."""
    counts = tally.counts
    counts["ended"] = sum(count for what, count in counts.items() if what.startswith(ENDED))
    numbers = [*(counts[what] for what in COUNTED), *map(round, more)]
    return " ".join([f"{port:{WIDTH}}", *(f"{number:>{WIDTH},}" for number in numbers)])


def memory(process: int) -> float:
    """MiB of a process and those that it started, where the system tells."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="utf-8").split()
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="utf-8").split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20 + sum(memory(int(child)) for child in children)


async def metrics(port: int) -> dict[str, float]:
    """What the server tells of itself, which shows that it lives."""
    async with aiohttp.ClientSession() as session, session.get(f"http://{HOST}:{port}/metrics") as answer:
        return {name: float(value) for name, value in METRIC.findall(await answer.text())}


def main(arguments: Sequence[str] | None = None) -> int:
    """Send bad input; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="scripts.bad_input", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--port", choices=(*PORTS, "all"), default="all")
    parser.add_argument(
        "--messages", type=int, default=1_000_000, help="on each port; by HTTP and at the table manager a tenth of it"
    )
    parser.add_argument("--seed", default="1")
    options = parser.parse_args(arguments)
    problems = asyncio.run(run(PORTS if options.port == "all" else [options.port], options.messages, options.seed))
    print(*problems or ["nothing was wrong"], sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
