"""Counting: what each side has won so far in a deal, and what a finished deal is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from overtrick.core.cards import Card
from overtrick.core.seats import SEATS, Seat, Side

Scores = tuple[int, int]
"""The points of side 1 and of side 2."""

NOBODY: Final[frozenset[Side]] = frozenset()


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
    king_first: bool = False
    """whether a pair counts only if the higher card of it is played first"""


class Tally:
    """What the players have won, card by card and trick by trick. Pairs are by side: index 0 is side 1."""

    def __init__(self, counting: Counting) -> None:
        self.counting = counting
        self.points_of = [0] * len(SEATS)
        """won in tricks by each seat, the bonus for the last one included"""
        self.tricks_of = [0] * len(SEATS)
        """tricks won by each seat"""
        self.bonus = [0, 0]
        """won by pairs"""
        self._announced = 0

    @property
    def points(self) -> Scores:
        """Won in tricks, the bonus for the last one included."""
        return _by_side(self.points_of)

    @property
    def tricks(self) -> Scores:
        """Tricks won."""
        return _by_side(self.tricks_of)

    @property
    def scores(self) -> Scores:
        """Everything that each side has so far."""
        return (self.points[0] + self.bonus[0], self.points[1] + self.bonus[1])

    def card_played(self, seat: Seat, card: Card, earlier: int, announced: bool = True) -> None:
        """Count a card that a player plays who has played the cards of the mask `earlier`.

        A pair counts only if both of its cards were announced.
        """
        counting = self.counting
        self._announced |= card.bit if announced else 0
        for pair in counting.pairs:
            if pair & card.bit and pair & earlier and not pair & ~self._announced:
                first = pair & earlier
                if first == pair & -pair or not counting.king_first:
                    self.bonus[seat.side - 1] += counting.pair_bonus

    def trick_won(self, winner: Seat, cards: Sequence[Card], is_last: bool) -> None:
        """Count a finished trick."""
        counting = self.counting
        won = sum(counting.card_points[card.index] for card in cards) + counting.trick_points
        self.points_of[winner - 1] += won + (counting.last_trick if is_last else 0)
        self.tricks_of[winner - 1] += 1


def _by_side(of_seats: Sequence[int]) -> Scores:
    return (of_seats[0] + of_seats[2], of_seats[1] + of_seats[3])


class Part(NamedTuple):
    """Points that a side marks for one reason; the reason is a key of the texts, `score.REASON`."""

    side: Side
    reason: str
    points: int


class DealScore(NamedTuple):
    """What a finished deal is worth, reason by reason."""

    parts: tuple[Part, ...] = ()
    winner: Side | None = None
    """the side that made its contract or defeated the other's; None where nobody did"""
    taker: Side | None = None
    """the side whose contract it was"""
    held: int = 0
    """points of the takers that the winner of the next contract gets (litige)"""
    below: Scores = (0, 0)
    """of the points, those that Bridge writes below the line"""
    worth: Scores | None = None
    """what the deal counts in a match, where that is not the points themselves"""
    is_played: bool = True
    """whether there was a contract"""

    @property
    def scores(self) -> Scores:
        """What each side marks."""
        return (self._of(Side.ONE), self._of(Side.TWO))

    @property
    def counted(self) -> Scores:
        """What the deal counts for each side in a match."""
        return self.scores if self.worth is None else self.worth

    def _of(self, side: Side) -> int:
        return sum(part.points for part in self.parts if part.side is side)


def score_of(
    parts: Iterable[Part], winner: Side | None, taker: Side | None, held: int = 0, below: Scores = (0, 0)
) -> DealScore:
    """The score of some parts, without those that are nothing."""
    return DealScore(tuple(part for part in parts if part.points), winner, taker, held, below)
