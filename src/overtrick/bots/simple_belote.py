"""A plain strategy for Belote and Coinche: take on good trumps and aces, raise a partner, say what brings points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from overtrick.bots import simple_play
from overtrick.bots.saying import word_with
from overtrick.core.actions import DECLARE, PASS, Action, Call
from overtrick.core.auctions import BiddingAuction
from overtrick.core.cards import Card, Cards, Rank, Suit
from overtrick.core.tricks import Strain
from overtrick.deal.view import View

TRUMP_VALUES: Final = {Rank.JACK: 6, Rank.NINE: 4, Rank.ACE: 3, Rank.TEN: 2}
"""what trumps are worth for taking; others count 1"""
ACE_VALUE: Final = 3
"""of another suit"""
TO_TAKE: Final = 8
"""so much five cards and the turned-up one must be worth to take it"""
TO_NAME: Final = 8
"""so much five cards must be worth to name a suit"""
FEWEST_TRUMPS: Final = 3
LOWEST_BID: Final = 80
HIGHEST_BID: Final = 160
TO_BID: Final = 12
"""so much eight cards must be worth for the lowest bid; every two more are worth ten points more"""
TO_COINCHE: Final = 110
"""lower bids are never coinched"""


def act(view: View) -> Action:
    """The call, the word or the card of this strategy."""
    if view.phase == "auction":
        call = _bid(view) if isinstance(view.auction, BiddingAuction) else _taking(view)
        return call if call in view.legal else PASS if PASS in view.legal else view.legal[0]
    if DECLARE in view.legal:
        return DECLARE
    card = simple_play.choose(view)
    return word_with(view, card) or card


def worth(cards: Iterable[Card], trumps: Suit) -> int:
    """What some cards are worth for taking with a suit as trumps; nothing without enough trumps or the best of them."""
    held = Cards(cards)
    own = [card.rank for card in held if card.suit is trumps]
    if len(own) < FEWEST_TRUMPS or not {Rank.JACK, Rank.NINE} & set(own):
        return 0
    aces = sum(card.rank is Rank.ACE and card.suit is not trumps for card in held)
    return sum(TRUMP_VALUES.get(rank, 1) for rank in own) + ACE_VALUE * aces


def _taking(view: View) -> Call:
    """Take the turned-up card if the hand is good with it, else name the best suit if it is good."""
    turn_up, best = view.turn_up, _best_suit(view.hand)
    for call in view.legal:
        if isinstance(call, Call) and call.kind == "accept" and turn_up is not None:
            return call if worth([*view.hand, turn_up], turn_up.suit) >= TO_TAKE else PASS
        if isinstance(call, Call) and call.strain is Strain.of(best) and worth(view.hand, best) >= TO_NAME:
            return call
    return PASS


def _best_suit(hand: Cards) -> Suit:
    return max(Suit, key=lambda suit: worth(hand, suit))


def _bid(view: View) -> Call:
    """Bid the best suit for what it is worth, raise the partner once, coinche a high bid that must fail."""
    seat, contract = view.seat, view.auction.contract
    if seat is None:
        return PASS
    if contract is not None and contract.side is seat.side and contract.seat is not None:
        return PASS if contract.seat is seat or _has_bid(view) else _raise(view)
    best = _best_suit(view.hand)
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
