"""What a network has learned of bidding: how much better each call is than another one, by the hand and the auction.

It has two opinions of a call: how likely players of the pages make it, and what it brings in IMPs when all four go
on as well as they know. It has learned them from the pages and then from auctions with itself, whose contracts were
scored by double-dummy tables (`scripts/bidding`). Between its layers, numbers below 0 become 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from overtrick.bots.checkpoint import Layer, Singles
from overtrick.bots.masks import MaskArray, bits_of
from overtrick.core.cards import CARDS, Cards
from overtrick.core.hands import high_card_points
from overtrick.games.bridge.bidding.auctions import CALLS, Auctions, Flags

FILE: Final = "network.npz"
SUIT_SIZE, SUIT_COUNT = 13, 4
MOST_POINTS: Final = 37
"""that a hand can have"""
HAND_FEATURES: Final = len(CARDS) + SUIT_COUNT * (SUIT_SIZE + 1) + MOST_POINTS + 1
LOYALTY: Final = 0.05
"""IMPs that a call is worth more for each power of e by which players of the pages make it more likely"""
RAREST: Final = np.float32(-6)
"""the power of e from which on that is all the same"""
NEVER: Final = np.float32(-1e9)
POINTS: Final = np.array([high_card_points(Cards([card])) for card in CARDS], np.int64)
"""of each card, by `Card.index`"""


class Opinions(NamedTuple):
    """What a network thinks of the calls of some auctions, `[auction, call]`; of those that are not legal, `NEVER`."""

    likely: Singles
    """the logarithm of how likely players of the pages make a call"""
    worth: Singles
    """what it brings in IMPs, if only compared with other calls of the auction"""


class Network:
    """The layers, of which the first is taken apart: hands do not change in an auction."""

    def __init__(self, layers: Sequence[Layer], loyalty: float = LOYALTY) -> None:
        first, *self._others = layers
        self._loyalty = loyalty
        self._by_hand, self._by_auction = first.weights[:HAND_FEATURES], first.weights[HAND_FEATURES:]
        self._bias = first.bias

    def read(self, hands: MaskArray) -> Singles:
        """What the first layer makes of some hands."""
        read: Singles = hand_features(hands) @ self._by_hand + self._bias
        return read

    def opinions(self, hands: Singles, auctions: Auctions) -> Opinions:
        """A row of `hands` is what `read` made of the player's hand on turn.

        Where there is one auction, it is that of all hands.
        """
        different, which = auctions.different()  # most imagined auctions go the same way for some calls
        flow = (different.features() @ self._by_auction)[which] + hands
        for layer in self._others:  # in place where that can be: memory takes longer than the numbers
            np.maximum(flow, 0, out=flow)
            flow = flow @ layer.weights
            flow += layer.bias
        return self._weighed(flow[:, :CALLS], flow[:, CALLS:], different.legal()[which])

    def worths(self, hands: Singles, auctions: Auctions) -> Singles:
        """What calls are worth by its opinions."""
        return self.opinions(hands, auctions).worth

    def _weighed(self, likely: Singles, brought: Singles, legal: Flags) -> Opinions:
        likely = np.where(legal, likely, NEVER)
        likely -= likely.max(axis=1, keepdims=True)
        likely -= np.log(np.exp(likely).sum(axis=1, keepdims=True))
        worth = np.where(legal, brought + np.float32(self._loyalty) * np.maximum(likely, RAREST), NEVER)
        return Opinions(likely, worth)


def hand_features(hands: MaskArray) -> Singles:
    """Hands as zeros and ones: the cards, the length of each suit, and the high-card points."""
    bits = bits_of(hands)[:, : len(CARDS)]
    count, each = len(hands), np.arange(len(hands))
    told = np.zeros((count, HAND_FEATURES), np.float32)
    told[:, : len(CARDS)] = bits
    for suit, lengths in enumerate(bits.reshape(count, SUIT_COUNT, SUIT_SIZE).sum(axis=2, dtype=np.int64).T):
        told[each, len(CARDS) + suit * (SUIT_SIZE + 1) + lengths] = 1
    points: npt.NDArray[np.int64] = bits @ POINTS
    told[each, HAND_FEATURES - 1 - MOST_POINTS + points] = 1
    return told


@cache
def network() -> Network:
    """The network that comes with the package."""
    return Network(layers_of(files(__package__).joinpath(FILE)))


def layers_of(file: Traversable) -> list[Layer]:
    """The layers of a file, which has them in half precision."""
    with file.open("rb") as opened, np.load(opened) as kept:
        arrays = {name: kept[name].astype(np.float32) for name in kept.files}
    return [Layer(arrays[f"weights_{number}"], arrays[f"bias_{number}"]) for number in range(len(arrays) // 2)]
