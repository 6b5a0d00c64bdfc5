"""Three servers on one PostgreSQL database: owners are killed, stopped and paused, and the database goes away."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine, Sequence
from itertools import chain
from random import Random, SystemRandom
from statistics import median, quantiles
from time import monotonic
from typing import Any, Final

import psycopg

from scripts.faults.checks import USUAL, Checked, check_tables
from scripts.faults.kills import OPTIONS, PACE, party
from scripts.faults.players import PATIENCE, STORE_FAILED, Player, finish, playing, sit_down
from scripts.faults.proxy import Proxy
from scripts.faults.servers import ServerProcess, free_port
from scripts.postgres import Postgres, installed

SERVERS: Final = 3
PAUSE: Final = 8.0
"""seconds for which a server is paused, past its lease"""
LIFE: Final = 1.5
"""the longest time between a fault and the next one, once all tables play"""
AWAY: Final = 1.0
"""the longest time without a server that was killed"""

STARTS: Final = 3
"""how often at most a server is started anew that could not reach the database in time"""
UNREACHED: Final = "connection timeout expired"

JUMP: Final = "UPDATE overtrick.process SET alive_until = alive_until + %s * interval '1 hour'"

Pauses = dict[str, list[float]]
"""by what was done, for how long the tables stood still afterwards"""


class Cluster:
    """The servers, which share a port, and their database, which they reach by a way that can be cut."""

    def __init__(self, postgres: Postgres, proxy: Proxy, rng: Random) -> None:
        self._postgres, self._proxy, self._rng = postgres, proxy, rng
        db = f"postgresql://overtrick@127.0.0.1:{proxy.port}/postgres"
        self.servers = [ServerProcess(db, SystemRandom(), "--shared-ports") for _ in range(SERVERS)]
        for server in self.servers:
            server.port, server.text_port = self.servers[0].port, self.servers[0].text_port

    async def kill(self) -> None:
        """Kill one, and start it again."""
        server = self._rng.choice(self.servers)
        await server.kill()
        await asyncio.sleep(self._rng.uniform(0, AWAY))
        await _start(server)

    async def stop(self) -> None:
        """Stop one as for an update, and start it again."""
        server = self._rng.choice(self.servers)
        if code := await server.stop():
            server.errors.append(f"the server ended with {code}")
        await _start(server)

    async def pause(self) -> None:
        """Pause one until others have its tables, and let it go on."""
        server = self._rng.choice(self.servers)
        server.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(PAUSE)
        server.process.send_signal(signal.SIGCONT)

    async def restart(self) -> None:
        """Restart the database."""
        await asyncio.to_thread(self._postgres.stop)
        await asyncio.sleep(self._rng.uniform(0, AWAY))
        await asyncio.to_thread(self._postgres.start)

    async def jump(self) -> None:
        """Let the clock of the database jump by an hour: what it has noted is older or newer by as much."""
        hours = self._rng.choice((-1, 1))
        async with await psycopg.AsyncConnection.connect(self._postgres.url("postgres"), autocommit=True) as connection:
            await connection.execute(JUMP, (hours,))

    async def cut(self) -> None:
        """Cut all connections to the database."""
        self._proxy.cut()


async def share_tables(
    counts: dict[str, int], tables: int, games: Sequence[str], seed: str, pace: float = PACE
) -> tuple[Checked, Pauses]:
    """Let tables play while the faults of some kinds happen so many times, and then to the end."""
    package = installed()
    assert package is not None, "there are no programs of PostgreSQL: make setup"
    rng, port = Random(f"{seed} sharing"), free_port(SystemRandom())
    postgres = await asyncio.to_thread(Postgres, package, port)
    pauses: Pauses = {kind: [] for kind in counts}
    kinds = [kind for kind, count in counts.items() for _ in range(count)]
    rng.shuffle(kinds)
    try:
        async with Proxy(port) as proxy:
            cluster = Cluster(postgres, proxy, rng)
            parties = [party(number, cluster.servers[0].port, seed, pace) for number in range(tables)]
            players, stuck = list[Player](), list[str]()
            try:
                players = await _play(cluster, kinds, pauses, parties, games, rng)
            except* AssertionError as group:
                stuck = list(map(str, group.exceptions))
        errors = [*stuck, *(error for server in cluster.servers for error in server.errors)]
        if stuck:
            return Checked(errors), pauses
        usual = USUAL | {STORE_FAILED}
        return check_tables(postgres.url("postgres"), players, errors, usual), pauses
    finally:
        await asyncio.to_thread(postgres.close)


async def _play(
    cluster: Cluster,
    kinds: Sequence[str],
    pauses: Pauses,
    parties: Sequence[Sequence[Player]],
    games: Sequence[str],
    rng: Random,
) -> list[Player]:
    first, *others = cluster.servers
    players = list(chain.from_iterable(parties))
    async with first, others[0], others[1], playing(players):
        for number, people in enumerate(parties):
            await sit_down(people, games[number % len(games)], OPTIONS[number % len(OPTIONS)])
        for kind in kinds:
            await asyncio.sleep(rng.uniform(0, LIFE))
            act: Callable[[], Coroutine[Any, Any, None]] = getattr(cluster, kind)
            watching = [asyncio.create_task(_pause(people)) for people in parties]
            await act()
            pauses[kind] += await asyncio.gather(*watching)
            for player in players:
                player.look()
        await finish(players)
    return players


async def _start(server: ServerProcess) -> None:
    """Start a server as those do who supervise it: again if the database, on a busy machine, did not answer in time."""
    for left in reversed(range(STARTS)):
        try:
            await server.start()
        except AssertionError:
            if not left or UNREACHED not in server.errors[-1]:
                raise
            server.errors.pop()
        else:
            break


async def _pause(people: Sequence[Player]) -> float:
    """The longest time for which nothing happened at a table, from now until it has played on for a second.

    Raises `AssertionError` if it does not play on.
    """
    last, longest, since = _newest(people), 0.0, monotonic()
    playing_since = since
    while monotonic() < playing_since + 1.0 or longest == 0.0:
        await asyncio.sleep(0.005)
        now, newest = monotonic(), _newest(people)
        if newest != last:
            last, longest, since = newest, max(longest, now - since), now
        elif now - since > 0.5:
            playing_since = now
            assert now - since < PATIENCE, f"a table stands still: {'; '.join(map(str, people))}"
    return longest


def _newest(people: Sequence[Player]) -> int:
    return max(player.number for player in people)


def told(pauses: Pauses) -> str:
    """What pauses there were."""
    parts = []
    for kind, found in pauses.items():
        if len(found) > 1:
            p99 = quantiles(found, n=100, method="inclusive")[-1]
            parts.append(f"{kind} {median(found):.2f} s, p99 {p99:.2f} s, most {max(found):.2f} s")
    return "pauses of tables: " + "; ".join(parts)
