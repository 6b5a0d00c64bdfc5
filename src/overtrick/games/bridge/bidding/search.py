"""Calls by search: those that the network thinks well of are tried in imagined deals.

The deals are those in which the calls so far are likely. In each of them the auction goes on after each of the calls as
the network bids, but for opponents who bid by the pages in some of them. The contracts are scored by the tricks that
are guessed: in IMPs where boards are compared, by which is better where only that counts, else in points, with the
part-scores of earlier deals. What comes out is weighed against the opinion of the network, by how much the one and the
other can be trusted.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from overtrick.bots.masks import Floats
from overtrick.core.actions import Call
from overtrick.core.game import Game
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS
from overtrick.deal.view import View
from overtrick.games.bridge.bidding.auctions import PASS, Auctions, Numbers, imps_of
from overtrick.games.bridge.bidding.network import network
from overtrick.games.bridge.bidding.reading import OPPONENTS_BY_PAGES, believed
from overtrick.games.bridge.bidding.tricks import guesses
from overtrick.games.bridge.rules import BIDDING, Bridge

MOST_TRIED: Final = 5
BIAS: Final = 0.3
"""by how many IMPs the search is wrong, however many deals it tries"""
POINTS_FOR_IMP: Final = 50
"""points that are worth as much as an IMP where they are counted instead, about what games are decided by"""
IMPS_FOR_BOARD: Final = 5
"""IMPs that are worth as much as a better score than another table's, by whatever, where only that counts"""


class Trust(NamedTuple):
    """How far the network is believed."""

    width: float
    """how many IMPs worse than its best call a call may be that is tried"""
    doubt: float
    """by how many IMPs it is wrong about a difference, in the mean of the squares"""


TRUST: Final = Trust(1.5, 0.3)
TRUST_WITH_PART_SCORES: Final = Trust(6, 2)
"""of which it knows nothing"""


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
    below = view.standing.below if view.standing else (0, 0)
    trust = TRUST_WITH_PART_SCORES if any(below) else TRUST
    tried = np.argsort(-opinion)[:MOST_TRIED]
    if any(below) and PASS not in tried:
        tried[-1] = PASS
    tried = tried[opinion[tried] >= opinion[tried[0]] - trust.width]
    gains = opinion[tried] - opinion[tried[0]]
    if len(tried) > 1 and deals:
        gains = _weighed(gains.astype(np.float64), _gains(view, now, tried, below, deals, seed), trust.doubt)
    order = np.argsort(-gains, kind="stable")
    return [Tried(BIDDING.calls[tried[number]], float(gains[number])) for number in order]


def _weighed(opinion: Floats, found: Floats, doubt: float) -> Floats:
    """The differences from the first call that the network and the search tell together."""
    mean = found.mean(axis=1)
    error = found.var(axis=1) / found.shape[1] + BIAS**2
    gains: Floats = opinion + (mean - opinion) * doubt**2 / (doubt**2 + error)
    return gains


def _gains(view: View, now: Auctions, tried: Numbers, below: Scores, deals: int, seed: int) -> Floats:
    """`[call, deal]`: what each call brings in IMPs more than the first."""
    hands = believed(view, deals, seed)
    read = [network().read(hands[:, seat]) for seat in range(len(SEATS))]
    auctions, deal = now.repeated(len(tried) * deals), np.tile(np.arange(deals), len(tried))
    auctions.add(np.repeat(tried, deals))
    luck = ((np.random.default_rng(seed).permutation(deals) + 0.5) / deals).astype(np.float32)
    tricks = guesses(hands, luck)

    def call(some: Auctions, rows: Numbers) -> Numbers:
        likely, worth = network().opinions(read[some.turn][deal[rows]], some)
        is_by_pages = (some.turn - now.turn) % 2 * (deal[rows] < OPPONENTS_BY_PAGES * deals)
        best: Numbers = np.where(is_by_pages[:, None], likely, worth).argmax(axis=1)
        return best

    auctions.finish(call)
    points = auctions.points(lambda rows, strains, declarers: tricks(deal[rows], strains, declarers), below)
    by_call = points.reshape(len(tried), deals) * (1 if now.turn % 2 == 0 else -1)
    return _in_imps(view.game, by_call - by_call[0])


def _in_imps(game: Game, more: Numbers) -> Floats:
    """What some points more are worth, as the game compares or counts them."""
    if game.is_ranked:
        return (np.sign(more) * IMPS_FOR_BOARD).astype(np.float64)
    counts_boards = not isinstance(game, Bridge) or game.counts_boards
    return imps_of(more).astype(np.float64) if counts_boards else more / POINTS_FOR_IMP
