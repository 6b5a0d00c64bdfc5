"""What the pages of the system call, in auctions in which now and then somebody makes another call."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from overtrick.core.actions import Call
from overtrick.core.cards import CARDS, Cards
from overtrick.core.seats import SEATS, Side
from overtrick.games.bridge.bidding.auctions import FEATURES, NUMBERS, Auctions
from overtrick.games.bridge.bidding.hand import Hand
from overtrick.games.bridge.bidding.network import HAND_FEATURES, hand_features
from overtrick.games.bridge.bidding.system import DEFAULT, choose, situation_of

STRAYING: Final = (0.0, 0.0, 0.05, 0.15)
"""how often somebody makes another call; one of these for each auction"""
LOW: Final = 9
"""bids that are tried then"""
LONGEST: Final = 46
"""calls of an auction that is looked at"""


class Calls(NamedTuple):
    """What was called, a row a call; the numbers of `hand_features` and `Auctions.features` are zeros and ones."""

    seen: npt.NDArray[np.uint8]
    """in bits"""
    call: npt.NDArray[np.int64]


def calls_of_pages(boards: int, seed: int) -> Calls:
    """The calls of some auctions."""
    rng, seen, called = np.random.default_rng(seed), [], []
    for _ in range(boards):
        deck = rng.permutation(len(CARDS)).reshape(len(SEATS), -1)
        masks = [sum(1 << int(card) for card in cards) for cards in deck]
        hands = [Hand(Cards.from_mask(mask)) for mask in masks]
        told = hand_features(np.array(masks, np.uint64))
        dealer, straying = SEATS[rng.integers(len(SEATS))], STRAYING[rng.integers(len(STRAYING))]
        vulnerable = frozenset(side for side in Side if rng.random() < 0.5)
        auction, calls = Auctions(1, dealer, vulnerable), tuple[Call, ...]()
        while not auction.over[0] and len(calls) < LONGEST:
            situation = situation_of(dealer, vulnerable, calls, DEFAULT)
            call = choose(situation, hands[auction.turn], DEFAULT)
            seen.append(np.packbits(np.concatenate([told[auction.turn], auction.features()[0]]).astype(np.bool_)))
            called.append(NUMBERS[call])
            if rng.random() < straying:
                bids = [other for other in situation.legal if other.kind == "bid"][:LOW]
                others = [other for other in situation.legal if other.kind != "bid"] + bids
                call = others[rng.integers(len(others))]
            calls = (*calls, call)
            auction.add(np.array([NUMBERS[call]]))
    return Calls(np.array(seen), np.array(called))


def unpacked(seen: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """The numbers of some rows."""
    return np.unpackbits(seen, axis=1, count=HAND_FEATURES + FEATURES).astype(np.float32)
