"""SplitMix64, the random numbers of the kernels, in plain Python; `chance` has the same as kernels."""

from __future__ import annotations

from typing import Final

WORD: Final = 2**64
STEP: Final = 0x9E3779B97F4A7C15 - WORD
FIRST: Final = 0xBF58476D1CE4E5B9 - WORD
SECOND: Final = 0x94D049BB133111EB - WORD
"""the constants of the generator, as the signed integers that wrap in the kernels"""


def signed(number: int) -> int:
    """The number of 64 bits as the kernels hold it; seeds may be any integers."""
    return (number + WORD // 2) % WORD - WORD // 2


class Stream:
    """The stream of a seed and a number."""

    def __init__(self, seed: int, number: int) -> None:
        self._state = mixed(mixed(seed) + STEP * number)

    def below(self, limit: int) -> int:
        """The next number from 0 to below a limit (at most 2^31)."""
        self._state += STEP
        return (mixed(self._state) >> 32) * limit >> 32


def mixed(state: int) -> int:
    """The number that belongs to a state."""
    state %= WORD
    state = (state ^ state >> 30) * FIRST % WORD
    state = (state ^ state >> 27) * SECOND % WORD
    return state ^ state >> 31
