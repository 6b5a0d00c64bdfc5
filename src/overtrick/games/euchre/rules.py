"""Euchre: twenty-four cards, five each; both jacks of trumps' colour are the highest trumps, the bowers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final, Literal

from overtrick.core.auctions import AuctionRules, Contract, TurnUp
from overtrick.core.cards import Cards, Suit, pack_of
from overtrick.core.game import Dealing, DealsOrTarget, Outcome, PickUp
from overtrick.core.scoring import Aim, DealScore, Part, Scores, for_side, score_of
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import SUIT_STRAINS, RankOrders, Strain

MAJORITY: Final = 3
"""how many tricks the makers need"""


class Euchre(DealsOrTarget):
    """Euchre under house rules."""

    name: ClassVar[str] = "euchre"
    pack: ClassVar[Cards] = pack_of("AKQJT9")
    hand_size: ClassVar[int] = 5
    orders: ClassVar[RankOrders] = RankOrders(plain="AKQJT9", trumps="JAKQT9", left_bower=True)
    trick_points: ClassVar[int] = 1
    has_lone_players: ClassVar[bool] = True
    pick_up: ClassVar[PickUp] = PickUp(is_played=True)
    sections: ClassVar[Mapping[str, str]] = {
        "auction": "no_trump must_have_trump_to_order alone defend_alone canadian_loner stick_the_dealer all_pass",
        "play": "lone_lead",
        "scoring": "march lone_march euchred lone_euchred lone_defender super_euchre renege",
    }

    stick_the_dealer: bool = True
    """whether the dealer must name a suit when all others have passed twice"""
    all_pass: Literal["redeal", "dealer_forfeits"] = "redeal"
    """whether the dealer's side loses a point when all have passed"""
    alone: bool = True
    """whether the maker may play alone"""
    defend_alone: bool = False
    """whether an opponent of a lone maker may play alone"""
    canadian_loner: bool = False
    """whether the dealer's partner may order up only to play alone"""
    must_have_trump_to_order: bool = False
    no_trump: bool = False
    """whether no trumps may be called"""
    lone_lead: Literal["eldest", "left_of_maker"] = "eldest"
    """who leads against a lone maker"""
    march: int = 2
    """points for all tricks"""
    lone_march: int = 4
    """points for all tricks won alone"""
    euchred: int = 2
    """points of the defenders when the makers fail"""
    lone_euchred: int = 2
    """points of the defenders when a lone maker fails"""
    lone_defender: int = 4
    """points of a lone defender when the maker fails"""
    super_euchre: int = 2
    """points of the defenders when the makers win no trick"""
    renege: int = 2
    """points of the other side for a proved revoke, twice as many against a lone hand"""
    target: int = 10

    def moot_when(self) -> dict[str, bool]:
        return super().moot_when() | {
            "all_pass": self.stick_the_dealer,
            "defend_alone canadian_loner lone_lead lone_march lone_euchred": not self.alone,
            "lone_defender": not (self.alone and self.defend_alone),
        }

    @property
    def strains(self) -> tuple[Strain, ...]:
        return (*SUIT_STRAINS, Strain.NO_TRUMPS) if self.no_trump else SUIT_STRAINS

    @property
    def dealing(self) -> Dealing:
        return Dealing(((3, 2, 3, 2), (2, 3, 2, 3)), "next")

    @property
    def auction_rules(self) -> AuctionRules:
        return _auction_rules(self)

    def leader(self, dealer: Seat, contract: Contract | None) -> Seat | None:
        """The player after the dealer; where they sit out, the next one who plays."""
        leader = dealer.next
        if contract is None or not contract.alone:
            return leader
        if self.lone_lead == "left_of_maker" and contract.seat is not None:
            leader = contract.seat.next
        while leader in contract.out:
            leader = leader.next
        return leader

    def score(self, outcome: Outcome) -> DealScore | None:
        contract, maker = outcome.contract, outcome.contract.side
        if maker is None:
            return None
        won = outcome.tricks[maker - 1]
        lone_maker = any(seat.side is maker for seat in contract.alone)
        if won < MAJORITY:
            return score_of([Part(maker.other, "euchred", self._penalty(contract, maker, won))], maker.other, maker)
        if won < self.hand_size:
            return score_of([Part(maker, "made", 1)], maker, maker)
        march = Part(maker, "lone-march", self.lone_march) if lone_maker else Part(maker, "march", self.march)
        return score_of([march], maker, maker)

    def aim(self, outcome: Outcome) -> Aim | None:
        maker = outcome.contract.side
        return None if maker is None else Aim(maker, "tricks", MAJORITY, outcome.tricks[maker - 1])

    def _penalty(self, contract: Contract, maker: Side, won: int) -> int:
        """What the defenders have: the most of what applies."""
        penalties = [self.euchred]
        if any(seat.side is maker for seat in contract.alone):
            penalties.append(self.lone_euchred)
        if any(seat.side is maker.other for seat in contract.alone):
            penalties.append(self.lone_defender)
        if won == 0:
            penalties.append(self.super_euchre)
        return max(penalties)

    @property
    def passed_out_counts(self) -> bool:
        return self.all_pass == "dealer_forfeits"

    def passed_out(self, dealer: Seat) -> DealScore:
        forfeit = (Part(dealer.side, "forfeit", -1),) if self.all_pass == "dealer_forfeits" else ()
        return DealScore(forfeit, is_played=False)

    def revoke_scores(self, offender: Side, contract: Contract | None) -> Scores | None:
        penalty = self.renege * (2 if contract is not None and contract.alone else 1)
        return for_side(offender.other, penalty)


@lru_cache(64)
def _auction_rules(game: Euchre) -> TurnUp:
    trumps = tuple(Cards.from_mask(game.rules(Strain.of(suit)).ranking.trumps) for suit in Suit)
    return TurnUp(
        "order",
        "call",
        game.strains,
        dealer_must_name=game.stick_the_dealer,
        alone=game.alone,
        partner_orders_alone=game.canadian_loner and game.alone,
        accepting_needs=trumps if game.must_have_trump_to_order else (),
        defend_alone=game.defend_alone,
    )


DEFAULT: Final = "north_american"
PRESETS: Final = {
    "north_american": Euchre("north_american"),
    "hoyle": Euchre("hoyle", stick_the_dealer=False, target=5),
    "eecs280": Euchre("eecs280", alone=False),
}
ALIASES: Final = {"seed002": "eecs280"}
