"""Tarneeb: the player who bids most tricks names trumps and leads, and the side has to win them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final, Literal

from overtrick.core.auctions import AuctionRules, Contract
from overtrick.core.cards import RANK_LETTERS, Cards, pack_of
from overtrick.core.game import Dealing, Direction, Game, Outcome
from overtrick.core.number_bidding import NumberBidding
from overtrick.core.scoring import Aim, DealScore, Part, Scores, score_of
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import FOLLOW_SUIT, NATURAL, SUIT_STRAINS, Ladder, RankOrders, Rung

ALL: Final = 13
"""tricks of a deal"""
TRUMP, FOLLOW = (Rung.FOLLOW, Rung.TRUMP, Rung.ANY), (Rung.FOLLOW, Rung.ANY)
TRUMP_IF_VOID: Final = Ladder(TRUMP, TRUMP, TRUMP, TRUMP, FOLLOW, FOLLOW)


class Tarneeb(Game):
    """Tarneeb under house rules."""

    name: ClassVar[str] = "tarneeb"
    pack: ClassVar[Cards] = pack_of(RANK_LETTERS)
    hand_size: ClassVar[int] = ALL
    orders: ClassVar[RankOrders] = NATURAL
    trick_points: ClassVar[int] = 1
    sections: ClassVar[Mapping[str, str]] = {
        "auction": "least no_bid",
        "play": "void",
        "scoring": "exact kaboot kaboot_bid kaboot_lost kaboot_defence defence_kaboot",
    }

    direction: Direction = "anticlockwise"
    least: Literal[7, 3] = 7
    """the lowest bid"""
    no_bid: Literal["next_dealer", "same_dealer"] = "next_dealer"
    """who deals when nobody has bid"""
    void: Literal["any", "must_trump"] = "any"
    """what a player owes who cannot follow suit"""
    exact: Literal["tricks", "double"] = "tricks"
    """what a side scores that wins as many tricks as it bid: these, or twice as many"""
    kaboot: int = 16
    """for all tricks that were not bid"""
    kaboot_bid: int = 26
    """for all tricks that were bid"""
    kaboot_lost: int = 16
    """what a bid of all tricks costs that fails"""
    kaboot_defence: Literal[1, 2] = 2
    """what each trick of the others counts then"""
    defence_kaboot: int = 13
    """for all tricks against a lower bid"""
    target: int = 31

    @property
    def match_target(self) -> int | None:
        return self.target

    @property
    def passed_out_is_redealt(self) -> bool:
        return self.no_bid == "same_dealer"

    @property
    def ladder(self) -> Ladder:
        return TRUMP_IF_VOID if self.void == "must_trump" else FOLLOW_SUIT

    @property
    def dealing(self) -> Dealing:
        return Dealing(((1, 1, 1, 1),) * ALL)

    @property
    def auction_rules(self) -> AuctionRules:
        return _auction_rules(self.least)

    def leader(self, dealer: Seat, contract: Contract | None) -> Seat | None:
        """Whoever has named trumps."""
        return None if contract is None else contract.seat

    def score(self, outcome: Outcome) -> DealScore | None:
        """What the takers bid is won or lost; the others score only if it is lost."""
        contract, taker = outcome.contract, outcome.contract.side
        bid = contract.value
        if taker is None or not isinstance(bid, int):
            return None
        won, lost = outcome.tricks[taker - 1], outcome.tricks[taker.other - 1]
        if won >= bid:
            return score_of([self._made(taker, bid, won)], taker, taker)
        cost, each = (self.kaboot_lost, self.kaboot_defence) if bid == ALL else (bid, 1)
        others = Part(taker.other, "tricks", each * lost)
        if lost == ALL and bid < ALL:
            others = Part(taker.other, "kaboot", self.defence_kaboot)
        return score_of([Part(taker, "bid-lost", -cost), others], taker.other, taker)

    def _made(self, taker: Side, bid: int, won: int) -> Part:
        if won == ALL:
            return Part(taker, "kaboot", self.kaboot_bid if bid == ALL else self.kaboot)
        return Part(taker, "tricks", 2 * won if won == bid and self.exact == "double" else won)

    def aim(self, outcome: Outcome) -> Aim | None:
        taker, bid = outcome.contract.side, outcome.contract.value
        if taker is None or not isinstance(bid, int):
            return None
        return Aim(taker, "tricks", bid, outcome.tricks[taker - 1])

    def revoke_scores(self, offender: Side, contract: Contract | None) -> Scores | None:
        return self.scores_by_all_tricks(offender.other, contract)


@lru_cache(4)
def _auction_rules(least: int) -> NumberBidding:
    return NumberBidding(range(least, ALL + 1), "name", SUIT_STRAINS)


DEFAULT: Final = "pagat"
PRESETS: Final = {
    "pagat": Tarneeb("pagat"),
    "wikipedia": Tarneeb("wikipedia", target=41),
    "tarneeb41": Tarneeb("tarneeb41", kaboot_defence=1, defence_kaboot=16, target=41),
    "syrian": Tarneeb(
        "syrian",
        least=3,
        no_bid="same_dealer",
        void="must_trump",
        exact="double",
        kaboot=13,
        kaboot_lost=13,
        kaboot_defence=1,
        target=41,
    ),
}
