"""A plain strategy for Hokm: trumps are the suit of the first five cards that is longest and highest."""

from __future__ import annotations

from typing import Final

from overtrick.bots.simple_play import play
from overtrick.core.actions import Action, Call
from overtrick.core.cards import Cards, Rank, Suit
from overtrick.deal.view import View
from overtrick.games.hokm.rules import REDEAL

LENGTH: Final = 5
"""what each card of a suit is worth"""
HONOURS: Final = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}
"""what high cards are worth besides"""


def act(view: View) -> Action:
    """The call or the card of this strategy."""
    return _call(view) if view.phase == "auction" else play(view)


def worth(hand: Cards, trumps: Suit) -> int:
    """What the trumps of a hand are worth."""
    return sum(LENGTH + HONOURS.get(card.rank, 0) for card in hand if card.suit is trumps)


def _call(view: View) -> Action:
    """Name the best suit, or ask for a new deal where that is allowed, since the hand is poor then."""
    if view.legal[0] == REDEAL:
        return view.legal[0]
    best = max(Suit, key=lambda suit: worth(view.hand, suit))
    return next(
        call for call in view.legal if isinstance(call, Call) and call.strain is not None and call.strain.suit is best
    )
