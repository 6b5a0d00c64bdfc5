"""The network learns how many tricks declarers win with open hands.

python -m scripts.bidding.learn_tricks FOLDER [--steps 9000] [--seed 3] [--out tricks.npz]

FOLDER has double-dummy tables. Suits are exchanged at random, so that a table serves many times.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from overtrick.bots.checkpoint import Singles
from overtrick.core.seats import SEATS
from overtrick.games.bridge.bidding.auctions import STRAINS, TRICKS, Numbers
from overtrick.games.bridge.bidding.network import SUIT_COUNT, SUIT_SIZE
from overtrick.games.bridge.bidding.tricks import features
from scripts.bidding import tables
from scripts.bidding.network import Learner, chances, surprise
from scripts.bidding.tables import Tables

HIDDEN: Final = (256, 64)
DEALS: Final = 1024
"""of a step, each with one contract"""
RATE: Final = 2e-3
"""how far the first steps go"""


def contracts(known: Tables, count: int, rng: np.random.Generator) -> tuple[Singles, Numbers]:
    """Some contracts as the network sees them, and how many tricks are won in each."""
    chosen = rng.integers(len(known.hands), size=count)
    some = with_other_suits(known.some(chosen), rng)
    every = np.arange(count)
    strains, declarers = rng.integers(STRAINS, size=count), rng.integers(len(SEATS), size=count)
    return features(some.hands, every, strains, declarers), some.tricks[every, strains, declarers]


def with_other_suits(some: Tables, rng: np.random.Generator) -> Tables:
    """The same deals with the suits exchanged."""
    order = rng.permutation(SUIT_COUNT)
    suit = np.uint64((1 << SUIT_SIZE) - 1)
    hands = np.zeros_like(some.hands)
    tricks = some.tricks.copy()
    for old, new in enumerate(order.tolist()):
        hands |= ((some.hands >> np.uint64(SUIT_SIZE * old)) & suit) << np.uint64(SUIT_SIZE * new)
        tricks[:, SUIT_COUNT - 1 - new] = some.tricks[:, SUIT_COUNT - 1 - old]
    return Tables(hands, tricks)


def main() -> None:
    """Learn, and keep what was learned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="double-dummy tables")
    parser.add_argument("--steps", type=int, default=9000)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--out", type=Path, default=Path("tricks.npz"))
    options = parser.parse_args()
    all_tables, rng = tables.read(options.folder), np.random.default_rng(options.seed)
    known = all_tables.some(slice(tables.HELD_OUT, None))
    seen, won = contracts(all_tables.some(slice(tables.HELD_OUT)), 8 * tables.HELD_OUT, rng)
    learner = Learner((seen.shape[1], *HIDDEN, TRICKS), rng)
    for step in range(options.steps):
        given, right = contracts(known, DEALS, rng)
        flow = learner.flow(given)
        rate = RATE * min(1.0, 1.2 * (1 - step / options.steps) + 0.01)
        learner.step(learner.gradients(flow, surprise(flow[-1], right, 0.0)), rate)
        if step % 500 == 499:
            print(f"step {step + 1}: {missed(learner, seen, won):.3f} tricks wrong", flush=True)
    learner.write(options.out)


def missed(learner: Learner, seen: Singles, won: npt.NDArray[np.int64]) -> float:
    """By how many tricks its expectations are wrong on average."""
    expected = chances(learner.flow(seen)[-1]) @ np.arange(TRICKS)
    return float(np.abs(expected - won).mean())


if __name__ == "__main__":
    main()
