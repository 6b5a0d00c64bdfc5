"""The player of the Klaverjas thesis, a tree search over imagined deals with random playouts, asked by JSON lines.

    python -m benchmarks.peers.others.klaverjas_thesis REPOSITORY

It needs NumPy alone. `programs.py` tells what is asked and answered.
"""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout
from importlib import import_module
from typing import Any, Final

from benchmarks.peers.others.answering import answer

RANKS: Final = "789TJQKA"
SEARCH: Final = {"mcts_steps": 200, "n_of_sims": 1, "nn_scaler": 0, "ucb_c": 200}
"""as in its own tests"""


class Thesis:
    """Chooses a card of a view."""

    def __init__(self, repository: str) -> None:
        sys.path.insert(0, repository)
        package = "AlphaZero.AlphaZeroPlayer"
        self._player = import_module(f"{package}.alphazero_player").AlphaZero_player
        self._card = import_module(f"{package}.Klaverjas.card").Card

    def choose(self, asked: dict[str, Any]) -> str:
        """The card that it plays."""
        trump, seat = str(asked["contract"]["strain"]).lower(), asked["turn"]
        suits = [trump, *(suit for suit in "shdc" if suit != trump)]  # trumps are its first suit
        played = list(zip(asked["players"], asked["plays"], strict=True))
        hand = [*asked["hand"], *(card for player, card in played if player == seat)]
        leader = asked["players"][0] if played else seat
        player = self._player(seat - 1, SEARCH, None)
        player.new_round_klaverlive({_number(card, suits) for card in hand}, leader - 1, asked["contract"]["side"] - 1)
        with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):  # it prints what it thinks
            for _, card in played:
                player.update_state(self._card(_number(card, suits)))
            chosen = int(player.get_move().id)
        return RANKS[chosen % 10] + suits[chosen // 10]


def _number(card: str, suits: list[str]) -> int:
    return 10 * suits.index(card[1]) + RANKS.index(card[0])


if __name__ == "__main__":
    answer(Thesis(sys.argv[1]).choose)
