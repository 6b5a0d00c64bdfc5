"""What the calls tell: how likely imagined deals are, for players who call by the strength of their hands."""

from __future__ import annotations

from typing import Final

import numpy as np

from overtrick.bots.masks import Floats, Masks
from overtrick.bots.sampling.quick_calls import Rows, leanings
from overtrick.bots.sampling.strength import Strengths
from overtrick.deal.view import View

LEAST: Final = 1e-12
"""how likely every deal is, so that something can be drawn where none agrees with the calls"""


def likelihood(view: View, hands: Masks) -> Floats:
    """How likely the calls of the others are in each of some deals (rows); the hands are those of the auction."""
    likely, strengths = np.ones(len(hands)), Strengths(view.game, hands)
    auction, every = view.game.auction(view.dealer, view.turn_up), np.arange(len(hands))
    for seat, call in view.auction.made:
        if seat is not view.seat and seat is auction.turn:
            calls, leaning = leanings(auction, strengths, every, call)
            odds = np.exp(leaning - leaning.max(axis=1, keepdims=True))
            likely *= odds[:, calls.index(call)] / odds.sum(axis=1)
        auction = auction.call(call)
    return likely


def drawn_by(likely: Floats, count: int) -> Rows:
    """The numbers of `count` deals, each as often as it is likely, as evenly as can be."""
    summed = np.cumsum(likely + LEAST)
    rows: Rows = np.searchsorted(summed, (np.arange(count) + 0.5) * summed[-1] / count)
    return rows
