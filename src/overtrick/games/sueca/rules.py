"""Sueca: forty cards, the seven above the king, the jack above the queen; the dealer's card is trumps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from overtrick.core.auctions import AuctionRules, Contract, TurnedTrumps
from overtrick.core.cards import Cards, pack_of
from overtrick.core.game import Dealing, DealsOrTarget, Direction, Mark, Outcome, Progress, RankPoints
from overtrick.core.scoring import DealScore, Part, Scores, ahead, for_side, score_of
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import RankOrders, Strain

WHOLE_PACK: Final = 120
"""all card points; a revoke gives them to the other side"""


class Sueca(DealsOrTarget):
    """Sueca under house rules."""

    name: ClassVar[str] = "sueca"
    pack: ClassVar[Cards] = pack_of("AKQJ765432")
    hand_size: ClassVar[int] = 10
    orders: ClassVar[RankOrders] = RankOrders(plain="A7KJQ65432", trumps="A7KJQ65432")

    sections: ClassVar[Mapping[str, str]] = {
        "deal": "trump_from",
        "play": "dealer_plays",
        "scoring": "bandeira bandeira_needs ninety draw",
    }

    direction: Direction = "anticlockwise"
    dealer_plays: Literal["last", "second"] = "last"
    trump_from: Literal["bottom", "top"] = "bottom"
    """whether the dealer's last card is trumps, or the first one, and then the deal goes against the order of play"""
    bandeira: Literal[3, 4] = 4
    """match points for all card points"""
    bandeira_needs: Literal["points", "tricks"] = "points"
    """whether all card points are enough for that, or all tricks have to be won"""
    ninety: Literal[1, 3] = 1
    """match points for exactly 90"""
    draw: Literal["annulled", "next_counts_more"] = "annulled"
    """what a deal of 60 each means: nothing, or one match point more for the next winner"""
    target: int = 4

    def rank_points(self, strain: Strain) -> tuple[RankPoints, RankPoints]:
        points = (11, 10, 4, 3, 2, 0, 0, 0, 0, 0)
        return points, points

    @property
    def dealing(self) -> Dealing:
        if self.trump_from == "top":
            return Dealing(((10, 10, 10, 10),), "dealers_first", backwards=True)
        return Dealing(((10, 10, 10, 10),), "dealers_last")

    @property
    def auction_rules(self) -> AuctionRules:
        return TurnedTrumps()

    def score(self, outcome: Outcome) -> DealScore | None:
        parts = [Part(side, "tricks", points) for side, points in zip(Side, outcome.points, strict=True)]
        return score_of(parts, ahead(outcome.points), None)._replace(worth=self._match_points(outcome))

    def revoke_scores(self, offender: Side, contract: Contract | None) -> Scores | None:
        return for_side(offender.other, WHOLE_PACK)

    def revoke_worth(self, offender: Side) -> Scores | None:
        return for_side(offender.other, self.bandeira)

    def _match_points(self, outcome: Outcome) -> Scores:
        """What a deal is worth in the match: 1, 2 from 91 points, most for all of them, nothing at 60 each."""
        first, second = outcome.points
        best = max(first, second)
        if best == WHOLE_PACK and (self.bandeira_needs == "points" or outcome.sweeper is not None):
            worth: int = self.bandeira
        elif best == 90:
            worth = self.ninety
        else:
            worth = 2 if best > 90 else 1 if best > 60 else 0
        return (worth, 0) if first > second else (0, worth)

    def mark(self, before: Progress, score: DealScore) -> Mark:
        more = before.standing.held
        if score.winner is None:
            return Mark(held=more + (self.draw == "next_counts_more"))
        first, second = score.counted
        return Mark((more * (first > 0), more * (second > 0)))

    def leader(self, dealer: Seat, contract: Contract | None) -> Seat | None:
        return dealer.next if self.dealer_plays == "last" else dealer.previous


DEFAULT: Final = "standard"
PRESETS: Final = {
    "standard": Sueca("standard"),
    "fctp": Sueca("fctp", direction="clockwise", dealer_plays="second", deals=1),
}
ALIASES: Final = {"seed001": "fctp"}
