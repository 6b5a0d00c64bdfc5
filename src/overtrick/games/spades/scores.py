"""What a deal of Spades is worth, by the house rules of the game, and what it means for a match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from overtrick.core.auctions import Contract
from overtrick.core.game import Mark, Outcome, Progress
from overtrick.core.scoring import DealScore, Part, by_side, score_of
from overtrick.core.seats import SEATS, Side
from overtrick.core.tricks import Strain

if TYPE_CHECKING:
    from overtrick.games.spades.rules import Spades

TEN: Final = 10
"""tricks of a bid from which on it may count otherwise"""
TRICK: Final = 10
"""points for each trick that was bid"""
LOWEST: Final = Contract(Strain.SPADES, bids=(2, 2))
"""what is thought to be bid in a deal that is lost before all have"""


def score(game: Spades, outcome: Outcome) -> DealScore:
    """The score of a deal in which all have bid."""
    contract = outcome.contract
    parts, bags = list[Part](), [0, 0]
    for side, bid, tricks in zip(Side, contract.bids or (0, 0), outcome.tricks, strict=True):
        nil_tricks = by_side(outcome.nil_tricks)[side - 1]
        counted = tricks if game.failed_nil == "help" else tricks - nil_tricks
        over, by_nil = max(counted - bid, 0), nil_tricks if game.failed_nil == "bags" else 0
        parts.append(_for_bid(game, side, bid, counted >= bid))
        parts += [Part(side, "overtricks", over * game.bag_points)]
        parts += [Part(side, "nil-tricks", by_nil * game.nil_bag_points)]
        parts += _nils(game, side, contract, outcome.nil_tricks)
        bags[side - 1] = over + by_nil
    return _scored(parts)._replace(bags=(bags[0], bags[1]))


def _for_bid(game: Spades, side: Side, bid: int, is_made: bool) -> Part:
    """What a side has for its bid."""
    made, lost = TRICK * bid, TRICK * bid if game.set == "minus" else 0
    if bid >= TEN:
        made, lost = game.ten_made or made, game.ten_set or lost
    return Part(side, "bid", made) if is_made else Part(side, "set", -lost)


def _nils(game: Spades, side: Side, contract: Contract, tricks: tuple[int, ...]) -> Iterator[Part]:
    for seat in contract.nils:
        if seat.side is side:
            has_failed = tricks[seat - 1] > 0
            if seat in contract.blinds:
                blind = game.blind_nil
                yield Part(side, "blind-nil-failed", -blind) if has_failed else Part(side, "blind-nil", blind)
            else:
                yield Part(side, "nil-failed", -game.nil) if has_failed else Part(side, "nil", game.nil)


def lost(game: Spades, loser: Side, contract: Contract | None) -> DealScore:
    """The score of a deal in which the bid of a side is lost and its nils fail, while the others make what they bid."""
    contract = contract if contract is not None and contract.bids is not None else LOWEST
    tricks = tuple(int(seat.side is loser) for seat in SEATS)
    parts = [_for_bid(game, side, (contract.bids or (0, 0))[side - 1], side is not loser) for side in Side]
    return _scored([*parts, *(part for side in Side for part in _nils(game, side, contract, tricks))])


def _scored(parts: list[Part]) -> DealScore:
    """The score of some parts; the side that has more has won."""
    found = score_of(parts, None, None)
    first, second = found.scores
    return found._replace(winner=None if first == second else Side.ONE if first > second else Side.TWO)


def mark(game: Spades, before: Progress, deal: DealScore) -> Mark:
    """Each time a side has as many bags as the limit, it loses the penalty."""
    more, left = [0, 0], [0, 0]
    for index, bags in enumerate(zip(before.standing.bags, deal.bags, strict=True)):
        full, left[index] = divmod(sum(bags), game.most_bags) if game.most_bags else (0, 0)
        if full and game.bag_rest == "cleared":
            full, left[index] = 1, 0
        more[index] = -full * game.bag_penalty
    return Mark((more[0], more[1]), bags=(left[0], left[1]))
