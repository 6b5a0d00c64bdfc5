"""A plain strategy for Tarneeb: bid as long as the own hand lets the side expect the tricks, and name its best suit."""

from __future__ import annotations

from typing import Final

from overtrick.bots.simple_play import play
from overtrick.core.actions import PASS, Action, Call
from overtrick.core.cards import Cards, Rank, Suit
from overtrick.core.number_bidding import NumberBiddingAuction
from overtrick.deal.view import View

OF_TRUMPS: Final = (145, 126, 115, 99, 81, 70, 62, 60, 56, 56, 56, 56, 56)
TRUMPS: Final = dict(zip(sorted(Rank, reverse=True), OF_TRUMPS, strict=True))
"""hundredths of tricks that a trump brings to the side: least squares over 40,000 deals, played with the best suit"""
PLAIN: Final = {Rank.ACE: 63, Rank.KING: 36, Rank.QUEEN: 13, Rank.JACK: 3}
"""those of the other cards"""
BASE: Final = 273
"""what a side wins of which one hand has nothing"""
SAFETY: Final = 30
"""how much more than their bid a bidder expects"""


def act(view: View) -> Action:
    """The call or the card of this strategy."""
    return _call(view) if view.phase == "auction" else play(view)


def expected(hand: Cards, trumps: Suit) -> int:
    """The hundredths of tricks that a hand lets its side expect with some trumps."""
    return BASE + sum(TRUMPS[card.rank] if card.suit is trumps else PLAIN.get(card.rank, 0) for card in hand)


def _call(view: View) -> Action:
    auction, calls = view.auction, [call for call in view.legal if isinstance(call, Call)]
    best = max(Suit, key=lambda suit: expected(view.hand, suit))
    for call in calls:
        if call.strain is not None and call.strain.suit is best:
            return call
    lowest = next((call for call in calls if call.kind == "bid"), None)
    assert isinstance(auction, NumberBiddingAuction)
    assert view.seat is not None
    if lowest is None or auction.bidder is view.seat.partner or not isinstance(lowest.value, int):
        return PASS
    return lowest if expected(view.hand, best) >= 100 * lowest.value + SAFETY else PASS
