"""What deals of Spades bring, and what bids tell of hands."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from overtrick.bots.masks import Floats, MaskArray
from overtrick.bots.sampling.knowledge import Knowledge, Pace
from overtrick.core.cards import Rank, Suit
from overtrick.core.short_auctions import BLIND_NIL, NIL
from overtrick.deal.view import View
from overtrick.games.spades.strategy import FIRST, ROUNDING, worth_of_spades, worth_of_suit

SPREAD: Final = 90.0
"""by how many hundredths of a trick bids of others may differ from what their hands are worth"""
NIL_WORTH: Final = 60.0
"""what a hand is worth that bids nil"""
SURPRISE: Final = 0.01
"""how likely any bid is, whatever the hand: a wild one must not silence the others"""


class Tables(NamedTuple):
    """What the cards of a suit are worth, by a mask of them with the ace first."""

    spades: npt.NDArray[np.int64]
    length: npt.NDArray[np.int64]
    """how many of the first spades there are"""
    plain: npt.NDArray[np.int64]
    """another suit"""
    ruffs: npt.NDArray[np.int64]
    """what it is worth more for each of the first spades"""


@cache
def _tables() -> Tables:
    holdings = [
        [rank for place, rank in enumerate(reversed(Rank)) if mask >> place & 1] for mask in range(1 << len(Rank))
    ]
    plain = np.array([worth_of_suit(ranks, 0) for ranks in holdings])
    return Tables(
        np.array([worth_of_spades(ranks) for ranks in holdings]),
        np.array([min(len(ranks), FIRST) for ranks in holdings]),
        plain,
        np.array([worth_of_suit(ranks, 1) for ranks in holdings]) - plain,
    )


def worths(hands: MaskArray) -> Floats:
    """How many tricks each of some hands is worth, in hundredths: `strategy.worth` of all of them."""
    tables = _tables()
    spades, *others = (
        (hands >> np.uint64(len(Rank) * place)) % np.uint64(1 << len(Rank)) for place in range(len(Suit))
    )
    found: Floats = tables.spades[spades].astype(np.float64)
    for suit in others:
        found += tables.plain[suit] + tables.length[spades] * tables.ruffs[suit]
    return found


def likelihood(view: View, hands: MaskArray) -> Floats:
    """How likely the bids of the others are, by what their hands are worth."""
    likely = np.ones(len(hands))
    for seat, made in view.auction.made:
        if seat is not view.seat and made.value not in (None, BLIND_NIL):  # who has not seen their cards tells nothing
            shown = NIL_WORTH if made.value == NIL else 100.0 * int(made.value or 0) + 50 - ROUNDING
            likely *= np.maximum(np.exp(-(((worths(hands[:, seat - 1]) - shown) / SPREAD) ** 2) / 2), SURPRISE)
    return likely


KNOWLEDGE: Final = Knowledge(Pace(52, 70), likelihood=likelihood, believes_calls=True)
