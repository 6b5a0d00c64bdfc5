"""Hokm: one player, the hakem, names trumps after five cards; the deal is over as soon as a side has seven tricks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from overtrick.core.auctions import AuctionRules, Contract
from overtrick.core.cards import RANK_LETTERS, Cards, pack_of
from overtrick.core.game import Dealing, Direction, Game, Mark, Outcome, Progress, Standing
from overtrick.core.scoring import NOBODY, Aim, DealScore, Part, Scores
from overtrick.core.seats import Side
from overtrick.core.short_auctions import Naming
from overtrick.core.tricks import SUIT_STRAINS, RankOrders

ENOUGH: Final = 7
"""tricks that win a deal"""
KOTS: Final = ("kot", "hakem-kot", "lost-deal")
"""the reasons of points for seven tricks to none"""
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
        "scoring": "win defence kot hakem_kot",
        "match": "row after_kot",
    }

    direction: Direction = "anticlockwise"
    first_five: Literal["hakem_only", "all"] = "hakem_only"
    """who has five cards when trumps are named"""
    win: int = 1
    """points of the hakem's side for a deal that it wins"""
    defence: int = 1
    """points of the hakem's opponents for a deal that they win"""
    kot: int = 2
    """points of the hakem's side for seven tricks to none"""
    hakem_kot: int = 3
    """points of their opponents for the same"""
    row: int = 0
    """how many deals won one after the other, none of them with a kot, bring a point; 0: none do"""
    after_kot: Literal["stay", "partner"] = "stay"
    """who deals after a kot or a whole row of the hakem's side: the same player, or their partner"""
    target: int = 7

    @property
    def match_target(self) -> int | None:
        return self.target

    @property
    def most_row(self) -> int:
        return self.row

    @property
    def row_worth(self) -> float:
        return 1 / self.row if self.row else 0

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
        """Only the winners of a deal score, and more if the others have no trick."""
        taker, tricks = outcome.contract.side, outcome.tricks
        if taker is None or ENOUGH not in tricks:
            return None
        winner = Side.ONE if tricks[0] == ENOUGH else Side.TWO
        is_kot = tricks[winner.other - 1] == 0
        if winner is taker:
            part = Part(winner, "kot", self.kot) if is_kot else Part(winner, "deal", self.win)
        else:
            part = Part(winner, "hakem-kot", self.hakem_kot) if is_kot else Part(winner, "deal", self.defence)
        return DealScore((part,), winner, taker)  # a deal that brings nothing has its reason too

    def aim(self, outcome: Outcome) -> Aim | None:
        taker = outcome.contract.side
        return None if taker is None else Aim(taker, "tricks", ENOUGH, outcome.tricks[taker - 1])

    def revoke_scores(self, offender: Side, contract: Contract | None) -> Scores | None:
        """The other side is given all tricks."""
        if contract is None:
            return None
        score = self.score(self.all_tricks(offender.other, contract, NOBODY))
        return score and score.scores

    def mark(self, before: Progress, score: DealScore) -> Mark:
        """The row of the winners grows and the other one ends; both end with a kot, or where it brings a point."""
        winner = score.winner
        if not self.row or winner is None or _is_kot(score):
            return Mark()
        of_winner = before.standing.rows[winner - 1] + 1
        if of_winner == self.row:
            return Mark(_for_side(winner, 1))
        return Mark(rows=_for_side(winner, of_winner))

    def dealer_moves(self, before: Standing, score: DealScore) -> int:
        """The hakem, who sits after the dealer, stays as long as their side wins."""
        winner = score.winner
        if winner is None or winner is not score.taker:
            return 1
        is_row = 0 < self.row == before.rows[winner - 1] + 1
        return 2 if self.after_kot == "partner" and (is_row or _is_kot(score)) else 0


def _is_kot(score: DealScore) -> bool:
    return any(part.reason in KOTS for part in score.parts)


def _for_side(side: Side, number: int) -> Scores:
    return (number, 0) if side is Side.ONE else (0, number)


DEFAULT: Final = "pagat"
PRESETS: Final = {
    "pagat": Hokm("pagat"),
    "online": Hokm("online", first_five="all"),
    "court_piece": Hokm("court_piece", win=0, defence=0, kot=1, hakem_kot=1, row=7, after_kot="partner", target=5),
    "court_points": Hokm("court_points", defence=2, kot=3, hakem_kot=4, after_kot="partner", target=10),
}
