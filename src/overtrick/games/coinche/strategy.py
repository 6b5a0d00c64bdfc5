"""A plain strategy for Coinche: bid on good trumps and aces, raise a partner, coinche what must fail."""

from __future__ import annotations

from typing import Final

from overtrick.bots.simple_play import allowed, play
from overtrick.core.actions import PASS, Action, Call
from overtrick.core.cards import Card, Rank
from overtrick.core.tricks import Strain
from overtrick.deal.view import View
from overtrick.games.belote.strategy import best_suit, worth

LOWEST_BID: Final = 80
HIGHEST_BID: Final = 160
TO_BID: Final = 12
"""so much eight cards must be worth for the lowest bid; every two more are worth ten points more"""
TO_COINCHE: Final = 110
"""lower bids are never coinched"""


def act(view: View) -> Action:
    """The call, the word or the card of this strategy."""
    return allowed(view, _bid(view)) if view.phase == "auction" else play(view)


def _bid(view: View) -> Call:
    """Bid the best suit for what it is worth, raise the partner once, coinche a high bid that must fail."""
    seat, contract = view.seat, view.auction.contract
    if seat is None:
        return PASS
    if contract is not None and contract.side is seat.side and contract.seat is not None:
        return PASS if contract.seat is seat or _has_bid(view) else _raise(view)
    best = best_suit(view.hand)
    more = worth(view.hand, best) - TO_BID
    bid = _bid_of(view, min(LOWEST_BID + 10 * (more // 2), HIGHEST_BID), Strain.of(best))
    if more >= 0 and bid is not PASS:
        return bid
    if contract is None or contract.strain.suit is None or not isinstance(contract.value, int):
        return PASS
    holds_it = worth(view.hand, contract.strain.suit) >= TO_BID
    doubles = (call for call in view.legal if isinstance(call, Call) and call.kind == "double")
    return next(doubles, PASS) if holds_it and contract.value >= TO_COINCHE else PASS


def _bid_of(view: View, value: int, strain: Strain) -> Call:
    """The bid of a value and a strain where it is legal, else a pass."""
    calls = (call for call in view.legal if isinstance(call, Call))
    return next((call for call in calls if call.value == value and call.strain is strain), PASS)


def _raise(view: View) -> Call:
    """Ten points more for each ace and for each of the jack and the nine of trumps."""
    contract = view.auction.contract
    if contract is None or contract.strain.suit is None or not isinstance(contract.value, int):
        return PASS
    trumps = contract.strain.suit
    best = {Card.of(Rank.JACK, trumps), Card.of(Rank.NINE, trumps)}
    help_ = sum(card in best or (card.rank is Rank.ACE and card.suit is not trumps) for card in view.hand)
    return _bid_of(view, min(contract.value + 10 * help_, HIGHEST_BID), contract.strain)


def _has_bid(view: View) -> bool:
    """Whether this player has already called something else than a pass."""
    return any(seat is view.seat and call is not PASS for seat, call in view.auction.made)
