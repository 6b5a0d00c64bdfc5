"""Sueca: forty cards, the seven above the king, the jack above the queen; the dealer's card is trumps."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from overtrick.cards import Card, Cards, pack_of
from overtrick.rules.game import Game, Pins, RankPoints
from overtrick.scoring import Scores, Tally
from overtrick.seats import Seat, Side
from overtrick.tricks import Strain

WHOLE_PACK: Final = 120
"""all card points; a revoke gives them to the other side"""


class Sueca(Game):
    """Sueca under house rules."""

    name: ClassVar[str] = "sueca"
    pack: ClassVar[Cards] = pack_of("AKQJ765432")
    hand_size: ClassVar[int] = 10
    plain_order: ClassVar[str] = "A7KJQ65432"
    trump_order: ClassVar[str] = plain_order

    turn_up_is_trumps: ClassVar[bool] = True

    dealer_plays: Literal["last", "second"] = "last"

    def rank_points(self, strain: Strain) -> tuple[RankPoints, RankPoints]:
        points = (11, 10, 4, 3, 2, 0, 0, 0, 0, 0)
        return points, points

    def final(self, tally: Tally, taker: Side | None) -> Scores | None:
        return tally.scores

    def revoke_scores(self, offender: Side) -> Scores | None:
        return (0, WHOLE_PACK) if offender is Side.ONE else (WHOLE_PACK, 0)

    def match_points(self, final: Scores) -> Scores | None:
        """What a deal is worth in the match: 1, 2 from 91 points, 4 for all of them, nothing at 60 each."""
        best = max(final)
        worth = 4 if best == WHOLE_PACK else 2 if best > 90 else 1 if best > 60 else 0
        return (worth, 0) if final[0] > final[1] else (0, worth)

    def leader(self, dealer: Seat, taker: Seat | None) -> Seat | None:
        return dealer.next if self.dealer_plays == "last" else dealer.previous

    def pins(
        self, turn_up: Card, strain: Strain, dealer: Seat, taker: Seat | None, discard: Card | None = None
    ) -> Pins:
        """The dealer holds the trump card until he plays it."""
        return {turn_up: frozenset([dealer])}


DEFAULT: Final = "standard"
PRESETS: Final = {"standard": Sueca("standard"), "seed001": Sueca("seed001", dealer_plays="second")}
