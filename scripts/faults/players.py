"""Clients that play random legal actions, and remember everything that they sent and got."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from random import Random
from time import monotonic
from typing import Final

from overtrick.client.address import Address
from overtrick.client.channel import Disconnected, News, Reconnected
from overtrick.client.connection import Connection
from overtrick.client.endpoint import Endpoint
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.fair.recording import Transcript
from overtrick.protocol.seen import Seen

HOST: Final = "127.0.0.1"
PATIENCE: Final = 120.0
"""seconds after which what is waited for does not happen any more"""
TALK: Final = 0.01
"""how often a player says something after an event"""
TALK_ALONE: Final = 0.3
"""how often he says something to a server that is not there, which he finds out about later"""
LOOK: Final = 0.02
"""how often he remembers what he sees"""
STORE_FAILED: Final = "store-failed"
STORE_PAUSE: Final = 0.2
"""seconds before he tries again what could not be stored"""


class Witness(Transcript):
    """Remembers what a client sent and got, before the client makes anything of it."""

    def __init__(self) -> None:
        self.events: dict[int, outgoing.TableEvent] = {}
        self.snapshots: list[outgoing.Snapshot] = []
        self.said: dict[str, incoming.Message] = {}
        """what was sent, by its id, however often"""
        self.done: dict[str, int] = {}
        """the commands that became events, as the server told"""
        self.refused: dict[str, str] = {}
        """the commands that were refused, and the codes"""
        self.latencies: list[float] = []
        """seconds from an action to its event"""
        self.contradictions: list[str] = []
        self._sent_at: dict[str, float] = {}
        self._last = 0
        """the number of the last event, or of that before the next one"""

    def sent(self, message: incoming.Message) -> None:
        self.said[message.id] = message
        if isinstance(message, incoming.Hello):
            self._last = message.last
        elif isinstance(message, incoming.Act):
            self._sent_at.setdefault(message.id, monotonic())

    def got(self, message: outgoing.Message) -> None:
        if isinstance(message, outgoing.Event):
            self._take(message)
        elif isinstance(message, outgoing.Snapshot):
            if message.n < self._last:
                self.contradictions.append(f"a table as of event {message.n} came after event {self._last}")
            self._last = message.n
            self.snapshots.append(message)
        elif isinstance(message, outgoing.Done):
            self.done[message.id] = message.n
        elif isinstance(message, outgoing.Refused) and message.id:
            self.refused[message.id] = message.code

    def _take(self, event: outgoing.TableEvent) -> None:
        known = self.events.setdefault(event.n, event)
        if known != event:
            self.contradictions.append(f"event {event.n} was {known} and then {event}")
        if event.n != self._last + 1:
            self.contradictions.append(f"event {event.n} came after event {self._last}")
        self._last = event.n
        if event.id:
            self.done[event.id] = event.n
        if event.id in self._sent_at:
            self.latencies.append(monotonic() - self._sent_at.pop(event.id))

    def has_answer(self, id_: str) -> bool:
        """Whether a command was accepted or refused."""
        return id_ in self.done or id_ in self.refused


class Player:
    """A client of ours with somebody who plays at random."""

    def __init__(self, name: str, port: int, rng: Random, pace: float = 0.0) -> None:
        """A player to come; `pace` is the longest time that he thinks."""
        self.name = name
        self.witness = Witness()
        self.seen: Seen | None = None
        self.seat = 0
        self.table = ""
        self.goes_on = True
        """whether he wants another match"""
        self.losses = 0
        self.looks: dict[int, tuple[object, ...]] = {}
        """what he saw after some events, as `facts`"""
        self._rng, self._pace = rng, pace
        endpoint = Endpoint(lambda: incoming.Hello(v=incoming.VERSION, name=name), rng.randbytes)
        address, pause = Address(HOST, port), lambda tries: rng.uniform(0.02, 0.3)
        self._connection = Connection(address, endpoint, self.witness, pause)
        self._is_back = False
        self._action = ""
        """the id of what he did last, until it is answered"""
        self._lines = 0

    async def run(self) -> None:
        """Play for ever."""
        async with self._connection:
            async for news in self._connection:
                self.hear(news)
                await self._act(news)
        raise AssertionError(f"the server has sent away {self.name}")

    @property
    def number(self) -> int:
        """Of the last event that he knows."""
        return 0 if self.seen is None else self.seen.n

    def __str__(self) -> str:
        """Where he stands, for who wonders why nothing happens."""
        if self.seen is None:
            return f"{self.name} sees nothing"
        seen, said = self.seen, self.witness.said.get(self._action)
        turn = None if seen.view is None else (seen.view.actor, [str(action) for action in seen.view.legal])
        seats = [f"{seat.kind}{'' if seat.present else ' gone'}{' ready' if seat.ready else ''}" for seat in seen.seats]
        lost = f"lost {self.losses} times, {'back' if self._is_back else 'has looked since'}"
        facts = f"{seen.state}, {seats}, turn {turn}, {seen.proposal}, paused {seen.paused}, until {seen.until}"
        return f"{self.name} at event {seen.n}: {facts}, {lost}, waits for the answer to {said}"

    @property
    def has_finished(self) -> bool:
        """Whether a match is over and he wants no other."""
        return self.seen is not None and self.seen.state == "over" and not self.goes_on

    async def sit(self, request: incoming.Create | incoming.Sit) -> str:
        """Take a seat, once that can be stored; the name of the table."""
        while self.seen is None:
            id_ = self.say(request)
            await until(partial(self._has_seat_or_refusal, id_), f"{self.name} has a seat")
            refusal = self.witness.refused.get(id_, STORE_FAILED)
            assert refusal == STORE_FAILED, f"{self.name} has no seat: {refusal}"
        return self.table

    def _has_seat_or_refusal(self, id_: str) -> bool:
        return self.seen is not None or id_ in self.witness.refused

    def say(self, message: incoming.Message) -> str:
        """Say something; gives its id."""
        return self._connection.send(message)

    def hear(self, news: News) -> None:
        """Take what comes."""
        match news:
            case Disconnected():
                self.losses += 1
                self._talk(TALK_ALONE)
            case Reconnected():
                self._is_back = True
            case outgoing.Taken():
                self.table, self.seat = news.table, news.seat
            case outgoing.Snapshot():
                self.seen = Seen(news)
                self._look()
            case outgoing.InLobby():
                assert not self.table, f"{self.name} has lost his seat"
            case outgoing.Event() if self.seen is not None:
                self.seen.apply(news)
                self._talk(TALK)
                self._look()

    def finish(self) -> None:
        """Want no other match, and play this one without thinking."""
        self.goes_on, self._pace = False, 0.0

    def look(self) -> None:
        """Remember what is seen now."""
        if self.seen is not None:
            self.looks[self.seen.n] = facts(self.seen)

    def _look(self) -> None:
        if self._is_back or self._rng.random() < LOOK:
            self._is_back = False
            self.look()

    def _talk(self, chance: float) -> None:
        if self.seen is not None and self._rng.random() < chance:
            self._lines += 1
            self.say(incoming.Say(text=f"{self.name} says {self._lines}"))

    async def _act(self, news: News) -> None:
        if self._action and getattr(news, "id", "") == self._action:
            self._action = ""
            if isinstance(news, outgoing.Refused) and news.code == STORE_FAILED:
                await asyncio.sleep(STORE_PAUSE)
        message = None if self._action or self.seen is None else self._move(self.seen)
        if message is not None:
            if self._pace:
                await asyncio.sleep(self._rng.uniform(0, self._pace))
            self._action = self.say(message)

    def _move(self, seen: Seen) -> incoming.Message | None:
        """What he has to do, if anything."""
        if seen.state == "play" and not seen.paused and seen.view is not None and seen.view.legal:
            return incoming.Act(id="", at=seen.n, action=str(self._rng.choice(seen.view.legal)))
        if seen.state == "over" and seen.seat is not None and self.goes_on:
            if seen.proposal is None and seen.seat == 1 and all(info.present for info in seen.seats):
                return incoming.Propose(id="", at=seen.n, what="rematch")
            if seen.proposal is not None and seen.proposal.waits_for(seen.seat):
                return incoming.Answer(id="", at=seen.n, yes=True)
        return None


class Watcher(Player):
    """Somebody who looks on, and asks for that again when he was cut off."""

    async def watch(self, table: str) -> None:
        """Look on at a table."""
        self.table = table
        self.say(incoming.Watch(table=table))
        await until(lambda: self.seen is not None, f"{self.name} looks on")

    def hear(self, news: News) -> None:
        if not isinstance(news, outgoing.InLobby):
            super().hear(news)

    def _talk(self, chance: float) -> None:
        """Who looks on has nothing to say."""

    async def _act(self, news: News) -> None:
        if isinstance(news, outgoing.Refused) and news.id and news.code == STORE_FAILED:
            await asyncio.sleep(STORE_PAUSE)
            self.say(incoming.Watch(table=self.table))


def facts(seen: Seen) -> tuple[object, ...]:
    """All that a client knows of its table; of a deal, while it is on the table, and its score comes after it."""
    deal = seen.view._replace(score=None) if seen.view is not None and seen.state == "play" else None
    return (
        *(seen.state, tuple(seen.seats), seen.standing, seen.next_deal, seen.commitment, seen.commitments),
        *(seen.proposal, seen.paused, seen.until, deal),
    )


@asynccontextmanager
async def playing(players: Iterable[Player]) -> AsyncIterator[None]:
    """Let players be there; raises what goes wrong with any of them."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(player.run()) for player in players]
        yield
        for task in tasks:
            task.cancel()


async def sit_down(players: Sequence[Player], game: str, options: incoming.Options) -> None:
    """Let players take the seats of a new table, bots all that are left, and watchers look on."""
    watchers = [player for player in players if isinstance(player, Watcher)]
    first, *others = (player for player in players if not isinstance(player, Watcher))
    table = await first.sit(incoming.Create(game=game, options=options))
    for other in others:
        await other.sit(incoming.Sit(table=table))
    for watcher in watchers:
        await watcher.watch(table)
    if len(others) < 3:
        first.say(incoming.AddBot(bot="random"))


async def finish(players: Sequence[Player]) -> None:
    """Let all play their matches to the end."""
    for player in players:
        player.finish()
    await until_still(players)
    stuck = [str(player) for player in players if not player.has_finished]
    assert not stuck, f"nothing happens any more, and it is not over: {'; '.join(stuck)}"
    # What is still said, and what the others are still told.
    by_table = defaultdict[str, list[Player]](list)
    for player in players:
        by_table[player.table].append(player)
    await until(lambda: all(_agree(party) for party in by_table.values()), "everything is said and answered")
    for player in players:
        player.look()


async def until_still(players: Sequence[Player], seconds: float = PATIENCE) -> None:
    """Wait until the matches of all players are over, or nothing happens at any of their tables for some time."""
    last, end = 0, monotonic() + seconds
    while not all(player.has_finished for player in players) and monotonic() < end:
        await asyncio.sleep(0.01)
        if (seen := sum(player.number for player in players)) != last:
            last, end = seen, monotonic() + seconds


def _agree(party: Sequence[Player]) -> bool:
    """Whether all of a table know the same last event, and all that they said is answered."""
    numbers = {player.number for player in party}
    return len(numbers) == 1 and all(
        player.witness.has_answer(id_)
        for player in party
        for id_, message in player.witness.said.items()
        if isinstance(message, incoming.Act | incoming.Say)
    )


async def until(condition: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Wait for something; raises `AssertionError` if it does not happen."""
    end = monotonic() + seconds
    while not condition():
        assert monotonic() < end, f"not after {seconds:.0f} s: {what}"
        await asyncio.sleep(0.01)
