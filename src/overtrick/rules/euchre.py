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

    def pins(self, turn_up: Card, strain: Strain, dealer: Seat, taker: Seat | None) -> Pins:
        """Ordered up, the dealer holds it or has discarded it; turned down (its suit cannot be named), it is dead."""
        return {turn_up: frozenset([dealer, DEAD] if strain.suit is turn_up.suit else [DEAD])}

    def hands_in_play(
        self, hands: Sequence[Cards | None], turn_up: Card | None, discard: Card | None, strain: Strain, dealer: Seat
    ) -> list[Cards | None]:
        """Ordered up, the dealer has taken the turn-up and laid a card away."""
        in_play = list(hands)
        dealt = in_play[dealer - 1]
        if dealt is not None and turn_up is not None and strain.suit is turn_up.suit:
            in_play[dealer - 1] = None if discard is None else (dealt | Cards([turn_up])) - Cards([discard])
        return in_play


DEFAULT: Final = "north_american"
PRESETS: Final = {name: Euchre(name) for name in ("north_american", "hoyle", "seed002")}
