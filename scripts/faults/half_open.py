"""Connections that go dead without a word: the server finds them, and the player comes back by another one."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final

from overtrick.protocol.incoming import Options
from overtrick.protocol.outgoing import Back, Event, Gone
from overtrick.server.limits import LOCALS
from overtrick.server.server import Server, ServerSettings
from scripts.faults.checks import Checked, check_tables
from scripts.faults.players import Player, finish, playing, sit_down, until
from scripts.faults.proxy import Proxy

OPTIONS: Final = Options(bot_delay=0, clock=0)


async def go_dead(folder: Path, heartbeat: float, is_patient: bool, seed: str) -> tuple[Checked, float, float]:
    """Let two of four connections go dead in the middle of a match, and the match be finished.

    Gives the seconds after which the server had found both, and after which both players were back: by themselves if
    `is_patient`, which takes as long as the heartbeats of clients, and else because their end of it breaks at last.
    """
    db = str(folder / "dead.db")
    server = Server(ServerSettings(db=db, locals=LOCALS._replace(heartbeat=heartbeat)))
    async with AsyncExitStack() as stack:
        stack.push_async_callback(server.stop)
        await server.start()
        proxies = [await stack.enter_async_context(Proxy(server.port)) for _ in range(4)]
        players = [Player(f"player {n}", proxy.port, Random(f"{seed} {n}")) for n, proxy in enumerate(proxies, 1)]
        async with playing(players):
            await sit_down(players, "euchre", OPTIONS)
            await asyncio.sleep(0.5)
            start, observer = monotonic(), players[0]
            for proxy in proxies[1:3]:
                proxy.die()
            await until(lambda: _seats(observer, Gone) == {2, 3}, "the server finds the dead connections")
            found = monotonic() - start
            if not is_patient:
                for proxy in proxies[1:3]:
                    proxy.cut()
            await until(lambda: _seats(observer, Back) == {2, 3}, "the players are back")
            back = monotonic() - start
            await finish(players)
        errors = server.hub.counters.errors
    return check_tables(db, players, [f"{errors} errors of the server"] if errors else []), found, back


def _seats(player: Player, kind: type[Event]) -> set[int]:
    """The seats of which a player has seen such an event."""
    return {getattr(event, "seat", 0) for event in player.witness.events.values() if isinstance(event, kind)}
