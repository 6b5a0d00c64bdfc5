"""Spades: thirteen cards each, spades are trumps, and every player bids how many tricks they will win.

It is longer than other games by its twenty house rules and six presets, which are more than half of it; what reads them
stays beside them, since each of the few functions of the score needs five or more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import ClassVar, Final, Literal

from overtrick.core.auctions import AuctionRules, Contract
from overtrick.core.cards import RANK_LETTERS, Cards, pack_of
from overtrick.core.game import Dealing, Game, Mark, Outcome, Progress
from overtrick.core.scoring import NOBODY, DealScore, Part, Scores, by_side, score_of
from overtrick.core.seats import SEATS, Side
from overtrick.core.short_auctions import OneBidEach
from overtrick.core.tricks import FREE_LEADS, Leading, RankOrders, Rung, Strain

TRICK: Final = 10
"""points for each trick that was bid"""
PLAIN_FIRST, ANY = (Rung.PLAIN, Rung.ANY), (Rung.ANY,)
LOWEST: Final = Contract(Strain.SPADES, bids=(2, 2))
"""what is thought to be bid in a deal that is lost before all have"""


class Spades(Game):
    """Spades under house rules."""

    name: ClassVar[str] = "spades"
    pack: ClassVar[Cards] = pack_of(RANK_LETTERS)
    hand_size: ClassVar[int] = 13
    orders: ClassVar[RankOrders] = RankOrders(plain=RANK_LETTERS[::-1], trumps=RANK_LETTERS[::-1])
    trick_points: ClassVar[int] = 1
    sections: ClassVar[Mapping[str, str]] = {
        "auction": "least_bid nil both_nil board side_max",
        "play": "lead_spades forced_lead_breaks",
        "scoring": "set bag_points failed_nil nil_bag_points ten_made ten_set revoke",
        "match": "bag_limit bag_penalty bag_rest floor",
    }

    nil: int = 100
    """points for a nil, which are lost if it fails; 0: there is none"""
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

    @property
    def match_floor(self) -> int | None:
        return -self.floor if self.floor else None

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
        contract = outcome.contract
        if contract.bids is None:
            return None
        parts, bags = list[Part](), [0, 0]
        for side, bid, tricks in zip(Side, contract.bids, outcome.tricks, strict=True):
            nil_tricks = by_side(outcome.nil_tricks)[side - 1]
            counted = tricks if self.failed_nil == "help" else tricks - nil_tricks
            over, by_nil = max(counted - bid, 0), nil_tricks if self.failed_nil == "bags" else 0
            parts.append(self._for_bid(side, bid, counted >= bid))
            parts += [Part(side, "overtricks", over * self.bag_points)]
            parts += [Part(side, "nil-tricks", by_nil * self.nil_bag_points)]
            parts += self._nils(side, contract, outcome.nil_tricks)
            bags[side - 1] = over + by_nil
        return _scored(parts)._replace(bags=(bags[0], bags[1]))

    def _for_bid(self, side: Side, bid: int, is_made: bool) -> Part:
        """What a side has for its bid."""
        made, lost = TRICK * bid, TRICK * bid if self.set == "minus" else 0
        if bid >= TRICK:
            made, lost = self.ten_made or made, self.ten_set or lost
        return Part(side, "bid", made) if is_made else Part(side, "set", -lost)

    def _nils(self, side: Side, contract: Contract, tricks: tuple[int, ...]) -> Iterator[Part]:
        for seat in contract.nils:
            if seat.side is side:
                yield Part(side, "nil-failed", -self.nil) if tricks[seat - 1] else Part(side, "nil", self.nil)

    def lost_deal(self, loser: Side, contract: Contract | None, vulnerable: frozenset[Side] = NOBODY) -> DealScore:
        """The bid of the side is lost and its nils fail; the others make exactly what they bid."""
        contract = contract if contract is not None and contract.bids is not None else LOWEST
        tricks = tuple(int(seat.side is loser) for seat in SEATS)
        parts = [self._for_bid(side, (contract.bids or (0, 0))[side - 1], side is not loser) for side in Side]
        return _scored([*parts, *(part for side in Side for part in self._nils(side, contract, tricks))])

    def revoke_scores(self, offender: Side, contract: Contract | None) -> Scores | None:
        if self.revoke == "none" or contract is None or contract.bids is None:
            return None
        return self.lost_deal(offender, contract).scores

    def mark(self, before: Progress, score: DealScore) -> Mark:
        """Each time a side has as many bags as the limit, it loses the penalty; so the last digit cannot run away."""
        more, left = [0, 0], [0, 0]
        for index, bags in enumerate(zip(before.standing.bags, score.bags, strict=True)):
            full, left[index] = divmod(sum(bags), self.most_bags) if self.most_bags else (0, 0)
            if full and self.bag_rest == "cleared":
                full, left[index] = 1, 0
            more[index] = -full * self.bag_penalty
        return Mark((more[0], more[1]), bags=(left[0], left[1]))


def _scored(parts: list[Part]) -> DealScore:
    """The score of some parts; the side that has more has won."""
    score = score_of(parts, None, None)
    first, second = score.scores
    return score._replace(winner=None if first == second else Side.ONE if first > second else Side.TWO)


@lru_cache(64)
def _auction_rules(game: Spades) -> OneBidEach:
    return OneBidEach(
        Strain.SPADES,
        range(game.least_bid, game.hand_size + 1),
        nil=game.nil > 0,
        both_nil=game.both_nil,
        least_sum=min(game.board, game.hand_size),
        most_sum=max(game.side_max, game.board, 2 * game.least_bid) if game.side_max else None,
    )


DEFAULT: Final = "plain"
PRESETS: Final = {
    "plain": Spades("plain"),
    "msn": Spades("msn", nil_bag_points=0, bag_rest="cleared", floor=200),
    "trickster": Spades("trickster", set="zero"),
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
