"""Random deals of Bridge by RLCard: in its environment with its random agents, and by its game alone.

    python -m benchmarks.peers.rlcard_deals

The environment makes an observation for every action; the game only says what is legal, and plays it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from random import Random
from typing import Any, Final

import rlcard
from rlcard.agents import RandomAgent

from benchmarks.peers.rates import Rate, rate_of, tell

NAME: Final = f"RLCard {version('rlcard')}"
SEATS: Final = 4
EPISODES: Final = 50
"""in the environment, which is slower than the game"""
DEALS: Final = 200

_rng: Final = Random(1)


def in_environment(environments: Sequence[Any]) -> list[int]:
    """Play deals as `run` does it, with an observation for every action."""
    cards = []
    for environment in environments:
        environment.run()
        cards.append(environment.game.round.play_card_count)
    return cards


def by_game(games: Sequence[Any]) -> list[int]:
    """Play deals without observations."""
    cards = []
    for game in games:
        game.init_game()
        while not game.is_over():
            game.step(_rng.choice(game.judger.get_legal_actions()))
        cards.append(game.round.play_card_count)
    return cards


def rates() -> Iterator[Rate]:
    """Both of them."""
    environment = rlcard.make("bridge", config={"seed": 1})
    environment.set_agents([RandomAgent(environment.num_actions) for _ in range(SEATS)])
    yield rate_of("bridge", f"{NAME}, random agents, whole deals", lambda: [environment] * EPISODES, in_environment)
    yield rate_of("bridge", f"{NAME}, Python loop, whole deals", lambda: [environment.game] * DEALS, by_game)


if __name__ == "__main__":
    tell(rates())
