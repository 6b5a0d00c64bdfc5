"""Who is next where many wait for few: each owner of questions in turn, however many one of them has."""

from __future__ import annotations

from asyncio import CancelledError, Future, get_running_loop
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import inf

from overtrick.core.errors import Invalid

Owner = str
"""whoever has a question answered: an address, or those who sit at a table"""


class FairQueue:
    """Lets some at a time have their turn. Owners take turns; of one owner's questions the first is first."""

    def __init__(self, at_once: int, most: float = inf) -> None:
        """`most`: how many may have their turn or wait for it; for more, the owner who has the most is refused."""
        self._free, self._most = at_once, most
        self._present: Counter[Owner] = Counter()
        """of each owner, how many have their turn or wait"""
        self._waiting: dict[Owner, deque[Future[None]]] = {}
        """in the order in which the owners have their turns"""

    def __len__(self) -> int:
        return self._present.total()

    @property
    def owners(self) -> int:
        """How many owners have a turn or wait."""
        return len(self._present)

    def of(self, owner: Owner) -> int:
        """How many questions of an owner have their turn or wait."""
        return self._present[owner]

    def waiting(self, owner: Owner) -> int:
        """How many questions of an owner wait."""
        return len(self._waiting.get(owner, ()))

    @asynccontextmanager
    async def turn(self, owner: Owner) -> AsyncIterator[None]:
        """Wait for the turn, and have it; raises `Invalid` where too many of this owner wait."""
        self._make_room(owner)
        self._present[owner] += 1
        try:
            await self._wait(owner)
            try:
                yield
            finally:
                self._pass_on()
        finally:
            self._present[owner] -= 1
            if not self._present[owner]:
                del self._present[owner]

    def _make_room(self, owner: Owner) -> None:
        """Where all places are taken, the last question of the owner with most of them has to go."""
        if len(self) < self._most:
            return
        longest = max(self._waiting, key=self.of, default=owner)
        if self.of(longest) <= self.of(owner) + 1:
            raise Invalid("too-busy")
        last = self._waiting[longest][-1]
        if not last.done():  # else who waited for it has just given up
            last.set_exception(Invalid("too-busy"))
        self._remove(longest, last)

    async def _wait(self, owner: Owner) -> None:
        if self._free:
            self._free -= 1
            return
        turn = get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(turn)
        try:
            await turn
        except CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._pass_on()  # it was just this one's turn
            elif turn in self._waiting.get(owner, ()):
                self._remove(owner, turn)
            raise

    def _remove(self, owner: Owner, turn: Future[None]) -> None:
        self._waiting[owner].remove(turn)
        if not self._waiting[owner]:
            del self._waiting[owner]

    def _pass_on(self) -> None:
        """A turn is over: the next owner has theirs, and is the last one after it."""
        while self._waiting:
            owner = next(iter(self._waiting))
            waiting = self._waiting.pop(owner)
            turn = waiting.popleft()
            if waiting:
                self._waiting[owner] = waiting
            if not turn.done():  # else who waited for it has just given up
                turn.set_result(None)
                return
        self._free += 1
