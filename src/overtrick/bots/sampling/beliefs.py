"""What calls tell: how likely imagined deals are, and the deals that a player therefore imagines in the play."""

from __future__ import annotations

from typing import Final

import numpy as np

from overtrick.bots.masks import Floats, MaskArray
from overtrick.bots.sampling.knowledge import knowledge_of
from overtrick.bots.sampling.quick_calls import Rows, Strengths, leanings
from overtrick.core.seats import SEATS
from overtrick.deal.view import View
from overtrick.engine.worlds import Worlds, sample_worlds

DRAWN_FROM: Final = 20
"""how many times more deals there are to draw from, by how well they agree with the calls"""


def believed(view: View, count: int, seed: int, system: str = "") -> MaskArray:
    """The hands of some deals, as `sample_worlds` has them; `system` is that of the calls, if not the usual one."""
    known = knowledge_of(view.game)
    if not known.believes_calls or not view.auction.calls:
        return sample_worlds(view, count, seed).hands
    called = known.system(system)
    worlds = sample_worlds(view, (DRAWN_FROM if called is None else called.drawn_from) * count, seed)
    hands = called_on(view, worlds)
    likely = likelihood(view, hands) if called is None else called.likelihood(view, hands)
    return worlds.hands[drawn_by(likely, count)]


def called_on(view: View, worlds: Worlds) -> MaskArray:
    """The hands that the players had in the auction, in each world."""
    contract, turn_up, dealer = view.contract, view.turn_up, view.dealer
    hands = with_played(view, worlds.hands)
    if contract is not None and turn_up is not None and view.game.pick_up.happens(contract, turn_up, dealer):
        hands[:, dealer - 1] = (hands[:, dealer - 1] | worlds.discard) & ~np.uint64(turn_up.bit)
    return hands


def with_played(view: View, hands: MaskArray) -> MaskArray:
    """Hands of the moment with the cards that their players have played."""
    played = [0] * len(SEATS)
    for seat, card in zip(view.players, view.plays, strict=True):
        played[seat - 1] |= card.bit
    return hands | np.array(played, np.uint64)


def likelihood(view: View, hands: MaskArray) -> Floats:
    """How likely the calls of the others are in each of some deals (rows); the hands are those of the auction."""
    known = knowledge_of(view.game)
    if known.likelihood is not None:
        return known.likelihood(view, hands)
    likely, strengths = np.ones(len(hands)), Strengths(view.game, hands, with_bonuses=True)
    turned, every = iter(view.turned), np.arange(len(hands))
    auction = view.game.auction(view.dealer, next(turned, None), view.vulnerable)
    for seat, call in view.auction.made:
        if seat is not view.seat and seat is auction.turn:
            calls, leaning = leanings(auction, strengths, every, call)
            odds = np.exp(leaning - leaning.max(axis=1, keepdims=True))
            likely *= odds[:, calls.index(call)] / odds.sum(axis=1)
        auction = auction.call(call)
        auction = auction.with_card(next(turned)) if auction.wants_card else auction
    return likely


def drawn_by(likely: Floats, count: int) -> Rows:
    """The numbers of `count` deals, each as often as it is likely, as evenly as can be; any where none is."""
    summed = np.cumsum(likely if likely.any() else np.ones(len(likely)))
    rows: Rows = np.searchsorted(summed, (np.arange(count) + 0.5) * summed[-1] / count)
    return rows
