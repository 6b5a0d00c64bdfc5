"""Roem: what cards of one trick bring together to the side that wins it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from overtrick.core.cards import Card, Rank, Suit
from overtrick.core.scoring import TrickSets
from overtrick.core.tricks import Strain

RANKS: Final = "AKQJT987"
"""in the order in which they make sequences, those of trumps too"""
SEQUENCES: Final = {3: 20, 4: 10}
"""four cards in a row have two threes in them, and so bring 50"""
STUK: Final = 20
"""king and queen of trumps"""
FOUR: Final = 100
LOW_RANKS: Final = "987"


@lru_cache(16)
def roem_sets(strain: Strain, four_jacks: int, low_fours: bool) -> TrickSets:
    """All roem under a strain: `four_jacks` is what four jacks bring, `low_fours` says whether 9, 8 and 7 count too."""
    return TrickSets(
        [*_sequences(), *_stuk(strain), *_fours(four_jacks, RANKS if low_fours else RANKS.rstrip(LOW_RANKS))]
    )


def _sequences() -> Iterator[tuple[int, int]]:
    for length, points in SEQUENCES.items():
        for first in range(len(RANKS) - length + 1):
            for suit in Suit:
                yield sum(Card(f"{rank}{suit}").bit for rank in RANKS[first : first + length]), points


def _stuk(strain: Strain) -> Iterator[tuple[int, int]]:
    if strain.suit is not None:
        yield Card.of(Rank.KING, strain.suit).bit | Card.of(Rank.QUEEN, strain.suit).bit, STUK


def _fours(four_jacks: int, ranks: str) -> Iterator[tuple[int, int]]:
    for rank in ranks:
        yield sum(Card(f"{rank}{suit}").bit for suit in Suit), four_jacks if rank == "J" else FOUR
