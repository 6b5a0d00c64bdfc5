"""How likely the calls are in imagined deals, for players of the system."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from overtrick.bots.bridge.meaning import Range
from overtrick.bots.bridge.system import DEFAULT, shown
from overtrick.bots.masks import Floats, Masks, bits_of
from overtrick.cards import CARDS, Cards, Suit
from overtrick.hands import high_card_points
from overtrick.play.view import View
from overtrick.seats import SEATS

PER_POINT: Final = 0.7
"""how much less likely a hand is for each point outside of what was shown, as an exponent"""
PER_CARD: Final = 1.4
"""the same for each card of a suit"""
LONG: Final = 4
"""from the next card of a suit on, each counts a point"""

INDICES: Final = [card.index for card in CARDS]
HIGH_CARDS: Final = np.zeros(64)
SUITS: Final = np.zeros((64, len(Suit)))
"""what cards count by `Card.index`, in points and in suits, spades first"""
HIGH_CARDS[INDICES] = [high_card_points(Cards([card])) for card in CARDS]
SUITS[INDICES, [Suit.SPADES - card.suit for card in CARDS]] = 1


def likelihood(view: View, hands: Masks, system: str = DEFAULT) -> Floats:
    """How likely the calls of the others are in each of some deals (rows) by this system; the hands are whole."""
    missed, known = np.zeros(len(hands)), shown(view, system)
    for seat in SEATS:
        if seat is not view.seat:
            bits = bits_of(hands[:, seat - 1])
            lengths = bits @ SUITS
            points = bits @ HIGH_CARDS + np.maximum(lengths - LONG, 0).sum(axis=1)
            missed += PER_POINT * _outside(points, known[seat].points)
            for suit, allowed in enumerate(known[seat].suits):
                missed += PER_CARD * _outside(lengths[:, suit], allowed)
    return np.exp(-missed)


def _outside(numbers: npt.NDArray[np.float64], allowed: Range) -> Floats:
    return np.maximum(allowed.least - numbers, 0) + np.maximum(numbers - allowed.most, 0)
