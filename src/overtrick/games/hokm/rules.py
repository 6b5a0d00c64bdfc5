"""Hokm: one player, the hakem, names trumps after five cards; the deal is over as soon as a side has seven tricks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from overtrick.core.auctions import AuctionRules, Contract
from overtrick.core.cards import RANK_LETTERS, Cards, pack_of
from overtrick.core.game import Dealing, Direction, Game, Outcome
from overtrick.core.scoring import NOBODY, Aim, DealScore, Part, Scores, score_of
from overtrick.core.seats import Side
from overtrick.core.short_auctions import Naming
from overtrick.core.tricks import SUIT_STRAINS, RankOrders

ENOUGH: Final = 7
"""tricks that win a deal"""
FOURS: Final = ((4, 4, 4, 4), (4, 4, 4, 4))


class Hokm(Game):
    """Hokm, or Court Piece, under house rules."""

    name: ClassVar[str] = "hokm"
    pack: ClassVar[Cards] = pack_of(RANK_LETTERS)
    hand_size: ClassVar[int] = 13
    orders: ClassVar[RankOrders] = RankOrders(plain=RANK_LETTERS[::-1], trumps=RANK_LETTERS[::-1])
    trick_points: ClassVar[int] = 1
    deals_in_turn: ClassVar[bool] = False
    sections: ClassVar[Mapping[str, str]] = {
        "deal": "first_five",
        "scoring": "defence kot hakem_kot",
        "match": "after_kot",
    }

    direction: Direction = "anticlockwise"
    first_five: Literal["hakem_only", "all"] = "hakem_only"
    """who has five cards when trumps are named"""
    defence: int = 1
    """points of the hakem's opponents for a deal that they win"""
    kot: int = 2
    """points of the hakem's side for seven tricks to none"""
    hakem_kot: int = 3
    """points of their opponents for the same"""
    after_kot: Literal["stay", "partner"] = "stay"
    """who deals after a kot of the hakem's side: the same player, or their partner"""
    target: int = 7

    @property
    def match_target(self) -> int | None:
        return self.target

    @property
    def enough_tricks(self) -> int | None:
        return ENOUGH

    @property
    def dealing(self) -> Dealing:
        if self.first_five == "all":
            return Dealing(((5, 5, 5, 5),), later=FOURS)
        return Dealing(((5, 0, 0, 0),), later=((0, 5, 5, 5), *FOURS))

    @property
    def auction_rules(self) -> AuctionRules:
        return Naming("name", SUIT_STRAINS, most_passes=0)

    def score(self, outcome: Outcome) -> DealScore | None:
        """Only the winners of a deal score: one point, or more if the others have no trick."""
        taker, tricks = outcome.contract.side, outcome.tricks
        if taker is None or ENOUGH not in tricks:
            return None
        winner = Side.ONE if tricks[0] == ENOUGH else Side.TWO
        is_kot = tricks[winner.other - 1] == 0
        if winner is taker:
            part = Part(winner, "kot", self.kot) if is_kot else Part(winner, "deal", 1)
        else:
            part = Part(winner, "hakem-kot", self.hakem_kot) if is_kot else Part(winner, "deal", self.defence)
        return score_of([part], winner, taker)

    def aim(self, outcome: Outcome) -> Aim | None:
        taker = outcome.contract.side
        return None if taker is None else Aim(taker, "tricks", ENOUGH, outcome.tricks[taker - 1])

    def revoke_scores(self, offender: Side, contract: Contract | None) -> Scores | None:
        """The other side is given all tricks."""
        if contract is None:
            return None
        score = self.score(self.all_tricks(offender.other, contract, NOBODY))
        return score and score.scores

    def dealer_moves(self, score: DealScore) -> int:
        """The hakem, who sits after the dealer, stays as long as their side wins."""
        if score.winner is not score.taker:
            return 1
        return 2 if self.after_kot == "partner" and any(part.reason == "kot" for part in score.parts) else 0


DEFAULT: Final = "pagat"
PRESETS: Final = {
    "pagat": Hokm("pagat"),
    "online": Hokm("online", first_five="all"),
    "court_points": Hokm("court_points", defence=2, kot=3, hakem_kot=4, after_kot="partner", target=10),
}
