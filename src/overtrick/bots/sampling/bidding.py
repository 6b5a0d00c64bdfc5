"""Calls and discards: each is tried in imagined deals, which are called and played on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from overtrick.bots.sampling.advice import Advice, Option
from overtrick.bots.sampling.beliefs import drawn_by, likelihood
from overtrick.bots.sampling.imagined import Gains, Imagined, calls_plainly
from overtrick.bots.sampling.knowledge import knowledge_of
from overtrick.bots.sampling.levels import Level
from overtrick.bots.sampling.quick_calls import Strengths, bids_to_think_of, expected
from overtrick.bots.sampling.worth import is_for_match
from overtrick.bots.simple_play import simple
from overtrick.core.actions import Action, Call
from overtrick.core.auctions import BiddingAuction
from overtrick.core.seats import SEATS
from overtrick.deal.view import View
from overtrick.engine.worlds import sample_worlds

TURN_UP_TIMES: Final = 4
"""how many times more deals are imagined where an auction is short"""
DRAWN_FROM: Final = 24
"""how many times more deals there are to draw from, by how well they agree with the bids"""
STRAINS: Final = 2
"""how many strains are thought of for a bid, the best ones"""
NEAR: Final = 4
"""by how many tricks promises that are tried differ from that of the plain strategy"""
HONEST: Final = 1
"""by how many tricks a bid may be more than the side wins in the mean of the deals"""
DOUBT: Final = 0.1
"""in which share of the deals who doubles or redoubles is wrong beyond those imagined: takers play better than there"""


def advise(view: View, level: Level, seed: int, is_late: Callable[[], bool] = lambda: False) -> Advice:
    """The best call or discard, of those that were tried before it was late: a pass and a double at least."""
    imagined, options = _imagined(view, level.deals, seed), list[Option]()
    for action in sorted(_worth_trying(view), key=_names_something):
        if options and _names_something(action) and is_late():
            break
        ends = imagined.after(action)
        if options and not _is_honest(action, ends):
            continue
        worth = _worth(action, ends, is_for_match(view))
        options.append(Option(action, worth, float(ends.wins.mean()), float(ends.points.mean())))
    options.sort(key=lambda option: option.worth, reverse=True)
    return Advice(options[0].action, tuple(options), len(imagined.hands), is_for_match(view))


def _names_something(action: Action) -> bool:
    """Whether an action is more than a pass or a double, of which there are many."""
    return not isinstance(action, Call) or action.strain is not None or action.kind in ("bid", "promise")


def _is_honest(action: Action, ends: Gains) -> bool:
    """Whether partners may believe a bid of tricks."""
    if not isinstance(action, Call) or action.kind != "bid" or action.strain is not None:
        return True
    return not isinstance(action.value, int) or float(ends.points.mean()) >= action.value - HONEST


def _worth(action: Action, ends: Gains, is_chance: bool) -> float:
    """What is expected of an action; who multiplies what the deal brings takes it that they win it less often."""
    worth, won = ends.worth, ends.wins > 1 / 2
    mean = float(worth.mean())
    if not isinstance(action, Call) or action.kind not in ("double", "redouble") or not won.any():
        return mean
    # Where every deal is won, a lost one is thought to cost what those bring.
    lost = float(is_chance) - mean if won.all() else float(worth[~won].mean())
    return mean - DOUBT * (float(worth[won].mean()) - lost)


def _imagined(view: View, deals: int, seed: int) -> Imagined:
    """Deals as they may be; where bids were made, rather such in which the players would have made them."""
    rng = np.random.default_rng(seed)
    if not isinstance(view.auction, BiddingAuction) and knowledge_of(view.game).likelihood is None:
        worlds = sample_worlds(view, deals * TURN_UP_TIMES, seed)
        return Imagined(view, worlds.hands, worlds.stock, rng)
    worlds = sample_worlds(view, deals * DRAWN_FROM, seed)
    rows = drawn_by(likelihood(view, worlds.hands), deals)
    return Imagined(view, worlds.hands[rows], worlds.stock[rows], rng)


def _worth_trying(view: View) -> list[Action]:
    """Everything but bids for more points than are expected, or in a poor strain."""
    auction, seat = view.auction, view.seat
    if calls_plainly(view.game):
        plain = simple(view)
        return [plain, *(call for call in view.legal if call != plain and not _is_far(call, plain))]
    if not isinstance(auction, BiddingAuction) or seat is None:
        return list(view.legal)
    limits = knowledge_of(view.game).bidding
    if limits is None:
        thought_of = set(bids_to_think_of(auction, None))
        return [call for call in view.legal if call in thought_of or (isinstance(call, Call) and call.strain is None)]
    own = Strengths(view.game, np.full((1, len(SEATS)), view.hand.mask, np.uint64), with_bonuses=True)
    named = dict.fromkeys(call.strain for call in view.legal if isinstance(call, Call))
    strains = {strain: float(expected(auction, seat, strain, own, limits)[0]) for strain in named if strain is not None}
    best = sorted(strains, key=strains.__getitem__, reverse=True)[:STRAINS]

    def is_sensible(bid: Action) -> bool:
        if not isinstance(bid, Call) or bid.strain is None:
            return True
        points = strains[bid.strain] if bid.strain in best else 0
        if isinstance(bid.value, int):
            return bid.value <= points
        return any(bid.value == sweep and points >= least for sweep, least in limits.sweeps)

    return list(filter(is_sensible, view.legal))


def _is_far(call: Action, plain: Action) -> bool:
    """Whether a call promises far more or less than the plain one."""
    if not isinstance(call, Call) or not isinstance(plain, Call) or call.kind != "promise":
        return False
    return isinstance(call.value, int) and isinstance(plain.value, int) and abs(call.value - plain.value) > NEAR
