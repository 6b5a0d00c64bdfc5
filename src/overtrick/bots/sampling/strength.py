"""What hands are worth under a strain, by their single cards: a quick guess of what their side wins as takers.

The weights are those of least squares over 200,000 deals played on for each strain (`rollouts`), in the points of the
game: how much more a side wins that took the contract, if one of its players has the card instead of a low plain one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from overtrick.bots.masks import Floats, Masks, bits_of
from overtrick.core.cards import Card
from overtrick.core.game import Game
from overtrick.core.seats import Seat
from overtrick.core.tricks import Strain


class Weights(NamedTuple):
    """The weights of the cards by their ranks; ranks that are missing are worth nothing."""

    trumps: dict[str, float]
    plain: dict[str, float]
    """under a trump suit"""
    no_trumps: dict[str, float]
    all_trumps: dict[str, float]
    left_bower: float = 0


BELOTE: Final = Weights(
    {"J": 26, "9": 20, "A": 15, "T": 11, "K": 8, "Q": 8, "8": 7, "7": 7},
    {"A": 7, "T": 2},
    {"A": 15.5, "T": 6.5, "K": 1.5},
    {"J": 13, "9": 7, "A": 2},
)
EUCHRE: Final = Weights(
    {"J": 0.87, "A": 0.63, "K": 0.49, "Q": 0.42, "T": 0.35, "9": 0.34},
    {"A": 0.31, "K": 0.05},
    {"A": 0.8, "K": 0.2, "Q": 0.1},
    {},
    0.78,
)
WEIGHTS: Final = {"belote": BELOTE, "coinche": BELOTE, "euchre": EUCHRE}
"""by the name of the game"""


class Strengths:
    """What the hands of many deals are worth: masks in a row of four for each deal."""

    def __init__(self, game: Game, hands: Masks) -> None:
        self.game, self._hands = game, hands
        self._found: dict[tuple[Seat, Strain], Floats] = {}

    def of(self, seat: Seat, strain: Strain) -> Floats:
        """By deal, what a player has under a strain."""
        found = self._found.get((seat, strain))
        if found is None:
            found = bits_of(self._hands[:, seat - 1]) @ card_weights(self.game, strain)
            self._found[seat, strain] = found
        return found


@lru_cache(64)
def card_weights(game: Game, strain: Strain) -> Floats:
    """The weights of all cards under a strain, by `Card.index`."""
    found = np.zeros(64)
    for card in game.pack:
        found[card.index] = _weight(game, strain, card)
    return found


def _weight(game: Game, strain: Strain, card: Card) -> float:
    weights, rank = WEIGHTS[game.name], str(card.rank)
    if strain.suit is None:
        return (weights.no_trumps if strain is Strain.NO_TRUMPS else weights.all_trumps).get(rank, 0)
    if not card.bit & game.rules(strain).ranking.trumps:
        return weights.plain.get(rank, 0)
    return weights.trumps[rank] if card.suit is strain.suit else weights.left_bower
