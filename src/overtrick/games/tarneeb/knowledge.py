"""What deals and cards of Tarneeb bring, and what bids tell of hands."""

from typing import Final

import numpy as np

from overtrick.bots.masks import Floats, MaskArray
from overtrick.bots.sampling.knowledge import Knowledge, Pace, Weights
from overtrick.bots.sampling.quick_calls import Strengths
from overtrick.core.actions import Call
from overtrick.core.auctions import Auction
from overtrick.core.number_bidding import NumberBiddingAuction
from overtrick.core.tricks import SUIT_STRAINS
from overtrick.deal.view import View
from overtrick.games.tarneeb.strategy import BASE, PLAIN, SAFETY, TRUMPS

WEIGHTS: Final = Weights(
    {str(rank): hundredths / 100 for rank, hundredths in TRUMPS.items()},
    {str(rank): hundredths / 100 for rank, hundredths in PLAIN.items()},
    no_trumps={},
    all_trumps={},
)
NEEDED: Final = (SAFETY - BASE) / 100
"""how many tricks more than their bid the cards of a bidder are worth"""
SPREAD: Final = 0.4
"""so many tricks more, or less, make a call likely, or not"""


def likelihood(view: View, hands: MaskArray) -> Floats:
    """How likely the calls of the others are, by what their hands are worth with each suit as trumps."""
    strengths, likely = Strengths(view.game, hands), np.ones(len(hands))
    auction = view.game.auction(view.dealer, view.turn_up)
    for seat, call in view.auction.made:
        if seat is not view.seat:
            by_suit = np.stack([strengths.of(seat, strain) for strain in SUIT_STRAINS], axis=1) / SPREAD
            likely *= _chance(auction, call, by_suit)
        auction = auction.call(call)
    return likely


def _chance(auction: Auction, call: Call, by_suit: Floats) -> Floats | float:
    """How likely a call is; a pass tells nothing where the partner has bid, or where no number is left."""
    if call.strain is not None:
        odds = np.exp(by_suit - by_suit.max(axis=1, keepdims=True))
        named: Floats = odds[:, SUIT_STRAINS.index(call.strain)] / odds.sum(axis=1)
        return named
    bids = [bid.value for bid in auction.legal() if isinstance(bid.value, int)]
    is_partners = (
        isinstance(auction, NumberBiddingAuction) and auction.bidder and auction.bidder.partner is auction.turn
    )
    if call.kind == "pass" and (is_partners or not bids):
        return 1
    number = call.value if isinstance(call.value, int) else bids[0]
    doubt: Floats = np.exp((number + NEEDED) / SPREAD - by_suit.max(axis=1))
    return 1 / (1 + doubt) if call.kind == "bid" else doubt / (1 + doubt)


KNOWLEDGE: Final = Knowledge(Pace(3.7, 10), WEIGHTS, likelihood=likelihood)
