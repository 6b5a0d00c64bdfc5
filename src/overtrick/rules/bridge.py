"""Contract bridge."""

from __future__ import annotations

from typing import ClassVar, Final

from overtrick.cards import RANK_LETTERS, Cards, pack_of
from overtrick.rules.game import Game
from overtrick.seats import Seat
from overtrick.tricks import SUIT_STRAINS, Strain


class Bridge(Game):
    """Contract bridge."""

    name: ClassVar[str] = "bridge"
    pack: ClassVar[Cards] = pack_of(RANK_LETTERS)
    hand_size: ClassVar[int] = 13
    plain_order: ClassVar[str] = RANK_LETTERS[::-1]
    trump_order: ClassVar[str] = plain_order
    trick_points: ClassVar[int] = 1

    @property
    def strains(self) -> tuple[Strain, ...]:
        return (*SUIT_STRAINS, Strain.NO_TRUMPS)

    def seat_name(self, seat: Seat) -> str:
        return seat.letter

    def leader(self, dealer: Seat, taker: Seat | None) -> Seat | None:
        """The declarer's left neighbour leads."""
        return None if taker is None else taker.next


DEFAULT: Final = "duplicate"
PRESETS: Final = {name: Bridge(name) for name in ("duplicate", "rubber", "chicago")}
