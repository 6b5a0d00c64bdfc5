"""Euchre: twenty-four cards, five each; both jacks of trumps' colour are the highest trumps, the bowers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from overtrick.cards import Card, Cards, pack_of
from overtrick.rules.game import DEAD, Game, Pins
from overtrick.seats import Seat
from overtrick.tricks import Strain


@dataclass(frozen=True)
class Euchre(Game):
    """Euchre with its house rules."""

    name: ClassVar[str] = "euchre"
    pack: ClassVar[Cards] = pack_of("AKQJT9")
    hand_size: ClassVar[int] = 5
    plain_order: ClassVar[str] = "AKQJT9"
    trump_order: ClassVar[str] = "JAKQT9"
    left_bower: ClassVar[bool] = True
    trick_points: ClassVar[int] = 1

    def pins(self, turn_up: Card, strain: Strain, dealer: Seat, taker: Seat | None) -> Pins:
        """Ordered up, the dealer holds it or has discarded it; turned down (its suit cannot be named), it is dead."""
        ordered_up = strain.suit is turn_up.suit
        return {turn_up: frozenset([dealer, DEAD] if ordered_up else [DEAD])}


DEFAULT: Final = "north_american"
PRESETS: Final = {name: Euchre(name) for name in ("north_american", "hoyle", "seed002")}
