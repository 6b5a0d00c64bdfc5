"""What a player who is to play a card knows of the others: where cards are, and where they can be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from overtrick.core.cards import Card, Cards
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Strain
from overtrick.deal.view import View
from overtrick.engine.worlds.places import known_places


class Knowing:
    """A turn of the play as its player sees it; sets of cards are masks. The declarer plays for dummy, too."""

    def __init__(self, view: View) -> None:
        rules, trick = view.course.in_play
        known = known_places(view)
        self.view, self.trick, self.turn = view, trick, trick.turn
        self.partner = None if trick.turn.partner in trick.out else trick.turn.partner
        self.ranking, self.points = rules.tricks.ranking, rules.counting.card_points
        self.placed = known.placed
        self.hand = Cards.from_mask(known.placed[trick.turn])
        self.legal = [card for card in view.legal if isinstance(card, Card)]
        self.may_hold = {
            seat: known.placed[seat] | (known.unseen & ~known.barred[seat] if known.room[seat] else 0)
            for seat in SEATS
            if seat not in trick.out
        }
        """by seat, all cards that may be in a hand: certainly no other one is"""
        others = [seat for seat in self.may_hold if seat is not trick.turn]
        self.opponents = [seat for seat in others if seat.side is not trick.turn.side]
        self.later = [seat for seat in trick.players[len(trick.cards) + 1 :] if seat in self.opponents]
        """the opponents who are still to play to the trick"""
        self.elsewhere = self._any_of(others)
        """all cards that may be in another hand"""
        self.against = self._any_of(self.opponents)
        """all cards that may be in a hand of the opponents"""

    def _any_of(self, seats: Sequence[Seat]) -> int:
        return reduce(or_, (self.may_hold[seat] for seat in seats), 0)

    def is_trump(self, card: Card) -> bool:
        """Whether a card belongs to the trump suit."""
        return bool(card.bit & self.ranking.trumps)

    def suit_of(self, card: Card) -> int:
        """The cards of the suit that a card counts to."""
        return self.ranking.suits[self.ranking.suit_of[card.index]]

    def strain_of(self, card: Card) -> Strain:
        """The suit that a card counts to."""
        return Strain.of(self.ranking.suit_of[card.index])

    def is_certain(self, card: Card) -> bool:
        """Whether no opponent who is still to play can take the trick from a card that holds it."""
        return not any(self.may_hold[seat] & self.ranking.beaten_by[card.index] for seat in self.later)

    def is_master(self, card: Card) -> bool:
        """Whether nobody else can have a higher card of its suit."""
        return not self.elsewhere & self.ranking.above[card.index]

    def lacks(self, seat: Seat, cards: int) -> bool:
        """Whether a player has none of some cards for certain."""
        return not self.may_hold[seat] & cards

    def cost(self, card: Card) -> tuple[int, int]:
        """What it takes to part with a card: points, then power."""
        return self.points[card.index], self.ranking.power_of[card.index]

    def is_cheapest(self, card: Card) -> bool:
        """Whether no legal card has fewer points, and none of the same suit is lower with as many."""
        same_suit = [other for other in self.legal if other.bit & self.suit_of(card)]
        fewest = min(self.points[other.index] for other in self.legal)
        return self.points[card.index] == fewest and self.cost(card) == min(map(self.cost, same_suit))
