"""Counting: what each side has won so far in a deal, and what a finished deal is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from overtrick.core.cards import Card
from overtrick.core.seats import Seat, Side

Scores = tuple[int, int]
"""The points of side 1 and of side 2."""

NOBODY: Final[frozenset[Side]] = frozenset()


class TrickSets:
    """Sets of cards that bring points, besides those of the cards, to the side that wins them all in one trick (roem).

    What one trick has of them is added up: if three cards in a row bring 20, four of them bring 40 and what they bring
    as a set of their own. An even number of points keeps values of solvers whole.
    """

    def __init__(self, sets: Iterable[tuple[int, int]] = ()) -> None:
        """The cards of each set, as a mask, and its points."""
        self.sets = tuple(sets)
        self.most = sum(points for _, points in self.sets)
        """all sets of a deal bring no more: each is in one trick at most"""
        self._known: dict[int, int] = {}

    def points_in(self, trick: int) -> int:
        """What the cards of a trick bring, as a mask."""
        found = self._known.get(trick)
        if found is None:
            found = self._known[trick] = sum(points for cards, points in self.sets if not cards & ~trick)
        return found

    def open_in(self, cards: int) -> int:
        """The cards of those sets that can still come to one trick, if these cards are left, as masks."""
        found = 0
        for of_set, _ in self.sets:
            found |= 0 if of_set & ~cards else of_set
        return found

    def __bool__(self) -> bool:
        return bool(self.sets)

    def __eq__(self, other: object) -> bool:
        return self.sets == other.sets if isinstance(other, TrickSets) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.sets)

    def __repr__(self) -> str:
        return f"TrickSets({self.sets})"


NO_SETS: Final = TrickSets()


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
    pairs_are_told_last: bool = False
    """whether nothing is told of a pair before its second card, so that the first one proves nothing"""
    trick_sets: TrickSets = NO_SETS
    """what cards bring together in one trick"""
    sets_must_be_said: bool = False
    """whether they count only if who has won the trick says so before the next card"""

    def bonus_in(self, hand: int) -> int:
        """What the pairs of a hand bring, if they are announced."""
        return self.pair_bonus * sum(not pair & ~hand for pair in self.pairs)


class Pile(NamedTuple):
    """Tricks that lie in a pile until a player wins two running, who takes all of it; the last trick takes what lies.

    Whoever has taken it needs two further tricks to take the next one.
    """

    blocked: tuple[int, ...] = ()
    """the numbers of tricks after which nobody takes it"""
    powerless: int = 0
    """the cards, as a mask, of which no two take it that won one trick after the other"""

    def taken(self, winners: Sequence[tuple[Seat, Card]], last: int) -> Scores:
        """The tricks that the sides have taken, by who won each and with which card; `last` is how many there are."""
        tricks, lying, running = [0, 0], 0, 0
        for number, (seat, card) in enumerate(winners, start=1):
            before, lying = winners[number - 2], lying + 1
            running = running + 1 if running and before[0] is seat else 1
            by_powerless = bool(self.powerless & card.bit and self.powerless & before[1].bit)
            takes = running >= 2 and number not in self.blocked and not by_powerless
            if takes or number == last:
                tricks[seat.side - 1] += lying
                lying, running = 0, 0
        return tricks[0], tricks[1]


class Tally(NamedTuple):
    """What the players have won so far. Immutable: each card and each trick gives the next one."""

    points_of: tuple[int, ...] = (0, 0, 0, 0)
    """won in tricks by each seat, the bonus for the last one included"""
    tricks_of: tuple[int, ...] = (0, 0, 0, 0)
    """tricks won by each seat"""
    bonus: Scores = (0, 0)
    """won by pairs in a hand and by sets of cards in tricks, by side"""
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

    def values(self, counting: Counting) -> Scores:
        """Won in tricks by each side as solvers count: sets for one half to it, for the other half from the others.

        So both have together what all cards are worth, and the difference between them is the true one.
        """
        if not counting.trick_sets:
            return self.points
        (first, second), more = self.points, (self.bonus[0] - self.bonus[1]) // 2
        return first + more, second - more

    def with_pair_card(self, counting: Counting, seat: Seat, card: Card, earlier: int) -> Tally:
        """Count an announced card of a pair, by a player who has played the cards of the mask `earlier`.

        A pair counts if both of its cards were announced, or the second where the first tells nothing.
        """
        announced, (first, second) = self.announced | card.bit, self.bonus
        told = announced | earlier if counting.pairs_are_told_last else announced
        for pair in counting.pairs:
            if pair & card.bit and pair & earlier and not pair & ~told:
                king_came_first = pair & earlier == pair & -pair
                won = counting.pair_bonus if king_came_first or not counting.king_first else 0
                first, second = (first + won, second) if seat.side is Side.ONE else (first, second + won)
        return Tally(self.points_of, self.tricks_of, (first, second), announced)

    def with_trick(
        self, counting: Counting, winner: Seat, cards: Sequence[Card], is_last: bool, with_sets: bool = True
    ) -> Tally:
        """Count a finished trick; where nobody says what lies in it, without its sets of cards."""
        won, values = counting.trick_points, counting.card_points
        for card in cards:
            won += values[card.index]
        points, tricks = [*self.points_of], [*self.tricks_of]
        points[winner - 1] += won + counting.last_trick if is_last else won
        tricks[winner - 1] += 1
        # Quicker than the constructor.
        counted: Tally = tuple.__new__(Tally, (tuple(points), tuple(tricks), self.bonus, self.announced))
        return counted.with_sets(counting, winner, cards) if counting.trick_sets and with_sets else counted

    def with_sets(self, counting: Counting, winner: Seat, cards: Sequence[Card]) -> Tally:
        """Count the sets of cards that lie in a finished trick."""
        (first, second), more = self.bonus, counting.trick_sets.points_in(sum(card.bit for card in cards))
        return self._replace(bonus=(first + more, second) if winner.side is Side.ONE else (first, second + more))


def seen_from(side: Side, scores: Scores) -> Scores:
    """Scores by side, with those of one side first; or such scores, by side again."""
    return scores if side is Side.ONE else (scores[1], scores[0])


def for_side(side: Side, number: int) -> Scores:
    """A number for one side, and nothing for the other."""
    return (number, 0) if side is Side.ONE else (0, number)


def ahead(scores: tuple[float, float]) -> Side | None:
    """The side that has more; None where both have the same."""
    first, second = scores
    return None if first == second else Side.ONE if first > second else Side.TWO


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
    steps: tuple[tuple[Side, int], ...] = ()
    """the same points one after the other, where a match may end while they are counted"""

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
