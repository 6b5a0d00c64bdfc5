"""Counting: what each side has won so far in a deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from overtrick.cards import Card
from overtrick.seats import Seat

Scores = tuple[int, int]
"""The points of side 1 and of side 2."""


class Counting(NamedTuple):
    """What counts in a deal under a strain."""

    card_points: tuple[int, ...]
    """by `Card.index`"""
    trick_points: int = 0
    """for each trick"""
    last_trick: int = 0
    """for the last trick"""
    pairs: tuple[int, ...] = ()
    """masks of two cards that bring a bonus to the hand that had both (the belote), when the second is played"""
    pair_bonus: int = 0


class Tally:
    """What the sides have won, card by card and trick by trick; index 0 is side 1."""

    def __init__(self, counting: Counting) -> None:
        self.counting = counting
        self.points = [0, 0]
        """won in tricks, the bonus for the last one included"""
        self.bonus = [0, 0]
        """won by pairs"""
        self.tricks = [0, 0]
        """tricks won"""

    @property
    def scores(self) -> Scores:
        """Everything that each side has so far."""
        return (self.points[0] + self.bonus[0], self.points[1] + self.bonus[1])

    def card_played(self, seat: Seat, card: Card, earlier: int) -> None:
        """Count a card that a player plays who has played the cards of the mask `earlier`."""
        for pair in self.counting.pairs:
            if pair & card.bit and pair & earlier:
                self.bonus[seat.side - 1] += self.counting.pair_bonus

    def trick_won(self, winner: Seat, cards: Sequence[Card], is_last: bool) -> None:
        """Count a finished trick."""
        counting = self.counting
        won = sum(counting.card_points[card.index] for card in cards) + counting.trick_points
        self.points[winner.side - 1] += won + (counting.last_trick if is_last else 0)
        self.tricks[winner.side - 1] += 1
