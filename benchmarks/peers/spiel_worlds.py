"""Hidden hands by OpenSpiel, as the player to move sees them after two tricks of random deals.

    python -m benchmarks.peers.spiel_worlds

A world is a state that has a history of its own; it contradicts the play if some action of that was not legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pyspiel

from benchmarks.peers.rates import VIEWS, WorldRate, tell, world_rate_of
from benchmarks.peers.spiel_deals import GAMES, NAME, is_alone, is_play

TWO_TRICKS: Final = 8

_rng: Final = Random(1)


def after_two_tricks(game: Any) -> Any:
    """A random deal that nobody plays alone."""
    while True:
        state, cards = game.new_initial_state(), 0
        while cards < TWO_TRICKS and not state.is_terminal():
            cards += is_play(state)
            state.apply_action(_rng.choice(state.legal_actions()))
        if not (state.is_terminal() or is_alone(state)):
            return state


def draw(state: Any, worlds: int) -> list[Any]:
    """What the player to move may think of."""
    player = state.current_player()
    return [state.resample_from_infostate(player, _rng.random) for _ in range(worlds)]


def contradicts(state: Any, world: Any) -> bool:
    """Whether the history of a world is illegal."""
    again = state.get_game().new_initial_state()
    for action in world.history():
        if action not in again.legal_actions():
            return True
        again.apply_action(action)
    return False


def rates() -> Iterator[WorldRate]:
    """Both games."""
    for name, spelled in GAMES.items():
        game = pyspiel.load_game(spelled)
        yield world_rate_of(name, NAME, [after_two_tricks(game) for _ in range(VIEWS)], draw, contradicts)


if __name__ == "__main__":
    tell(rates())
