"""Whist: thirteen cards each and no auction; the dealer's last card is trumps, and tricks above six count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from overtrick.core.auctions import AuctionRules, Contract, TurnedTrumps
from overtrick.core.cards import RANK_LETTERS, Card, Cards, Rank, Suit, pack_of
from overtrick.core.game import Dealing, Game, Honours, Mark, Outcome, Progress
from overtrick.core.scoring import DealScore, Part, Scores, for_side, score_of
from overtrick.core.seats import Side
from overtrick.core.tricks import NATURAL, SUIT_STRAINS, RankOrders, Strain

BOOK: Final = 6
"""tricks that count nothing"""


class Whist(Game):
    """Whist under house rules."""

    name: ClassVar[str] = "whist"
    pack: ClassVar[Cards] = pack_of(RANK_LETTERS)
    hand_size: ClassVar[int] = 13
    orders: ClassVar[RankOrders] = NATURAL
    trick_points: ClassVar[int] = 1
    sections: ClassVar[Mapping[str, str]] = {"scoring": "side_honours revoke"}

    side_honours: bool = False
    """whether a side scores for trump honours; one that begins a deal a point below the target does not"""
    revoke: int = 3
    """points of the other side for a proved revoke"""
    target: int = 5

    @property
    def match_target(self) -> int | None:
        return self.target

    @property
    def dealing(self) -> Dealing:
        return Dealing(((1, 1, 1, 1),) * self.hand_size, "dealers_last")

    @property
    def auction_rules(self) -> AuctionRules:
        return TurnedTrumps()

    @property
    def honours(self) -> Honours:
        """A side that was dealt ace, king, queen and jack of trumps has 4, and for three of them 2."""
        return HONOURS if self.side_honours else Honours()

    def score(self, outcome: Outcome) -> DealScore | None:
        winner = Side.ONE if outcome.tricks[0] > BOOK else Side.TWO
        parts = [Part(winner, "odd-tricks", outcome.tricks[winner - 1] - BOOK)]
        parts += [Part(side, "honours", points) for side, points in zip(Side, outcome.honours, strict=True)]
        return score_of(parts, winner, None)

    def revoke_scores(self, offender: Side, contract: Contract | None) -> Scores | None:
        return for_side(offender.other, self.revoke)

    def mark(self, before: Progress, score: DealScore) -> Mark:
        """Tricks count before honours: a side that is out by them has won."""
        totals, more = [*before.standing.totals], [0, 0]
        has_honours = [total != self.target - 1 for total in totals]
        for side, reason, points in score.parts:
            if reason != "honours" or (has_honours[side - 1] and max(totals) < self.target):
                totals[side - 1] += points
            else:
                more[side - 1] -= points
        return Mark((more[0], more[1]))


HONOURS: Final = Honours(
    {Strain.of(suit): Cards(Card.of(rank, suit) for rank in Rank if rank >= Rank.JACK) for suit in Suit},
    dict.fromkeys(SUIT_STRAINS, (0, 0, 0, 2, 4)),
    of_sides=True,
)
DEFAULT: Final = "short"
PRESETS: Final = {
    "short": Whist("short"),
    "long": Whist("long", side_honours=True, target=10),
    "american": Whist("american", revoke=2, target=7),
}
