"""How players of Bridge call: by search and by what a network has learned of the system, or by its pages alone."""

from functools import partial
from typing import Final

import numpy as np

from overtrick.bots.masks import Floats, MaskArray
from overtrick.bots.sampling import beliefs
from overtrick.bots.sampling.knowledge import Knowledge, System
from overtrick.bots.shown import Range, Shown
from overtrick.core.actions import Call
from overtrick.core.seats import SEATS
from overtrick.deal.view import View
from overtrick.games.bridge.bidding import reading, search
from overtrick.games.bridge.bidding.auctions import Numbers
from overtrick.games.bridge.bidding.system import ALIASES, DEFAULT, SYSTEMS, call, explain, partner_of, shown

PER_POINT: Final = 0.7
"""how much less likely a hand is for each point outside of what was shown, as an exponent"""
PER_CARD: Final = 1.4
"""the same for each card of a suit"""
MORE_DEALS: Final = 4
"""times as many as other games imagine for a call, because here a deal takes no more than an auction"""
DRAWN_FROM: Final = 6
"""what `System.drawn_from` is for the network, which takes longer than the pages"""


def likelihood(view: View, hands: MaskArray, system: str = DEFAULT) -> Floats:
    """How likely the calls of the others are in each of some deals (rows) by this system; the hands are whole."""
    missed, known = np.zeros(len(hands)), shown(view, system)
    for seat in SEATS:
        if seat is not view.seat:
            points, lengths = reading.counted(hands[:, seat - 1])
            missed += PER_POINT * _outside(points, known[seat].points)
            for length, allowed in zip(lengths.T, known[seat].suits, strict=True):
                missed += PER_CARD * _outside(length, allowed)
    return np.exp(-missed)


def _outside(numbers: Numbers, allowed: Range) -> Numbers:
    return np.maximum(allowed.least - numbers, 0) + np.maximum(numbers - allowed.most, 0)


def _by_pages(name: str) -> System:
    return System(
        lambda view, deals, seed: call(view, name),
        partial(explain, system=name),
        partial(partner_of, system=name),
        partial(likelihood, system=name),
        beliefs.DRAWN_FROM,
    )


def _partner(view: View) -> Shown | None:
    return None if view.seat is None else reading.shown_by(view, view.seat.partner, view.auction.calls)


def _shows(view: View, chosen: Call) -> Shown | None:
    return None if view.seat is None else reading.shown_by(view, view.seat, (*view.auction.calls, chosen))


def _call(view: View, deals: int, seed: int) -> Call:
    return search.choose(view, MORE_DEALS * deals, seed)[0].call


BY_SEARCH: Final = System(_call, _shows, _partner, reading.likelihood, DRAWN_FROM)
KNOWLEDGE: Final = Knowledge(
    believes_calls=True,
    systems={DEFAULT: BY_SEARCH} | {name: _by_pages(name) for name in SYSTEMS if name != DEFAULT},
    aliases=ALIASES,
)
