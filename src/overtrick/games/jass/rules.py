"""Jass (Schieber): forehand names what is played or leaves it to the partner, and points count for both sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from overtrick.core.annonces import Declaring
from overtrick.core.auctions import AuctionRules
from overtrick.core.cards import Cards, pack_of
from overtrick.core.game import Dealing, DealsOrTarget, Direction, Mark, Outcome, Progress, RankPoints
from overtrick.core.scoring import Counting, DealScore
from overtrick.core.short_auctions import Naming
from overtrick.core.tricks import SUIT_STRAINS, Free, Ladder, RankOrders, Rung, Strain
from overtrick.games.jass import scores
from overtrick.games.jass.cards import LAST_TRICK, ORDERS, RANKS, rank_points, stoeck_of
from overtrick.games.jass.weis import weis_of


class Jass(DealsOrTarget):
    """Jass under house rules."""

    name: ClassVar[str] = "jass"
    pack: ClassVar[Cards] = pack_of(RANKS)
    hand_size: ClassVar[int] = 9
    contracts_can_fail: ClassVar[bool] = False
    orders: ClassVar[RankOrders] = ORDERS
    sections: ClassVar[Mapping[str, str]] = {
        "auction": "push_back",
        "play": "undertrump buur_free weis weis_order weis_announce stoeck_announce",
        "scoring": "black obenabe undenufe stoeck match_bonus counter_match",
        "match": "match_end end_order",
    }

    direction: Direction = "anticlockwise"
    push_back: bool = False
    """whether the partner may leave the choice to forehand again, who then has to name something"""
    undertrump: Literal["only_trumps", "when_void"] = "only_trumps"
    """who may trump below a trump on the table: those who have nothing but trumps, or all who cannot follow suit"""
    buur_free: bool = True
    """whether the jack of trumps need not be played to a trump lead"""
    weis: Literal["off", "small", "large"] = "large"
    """which sequences and fours of a kind may be declared: none, those of the older table, or of the newer one"""
    weis_order: Literal["cards", "fours"] = "cards"
    """what is better for as many points: more cards, or four of a kind than five in a row"""
    weis_announce: Literal["auto", "required"] = "auto"
    """whether Weis count by themselves, or only if they are declared with the first card"""
    stoeck_announce: Literal["auto", "required"] = "auto"
    """whether Stöck count by themselves, or only if they are said with the second card"""
    black: Literal[1, 2, 3, 4] = 1
    """by what all points are multiplied where spades or clubs are trumps"""
    obenabe: Literal[1, 2, 3, 4] = 1
    undenufe: Literal[1, 2, 3, 4] = 1
    stoeck: int = 20
    """for king and queen of trumps in one hand"""
    match_bonus: int = 100
    """for all tricks"""
    counter_match: Literal["same", "double"] = "same"
    """whether all tricks against the side that named count as any, or the whole deal twice"""
    match_end: Literal["at_once", "deal_end"] = "at_once"
    """whether the side wins that first reaches the target while points are counted, or that has more after a deal"""
    end_order: Literal["stoeck_weis_stich", "stoeck_stich_weis"] = "stoeck_weis_stich"
    """in which order the points of the first trick are counted"""

    @property
    def strains(self) -> tuple[Strain, ...]:
        return (*SUIT_STRAINS, Strain.NO_TRUMPS, Strain.LOW)

    @property
    def ladder(self) -> Ladder:
        follow, top = (Rung.FOLLOW, Rung.ANY), Rung.TOP if self.buur_free else None
        cut = (Rung.FOLLOW, Rung.NOT_BELOW, Rung.ANY) if self.undertrump == "only_trumps" else follow
        return Ladder(follow, follow, cut, cut, follow, follow, Free(Rung.TRUMP, Rung.ABOVE, top))

    def moot_when(self) -> dict[str, bool]:
        return super().moot_when() | {
            "weis_order weis_announce": self.weis == "off",
            "stoeck_announce": not self.stoeck,
            "counter_match": not self.match_bonus,
            "match_end": bool(self.deals),
            "end_order": not self.counts_in_order,
        }

    @property
    def counts_in_order(self) -> bool:
        return self.match_end == "at_once" and not self.deals

    @property
    def capot_bonus(self) -> int:
        return self.match_bonus

    def rank_points(self, strain: Strain) -> tuple[RankPoints, RankPoints]:
        return rank_points(strain)

    def counting(self, strain: Strain) -> Counting:
        made = Counting(self.card_points(strain), last_trick=LAST_TRICK, pairs_are_told_last=True)
        if not self.stoeck:
            return made
        must_say = self.stoeck_announce == "required"
        return made._replace(pairs=stoeck_of(strain), pair_bonus=self.stoeck, must_be_said=must_say)

    @property
    def declaring(self) -> Declaring:
        if self.weis == "off":
            return Declaring()
        by_itself = self.weis_announce == "auto"
        return Declaring(True, combinations=weis_of(self.weis, self.weis_order), by_itself=by_itself)

    @property
    def dealing(self) -> Dealing:
        return Dealing(((3, 3, 3, 3),) * 3)

    @property
    def auction_rules(self) -> AuctionRules:
        return Naming("name", self.strains, most_passes=2 if self.push_back else 1, push="push")

    def factor(self, strain: Strain) -> int:
        black = {Strain.SPADES: self.black, Strain.CLUBS: self.black}
        return (black | {Strain.NO_TRUMPS: self.obenabe, Strain.LOW: self.undenufe}).get(strain, 1)

    def score(self, outcome: Outcome) -> DealScore | None:
        return scores.score(self, outcome)

    def mark(self, before: Progress, score: DealScore) -> Mark:
        return scores.mark_at_once(before, score, self.target) if self.counts_in_order else Mark()


DEFAULT: Final = "swisslos1000"
PRESETS: Final = {
    "swisslos1000": Jass("swisslos1000"),
    "swisslos2500": Jass("swisslos2500", black=2, obenabe=3, undenufe=3, target=2500),
    "pagat": Jass(
        "pagat",
        push_back=True,
        weis="small",
        weis_order="fours",
        weis_announce="required",
        stoeck_announce="required",
        black=2,
        obenabe=3,
        undenufe=4,
        target=3000,
    ),
    "tournament": Jass("tournament", weis="off", stoeck=0, match_bonus=0, match_end="deal_end", deals=12),
}
