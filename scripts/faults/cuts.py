"""Clients are cut off at random moments of every phase, and come back to their seats."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from itertools import chain
from pathlib import Path
from random import Random, SystemRandom
from typing import Final

from overtrick.client.channel import News
from overtrick.protocol.incoming import Options
from overtrick.protocol.seen import Seen
from scripts.faults.checks import Checked, check_tables
from scripts.faults.players import Player, Watcher, finish, playing, sit_down, until
from scripts.faults.proxy import Proxy
from scripts.faults.servers import ServerProcess

OPTIONS: Final = Options(bot_delay=0)
PHASES: Final = ("open", "committed", "auction", "discard", "play", "between deals", "over")
CHANCES: Final = {"auction": 0.03, "play": 0.02}
"""how often a client is cut off after it got something in these phases; half of the time in the others"""
SOON: Final = 0.01
"""the longest time until it happens"""
LATER: Final = 0.1
"""the longest time that the server takes to notice"""


def phase_of(seen: Seen) -> str:
    """The phase of a table, as a client sees it."""
    if seen.state == "play" and seen.view is not None:
        return "scoring" if seen.view.phase == "over" else seen.view.phase
    if seen.commitments:
        return "committed"
    return "between deals" if seen.state == "deal" else seen.state


class UnluckyPlayer(Player):
    """A player whose connections are cut, until that has happened often enough."""

    def __init__(self, name: str, proxy: Proxy, rng: Random, cuts: Counter[str], enough: int) -> None:
        """A player who counts in `cuts` in which phases he was cut off."""
        super().__init__(name, proxy.port, rng)
        self._proxy, self._cuts, self._enough = proxy, cuts, enough
        self._luck = rng

    def hear(self, news: News) -> None:
        super().hear(news)
        if self.seen is not None:
            phase = phase_of(self.seen)
            if self._cuts[phase] < self._enough and self._luck.random() < CHANCES.get(phase, 0.5):
                asyncio.get_running_loop().call_later(self._luck.uniform(0, SOON), self._cut)

    def _cut(self) -> None:
        if self.seen is not None and self._proxy.is_connected:
            self._cuts[phase_of(self.seen)] += 1
            self._proxy.cut(self._luck.choice((0.0, self._luck.uniform(0, LATER))))


class UnluckyWatcher(UnluckyPlayer, Watcher):
    """Somebody who looks on, with as little luck."""


PARTY: Final = (UnluckyPlayer, UnluckyPlayer, UnluckyPlayer, UnluckyPlayer, UnluckyWatcher)


async def cut_clients_off(folder: Path, cuts: int, games: Sequence[str], seed: str) -> tuple[Checked, Counter[str]]:
    """Let a table of each game play until clients were cut off so often in every phase, and then to the end."""
    server, counted = ServerProcess(folder / "cuts.db", SystemRandom()), Counter[str]()
    async with server, AsyncExitStack() as stack:
        parties = list[list[UnluckyPlayer]]()
        for game in games:
            proxies = [await stack.enter_async_context(Proxy(server.port)) for _ in PARTY]
            parties.append(
                [
                    kind(f"{game} {n}", proxy, Random(f"{seed} {game} {n}"), counted, cuts)
                    for n, (kind, proxy) in enumerate(zip(PARTY, proxies, strict=True), 1)
                ]
            )
        players = list(chain.from_iterable(parties))
        async with playing(players):
            for game, party in zip(games, parties, strict=True):
                await sit_down(party, game, OPTIONS)
            await until(lambda: all(counted[phase] >= cuts for phase in PHASES), "clients are cut off in all phases")
            await finish(players)
    return check_tables(server.db, players, server.errors), counted
