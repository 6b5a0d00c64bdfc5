"""A plain strategy for Belote: take on good trumps and aces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from overtrick.bots.simple_play import allowed, play
from overtrick.core.actions import PASS, Action, Call
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


def act(view: View) -> Action:
    """The call, the word or the card of this strategy."""
    return allowed(view, _taking(view)) if view.phase == "auction" else play(view)


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
    turn_up, best = view.turn_up, best_suit(view.hand)
    for call in view.legal:
        if isinstance(call, Call) and call.kind == "accept" and turn_up is not None:
            return call if worth([*view.hand, turn_up], turn_up.suit) >= TO_TAKE else PASS
        if isinstance(call, Call) and call.strain is Strain.of(best) and worth(view.hand, best) >= TO_NAME:
            return call
    return PASS


def best_suit(hand: Cards) -> Suit:
    """The suit with which a hand is worth most."""
    return max(Suit, key=lambda suit: worth(hand, suit))
