"""The source of all chance in the play of a bot: SplitMix64, from which kernels draw the same numbers."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from overtrick.core.seats import Seat
from overtrick.core.shuffle import Seed, seed_of
from overtrick.engine.kernel.splitmix import STEP, WORD, mixed

BITS: Final = 64


class Chance(Random):
    """A stream that some bytes begin; other seeds are taken as `Random` takes them."""

    def seed(self, start: Any = None, version: int = 2) -> None:
        """Begin with the first eight bytes, or with what `Random` makes of anything else."""
        drawn = start if isinstance(start, bytes) else Random(start).randbytes(BITS // 8)
        self._state = int.from_bytes(drawn[: BITS // 8], "big")
        self.gauss_next = None

    def getrandbits(self, k: int, /) -> int:
        """A whole number of some bits."""
        if 0 < k <= BITS:
            self._state = (self._state + STEP) % WORD
            return mixed(self._state) >> BITS - k
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        drawn = 0
        for _ in range(-(-k // BITS)):
            self._state = (self._state + STEP) % WORD
            drawn = drawn << BITS | mixed(self._state)
        return drawn >> -k % BITS

    def random(self) -> float:
        """A number from 0 to below 1."""
        return self.getrandbits(53) / 2**53

    def getstate(self) -> tuple[Any, ...]:
        """All by which it goes on in the same way."""
        return self._state, self.gauss_next

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Go on from there."""
        self._state, self.gauss_next = state


def chance_of(seed: Seed, seat: Seat, number: int) -> Chance:
    """That of the bot of a seat in the deal or the match of a number."""
    return Chance(seed_of(seed_of_bots(seed, seat), number))


def seed_of_bots(seed: Seed, seat: Seat) -> Seed:
    """The seed of a bot in all deals or matches of a seed."""
    return f"{seed}/bots/{seat}"
