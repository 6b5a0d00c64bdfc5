"""Calls by search: those that the network thinks well of are tried in imagined deals.

The deals are those in which the calls so far are likely. In each of them the auction goes on after each of the calls,
with all four as the network bids, and the contracts are scored by the tricks that are guessed. What comes out is
weighed against the opinion of the network, by how much the one and the other can be trusted.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from overtrick.bots.masks import Floats
from overtrick.core.actions import Call
from overtrick.core.seats import SEATS
from overtrick.deal.view import View
from overtrick.games.bridge.bidding.auctions import Auctions, Numbers, imps_of
from overtrick.games.bridge.bidding.network import network
from overtrick.games.bridge.bidding.reading import believed
from overtrick.games.bridge.bidding.tricks import guessed
from overtrick.games.bridge.rules import BIDDING

WIDTH: Final = 1.5
"""how many IMPs worse than the best call of the network a call may be that is tried"""
MOST_TRIED: Final = 5
DOUBT: Final = 0.3
"""by how many IMPs the network is wrong about a difference, in the mean of the squares"""
BIAS: Final = 0.3
"""by how many IMPs the search is, however many deals it tries"""


class Tried(NamedTuple):
    """A call that was weighed."""

    call: Call
    gain: float
    """what it brings in IMPs more than the call that the network likes best"""


def choose(view: View, deals: int, seed: int) -> list[Tried]:
    """The calls that are worth a thought, the best first."""
    assert view.seat is not None
    now = Auctions(1, view.dealer, view.vulnerable, view.auction.calls)
    opinion = network().worths(network().read(np.array([view.held], np.uint64)), now)[0]
    tried = np.argsort(-opinion)[:MOST_TRIED]
    tried = tried[opinion[tried] >= opinion[tried[0]] - WIDTH]
    gains = opinion[tried] - opinion[tried[0]]
    if len(tried) > 1 and deals:
        gains = _weighed(gains.astype(np.float64), _gains(view, now, tried, deals, seed))
    order = np.argsort(-gains, kind="stable")
    return [Tried(BIDDING.calls[tried[number]], float(gains[number])) for number in order]


def _weighed(opinion: Floats, found: Floats) -> Floats:
    """The differences from the first call that the network and the search tell together."""
    mean = found.mean(axis=1)
    error = found.var(axis=1) / found.shape[1] + BIAS**2
    trust = DOUBT**2 / (DOUBT**2 + error)
    gains: Floats = opinion + trust * (mean - opinion)
    gains[0] = 0
    return gains


def _gains(view: View, now: Auctions, tried: Numbers, deals: int, seed: int) -> Floats:
    """`[call, deal]`: what each call brings in IMPs more than the first."""
    hands = believed(view, deals, seed)
    read = [network().read(hands[:, seat]) for seat in range(len(SEATS))]
    auctions, deal = now.repeated(len(tried) * deals), np.tile(np.arange(deals), len(tried))
    auctions.add(np.repeat(tried, deals))
    auctions.finish(lambda some, rows: network().worths(read[some.turn][deal[rows]], some).argmax(axis=1))
    luck = ((np.random.default_rng(seed).permutation(deals) + 0.5) / deals).astype(np.float32)

    def tricks(rows: Numbers, strains: Numbers, declarers: Numbers) -> Numbers:
        # who is lucky as declarer is unlucky as defender, so that calls are compared in the same circumstances
        lucky = np.where(declarers % 2, 1 - luck[deal[rows]], luck[deal[rows]])
        return guessed(hands, deal[rows], strains, declarers, lucky)

    points = auctions.points(tricks).reshape(len(tried), deals) * (1 if now.turn % 2 == 0 else -1)
    return imps_of(points - points[0]).astype(np.float64)
