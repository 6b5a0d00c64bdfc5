"""The bidding network of BEN without its search: the likeliest of the legal calls, asked by JSON lines.

    python -m benchmarks.peers.ben_calls REPOSITORY

The network is the one that the repository brings for ONNX, trained on auctions of GIB. It reads a step for each turn
that the player has had: systems, vulnerability, points, lengths and cards, and then the last call of everybody.
`bridge_bidders.py` tells what is asked and answered.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import process_time
from typing import Any, Final

import numpy as np
import onnxruntime

STRAINS: Final = ("C", "D", "H", "S", "NT")
BEFORE: Final = "before the first call"
CALLS: Final = [
    BEFORE,
    "after the last one",
    "pass",
    "X",
    "XX",
    *(f"{n}{strain}" for n in range(1, 8) for strain in STRAINS),
]
"""in the order of the network, which has numbers for what is no call too"""
HONOURS: Final = "AKQJT"
"""the cards that it tells apart; all others of a suit are counted together"""
POINTS: Final = {"A": 4, "K": 3, "Q": 2, "J": 1}
SYSTEM: Final = 1
"""of both sides, as the configuration of the network has it"""

Numbers = list[float]


class Network:
    """What chooses the calls."""

    def __init__(self, repository: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        path = repository / "models" / "onnx" / "bidder.onnx"
        self._session: Any = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    def call(self, seat: int, hand: str, vulnerable: list[bool], calls: list[str], legal: list[str]) -> str:
        """The likeliest legal call."""
        known = holding(hand, vulnerable[seat % 2], vulnerable[1 - seat % 2])
        turns = range(len(calls) % 4, len(calls) + 1, 4)
        steps = np.array([[known + last_calls(calls[:turn]) for turn in turns]], dtype=np.float32)
        chances = self._session.run(None, {self._input: steps})[0][0, -1]
        return max(legal, key=lambda call: float(chances[CALLS.index(call)]))


def holding(hand: str, we_are_vulnerable: bool, they_are_vulnerable: bool) -> Numbers:
    """What stays the same at all turns of a player."""
    suits = hand.split(".")
    cards = [[*map(suit.count, HONOURS), sum(card not in HONOURS for card in suit)] for suit in suits]
    points = sum(POINTS.get(card, 0) for card in hand)
    return [
        *(SYSTEM, SYSTEM, we_are_vulnerable, they_are_vulnerable),
        (points - 10) / 4,
        *((len(suit) - 3.25) / 1.75 for suit in suits),
        *(count for suit in cards for count in suit),
    ]


def last_calls(calls: list[str]) -> Numbers:
    """Which of all calls the player, the next one, the partner and the one before have made last."""
    before = [BEFORE] * 4 + calls
    return [float(call == made) for made in before[-4:] for call in CALLS]


def main() -> None:
    """Answer until nobody asks any more."""
    network = Network(Path(sys.argv[1]))
    for line in sys.stdin:
        asked: dict[str, Any] = json.loads(line)
        start = process_time()
        call = network.call(*(asked[name] for name in ("seat", "hand", "vulnerable", "calls", "legal")))
        print(json.dumps({"call": call, "seconds": process_time() - start}), flush=True)


if __name__ == "__main__":
    main()
