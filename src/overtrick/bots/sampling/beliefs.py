"""The deals that a player imagines in the play: they agree with all he saw, and rather with the calls that he heard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from overtrick.bots.bridge import beliefs as bridge
from overtrick.bots.masks import Floats, Masks
from overtrick.bots.sampling import inference
from overtrick.play.view import View
from overtrick.seats import SEATS
from overtrick.unseen import Worlds, sample_worlds

DRAWN_FROM: Final = 20
"""from so many times more deals those are drawn that agree with the calls"""
LIKELIHOODS: Final[dict[str, Callable[[View, Masks], Floats]]] = {
    "bridge": bridge.likelihood,
    "euchre": inference.likelihood,
}
"""by the name of the game, where it wins to believe the calls; elsewhere it does not"""
LEAST: Final = 1e-12
"""so that something can be drawn when no deal agrees"""


def believed(view: View, count: int, seed: int) -> Masks:
    """The hands of so many deals, as `sample_worlds` has them."""
    likelihood = LIKELIHOODS.get(view.game.name)
    if likelihood is None or not view.auction.calls:
        return sample_worlds(view, count, seed).hands
    worlds = sample_worlds(view, DRAWN_FROM * count, seed)
    likely = likelihood(view, called_on(view, worlds)) + LEAST
    return worlds.hands[inference.drawn_by(likely, count)]


def called_on(view: View, worlds: Worlds) -> Masks:
    """The hands that the players had in the auction, in each world."""
    contract, turn_up, dealer = view.contract, view.turn_up, view.dealer
    played = [0] * len(SEATS)
    for seat, card in zip(view.players, view.plays, strict=True):
        played[seat - 1] |= card.bit
    hands = worlds.hands | np.array(played, np.uint64)
    if contract is not None and turn_up is not None and view.game.dealer_picks_up(contract, turn_up, dealer):
        hands[:, dealer - 1] = (hands[:, dealer - 1] | worlds.discard) & ~np.uint64(turn_up.bit)
    return hands
