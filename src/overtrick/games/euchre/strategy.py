"""The plain strategy for Euchre of the course assignment on Euchre; it looks at its own hand and at the suit led.

All cards stand in one order: trumps from the right bower down, then the others by rank, and cards of the same rank by
suit, diamonds the highest, then clubs, hearts and spades.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from overtrick.core.actions import DISCARDS, PASS, Action, Call
from overtrick.core.cards import Card, Cards, Rank, Suit
from overtrick.core.errors import Illegal
from overtrick.core.tricks import Ranking, Strain
from overtrick.deal.view import View

SUIT_ORDER: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""from the lowest up"""
TO_ORDER_UP: Final = 2
"""how many trump face cards make a player accept the turned-up suit"""
TO_CALL: Final = 1
"""how many make them name the other suit of its colour"""


def act(view: View) -> Action:
    """The call, the discard or the card of this strategy."""
    if view.phase == "auction":
        return _call(view)
    if view.contract is None or view.trick is None:
        raise Illegal("not-in-play")
    ranking = view.game.rules(view.contract.strain).ranking
    if view.phase == "discard":
        return DISCARDS[lowest(view.hand, ranking)]
    cards = [card for card in view.legal if isinstance(card, Card)]
    if not view.trick.cards:
        return lead(cards, ranking)
    led = ranking.suit_of[view.trick.cards[0].index]
    return follow(cards, led, ranking)


def face_cards(hand: Cards, trumps: Suit) -> int:
    """How many bowers, aces, kings and queens of trumps a hand has, if a suit is trumps."""
    bower = Card.of(Rank.JACK, trumps.same_colour)
    return sum(card is bower or (card.suit is trumps and card.rank >= Rank.JACK) for card in hand)


def _call(view: View) -> Action:
    """Accept the turned-up suit, later name the other one of its colour, on enough face cards; name it if forced."""
    if view.turn_up is None or len(view.legal) == 1:
        return view.legal[0]
    turned, other = view.turn_up.suit, view.turn_up.suit.same_colour
    calls = [call for call in view.legal if isinstance(call, Call) and not call.alone]
    for call in calls:
        if call.kind == "accept" and face_cards(view.hand, turned) >= TO_ORDER_UP:
            return call
        if call.strain is Strain.of(other) and (PASS not in calls or face_cards(view.hand, other) >= TO_CALL):
            return call
    return PASS


def lead(cards: Iterable[Card], ranking: Ranking) -> Card:
    """The highest card that is no trump, or the highest trump."""
    held = Cards(cards)
    return highest(Cards.from_mask(held.mask & ~ranking.trumps) or held, ranking)


def follow(cards: Iterable[Card], led: Suit, ranking: Ranking) -> Card:
    """The highest card of the suit led, or the lowest of all."""
    held = Cards(cards)
    following = Cards.from_mask(held.mask & ranking.suits[led])
    return highest(following, ranking) if following else lowest(held, ranking)


def highest(cards: Cards, ranking: Ranking) -> Card:
    """The highest card in the order of all cards."""
    return max(cards, key=lambda card: _height(card, ranking))


def lowest(cards: Cards, ranking: Ranking) -> Card:
    """The lowest card in the order of all cards."""
    return min(cards, key=lambda card: _height(card, ranking))


def _height(card: Card, ranking: Ranking) -> tuple[bool, int, int]:
    """Where a card stands in the order of all cards."""
    is_trump = bool(card.bit & ranking.trumps)
    return is_trump, ranking.power_of[card.index] if is_trump else card.rank, SUIT_ORDER.index(card.suit)
