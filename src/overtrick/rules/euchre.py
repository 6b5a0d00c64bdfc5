"""Euchre: twenty-four cards, five each; both jacks of trumps' colour are the highest trumps, the bowers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from overtrick.cards import Card, Cards, pack_of
from overtrick.rules.game import DEAD, Game, Pins
from overtrick.seats import Seat
from overtrick.tricks import Strain


class Euchre(Game):
    """Euchre."""

    name: ClassVar[str] = "euchre"
    pack: ClassVar[Cards] = pack_of("AKQJT9")
    hand_size: ClassVar[int] = 5
    plain_order: ClassVar[str] = "AKQJT9"
    trump_order: ClassVar[str] = "JAKQT9"
    left_bower: ClassVar[bool] = True
    trick_points: ClassVar[int] = 1

    def pins(
        self, turn_up: Card, strain: Strain, dealer: Seat, taker: Seat | None, discard: Card | None = None
    ) -> Pins:
        """Ordered up, the dealer holds it or has discarded it; turned down (its suit cannot be named), it is dead."""
        if strain.suit is not turn_up.suit or discard is turn_up:
            return {turn_up: frozenset([DEAD])}
        return {turn_up: frozenset([dealer, DEAD] if discard is None else [dealer])}

    def exchange(self, dealt: Cards, turn_up: Card, discard: Card | None, strain: Strain) -> Cards:
        """Ordered up, the dealer takes the turn-up and lays a card away."""
        if strain.suit is not turn_up.suit:
            return dealt
        return (dealt | Cards([turn_up])) - Cards([discard] if discard else [])

    def sits_out(self, auction: Sequence[str], taker: Seat | None) -> Seat | None:
        """The partner of a maker who plays alone."""
        alone = any(call.split()[-1:] == ["alone"] for call in auction)
        return taker.partner if alone and taker is not None else None


DEFAULT: Final = "north_american"
PRESETS: Final = {name: Euchre(name) for name in ("north_american", "hoyle", "seed002")}
