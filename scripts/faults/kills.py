"""The server is killed at random moments under load and started again; its tables go on as if nothing had been."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from random import Random, SystemRandom
from typing import Final

from overtrick.core.seats import SEATS
from overtrick.protocol.incoming import Options
from scripts.faults.checks import Checked, check_tables
from scripts.faults.players import Player, Watcher, finish, playing, sit_down
from scripts.faults.servers import ServerProcess

PACE: Final = 0.02
LIFE: Final = 1.5
"""the longest time that a server lives once it is ready"""
TIME_TO_START: Final = 1.5
EARLY: Final = 0.1
"""how often a server is killed before it is ready"""
STOPPED: Final = 0.1
"""how often it is stopped besides, as an administrator would"""
AWAY: Final = 0.4
"""the longest time without a server"""
OPTIONS: Final = (Options(bot_delay=0, clock=0), Options(bot_delay=0))
"""without a clock, and with the one of public tables"""


async def kill_servers(folder: Path, kills: int, tables: int, games: Sequence[str], seed: str) -> Checked:
    """Let tables play while their server is killed some times, and then to the end."""
    rng, server = Random(f"{seed} kills"), ServerProcess(folder / "kills.db", SystemRandom())
    parties = [party(number, server.port, seed) for number in range(tables)]
    players = list(chain.from_iterable(parties))
    async with server, playing(players):
        for number, four in enumerate(parties):
            await sit_down(four, games[number % len(games)], OPTIONS[number % len(OPTIONS)])
        for _ in range(kills):
            await asyncio.sleep(rng.uniform(0, LIFE))
            await server.kill()
            for player in players:
                player.look()
            while rng.random() < EARLY:
                await server.launch()
                await asyncio.sleep(rng.uniform(0, TIME_TO_START))
                await server.kill()
            await asyncio.sleep(rng.uniform(0, AWAY))
            await server.start()
            if rng.random() < STOPPED:
                await asyncio.sleep(rng.uniform(0, LIFE))
                if code := await server.stop():
                    server.errors.append(f"the server ended with {code}")
                await server.start()
        await finish(players)
    return check_tables(server.db, players, server.errors)


def party(number: int, port: int, seed: str, pace: float = PACE) -> list[Player]:
    """The people of a table: four, or two with two bots, and somebody who looks on; `pace` as that of `Player`."""
    people = 2 if number % len(SEATS) == 3 else 4
    names = [f"player {number + 1}.{n}" for n in range(1, people + 1)]
    players = [Player(name, port, Random(f"{seed} {name}"), pace) for name in names]
    return [*players, Watcher(f"watcher {number + 1}", port, Random(f"{seed} {number}"))]
