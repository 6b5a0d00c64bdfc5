"""What tables want to have found out: moves of bots, hints and claims; the lobby is told the answers."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from overtrick.server.counters import Counters
from overtrick.server.ports.connection import Connection
from overtrick.server.queueing import Owner
from overtrick.server.thinking import BotChoice
from overtrick.server.workers import Workers
from overtrick.table.lobby import Lobby
from overtrick.table.output import Claiming, Client, Hinting, Output, Thinking

LONGEST_PACE: Final = 3.0
"""seconds that a bot takes at most for what it has to play, however long its last answer was under way"""

Tell = Callable[[Callable[[float], Output]], None]
"""tells the lobby something that no client has said"""


class Answering:
    """Asks the workers, in the name of who is at a table."""

    def __init__(
        self,
        lobby: Lobby,
        workers: Workers,
        connections: Mapping[Client, Connection],
        counters: Counters,
        clock: Callable[[], float],
        tell: Tell,
    ) -> None:
        self._lobby, self._workers, self._connections = lobby, workers, connections
        self._counters, self._clock, self._tell = counters, clock, tell
        self._pace: dict[str, dict[str, float]] = {}
        """by table, for how long its bots thought last when they had a choice"""

    def forget(self, table: str) -> None:
        """A table is no more, or not here."""
        self._pace.pop(table, None)

    async def think(self, thinking: Thinking, not_before: float = 0.0) -> None:
        """Let a bot think, and tell the lobby its answer when it may know it."""
        not_before = max(thinking.not_before, not_before)
        begin, table, bot, legal = self._clock(), thinking.table, thinking.bot, thinking.view.legal
        if len(legal) == 1:  # what has to be played takes as long as what was thought about, and so tells nothing
            answer = BotChoice(str(legal[0]))
            not_before = max(not_before, begin + self._pace.get(table, {}).get(bot, 0.0))
        else:
            answer = await self._workers.choose(bot, thinking.seed, thinking.view, self._owner(table))
            if table in self._lobby.rooms:
                self._pace.setdefault(table, {})[bot] = min(LONGEST_PACE, self._clock() - begin)
        while (wait := not_before - self._clock()) > 0:
            await sleep(wait)
        self._counters.bot_moves += 1
        self._counters.bot_failures += bool(answer.failure)
        self._tell(partial(self._lobby.thought, thinking, answer.action))

    async def hint(self, hinting: Hinting) -> None:
        """Find a hint for somebody."""
        # The seed is the position's: asked again it has the same answer, and bots play as if nobody had asked.
        advice = await self._workers.advise(hinting.at, hinting.view, self._owner(hinting.table))
        self._tell(lambda _: self._lobby.hinted(hinting, advice))

    async def look_at_claim(self, claiming: Claiming) -> None:
        """Find out whether bots agree to a claim."""
        is_sure = await self._workers.is_sure(claiming.view, claiming.more, self._owner(claiming.table))
        self._tell(partial(self._lobby.claimed, claiming, is_sure))

    def _owner(self, table: str) -> Owner:
        """For whom the bots of a table think: the address of the first who is there."""
        room = self._lobby.rooms.get(table)
        present = () if room is None else (self._connections.get(client) for client in room.present)
        return next((connection.owner for connection in present if connection is not None), table)
