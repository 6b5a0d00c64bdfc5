"""Spades: thirteen cards each, spades are trumps, and every player bids how many tricks they will win.

What a deal is worth stands in `scores`. This is longer than other games by its house rules, which are 24.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final, Literal

from overtrick.core.auctions import AuctionRules, Contract
from overtrick.core.cards import RANK_LETTERS, Cards, pack_of
from overtrick.core.game import Dealing, Game, Mark, Outcome, Progress, Vulnerability
from overtrick.core.scoring import NOBODY, DealScore, Scores
from overtrick.core.seats import Side
from overtrick.core.short_auctions import OneBidEach
from overtrick.core.tricks import FREE_LEADS, Leading, RankOrders, Rung, Strain
from overtrick.games.spades import scores

PLAIN_FIRST, ANY = (Rung.PLAIN, Rung.ANY), (Rung.ANY,)


class Spades(Game):
    """Spades under house rules."""

    name: ClassVar[str] = "spades"
    pack: ClassVar[Cards] = pack_of(RANK_LETTERS)
    hand_size: ClassVar[int] = 13
    orders: ClassVar[RankOrders] = RankOrders(plain=RANK_LETTERS[::-1], trumps=RANK_LETTERS[::-1])
    trick_points: ClassVar[int] = 1
    sections: ClassVar[Mapping[str, str]] = {
        "auction": "least_bid nil both_nil blind_nil blind_nil_behind blind_pass board side_max",
        "play": "lead_spades forced_lead_breaks",
        "scoring": "set bag_points failed_nil nil_bag_points ten_made ten_set revoke",
        "match": "bag_limit bag_penalty bag_rest floor",
    }

    nil: int = 100
    """points for a nil, which are lost if it fails; 0: there is none"""
    blind_nil: int = 0
    """the same for a nil that is bid before its player has seen their cards; 0: there is none"""
    blind_nil_behind: int = 100
    """by how many points a side must be behind whose players may bid it; 0: all may"""
    blind_pass: Literal[0, 1, 2, 3, 4] = 0
    """how many cards who bids it gives to their partner, and gets back; then only one of two partners may"""
    least_bid: Literal[0, 1] = 1
    """the lowest bid besides nil"""
    both_nil: bool = True
    """whether both partners may bid nil"""
    board: int = 0
    """the least that partners may bid together"""
    side_max: int = 0
    """the most that partners may bid together; 0: any number"""
    lead_spades: Literal["broken", "any", "never"] = "broken"
    """when a player who has other cards may lead spades"""
    forced_lead_breaks: bool = True
    """whether a spade that is led from a hand of spades breaks them for the others"""
    set: Literal["minus", "zero"] = "minus"
    """what a side that fails scores for its bid"""
    bag_points: Literal[0, 1] = 1
    """for each overtrick"""
    failed_nil: Literal["bags", "help", "nothing"] = "bags"
    """what the tricks of a player who bid nil are: bags, or tricks for the bid of the partner"""
    nil_bag_points: Literal[0, 1] = 1
    """for each trick of a player who bid nil, where these are bags"""
    ten_made: int = 0
    """for a bid of ten or more that is made, instead of ten a trick; 0: as any other"""
    ten_set: int = 0
    """what such a bid costs that fails; 0: as any other"""
    bag_limit: int = 10
    """how many bags cost a penalty"""
    bag_penalty: int = 100
    bag_rest: Literal["carry", "cleared"] = "carry"
    """whether bags above the limit are kept"""
    revoke: Literal["none", "set"] = "none"
    """what a proved revoke costs: nothing, or the bid of the side and its nils, while the others make theirs"""
    target: int = 500
    floor: int = 0
    """a side that has lost so many points loses the match; 0: none does"""

    @property
    def match_target(self) -> int | None:
        return self.target

    def moot_when(self) -> dict[str, bool]:
        return super().moot_when() | {
            "both_nil failed_nil": not (self.nil or self.blind_nil),
            "blind_nil_behind blind_pass": not self.blind_nil,
            "nil_bag_points": not (self.nil or self.blind_nil) or self.failed_nil != "bags",
            "bag_limit bag_rest": not self.bag_penalty,
            "bag_penalty": not self.bag_limit,
            "forced_lead_breaks": self.lead_spades != "broken",
        }

    @property
    def match_floor(self) -> int | None:
        return -self.floor if self.floor else None

    @property
    def vulnerability(self) -> Vulnerability | None:
        """A side that is far enough behind is vulnerable: it may bid blind, for more than others."""
        is_needed = self.blind_nil and self.blind_nil_behind
        return Vulnerability(has_boards=False, behind=self.blind_nil_behind) if is_needed else None

    @property
    def exchanged(self) -> int:
        return self.blind_pass if self.blind_nil else 0

    @property
    def most_bags(self) -> int:
        return self.bag_limit

    @property
    def bag_cost(self) -> float:
        return self.bag_penalty / self.bag_limit if self.bag_limit else 0

    @property
    def strains(self) -> tuple[Strain, ...]:
        return (Strain.SPADES,)

    @property
    def leading(self) -> Leading:
        if self.lead_spades == "any":
            return FREE_LEADS
        return Leading(PLAIN_FIRST, PLAIN_FIRST if self.lead_spades == "never" else ANY, self.forced_lead_breaks)

    @property
    def dealing(self) -> Dealing:
        return Dealing(((1, 1, 1, 1),) * self.hand_size)

    @property
    def auction_rules(self) -> AuctionRules:
        return _auction_rules(self)

    def score(self, outcome: Outcome) -> DealScore | None:
        return None if outcome.contract.bids is None else scores.score(self, outcome)

    def lost_deal(self, loser: Side, contract: Contract | None, vulnerable: frozenset[Side] = NOBODY) -> DealScore:
        """The bid of the side is lost and its nils fail; the others make exactly what they bid."""
        return scores.lost(self, loser, contract)

    def revoke_scores(self, offender: Side, contract: Contract | None) -> Scores | None:
        if self.revoke == "none" or contract is None or contract.bids is None:
            return None
        return self.lost_deal(offender, contract).scores

    def mark(self, before: Progress, score: DealScore) -> Mark:
        return scores.mark(self, before, score)


@lru_cache(64)
def _auction_rules(game: Spades) -> OneBidEach:
    return OneBidEach(
        Strain.SPADES,
        range(game.least_bid, game.hand_size + 1),
        nil=game.nil > 0,
        both_nil=game.both_nil,
        least_sum=min(game.board, game.hand_size),
        most_sum=max(game.side_max, game.board, 2 * game.least_bid) if game.side_max else None,
        blind="nobody" if not game.blind_nil else "vulnerable" if game.blind_nil_behind else "all",
        both_blind=not game.blind_pass,
    )


DEFAULT: Final = "pagat"
PRESETS: Final = {
    "pagat": Spades("pagat", blind_nil=200, blind_pass=2),
    "plain": Spades("plain"),
    "msn": Spades("msn", blind_nil=200, blind_nil_behind=0, nil_bag_points=0, bag_rest="cleared", floor=200),
    "trickster": Spades("trickster", blind_nil=200, set="zero"),
    "bicycle": Spades("bicycle", nil=0, set="zero", bag_penalty=0),
    "tournament": Spades(
        "tournament",
        nil=0,
        least_bid=0,
        board=4,
        lead_spades="any",
        bag_points=0,
        ten_made=200,
        ten_set=100,
        bag_penalty=0,
        revoke="set",
        target=350,
    ),
    "openspiel": Spades("openspiel", side_max=13, lead_spades="never", failed_nil="help", floor=350),
}
