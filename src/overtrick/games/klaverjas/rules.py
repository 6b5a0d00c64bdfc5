"""Klaverjas: who makes trumps must win more than the others, with the roem that lies in single tricks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from overtrick.core.auctions import AuctionRules, Contract
from overtrick.core.cards import Cards, pack_of
from overtrick.core.game import Dealing, DealsOrTarget, Outcome, RankPoints
from overtrick.core.scoring import Aim, Counting, DealScore, Scores, for_side
from overtrick.core.seats import Side
from overtrick.core.tricks import Ladder, RankOrders, Strain
from overtrick.games.klaverjas.duties import Partner, Under, UnderPartner, ladder_of
from overtrick.games.klaverjas.roem import RANKS, roem_sets
from overtrick.games.klaverjas.scores import LAST_TRICK, WHOLE, aim_of, scored
from overtrick.games.klaverjas.trumps import AllPass, Choice, TurnedDown, auction_of, dealing_of


class Klaverjas(DealsOrTarget):
    """Klaverjas under house rules."""

    name: ClassVar[str] = "klaverjas"
    pack: ClassVar[Cards] = pack_of(RANKS)
    hand_size: ClassVar[int] = 8
    orders: ClassVar[RankOrders] = RankOrders(plain="ATKQJ987", trumps="J9ATKQ87")
    sections: ClassVar[Mapping[str, str]] = {
        "auction": "trump_choice all_pass turned_down",
        "play": "trump_partner undertrump undertrump_partner roem_claim",
        "scoring": "four_jacks low_fours pit pit_for revoke",
    }

    trump_choice: Choice = "eldest_must"
    """who makes trumps: the player after the dealer; the first who wants to, from that player or the dealer on; or the
    first who wants to play the suit that is turned up"""
    all_pass: AllPass = "first_must"
    """who has to make trumps if nobody wants to"""
    turned_down: TurnedDown = "second_round"
    """what follows if nobody wants the suit turned up: another one that all may take, or that the first speaker plays;
    one of all four that they play; or another one of their choice"""
    trump_partner: Partner = "free"
    """whether a player who cannot follow must trump a trick that their partner holds"""
    undertrump: Under = "forbidden_unless_only"
    """whether a player who cannot go above an opponent's trump must trump all the same"""
    undertrump_partner: UnderPartner = "forbidden_unless_only"
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
        return ladder_of(self.trump_partner, self.undertrump, self.undertrump_partner)

    def moot_when(self) -> dict[str, bool]:
        return super().moot_when() | {
            "all_pass": self.trump_choice in ("eldest_must", "turned"),
            "turned_down": self.trump_choice != "turned",
            "undertrump_partner": self.trump_partner == "forced",
            "pit_for": not self.pit,
        }

    @property
    def passed_out_counts(self) -> bool:
        return False

    @property
    def may_end_drawn(self) -> bool:
        return True

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
        return dealing_of(self.trump_choice, self.turned_down)

    @property
    def auction_rules(self) -> AuctionRules:
        return auction_of(self.trump_choice, self.all_pass, self.turned_down)

    def score(self, outcome: Outcome) -> DealScore | None:
        return scored(outcome, self.pit, self.pit_for)

    def aim(self, outcome: Outcome) -> Aim | None:
        return aim_of(outcome)

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
    "bga": Klaverjas(
        "bga",
        trump_choice="turned",
        trump_partner="forced",
        undertrump="forced",
        low_fours=False,
        pit_for="both",
        revoke="none",
        deals=0,
    ),
    "drents": Klaverjas(
        "drents", trump_choice="turned", turned_down="eldest_on_next", trump_partner="forced", undertrump="forced"
    ),
}
