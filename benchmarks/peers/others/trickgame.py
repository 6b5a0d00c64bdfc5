"""TrickGame, a library that `programs.py` builds: it chooses cards of Belote, asked by JSON lines.

    python -m benchmarks.peers.others.trickgame LIBRARY

`programs.py` tells what is asked and answered.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from ctypes import CDLL, Array, c_int
from typing import Any, Final

from benchmarks.peers.others.answering import answer

RANKS: Final = "789JQKTA"
SUITS: Final = "CDHS"
"""of which its trumps are the first"""


class Player:
    """Its player `pimc`, with the number of worlds that it has there."""

    def __init__(self, path: str) -> None:
        self._library = CDLL(path)

    def __call__(self, asked: dict[str, Any]) -> str:
        """The card of whose turn it is."""
        contract, players, turn = asked["contract"], asked["players"], asked["turn"]
        trumps: str = contract["strain"]
        suits = trumps + SUITS.replace(trumps, "")
        hand, plays = (_numbers(asked[name], suits) for name in ("hand", "plays"))
        leader = players[0] if players else turn
        seats = turn - 1, contract["seat"] - 1
        number: int = self._library.choose(*seats, len(hand), hand, len(plays), plays, leader - 1)
        return RANKS[number % len(RANKS)] + suits[number // len(RANKS)].lower()


def _numbers(cards: Sequence[str], suits: str) -> Array[c_int]:
    numbers = [suits.index(card[1].upper()) * len(RANKS) + RANKS.index(card[0]) for card in cards]
    return (c_int * len(numbers))(*numbers)


if __name__ == "__main__":
    answer(Player(sys.argv[1]))
