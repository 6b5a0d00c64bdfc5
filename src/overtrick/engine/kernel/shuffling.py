"""The shuffle as kernels do it: what they know of a seed."""

from __future__ import annotations

from typing import Final, NamedTuple, SupportsIndex

import numpy as np

from overtrick.core.cards import CARDS
from overtrick.core.errors import Invalid
from overtrick.core.shuffle import Seed, text_of_seed
from overtrick.engine.kernel.engine import load
from overtrick.engine.kernel.memory import Line, NamedMemory, Number, Row

LIMITS: Final = np.array([0, *(2**32 - 2**32 % among for among in range(1, len(CARDS) + 1))])
"""`[among how many]`: from which number on those that are drawn are not used"""
MOST_DIGITS: Final = 20
"""of a number of 64 bits"""
LAST_NUMBER: Final = 2**62
"""of deals from which kernels may begin"""


class Shuffler(NamedMemory):
    """What shuffles need."""

    start = Row(8)
    """with which SHA-256 begins"""
    middle = Row(8)
    """the sums of the whole blocks of a text"""
    tail = Row(16)
    """the words of its last block, as far as it is filled"""
    filled = Number()
    length = Number()
    """of the text, in bytes"""
    limits = Row(len(LIMITS))
    words = Row(16)
    sums = Row(64)
    seed = Row(8)


class Seeds(NamedTuple):
    """What shuffles the decks of a seed, or those of its matches, which have the seeds `SEED/NUMBER`."""

    shuffler: Shuffler
    """that of the seed, and for a while that of any match"""
    text: Line[np.uint8]
    """what stands before the number of a match, with room for it"""
    length: int


def seeds_of(seed: Seed) -> Seeds:
    """What shuffles the decks of a seed and of its matches."""
    before = text_of_seed(f"{seed}/")[:-1]  # without the end of the line
    return Seeds(shuffler_of(seed), np.frombuffer(bytearray(before + bytes(MOST_DIGITS + 1)), np.uint8), len(before))


def shuffler_of(seed: Seed) -> Shuffler:
    """What shuffles the decks of a seed, as `deck_for` does."""
    load("deals")
    from overtrick.engine.kernel.compiled.sha256 import START
    from overtrick.engine.kernel.compiled.shuffling import begin

    shuffler = Shuffler()
    shuffler.start[:], shuffler.limits[:] = START, LIMITS
    begin(shuffler, np.frombuffer(bytearray(text_of_seed(seed)), np.uint8))
    return shuffler


def check_first(number: int, size: int = 1) -> None:
    """Refuse a number of a seed from which no deals begin, or not so many side by side."""
    if not isinstance(number, SupportsIndex) or not 1 <= number <= LAST_NUMBER - size + 1:
        raise Invalid("deal-number", number=str(number))
