"""Huisjas: who makes trumps must win more than half of the points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from overtrick.core.actions import Call
from overtrick.core.auctions import AuctionRules, Bidding, Contract
from overtrick.core.cards import Cards, pack_of
from overtrick.core.game import Dealing, Game, Outcome, RankPoints
from overtrick.core.scoring import Counting, DealScore, Part, Scores, score_of
from overtrick.core.seats import Side
from overtrick.core.tricks import SUIT_STRAINS, Ladder, RankOrders, Rung, Strain

LAST_TRICK: Final = 10
WHOLE: Final = 162
"""all points of a deal"""
PLAY: Final = "speel"
BIDDING: Final = Bidding(
    [[Call(PLAY, "bid", PLAY, strain) for strain in SUIT_STRAINS]], "kraak", "herkraak", never_doubled=(PLAY,)
)
ANY, FOLLOW, ABOVE, TRUMP, NOT_BELOW = Rung.ANY, Rung.FOLLOW, Rung.ABOVE, Rung.TRUMP, Rung.NOT_BELOW


class Huisjas(Game):
    """Huisjas under house rules."""

    name: ClassVar[str] = "huisjas"
    pack: ClassVar[Cards] = pack_of("AKQJT987")
    hand_size: ClassVar[int] = 8
    orders: ClassVar[RankOrders] = RankOrders(plain="ATKQJ987", trumps="J9ATKQ87")
    sections: ClassVar[Mapping[str, str]] = {"play": "trumping", "scoring": "pit"}

    trumping: Literal["amsterdam", "rotterdam"] = "amsterdam"
    """whether a player who cannot follow must trump a trick of the partner too"""
    pit: int = 100
    """for all tricks"""
    target: int = 1500
    deals: int = 16
    """after how many deals the match ends; 0: when a side reaches the target"""

    @property
    def match_target(self) -> int | None:
        return None if self.deals else self.target

    @property
    def match_deals(self) -> int | None:
        return self.deals or None

    @property
    def ladder(self) -> Ladder:
        led = (ABOVE, FOLLOW, ANY)
        if self.trumping == "rotterdam":
            trump, above = (FOLLOW, TRUMP, ANY), (FOLLOW, ABOVE, TRUMP, ANY)
            return Ladder(trump, trump, above, above, led, led)
        above = (FOLLOW, ABOVE, NOT_BELOW, ANY)
        return Ladder((FOLLOW, TRUMP, ANY), (FOLLOW, ANY), above, (FOLLOW, NOT_BELOW, ANY), led, led)

    def rank_points(self, strain: Strain) -> tuple[RankPoints, RankPoints]:
        return (11, 10, 4, 3, 2, 0, 0, 0), (20, 14, 11, 10, 4, 3, 0, 0)

    def counting(self, strain: Strain) -> Counting:
        return Counting(self.card_points(strain), last_trick=LAST_TRICK)

    @property
    def dealing(self) -> Dealing:
        return Dealing(((3, 3, 3, 3), (2, 2, 2, 2), (3, 3, 3, 3)))

    @property
    def auction_rules(self) -> AuctionRules:
        return BIDDING

    def score(self, outcome: Outcome) -> DealScore | None:
        taker = outcome.contract.side
        if taker is None:
            return None
        won, lost = (outcome.points[side - 1] for side in (taker, taker.other))
        if won <= lost:
            return score_of([Part(taker.other, "nat", WHOLE)], taker.other, taker)
        pit = self.pit if outcome.tricks[taker.other - 1] == 0 else 0
        parts = [Part(taker, "tricks", won), Part(taker.other, "tricks", lost), Part(taker, "pit", pit)]
        return score_of(parts, taker, taker)

    def revoke_scores(self, offender: Side, contract: Contract | None) -> Scores | None:
        return (0, WHOLE) if offender is Side.ONE else (WHOLE, 0)

    @property
    def passed_out_counts(self) -> bool:
        return False


DEFAULT: Final = "amsterdam"
PRESETS: Final = {
    "amsterdam": Huisjas("amsterdam"),
    "rotterdam": Huisjas("rotterdam", trumping="rotterdam"),
}
