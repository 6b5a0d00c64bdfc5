"""Double-dummy tables of random deals, in files of 500 which are made in order; a run that was stopped goes on.

python -m scripts.bidding.tables FOLDER [--deals 20000] [--seed bidding]
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from overtrick import find_game
from overtrick.deal.deals import numbered_deal
from overtrick.games.bridge.bidding.auctions import Numbers
from overtrick.games.bridge.double_dummy import dd_tables
from overtrick.games.bridge.rules import BID_ORDER

HELD_OUT: Final = 1000
"""tables from which nothing is learned"""
IN_A_FILE: Final = 500


class Tables(NamedTuple):
    """Deals and what their declarers win."""

    hands: npt.NDArray[np.uint64]
    """`[deal, seat]`, as masks"""
    tricks: npt.NDArray[np.int64]
    """`[deal, strain, seat]`, clubs first, as they are bid"""

    def some(self, rows: slice | Numbers) -> Tables:
        """Those of some rows."""
        return Tables(self.hands[rows], self.tricks[rows])

    def won(self, rows: Numbers, strains: Numbers, declarers: Numbers) -> Numbers:
        """What some declarers win."""
        return self.tricks[rows, strains, declarers]


def read(folder: Path) -> Tables:
    """The tables of a folder."""
    parts = [np.load(path) for path in sorted(folder.glob("*.npz"))]
    hands, tricks = (np.concatenate([part[name] for part in parts]) for name in Tables._fields)
    return Tables(hands, tricks.astype(np.int64))


def write(path: Path, seed: str, first: int) -> None:
    """The tables of some numbered deals."""
    game = find_game("bridge")
    deals = [numbered_deal(game, seed, number).hands for number in range(first, first + IN_A_FILE)]
    tricks = [[table.tricks[strain] for strain in BID_ORDER] for table in dd_tables(deals)]
    hands = np.array([[hand.mask for hand in deal] for deal in deals], np.uint64)
    np.savez_compressed(path, hands=hands, tricks=np.array(tricks, np.int8))


def main() -> None:
    """Make what is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--seed", default="bidding")
    options = parser.parse_args()
    options.folder.mkdir(exist_ok=True)
    for first in range(1, options.deals + 1, IN_A_FILE):
        path = options.folder / f"{options.seed}-{first:07}.npz"
        if not path.exists():
            write(path, options.seed, first)
            print(path, flush=True)


if __name__ == "__main__":
    main()
