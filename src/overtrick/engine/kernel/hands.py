"""The hands of many deals at once, and which of them meet a condition."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from overtrick.core.seats import SEATS, Seat
from overtrick.core.shuffle import Seed
from overtrick.deal.conditions import Where
from overtrick.engine.kernel.deals import Model, State
from overtrick.engine.kernel.shuffling import shuffler_of


class Masks:
    """Masks of cards that are counted as one integer is."""

    def __init__(self, array: npt.NDArray[np.uint64]) -> None:
        self._array = array

    def __and__(self, mask: int) -> Masks:
        return Masks(self._array & np.uint64(mask))

    def bit_count(self) -> npt.NDArray[np.int64]:
        """How many bits are set in each."""
        return np.bitwise_count(self._array).astype(np.int64)


class Hands(NamedTuple):
    """The hands of a seat in many deals."""

    mask: Masks


def first_where(model: Model, where: Where, seed: Seed, dealer: Seat, numbers: range) -> int | None:
    """The first number, of some that follow each other, whose deck gives hands that meet a condition."""
    from overtrick.engine.kernel.compiled.deals import shuffle_hands

    masks = np.zeros((len(SEATS), len(numbers)), np.uint64)
    shuffle_hands(model.rules.facts, shuffler_of(seed), State(), dealer - 1, numbers.start, masks)
    met = np.flatnonzero(where.among([Hands(Masks(of_seat)) for of_seat in masks]))
    return numbers[met[0]] if len(met) else None
