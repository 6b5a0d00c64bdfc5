"""How many tricks declarers win, guessed from all four hands by a network in some microseconds.

It has learned from double-dummy tables (`scripts/bidding`), and gives each number of tricks a chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
import numpy.typing as npt

from overtrick.bots.checkpoint import Layer, Singles, outputs
from overtrick.bots.masks import MaskArray, bits_of
from overtrick.core.cards import CARDS
from overtrick.core.seats import SEATS
from overtrick.games.bridge.bidding.auctions import STRAINS, Numbers, Tricks
from overtrick.games.bridge.bidding.network import SUIT_COUNT, SUIT_SIZE, layers_of

FILE: Final = "tricks.npz"
NO_TRUMPS: Final = STRAINS - 1
ORDERS: Final = np.array(
    [
        *([trumps, *(suit for suit in range(SUIT_COUNT) if suit != trumps)] for trumps in reversed(range(SUIT_COUNT))),
        range(SUIT_COUNT),
    ]
)
"""`[strain]`: the suits as they are told, trumps first; spades are 0"""


def guessed(hands: MaskArray, rows: Numbers, strains: Numbers, declarers: Numbers, luck: Singles) -> Numbers:
    """The tricks of some contracts, each in the deal of a row of `hands`.

    The higher the luck of a contract, from 0 to 1, the more of the tricks that are possible it is given.
    """
    names = (rows * STRAINS + strains) * len(SEATS) + declarers
    _, first, which = np.unique(names, return_index=True, return_inverse=True)  # many only differ in level
    chances = outputs(_layers(), features(hands, rows[first], strains[first], declarers[first]))[-1]
    chances = np.exp(chances - chances.max(axis=1, keepdims=True))
    summed = chances.cumsum(axis=1)[which]
    won: Numbers = (summed < luck[:, None] * summed[:, -1:]).sum(axis=1)
    return won


def guesses(hands: MaskArray, luck: Singles) -> Tricks:
    """The tricks of declarers in some deals, by the luck of North and South in each, as declarers and as defenders.

    Contracts of both sides are so compared in the same circumstances.
    """

    def tricks(rows: Numbers, strains: Numbers, declarers: Numbers) -> Numbers:
        return guessed(hands, rows, strains, declarers, np.where(declarers % 2, 1 - luck[rows], luck[rows]))

    return tricks


def features(hands: MaskArray, rows: Numbers, strains: Numbers, declarers: Numbers) -> Singles:
    """The cards and the lengths of declarer, left opponent, dummy and right opponent; and whether there are trumps."""
    suits = bits_of(hands.ravel())[:, : len(CARDS)].reshape(len(hands), len(SEATS), SUIT_COUNT, SUIT_SIZE)
    seats = (declarers[:, None] + np.arange(len(SEATS))) % len(SEATS)
    count = len(rows)
    told = suits[rows[:, None, None], seats[:, :, None], ORDERS[strains][:, None, :]]
    lengths = told.sum(axis=3).reshape(count, -1)
    is_long = lengths[:, :, None] == np.arange(SUIT_SIZE + 1)
    parts: Sequence[npt.NDArray[np.generic]] = (told.reshape(count, -1), is_long.reshape(count, -1))
    return np.concatenate([*parts, (strains == NO_TRUMPS)[:, None]], axis=1, dtype=np.float32)


@cache
def _layers() -> Sequence[Layer]:
    return layers_of(files(__package__).joinpath(FILE))
