"""Annonces: the sequences and fours of a kind that may be declared with the first card (Belote, Jass)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from overtrick.core.cards import Card, Cards, Rank, Suit
from overtrick.core.scoring import Scores
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain

SHORTEST: Final = 3
"""cards of the shortest sequence"""
KINDS: Final = 4
"""sequences of three, of four and of more cards, and fours of a kind"""
FOUR_OF_A_KIND: Final = KINDS - 1
SIZES: Final = 32
"""sizes of annonces are below this"""
SUIT_MASKS: Final = {suit: Cards(Card.of(rank, suit) for rank in Rank).mask for suit in Suit}

Fours = tuple[tuple[str, int], ...]
"""the ranks of which four are worth something, and how many points, the best last"""


class Annonce(NamedTuple):
    """A combination of cards. The first three fields compare annonces."""

    order: int
    """the points, and below them the size: a longer sequence has more, four of a kind have what the rules say"""
    height: int
    """the top rank of a sequence in the natural order; that of a four of a kind in its own"""
    in_trumps: bool
    points: int
    cards: Cards
    kind: int
    """0, 1 and 2 for a sequence of three, four and more cards, 3 for four of a kind"""
    name: str
    """what the player says"""


class Combinations(NamedTuple):
    """What is worth how much, and what is better."""

    sequences: tuple[int, ...] = (20, 50, 100)
    """points of three, four … cards in a row, of which for as many points the longer is better; still longer sequences
    count as the longest"""
    fours: Fours = (("Q", 100), ("K", 100), ("T", 100), ("A", 100), ("9", 150), ("J", 200))
    fours_without_trumps: Fours = (("9", 100), ("J", 100), ("Q", 100), ("K", 100), ("T", 150), ("A", 200))
    fours_turned_round: Fours = ()
    """where the ranks are turned round"""
    fours_beat_fives: bool = True
    """whether four of a kind are better than five in a row for as many points, or else worse"""
    may_cross: bool = False
    """whether a card may be in a sequence and in a four of a kind"""
    most: int = 2
    """a hand has no room for more"""
    names: tuple[str, ...] = ("tierce", "cinquante", "cent", "carré")
    """what players say for each of the sequences, and for four of a kind"""

    @property
    def four_size(self) -> int:
        """Where four of a kind stand among sequences, each of which has two for a card: just below five in a row.

        Or just above, and above longer ones for as many points.
        """
        fives = self.sequences[2:]
        return 9 + (2 * fives.count(fives[0]) if self.fours_beat_fives and fives else 0)

    def fours_under(self, strain: Strain) -> Fours:
        """The fours of a kind that are worth something under a strain."""
        if strain is Strain.NO_TRUMPS:
            return self.fours_without_trumps
        return self.fours_turned_round if strain is Strain.LOW else self.fours

    def kind_of(self, name: str) -> int:
        """The kind of what players say, as `Annonce.kind`."""
        return FOUR_OF_A_KIND if name == self.names[-1] else min(self.names.index(name), FOUR_OF_A_KIND - 1)


USUAL_COMBINATIONS: Final = Combinations()


@lru_cache(1024)  # asked for at each moment of a deal
def annonces_of(hand: Cards, strain: Strain, rules: Combinations = USUAL_COMBINATIONS) -> tuple[Annonce, ...]:
    """The annonces of a hand that are worth most together, the best first; a card is in one of them only.

    It may be in two if the rules let sequences and fours of a kind cross.
    """
    found = [*(four for four in _all_fours(strain, rules) if four.cards <= hand), *_sequences(hand, strain, rules)]
    if len(found) < 2:
        return tuple(found)
    sets = [
        chosen
        for size in range(rules.most + 1)
        for chosen in combinations(found, size)
        if all(_go_together(one, other, rules) for one, other in combinations(chosen, 2))
    ]
    best = max(sets, key=lambda chosen: (sum(a.points for a in chosen), sorted((a[:3] for a in chosen), reverse=True)))
    return tuple(sorted(best, key=lambda annonce: annonce[:3], reverse=True))


def _go_together(one: Annonce, other: Annonce, rules: Combinations) -> bool:
    crosses = rules.may_cross and (one.kind == FOUR_OF_A_KIND) != (other.kind == FOUR_OF_A_KIND)
    return crosses or not one.cards & other.cards


@lru_cache(64)
def _all_fours(strain: Strain, rules: Combinations) -> tuple[Annonce, ...]:
    """All fours of a kind that are worth something under a strain."""
    return tuple(
        Annonce(
            points * SIZES + rules.four_size,
            height,
            False,
            points,
            Cards(Card(f"{rank}{suit}") for suit in Suit),
            FOUR_OF_A_KIND,
            rules.names[-1],
        )
        for height, (rank, points) in enumerate(rules.fours_under(strain))
    )


def _sequences(hand: Cards, strain: Strain, rules: Combinations) -> list[Annonce]:
    """All sequences of each length that could be declared, shorter parts of a longer one included."""
    found = list[Annonce]()
    for suit in Suit:
        in_trumps = strain is Strain.ALL_TRUMPS or strain.suit is suit
        found += _sequences_in(suit, hand.mask & SUIT_MASKS[suit], in_trumps, strain is Strain.LOW, rules)
    return found


@lru_cache(1 << 12)  # more than there are sets of cards of a suit in the packs of such games, as trumps or not
def _sequences_in(
    suit: Suit, cards: int, in_trumps: bool, turned_round: bool, rules: Combinations
) -> tuple[Annonce, ...]:
    found, held = list[Annonce](), [card.rank for card in Cards.from_mask(cards)]
    for first, last in combinations(range(len(held)), 2):
        run = held[first : last + 1]
        if len(run) >= SHORTEST and run[0] - run[-1] == len(run) - 1:
            step = min(len(run) - SHORTEST, len(rules.sequences) - 1)
            points, height = rules.sequences[step], Rank.ACE - run[-1] if turned_round else int(run[0])
            sequence = Cards(Card.of(rank, suit) for rank in run)
            order = points * SIZES + 2 * (step + SHORTEST)
            kind = min(step, FOUR_OF_A_KIND - 1)
            found.append(Annonce(order, height, in_trumps, points, sequence, kind, rules.names[step]))
    return tuple(found)


class Declaring(NamedTuple):
    """Whether annonces may be declared, and who scores for them."""

    is_allowed: bool = False
    ties_count: bool = True
    """whether of equal annonces of both sides the first counts, or nobody's"""
    combinations: Combinations = USUAL_COMBINATIONS
    """what may be declared"""
    by_itself: bool = False
    """whether everything is declared without a word of its player"""

    def annonces_of(self, hand: Cards, strain: Strain) -> tuple[Annonce, ...]:
        """What the holder of a hand may declare with their first card."""
        return annonces_of(hand, strain, self.combinations) if self.is_allowed else ()

    def scores(self, declared: Sequence[tuple[Seat, Annonce]]) -> Scores:
        """What the declared annonces bring to each side, in the order in which they were declared."""
        best = self._best_side(declared)
        points = sum(annonce.points for seat, annonce in declared if seat.side is best)
        return (points, 0) if best is Side.ONE else (0, points)

    def _best_side(self, declared: Sequence[tuple[Seat, Annonce]]) -> Side | None:
        """The side with the best annonce."""
        if not declared:
            return None
        top = max(annonce[:3] for _, annonce in declared)
        sides = [seat.side for seat, annonce in declared if annonce[:3] == top]
        return sides[0] if self.ties_count or len(set(sides)) == 1 else None
