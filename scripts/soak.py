"""A server under people who come, play and go, for as long as told, and its memory meanwhile.

    python -m scripts.soak [--minutes 60] [--tables 20] [--every 30] [--seed 1]

At each of some tables people sit down for any game, play for a while, are cut off and come back, and leave or just
vanish; then others come. Prints a row every few seconds, and at the end how the memory was in the second and in the
last quarter of the time: fails if it has grown by more than a tenth. The first quarter is left to caches that fill.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random, SystemRandom
from statistics import mean
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final, NamedTuple

import aiohttp

from overtrick.client.channel import News
from overtrick.core.errors import Invalid
from overtrick.protocol import incoming, outgoing
from scripts.faults.__main__ import GAMES
from scripts.faults.players import HOST, Player, Watcher, playing, sit_down
from scripts.faults.proxy import Proxy
from scripts.faults.servers import ServerProcess

GRACE: Final = 5
"""seconds after which a match ends whose players have vanished, and with it the table"""
STAY: Final = 20.0
"""the longest time that people stay"""
CUTS: Final = 2
"""how often they are cut off at most"""
PACE: Final = 0.1
"""the longest time that they think"""
MOST_GROWTH: Final = 0.1
MIB: Final = 1 << 20
COUNTED: Final = ("tables", "connections", "events_total", "connected_total", "errors_total")
"""metrics of the server that are shown"""


class Sample(NamedTuple):
    """A moment."""

    seconds: float
    memory: float
    """of the server, in MiB"""
    metrics: dict[str, float]


class Guest(Player):
    """Somebody whose table may end."""

    def hear(self, news: News) -> None:
        if not isinstance(news, outgoing.InLobby):
            super().hear(news)


async def churn(port: int, number: int, seed: str) -> None:
    """Let people come to a table, one party after another, for ever."""
    rng, visits = Random(f"{seed} {number}"), 0
    while True:
        visits += 1
        try:
            await visit(port, f"{number}.{visits}", rng)
        except* Invalid:
            pass  # a machine that is too busy has let them wait too long at the door: others come


async def visit(port: int, party: str, rng: Random) -> None:
    """Let some people come, play for a while, and go."""
    async with Proxy(port) as way:
        names = [f"player {party}.{n}" for n in range(1, rng.choice((1, 2, 4)) + 1)]
        people: list[Player] = [Guest(name, way.port, Random(name), PACE) for name in names]
        people.append(Watcher(f"watcher {party}", way.port, rng))
        async with playing(people):
            options = incoming.Options(bot_delay=0, clock=0, grace=GRACE, when_gone="end")
            await sit_down(people, rng.choice(GAMES), options)
            for _ in range(rng.randint(0, CUTS)):
                await asyncio.sleep(rng.uniform(0, STAY / CUTS))
                way.cut()
            await asyncio.sleep(rng.uniform(0, STAY / CUTS))
            if rng.random() < 0.5:
                for person in people:
                    person.say(incoming.Leave())


async def watch(server: ServerProcess, seconds: float, every: float) -> list[Sample]:
    """Look at a server for some time, and print what is seen."""
    samples, start = list[Sample](), monotonic()
    print("seconds".rjust(8), "MiB".rjust(8), *(name.removesuffix("_total").rjust(12) for name in COUNTED), flush=True)
    async with aiohttp.ClientSession() as http:
        while monotonic() < start + seconds:
            await asyncio.sleep(every)
            async with http.get(f"http://{HOST}:{server.port}/metrics") as answer:
                found = dict(re.findall(r"^overtrick_(\w+)(?:\{[^}]*\})? (\S+)$", await answer.text(), re.MULTILINE))
            pages = int(Path(f"/proc/{server.process.pid}/statm").read_text(encoding="utf-8").split()[1])
            memory = pages * os.sysconf("SC_PAGE_SIZE") / MIB
            sample = Sample(monotonic() - start, memory, {name: float(found[name]) for name in COUNTED})
            samples.append(sample)
            cells = [f"{sample.metrics[name]:.0f}".rjust(12) for name in COUNTED]
            print(f"{sample.seconds:8.0f} {memory:8.1f}", *cells, flush=True)
    return samples


def growth(samples: Sequence[Sample]) -> tuple[float, float]:
    """The memory in the second and in the last quarter of the time."""
    quarter = max(1, len(samples) // 4)
    return mean(each.memory for each in samples[quarter : 2 * quarter] or samples), mean(
        each.memory for each in samples[-quarter:]
    )


async def soak(seconds: float, tables: int, every: float, seed: str) -> tuple[list[Sample], list[str]]:
    """Let people come to so many tables at a time; gives what was seen, and what the server logged as errors."""
    with TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder, "tables.db"), SystemRandom())
        async with server, asyncio.TaskGroup() as group:
            parties = [group.create_task(churn(server.port, number, seed)) for number in range(1, tables + 1)]
            samples = await watch(server, seconds, every)
            for party in parties:
                party.cancel()
        return samples, server.errors


def main(arguments: list[str] | None = None) -> int:
    """Soak a server."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--every", type=float, default=30, help="seconds from one row to the next")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args(arguments)
    samples, errors = asyncio.run(soak(60 * options.minutes, options.tables, options.every, options.seed))
    before, after = growth(samples)
    print(f"{before:.1f} MiB in the second quarter of the time, {after:.1f} MiB in the last")
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors or after > before * (1 + MOST_GROWTH) else 0


if __name__ == "__main__":
    sys.exit(main())
