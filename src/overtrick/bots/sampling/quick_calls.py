"""How players are thought to call, by the strength of their hands.

So the rest of an auction is imagined, and so it is told what hands players may have from what they have called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from overtrick.bots.masks import Floats
from overtrick.bots.sampling.strength import Strengths, card_weights
from overtrick.core.actions import PASS, Call
from overtrick.core.auctions import Auction, BiddingAuction, Contract, TurnUpAuction
from overtrick.core.cards import Card
from overtrick.core.game import Game
from overtrick.core.seats import Seat
from overtrick.core.tricks import Strain

Rows = npt.NDArray[np.intp]
"""the numbers of some deals"""
Promises = Mapping[tuple[Seat, Strain], float]
NEVER: Final = -20.0
"""how much a player leans towards a call that is not to be expected"""


class Taking(NamedTuple):
    """How strong the hands are with which players take a contract, in the unit of `strength`."""

    to_take: float
    to_name: float
    to_play_alone: float
    spread: float
    """so much more, or less, makes a call likely, or not"""


TAKING: Final = {"belote": Taking(37, 39, 1000, 5), "euchre": Taking(1.35, 1.35, 2.6, 0.25)}
"""by the name of the game"""
BASE: Final = 50
"""what the side of a taker in Coinche wins whose hand is worth nothing"""
MEAN: Final = 32
"""what a hand is worth in Coinche, under any trump suit"""
TOGETHER: Final = 1.55
"""what a hand counts in Coinche where that of the partner is known"""
MARGIN: Final = 8
"""so many points more than their bid bidders of Coinche expect"""
SECURE: Final = 82
"""the least that a contract of Coinche needs, whatever was bid"""
ALL_TRICKS: Final = 150
"""so many points those expect who bid all tricks"""
SPREAD: Final = 8
TO_RAISE: Final = 20
"""so many points more are expected where the partner's bid is raised without need"""
TO_COINCHE: Final = 62
"""what a hand is worth with which a bid of 80 is coinched; ten points more in the bid count as five in the hand"""


def leanings(auction: Auction, strengths: Strengths, rows: Rows, made: Call = PASS) -> tuple[tuple[Call, ...], Floats]:
    """The calls to think of for the next player, and how much he leans towards each of them in some of the deals.

    The call with the most is the one to expect; the chances of all are as their exponentials. In an auction of bids
    the lowest of each strain are thought of, and the one that was `made`.
    """
    seat = auction.turn or auction.dealer
    if isinstance(auction, BiddingAuction):
        calls = tuple(dict.fromkeys([*_bids_to_think_of(auction), made]))
        columns = [_bidding(auction, seat, strengths, rows, call) for call in calls]
    else:
        calls = auction.legal()
        columns = [_taking(auction, seat, strengths, rows, call) for call in calls]
    return calls, np.stack(np.broadcast_arrays(*columns, np.zeros(len(rows)))[:-1], axis=1)


def _taking(auction: Auction, seat: Seat, strengths: Strengths, rows: Rows, call: Call) -> Floats | float:
    if call.kind in ("pass", "alone") or not isinstance(auction, TurnUpAuction):
        return 0 if call is PASS else NEVER
    contract, limits = auction.call(call).contract, TAKING[strengths.game.name]
    if contract is None:
        return NEVER
    needed = limits.to_take if call.kind == "accept" else limits.to_name
    needed = limits.to_play_alone if contract.alone else needed
    needed -= _turn_up_helps(strengths.game, auction.turn_up, contract, auction.dealer)
    return (strengths.of(seat, contract.strain)[rows] - needed) / limits.spread


def _turn_up_helps(game: Game, turn_up: Card, contract: Contract, dealer: Seat) -> float:
    """What the turned-up card adds to a hand, be it in the own hand or in that of the dealer."""
    worth = float(card_weights(game, contract.strain)[turn_up.index])
    if game.dealing.later:
        return worth
    if not game.dealer_picks_up(contract, turn_up, dealer):
        return 0
    return worth if dealer.side is contract.side else -worth


def _bids_to_think_of(auction: BiddingAuction) -> Iterable[Call]:
    """A pass and the lowest bid of each strain."""
    strains = set[Strain | None]()
    for call in auction.legal():
        if call is PASS:
            yield call
        elif call.strain not in strains and isinstance(call.value, int):
            strains.add(call.strain)
            yield call


def _bidding(auction: BiddingAuction, seat: Seat, strengths: Strengths, rows: Rows, bid: Call) -> Floats | float:
    contract = auction.contract
    if bid is PASS:
        return 0
    if bid.strain is None:
        if contract is None or contract.side is seat.side or not isinstance(contract.value, int):
            return NEVER
        needed = TO_COINCHE - (contract.value - SECURE) / 2
        return (strengths.of(seat, contract.strain)[rows] - needed) / SPREAD
    needed = max(bid.value, SECURE) + MARGIN if isinstance(bid.value, int) else ALL_TRICKS
    if contract is not None and contract.side is seat.side:
        needed += TO_RAISE
    return (expected(auction, seat, bid.strain, strengths)[rows] - needed) / SPREAD


def expected(auction: Auction, seat: Seat, strain: Strain, strengths: Strengths) -> Floats:
    """The points that a player of Coinche expects for his side under a strain, by deal."""
    own = strengths.of(seat, strain)
    shown = _promises(auction.callers, auction.calls).get((seat.partner, strain))
    if shown is None:
        return BASE + own
    return BASE + MEAN + TOGETHER * (own - MEAN + shown - MEAN)


@lru_cache(1 << 14)
def _promises(callers: tuple[Seat, ...], calls: tuple[Call, ...]) -> Promises:
    """What hands are worth under the strains that their players have bid, by the first bid of each."""
    shown = dict[tuple[Seat, Strain], float]()
    for seat, bid in zip(callers, calls, strict=True):
        if bid.strain is not None and isinstance(bid.value, int):
            shown.setdefault((seat, bid.strain), max(bid.value, SECURE) + MARGIN - BASE)
    return shown
