"""A plain strategy for Klaverjas: make trumps of good trumps and aces, or of the best suit where one has to."""

from __future__ import annotations

from typing import Final

from overtrick.bots.simple_play import play
from overtrick.core.actions import PASS, Action, Call
from overtrick.core.cards import Cards, Rank, Suit
from overtrick.deal.view import View

TRUMP_VALUES: Final = {Rank.JACK: 6, Rank.NINE: 4, Rank.ACE: 3, Rank.TEN: 2}
"""what trumps are worth; others count 1"""
ACE_VALUE: Final = 3
"""of another suit"""
TO_NAME: Final = 14
"""so much a hand must be worth to name a suit without need"""


def act(view: View) -> Action:
    """The call or the card of this strategy."""
    return _call(view) if view.phase == "auction" else play(view)


def worth(hand: Cards, trumps: Suit) -> int:
    """What a hand is worth with a suit as trumps."""
    own = sum(TRUMP_VALUES.get(card.rank, 1) for card in hand if card.suit is trumps)
    return own + ACE_VALUE * sum(card.rank is Rank.ACE and card.suit is not trumps for card in hand)


def _call(view: View) -> Action:
    """Name the best suit that may be named if it is good, or if nobody may pass."""
    suits = {call: strain.suit for call in view.legal if isinstance(call, Call) and (strain := call.strain) is not None}
    values = {call: worth(view.hand, suit) for call, suit in suits.items() if suit is not None}
    best = max(reversed(values), key=values.__getitem__)
    return PASS if PASS in view.legal and values[best] < TO_NAME else best
