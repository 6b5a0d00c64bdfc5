"""Contract bridge: duplicate, by IMPs or matchpoints, rubber and Chicago."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Final, Literal

from overtrick.core.auctions import AuctionRules, Bidding, Contract, bids_of
from overtrick.core.cards import RANK_LETTERS, Card, Cards, Rank, Suit, pack_of
from overtrick.core.game import Dealing, Game, Honours, Mark, Outcome, Progress, Rubber, Vulnerability
from overtrick.core.scoring import NOBODY, Aim, DealScore, Part, Scores, for_side, score_of
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import NATURAL, SUIT_STRAINS, RankOrders, Strain

BOOK: Final = 6
"""how many tricks a contract does not count"""
GAME: Final = 100
"""how many points for bid tricks make a game"""
BID_ORDER: Final = (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES, Strain.NO_TRUMPS)
TRICK_POINTS: Final = {strain: 20 if strain in BID_ORDER[:2] else 30 for strain in BID_ORDER}
FIRST_NO_TRUMP: Final = 10
"""what the first trick at no trumps counts more"""
BIDDING: Final = Bidding(
    ([bid] for level in range(1, 8) for bid in bids_of(level, BID_ORDER, gap="")),
    "X",
    "XX",
    dealer_speaks_first=True,
    first_namer_plays=True,
    double_freezes=False,
    seat_letters=True,
)
BIDS: Final = {str(bid): bid for bid in BIDDING.bids}
CHICAGO_DEALS: Final = 4
NS, EW, BOTH = frozenset([Side.ONE]), frozenset([Side.TWO]), frozenset(Side)
ON_BOARDS: Final = (NOBODY, NS, EW, BOTH, NS, EW, BOTH, NOBODY, EW, BOTH, NOBODY, NS, BOTH, NOBODY, NS, EW)
"""the vulnerable sides by the number of a duplicate board, of which the first is 1, and which begins anew after 16"""
VULNERABILITIES: Final = {
    "duplicate": Vulnerability(ON_BOARDS),
    "matchpoints": Vulnerability(ON_BOARDS),
    "chicago": Vulnerability((NOBODY, EW, NS, BOTH)),
    "rubber": Vulnerability(),
}
HONOURS: Final = Honours(
    {
        Strain.NO_TRUMPS: Cards(Card.of(Rank.ACE, suit) for suit in Suit),
        **{Strain.of(suit): Cards(Card.of(rank, suit) for rank in Rank if rank >= Rank.TEN) for suit in Suit},
    },
    {strain: (0, 0, 0, 0, 150) if strain is Strain.NO_TRUMPS else (0, 0, 0, 0, 100, 150) for strain in BID_ORDER},
)


def contract_parts(
    side: Side, level: int, strain: Strain, double: int, vulnerable: bool, tricks: int
) -> tuple[Part, list[Part]]:
    """What a contract brings: the points for the tricks that were bid, and all others but those for a game."""
    over = tricks - BOOK - level
    if over < 0:
        return Part(side, "bid-tricks", 0), [
            Part(side.other, "undertricks", undertrick_points(-over, double, vulnerable))
        ]
    worth = TRICK_POINTS[strain]
    bid = (worth * level + (FIRST_NO_TRUMP if strain is Strain.NO_TRUMPS else 0)) << double
    slam = {6: 500, 7: 1000}.get(level, 0)
    return Part(side, "bid-tricks", bid), [
        Part(side, "overtricks", over * (worth if not double else 100 * double * (1 + vulnerable))),
        Part(side, "slam", slam * 3 // 2 if vulnerable else slam),
        Part(side, "insult", 50 * double),
    ]


def undertrick_points(down: int, double: int, vulnerable: bool) -> int:
    """What the defenders have for each trick that the declarer is short of, together."""
    if double == 0:
        return down * (100 if vulnerable else 50)
    first_three = (200, 300, 300) if vulnerable else (100, 200, 200)
    return double * (sum(first_three[:down]) + 300 * max(0, down - 3))


class Bridge(Game):
    """Contract bridge under house rules."""

    name: ClassVar[str] = "bridge"
    pack: ClassVar[Cards] = pack_of(RANK_LETTERS)
    hand_size: ClassVar[int] = 13
    orders: ClassVar[RankOrders] = NATURAL
    trick_points: ClassVar[int] = 1
    seat_names: ClassVar[tuple[str, str, str, str]] = ("N", "E", "S", "W")
    has_dummy: ClassVar[bool] = True
    rubber: ClassVar[Rubber | None] = Rubber(GAME, CHICAGO_DEALS)
    may_claim: ClassVar[bool] = True
    may_begin_late: ClassVar[bool] = True
    is_compared: ClassVar[bool] = True
    sections: ClassVar[Mapping[str, str]] = {
        "scoring": "scoring honours_count",
        "match": "boards",
    }

    scoring: Literal["duplicate", "matchpoints", "rubber", "chicago"] = "duplicate"
    boards: int = 16
    """how many boards a duplicate match has"""
    honours_count: bool = False
    """whether trump honours in one hand score"""

    @property
    def counts_boards(self) -> bool:
        """Whether each deal is a board that counts for itself."""
        return self.scoring in ("duplicate", "matchpoints")

    @property
    def is_ranked(self) -> bool:
        return self.scoring == "matchpoints"

    @property
    def strains(self) -> tuple[Strain, ...]:
        return (*SUIT_STRAINS, Strain.NO_TRUMPS)

    @property
    def dealing(self) -> Dealing:
        return Dealing(((1, 1, 1, 1),) * self.hand_size)

    @property
    def auction_rules(self) -> AuctionRules:
        return BIDDING

    @property
    def vulnerability(self) -> Vulnerability | None:
        """By the tables of duplicate and Chicago; in a rubber it depends on the games that were won."""
        return VULNERABILITIES[self.scoring]

    @property
    def first_dealer(self) -> Seat | None:
        """North deals the first board."""
        return Seat.NORTH if self.counts_boards else None

    @property
    def passed_out_is_redealt(self) -> bool:
        return self.scoring == "chicago"

    def leader(self, dealer: Seat, contract: Contract | None) -> Seat | None:
        """The declarer's left neighbour leads."""
        return None if contract is None or contract.seat is None else contract.seat.next

    @property
    def honours(self) -> Honours:
        """A hand with all five trump honours, or all aces at no trumps, brings 150, and one with four of them 100."""
        return HONOURS if self.honours_count else Honours()

    def score(self, outcome: Outcome) -> DealScore | None:
        """A game that earlier deals helped to make, and the rubber, are paid in the match."""
        contract, side = outcome.contract, outcome.contract.side
        level = contract.value
        if side is None or not isinstance(level, int) or not 1 <= level <= 7:
            return None
        vulnerable = side in outcome.vulnerable
        bid, others = contract_parts(
            side, level, contract.strain, contract.double, vulnerable, outcome.tricks[side - 1]
        )
        made = outcome.tricks[side - 1] >= BOOK + level
        if made and (self.counts_boards or (self.scoring == "chicago" and bid.points >= GAME)):
            others.append(_game_part(side, bid.points, vulnerable))
        others += [Part(s, "honours", points) for s, points in zip(Side, outcome.honours, strict=True)]
        below = for_side(side, bid.points)
        return score_of([bid, *others], side if made else side.other, side, below=below)

    def aim(self, outcome: Outcome) -> Aim | None:
        side, level = outcome.contract.side, outcome.contract.value
        if side is None or not isinstance(level, int):
            return None
        return Aim(side, "tricks", BOOK + level, outcome.tricks[side - 1])

    @property
    def scoring_points(self) -> Mapping[str, str | int]:
        return _scoring_points()

    @property
    def match_deals(self) -> int | None:
        return self.boards if self.counts_boards else {"chicago": CHICAGO_DEALS}.get(self.scoring)

    @property
    def may_end_drawn(self) -> bool:
        return True

    def mark(self, before: Progress, score: DealScore) -> Mark:
        if self.counts_boards:
            return Mark(vulnerable=ON_BOARDS[(before.deals + 1) % len(ON_BOARDS)])
        return _rubber_mark(before, score) if self.scoring == "rubber" else _chicago_mark(before, score)


def _game_part(side: Side, bid_points: int, vulnerable: bool) -> Part:
    if bid_points < GAME:
        return Part(side, "part-score", 50)
    return Part(side, "game", 500 if vulnerable else 300)


def _rubber_mark(before: Progress, score: DealScore) -> Mark:
    """The first side with two games wins the rubber: 700 points more, or 500 if the others have one."""
    more, games = [0, 0], [*before.standing.games]
    below = [sum(points) for points in zip(before.standing.below, score.below, strict=True)]
    maker = next((index for index in range(2) if below[index] >= GAME), None)
    is_last = False
    if maker is not None:
        games[maker] += 1
        below = [0, 0]
        is_last = games[maker] == 2
        more[maker] = (500 if games[1 - maker] else 700) if is_last else 0
    vulnerable = NOBODY if is_last else frozenset(side for side in Side if games[side - 1])
    return Mark(_pair(more), 0, vulnerable, _pair(games), _pair(below), is_last)


def _chicago_mark(before: Progress, score: DealScore) -> Mark:
    """Four deals; a game is paid at once, and part-scores carry on until somebody makes one."""
    number, more, games, below = before.deals + 1, [0, 0], [*before.standing.games], [*before.standing.below]
    for side in Side:
        index = side - 1
        below[index] += score.below[index]
        if below[index] >= GAME:
            if score.below[index] < GAME:  # earlier part-scores helped; else the deal itself has paid
                more[index] += _game_part(side, GAME, side in before.standing.vulnerable).points
            games[index] += 1
            below = [0, 0]
        elif number == CHICAGO_DEALS and score.below[index]:
            more[index] += 100
    vulnerable = _chicago_vulnerable(number + 1, before.dealer.next)
    return Mark(_pair(more), 0, vulnerable, _pair(games), _pair(below))


def _pair(numbers: Sequence[int]) -> Scores:
    return numbers[0], numbers[1]


def _chicago_vulnerable(number: int, dealer: Seat) -> frozenset[Side]:
    return NOBODY if number == 1 else BOTH if number >= CHICAGO_DEALS else frozenset([dealer.side])


def _scoring_points() -> dict[str, str | int]:
    """Examples of all points that a contract can bring."""
    side, level, strain = SEATS[0].side, 6, Strain.CLUBS

    def extra(reason: str, level: int = level, double: int = 0, over: int = 0) -> int:
        _, parts = contract_parts(side, level, strain, double, False, BOOK + level + over)
        return next(part.points for part in parts if part.reason == reason)

    def downs(double: int, vulnerable: bool) -> str:
        return ", ".join(str(undertrick_points(down, double, vulnerable)) for down in range(1, 5))

    return {
        "minor": TRICK_POINTS[Strain.CLUBS],
        "major": TRICK_POINTS[Strain.SPADES],
        "first": TRICK_POINTS[Strain.NO_TRUMPS] + FIRST_NO_TRUMP,
        "small": extra("slam"),
        "grand": extra("slam", level=7),
        "insult": extra("insult", double=1),
        "over": extra("overtricks", double=1, over=1),
        "down": undertrick_points(1, 0, False),
        "down_vulnerable": undertrick_points(1, 0, True),
        "doubled": downs(1, False),
        "doubled_vulnerable": downs(1, True),
    }


@lru_cache(1 << 13)
def contract_score(level: int, strain: Strain, double: int, vulnerable: bool, tricks: int, below: int = 0) -> int:
    """What a contract of duplicate brings to the side that plays it, less what it brings to the others.

    With points of earlier deals below the line it needs fewer for a game, which is then paid as that of duplicate.
    """
    contract = Contract(strain, Side.ONE, Seat.NORTH, level, double)
    outcome = Outcome(contract, (0, 0), (tricks, 0), vulnerable=NS if vulnerable else NOBODY)
    score = PRESETS["duplicate"].score(outcome)
    if score is None:
        return 0
    own, other = score.scores
    bid = score.below[0]
    if 0 < bid < GAME <= bid + below:
        own += _game_part(Side.ONE, GAME, vulnerable).points - _game_part(Side.ONE, bid, vulnerable).points
    return own - other


DEFAULT: Final = "duplicate"
PRESETS: Final = {
    "duplicate": Bridge("duplicate"),
    "matchpoints": Bridge("matchpoints", scoring="matchpoints"),
    "rubber": Bridge("rubber", scoring="rubber", honours_count=True),
    "chicago": Bridge("chicago", scoring="chicago"),
}
