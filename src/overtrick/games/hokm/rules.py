"""Hokm: one player, the hakem, names trumps after five cards; the deal is over as soon as a side has seven tricks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from overtrick.core.auctions import AuctionRules, Contract
from overtrick.core.cards import RANK_LETTERS, Cards, pack_of
from overtrick.core.game import Dealing, Direction, Game, Mark, Outcome, Progress, Standing
from overtrick.core.scoring import NOBODY, Aim, DealScore, Pile, Scores
from overtrick.core.seats import Side
from overtrick.core.short_auctions import Naming
from overtrick.core.tricks import NATURAL, SUIT_STRAINS, RankOrders
from overtrick.games.hokm import scores
from overtrick.games.hokm.scores import ENOUGH

REDEAL: Final = "redeal"
STRONG: Final = {"below_jack": pack_of("AKQJ"), "below_ten": pack_of("AKQJT")}
"""the cards of which a hakem has none who may ask for a new deal"""
FOURS: Final = ((4, 4, 4, 4), (4, 4, 4, 4))


class Hokm(Game):
    """Hokm, or Court Piece, under house rules."""

    name: ClassVar[str] = "hokm"
    pack: ClassVar[Cards] = pack_of(RANK_LETTERS)
    hand_size: ClassVar[int] = 13
    orders: ClassVar[RankOrders] = NATURAL
    trick_points: ClassVar[int] = 1
    deals_in_turn: ClassVar[bool] = False
    sections: ClassVar[Mapping[str, str]] = {
        "deal": "first_five weak_five",
        "play": "play_on collect blocked two_aces",
        "scoring": "win defence kot hakem_kot court_52",
        "match": "row after_kot",
    }

    direction: Direction = "anticlockwise"
    first_five: Literal["hakem_only", "all"] = "hakem_only"
    """who has five cards when trumps are named"""
    weak_five: Literal["none", "below_jack", "below_ten"] = "none"
    """with which five cards the hakem may ask for a new deal"""
    play_on: bool = False
    """whether a side that has won the first seven tricks goes on, for all thirteen"""
    collect: Literal["each", "two_in_row"] = "each"
    """whether a trick is its winner's, or tricks lie until a player wins two running (Double Sir)"""
    blocked: bool = False
    """whether they lie on after the second trick and the last but one, whoever won two running"""
    two_aces: bool = False
    """whether they lie on if aces won both"""
    win: int = 1
    """points of the hakem's side for a deal that it wins"""
    defence: int = 1
    """points of the hakem's opponents for a deal that they win"""
    kot: int = 2
    """points of the hakem's side for seven tricks to none"""
    hakem_kot: int = 3
    """points of their opponents for the same"""
    court_52: int = 52
    """points of a side that has gone on and won all thirteen tricks"""
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
        return ENOUGH if self.collect == "each" else None

    @property
    def pile(self) -> Pile | None:
        if self.collect == "each":
            return None
        return Pile((2, self.hand_size - 1) if self.blocked else (), pack_of("A").mask if self.two_aces else 0)

    @property
    def sweep_goes_on(self) -> bool:
        return self.play_on and self.collect == "each"

    @property
    def passed_out_is_redealt(self) -> bool:
        return self.weak_five != "none"

    def moot_when(self) -> dict[str, bool]:
        return super().moot_when() | {
            "play_on": self.collect != "each",
            "court_52": not self.sweep_goes_on,
            "blocked two_aces": self.collect == "each",
        }

    @property
    def dealing(self) -> Dealing:
        if self.first_five == "all":
            return Dealing(((5, 5, 5, 5),), later=FOURS)
        return Dealing(((5, 0, 0, 0),), later=((0, 5, 5, 5), *FOURS))

    @property
    def auction_rules(self) -> AuctionRules:
        if self.weak_five == "none":
            return Naming("name", SUIT_STRAINS, most_passes=0)
        strong = STRONG[self.weak_five]
        return Naming("name", SUIT_STRAINS, most_passes=0, redeal=REDEAL, redeal_without=strong)

    def score(self, outcome: Outcome) -> DealScore | None:
        return scores.score(self, outcome)

    def aim(self, outcome: Outcome) -> Aim | None:
        taker = outcome.contract.side
        return None if taker is None else Aim(taker, "tricks", ENOUGH, outcome.tricks[taker - 1])

    def lost_deal(self, loser: Side, contract: Contract | None, vulnerable: frozenset[Side] = NOBODY) -> DealScore:
        """Before trumps are named only the hakem can fail, whose side loses its own contract."""
        return super().lost_deal(loser, contract or Contract(self.strains[0], loser), vulnerable)

    def revoke_scores(self, offender: Side, contract: Contract | None) -> Scores | None:
        return self.scores_by_all_tricks(offender.other, contract)

    def mark(self, before: Progress, score: DealScore) -> Mark:
        return scores.mark(self, before.standing, score)

    def dealer_moves(self, before: Standing, score: DealScore) -> int:
        return scores.dealer_moves(self, before, score)


DEFAULT: Final = "pagat"
PRESETS: Final = {
    "pagat": Hokm("pagat"),
    "online": Hokm("online", first_five="all"),
    "court_piece": Hokm("court_piece", win=0, defence=0, kot=1, hakem_kot=1, row=7, after_kot="partner", target=5),
    "court_points": Hokm("court_points", defence=2, kot=3, hakem_kot=4, after_kot="partner", target=10),
    "double_sir": Hokm(
        "double_sir", collect="two_in_row", win=0, defence=0, kot=1, row=7, after_kot="partner", target=5
    ),
}
