"""People who mind nothing but their game: tables of four on the WebSocket, and persons with bots on the text port."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Final

from overtrick import texts
from overtrick.protocol import incoming, outgoing
from scripts.faults.checks import check_tables
from scripts.faults.players import HOST, Player, finish, playing, sit_down, until
from scripts.faults.servers import ServerProcess

GAMES: Final = ("belote,target=162", "coinche,target=162", "sueca", "euchre,target=5", "whist")
"""a match of them does not take long"""
OPTIONS: Final = incoming.Options(bot_delay=0, clock=0)
PACE: Final = 0.05
"""seconds for an action, at most"""
PERSONS: Final = 2
OPTION: Final = re.compile(r"^  \d+\) (.*)$", re.MULTILINE)
PROMPT: Final = "> "
REMATCH: Final = texts.say("en", "session.choice.rematch")
DISTURBANCES: Final = (outgoing.Gone, outgoing.Left, outgoing.StoodIn, outgoing.Paused)


class Person:
    """Somebody on the text port who chooses options at random, but never leaves his table."""

    def __init__(self, port: int, rng: Random) -> None:
        self._port, self._rng = port, rng
        self._shown = ""
        """since he typed something"""
        self.turns = 0

    async def run(self) -> None:
        """Play with bots for ever."""
        reader, writer = await asyncio.open_connection(HOST, self._port)
        writer.write(b"new sueca private\nbot random\n")
        try:
            while True:
                try:
                    async with asyncio.timeout(self._rng.uniform(0, PACE)):
                        data = await reader.read(1 << 16)
                    assert data, f"a person's connection ended: {self._shown}"
                    self._shown += data.decode()
                except TimeoutError:
                    writer.write(self._choice())
        finally:
            writer.transport.abort()

    def _choice(self) -> bytes:
        """What he types: something if there is a prompt."""
        options = OPTION.findall(self._shown) if self._shown.endswith(PROMPT) else []
        if not options:
            return b""
        self._shown = ""
        self.turns += 1
        return b"1\n" if REMATCH in options else b"%d\n" % self._rng.randint(1, len(options))


class Guests:
    """All who play."""

    def __init__(self, server: ServerProcess, rng: Random) -> None:
        self._db = server.db
        self.parties = [[Player(f"{game} {seat}", server.port, rng, PACE) for seat in range(1, 5)] for game in GAMES]
        self.players = [player for party in self.parties for player in party]
        self.persons = [Person(server.text_port, rng) for _ in range(PERSONS)]

    @property
    def deals(self) -> int:
        """How many they have played, the persons on the text port left out."""
        events = (event for party in self.parties for event in party[0].witness.events.values())
        return sum(isinstance(event, outgoing.Scored) for event in events)

    @property
    def turns(self) -> int:
        """How often the persons on the text port have acted."""
        return sum(person.turns for person in self.persons)

    @property
    def latencies(self) -> list[float]:
        """Seconds from an action to its event."""
        return [latency for player in self.players for latency in player.witness.latencies]

    def troubles(self) -> list[str]:
        """What has disturbed them, and where what they saw is not what is stored."""
        found = [*check_tables(self._db, self.players).faults]
        for player in self.players:
            witness = player.witness
            if player.losses:
                found.append(f"{player.name} lost his connection")
            found += [f"{player.name} was refused something: {code}" for code in witness.refused.values()]
            found += [
                f"{player.name} got {event}" for event in witness.events.values() if isinstance(event, DISTURBANCES)
            ]
        return found


@asynccontextmanager
async def guests_of(server: ServerProcess, rng: Random) -> AsyncIterator[Guests]:
    """Guests who play on until the end of the block, and then end their matches."""
    guests = Guests(server, rng)
    async with playing(guests.players), asyncio.TaskGroup() as group:
        persons = [group.create_task(person.run()) for person in guests.persons]
        for game, party in zip(GAMES, guests.parties, strict=True):
            await sit_down(party, game, OPTIONS)
        await until(lambda: all(person.turns for person in guests.persons), "all play")
        yield guests
        await finish(guests.players)
        for person in persons:
            person.cancel()
