"""Annonces: the sequences and fours of a kind that may be declared with the first card, as Belote players do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from overtrick.core.cards import Card, Cards, Rank, Suit
from overtrick.core.scoring import Scores
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain

CARRE_ORDER: Final = "QKTA9J"
"""the ranks of which four are worth something, the best last"""
CARRE_POINTS: Final = {"J": 200, "9": 150}
NO_TRUMP_CARRE_ORDER: Final = "9JQKTA"
NO_TRUMP_CARRE_POINTS: Final = {"A": 200, "T": 150}
OTHER_CARRE: Final = 100
LONGEST: Final = 5
"""longer sequences count as such ones"""
FOUR_OF_A_KIND: Final = LONGEST + 1
MOST_ANNONCES: Final = 2
"""eight cards have no room for a third annonce"""
SEQUENCE_POINTS: Final = {3: 20, 4: 50, 5: 100}
SEQUENCE_NAMES: Final = {3: "tierce", 4: "cinquante", 5: "cent"}
CARRE: Final = "carré"
SUIT_MASKS: Final = {suit: Cards(Card.of(rank, suit) for rank in Rank).mask for suit in Suit}


class Annonce(NamedTuple):
    """A combination of cards. The first two fields compare annonces; equal ones differ at most in the trump suit."""

    length: int
    """of a sequence, at most 5; more for four of a kind"""
    height: int
    """the top rank of a sequence in the natural order; that of a four of a kind in its own"""
    in_trumps: bool
    points: int
    cards: Cards

    @property
    def name(self) -> str:
        """What the player says."""
        return CARRE if self.length == FOUR_OF_A_KIND else SEQUENCE_NAMES[self.length]


@lru_cache(1024)  # asked for at each moment of a deal
def annonces_of(hand: Cards, strain: Strain) -> tuple[Annonce, ...]:
    """The annonces of a hand that are worth most together, the best first; a card is in one of them only."""
    found = [*_fours(hand, strain), *_sequences(hand, strain)]
    if len(found) < 2:
        return tuple(found)
    sets = [chosen for size in range(MOST_ANNONCES + 1) for chosen in combinations(found, size) if _are_apart(chosen)]
    best = max(sets, key=lambda chosen: (sum(a.points for a in chosen), sorted((a[:3] for a in chosen), reverse=True)))
    return tuple(sorted(best, key=lambda annonce: annonce[:3], reverse=True))


def _are_apart(annonces: Sequence[Annonce]) -> bool:
    return sum(len(a.cards) for a in annonces) == len(Cards(card for a in annonces for card in a.cards))


def _fours(hand: Cards, strain: Strain) -> list[Annonce]:
    return [four for four in _all_fours(strain is Strain.NO_TRUMPS) if four.cards <= hand]


@cache
def _all_fours(plain: bool) -> tuple[Annonce, ...]:
    """All fours of a kind that are worth something, with trumps or without."""
    order, points = (NO_TRUMP_CARRE_ORDER, NO_TRUMP_CARRE_POINTS) if plain else (CARRE_ORDER, CARRE_POINTS)
    return tuple(
        Annonce(FOUR_OF_A_KIND, height, False, points.get(rank, OTHER_CARRE), Cards(Card(f"{rank}{s}") for s in Suit))
        for height, rank in enumerate(order)
    )


def _sequences(hand: Cards, strain: Strain) -> list[Annonce]:
    """All sequences of each length that could be declared, shorter parts of a longer one included."""
    found = list[Annonce]()
    for suit in Suit:
        in_trumps = strain is Strain.ALL_TRUMPS or strain.suit is suit
        found += _sequences_in(suit, hand.mask & SUIT_MASKS[suit], in_trumps)
    return found


@lru_cache(1 << 11)  # as many as there are sets of cards of a suit, as trumps or not
def _sequences_in(suit: Suit, cards: int, in_trumps: bool) -> tuple[Annonce, ...]:
    found, held = list[Annonce](), [card.rank for card in Cards.from_mask(cards)]
    for first, last in combinations(range(len(held)), 2):
        run = held[first : last + 1]
        if len(run) >= 3 and run[0] - run[-1] == len(run) - 1:
            length = min(len(run), LONGEST)
            sequence = Cards(Card.of(rank, suit) for rank in run)
            found.append(Annonce(length, int(run[0]), in_trumps, SEQUENCE_POINTS[length], sequence))
    return tuple(found)


class Declaring(NamedTuple):
    """Whether annonces may be declared, and who scores for them."""

    is_allowed: bool = False
    ties_count: bool = True
    """whether of equal annonces of both sides the first counts, or nobody's"""

    def annonces_of(self, hand: Cards, strain: Strain) -> tuple[Annonce, ...]:
        """What the holder of a hand may declare with their first card."""
        return annonces_of(hand, strain) if self.is_allowed else ()

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
