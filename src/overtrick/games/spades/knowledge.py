"""What deals of Spades bring, and what bids tell of hands."""

from __future__ import annotations

from typing import Final

import numpy as np

from overtrick.bots.masks import Floats, MaskArray
from overtrick.bots.sampling.knowledge import Knowledge, Pace, System
from overtrick.core.actions import Call
from overtrick.core.cards import Cards
from overtrick.core.short_auctions import NIL
from overtrick.deal.view import View
from overtrick.games.spades.strategy import ROUNDING, bid, worth

SPREAD: Final = 90.0
"""by how many hundredths of a trick bids of others may differ from what their hands are worth"""
NIL_WORTH: Final = 60.0
"""what a hand is worth that bids nil"""


def call(view: View, deals: int, seed: int) -> Call:
    """The bid of the plain strategy."""
    return bid(view)


def likelihood(view: View, hands: MaskArray) -> Floats:
    """How likely the bids of the others are, by what their hands are worth."""
    likely = np.ones(len(hands))
    for seat, made in view.auction.made:
        if seat is not view.seat:
            shown = NIL_WORTH if made.value == NIL else 100.0 * int(made.value or 0) + 50 - ROUNDING
            found = np.array([worth(Cards.from_mask(hand)) for hand in hands[:, seat - 1].tolist()])
            likely *= np.exp(-(((found - shown) / SPREAD) ** 2) / 2)
    return likely


KNOWLEDGE: Final = Knowledge(
    Pace(52, 70),
    believes_calls=True,
    systems={"spades": System(call, lambda view, made: None, lambda view: None, likelihood, drawn_from=4)},
)
