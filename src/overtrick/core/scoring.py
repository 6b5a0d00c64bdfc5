"""Counting: what each side has won so far in a deal, and what a finished deal is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from overtrick.core.cards import Card
from overtrick.core.seats import Seat, Side

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
    must_be_said: bool = False
    """whether a pair counts only if its player announces it"""

    def bonus_in(self, hand: int) -> int:
        """What the pairs of a hand bring, if they are announced."""
        return self.pair_bonus * sum(not pair & ~hand for pair in self.pairs)


class Tally(NamedTuple):
    """What the players have won so far. Immutable: each card and each trick gives the next one."""

    points_of: tuple[int, ...] = (0, 0, 0, 0)
    """won in tricks by each seat, the bonus for the last one included"""
    tricks_of: tuple[int, ...] = (0, 0, 0, 0)
    """tricks won by each seat"""
    bonus: Scores = (0, 0)
    """won by pairs, by side"""
    announced: int = 0
    """the cards of pairs that were announced, as a mask"""

    @property
    def points(self) -> Scores:
        """Won in tricks by each side, the bonus for the last one included."""
        return by_side(self.points_of)

    @property
    def tricks(self) -> Scores:
        """Tricks won by each side."""
        return by_side(self.tricks_of)

    @property
    def scores(self) -> Scores:
        """Everything that each side has so far."""
        (first, second), (more, yet_more) = self.points, self.bonus
        return first + more, second + yet_more

    def with_pair_card(self, counting: Counting, seat: Seat, card: Card, earlier: int) -> Tally:
        """Count an announced card of a pair, by a player who has played the cards of the mask `earlier`.

        A pair counts if both of its cards were announced.
        """
        announced, (first, second) = self.announced | card.bit, self.bonus
        for pair in counting.pairs:
            if pair & card.bit and pair & earlier and not pair & ~announced:
                king_came_first = pair & earlier == pair & -pair
                won = counting.pair_bonus if king_came_first or not counting.king_first else 0
                first, second = (first + won, second) if seat.side is Side.ONE else (first, second + won)
        return Tally(self.points_of, self.tricks_of, (first, second), announced)

    def with_trick(self, counting: Counting, winner: Seat, cards: Sequence[Card], is_last: bool) -> Tally:
        """Count a finished trick."""
        won, values = counting.trick_points, counting.card_points
        for card in cards:
            won += values[card.index]
        points, tricks = [*self.points_of], [*self.tricks_of]
        points[winner - 1] += won + counting.last_trick if is_last else won
        tricks[winner - 1] += 1
        # Quicker than the constructor.
        return tuple.__new__(Tally, (tuple(points), tuple(tricks), self.bonus, self.announced))


def by_side(of_seats: Sequence[int]) -> Scores:
    """What both sides have, of what the seats 1 to 4 have."""
    return (of_seats[0] + of_seats[2], of_seats[1] + of_seats[3])


class Aim(NamedTuple):
    """What the side of a contract had to reach, and what it had of it."""

    side: Side
    unit: Literal["points", "tricks"]
    needed: int
    won: int
    """in tricks"""
    besides: tuple[tuple[str, int], ...] = ()
    """what else counts for the contract, by reasons as those of parts"""

    @property
    def reached(self) -> int:
        """All that counts for the contract."""
        return self.won + sum(points for _, points in self.besides)


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
    bags: Scores = (0, 0)
    """overtricks of the sides, where many of them cost something in a match"""

    @property
    def scores(self) -> Scores:
        """What each side marks."""
        first = second = 0
        for side, _, points in self.parts:
            if side is Side.ONE:
                first += points
            else:
                second += points
        return first, second

    @property
    def counted(self) -> Scores:
        """What the deal counts for each side in a match."""
        return self.scores if self.worth is None else self.worth


def score_of(
    parts: Iterable[Part], winner: Side | None, taker: Side | None, held: int = 0, below: Scores = (0, 0)
) -> DealScore:
    """The score of some parts, without those that are nothing."""
    return DealScore(tuple(part for part in parts if part.points), winner, taker, held, below)
