"""Weis: sequences and fours of a kind, as Jass players declare them."""

from __future__ import annotations

from typing import Final, Literal

from overtrick.core.annonces import Combinations, Fours

HIGH_RANKS: Final = "TQKA"
LOW_RANKS: Final = "678"
NAMES: Final = ("Dreiblatt", "Vierblatt", "Fünfblatt", "Sechsblatt", "Siebenblatt", "Achtblatt", "Neunblatt")
FOUR: Final = "vier Gleiche"
SEQUENCES: Final = {"large": (20, 50, 100, 150, 200, 250, 300), "small": (20, 50, 100, 100, 100, 100, 100)}


def weis_of(table: Literal["large", "small"], order: Literal["cards", "fours"]) -> Combinations:
    """What is worth how much, by the large table or the small one; `order` tells what beats what for as many points."""
    is_large = table == "large"
    ranks, sequences = (LOW_RANKS + HIGH_RANKS if is_large else HIGH_RANKS), SEQUENCES[table]
    return Combinations(
        sequences=sequences,
        fours=_fours(ranks),
        fours_without_trumps=_fours(ranks),
        fours_turned_round=_fours(ranks[::-1]),
        fours_beat_fives=order == "fours",
        may_cross=is_large,
        most=3,
        names=(*NAMES, FOUR),
    )


def _fours(ranks: str) -> Fours:
    """Fours of these ranks, the best last, and above them nines and jacks."""
    return (*((rank, 100) for rank in ranks), ("9", 150), ("J", 200))
