"""Klaverjas: who makes trumps must win more than the others, with the roem that lies in single tricks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from overtrick.core.auctions import AuctionRules, Contract
from overtrick.core.cards import Cards, pack_of
from overtrick.core.game import Dealing, DealsOrTarget, Outcome, RankPoints
from overtrick.core.scoring import Aim, Counting, DealScore, Part, Scores, for_side, score_of
from overtrick.core.seats import Side
from overtrick.core.short_auctions import Naming
from overtrick.core.tricks import SUIT_STRAINS, Ladder, RankOrders, Rung, Strain
from overtrick.games.klaverjas.roem import RANKS, roem_sets

ANY, FOLLOW, ABOVE, TRUMP, NOT_BELOW = Rung.ANY, Rung.FOLLOW, Rung.ABOVE, Rung.TRUMP, Rung.NOT_BELOW
LAST_TRICK: Final = 10
WHOLE: Final = 152 + LAST_TRICK
PASSES: Final = {"first_must": 4, "last_must": 3, "new_deal": None}
"""after how many passes somebody has to name trumps"""


class Klaverjas(DealsOrTarget):
    """Klaverjas under house rules."""

    name: ClassVar[str] = "klaverjas"
    pack: ClassVar[Cards] = pack_of(RANKS)
    hand_size: ClassVar[int] = 8
    orders: ClassVar[RankOrders] = RankOrders(plain="ATKQJ987", trumps="J9ATKQ87")
    sections: ClassVar[Mapping[str, str]] = {
        "auction": "trump_choice all_pass",
        "play": "trump_partner undertrump undertrump_partner roem_claim",
        "scoring": "four_jacks low_fours pit pit_for revoke",
    }

    trump_choice: Literal["eldest_must", "free_from_eldest", "free_from_dealer"] = "eldest_must"
    """who makes trumps: the player after the dealer, or the first who wants to, from that player or the dealer on"""
    all_pass: Literal["first_must", "last_must", "new_deal"] = "first_must"
    """who has to make trumps if nobody wants to"""
    trump_partner: Literal["forced", "free"] = "free"
    """whether a player who cannot follow must trump a trick that their partner holds"""
    undertrump: Literal["forced", "optional", "forbidden_unless_only"] = "forbidden_unless_only"
    """whether a player who cannot go above an opponent's trump must trump all the same"""
    undertrump_partner: Literal["free", "forbidden_unless_only"] = "forbidden_unless_only"
    """whether a trump may be played below that of one's partner who holds the trick"""
    four_jacks: Literal[200, 100] = 200
    """roem for four jacks"""
    low_fours: bool = True
    """whether fours of nines, eights and sevens are roem"""
    roem_claim: Literal["auto", "required"] = "auto"
    """whether roem counts by itself, or only if the winner of its trick says so before the next card"""
    pit: int = 100
    pit_for: Literal["takers", "both"] = "takers"
    """who has the pit for all tricks"""
    revoke: Literal["none", "whole", "whole_plus_100", "whole_and_roem"] = "whole"
    """what a proved revoke brings to the other side: all card points, or these and 100, or these and all roem so far"""
    target: int = 1500
    deals: int = 16

    @property
    def ladder(self) -> Ladder:
        below = {"forced": (TRUMP, ANY), "optional": (ANY,), "forbidden_unless_only": (NOT_BELOW, ANY)}
        trump, cut, led = (FOLLOW, TRUMP, ANY), (FOLLOW, ABOVE, *below[self.undertrump]), (ABOVE, FOLLOW, ANY)
        if self.trump_partner == "forced":
            return Ladder(trump, trump, cut, cut, led, led)
        cut_partner = (FOLLOW, ANY) if self.undertrump_partner == "free" else (FOLLOW, NOT_BELOW, ANY)
        return Ladder(trump, (FOLLOW, ANY), cut, cut_partner, led, led)

    def moot_when(self) -> dict[str, bool]:
        return super().moot_when() | {
            "all_pass": self.trump_choice == "eldest_must",
            "undertrump_partner": self.trump_partner == "forced",
            "pit_for": not self.pit,
        }

    @property
    def passed_out_counts(self) -> bool:
        return False

    @property
    def capot_bonus(self) -> int:
        return self.pit

    def rank_points(self, strain: Strain) -> tuple[RankPoints, RankPoints]:
        return (11, 10, 4, 3, 2, 0, 0, 0), (20, 14, 11, 10, 4, 3, 0, 0)

    def counting(self, strain: Strain) -> Counting:
        roem = roem_sets(strain, self.four_jacks, self.low_fours)
        must_say = self.roem_claim == "required"
        return Counting(self.card_points(strain), last_trick=LAST_TRICK, trick_sets=roem, sets_must_be_said=must_say)

    @property
    def dealing(self) -> Dealing:
        return Dealing(((3, 3, 3, 3), (2, 2, 2, 2), (3, 3, 3, 3)))

    @property
    def auction_rules(self) -> AuctionRules:
        most_passes = 0 if self.trump_choice == "eldest_must" else PASSES[self.all_pass]
        by_dealer = self.trump_choice == "free_from_dealer"
        return Naming("name", SUIT_STRAINS, dealer_speaks_first=by_dealer, most_passes=most_passes)

    def score(self, outcome: Outcome) -> DealScore | None:
        """Each side marks its points and roem; the others mark all of both if the takers do not have more (nat)."""
        taker, (points, roem) = outcome.contract.side, (outcome.points, outcome.belotes)
        if taker is None:
            return None
        (won, lost), other = (points[side - 1] + roem[side - 1] for side in (taker, taker.other)), taker.other
        swept = self.pit if outcome.sweeper is taker or (outcome.sweeper and self.pit_for == "both") else 0
        if won <= lost:
            parts = [Part(other, "nat", WHOLE), Part(other, "roem", sum(roem)), Part(other, "pit", swept)]
            return score_of(parts, other, taker)
        parts = [Part(side, "tricks", points[side - 1]) for side in Side]
        parts += [Part(side, "roem", roem[side - 1]) for side in Side]
        return score_of([*parts, Part(taker, "pit", swept)], taker, taker)

    def aim(self, outcome: Outcome) -> Aim | None:
        taker, roem = outcome.contract.side, outcome.belotes
        if taker is None:
            return None
        needed, own = (sum(outcome.points) + sum(roem)) // 2 + 1, roem[taker - 1]
        return Aim(taker, "points", needed, outcome.points[taker - 1], (("roem", own),) if own else ())

    @property
    def revoke_gives_bonus(self) -> bool:
        return self.revoke == "whole_and_roem"

    def revoke_scores(self, offender: Side, contract: Contract | None) -> Scores | None:
        if self.revoke == "none":
            return None
        whole = WHOLE + 100 * (self.revoke == "whole_plus_100")
        return for_side(offender.other, whole)


DEFAULT: Final = "amsterdam"
PRESETS: Final = {
    "amsterdam": Klaverjas("amsterdam"),
    "rotterdam": Klaverjas("rotterdam", trump_partner="forced", undertrump="forced", four_jacks=100),
    "kbn": Klaverjas("kbn", trump_choice="free_from_eldest", roem_claim="required"),
    "nku": Klaverjas(
        "nku",
        trump_choice="free_from_dealer",
        trump_partner="forced",
        undertrump="forced",
        four_jacks=100,
        roem_claim="required",
    ),
    "leids": Klaverjas("leids", trump_choice="free_from_eldest", trump_partner="forced", undertrump="forced"),
}
