"""Random deals of ours: those of the engine that is selected.

    python -m benchmarks.peers.overtrick_deals

The deals of `playouts` have no calls, and hearts are trumps; all others are dealt, called, played and scored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Final

import numpy as np

from benchmarks.peers.rates import Rate, rate_of, tell
from overtrick import Batch, Game, find_game, game_names, play_deal, playouts, random_deals
from overtrick.engine.kernel.engine import engine
from overtrick.learning import env

DEALS: Final = {"numba": 50_000, "plain": 200}
ROUNDS: Final = 50
PLAYOUTS: Final = {"numba": "overtrick, kernel, deal and play", "plain": "overtrick, plain engine, deal and play"}
BOTS: Final = "overtrick, random bots, whole deals"
AGENTS: Final = {
    "numba": "overtrick, kernel, random agents in env(), whole deals",
    "plain": "overtrick, plain engine, random agents in env(), whole deals",
}
NATIVE: Final = "overtrick, kernel, whole deals"
BATCH: Final = "overtrick, Batch of 1,024, actions at random, with observations"
TABLES: Final = 1024


def play_out(game: Game, numbers: Sequence[int]) -> Iterable[int]:
    """Deal and play random deals."""
    return [playouts(game, game.strains[0], len(numbers), seed=1).plays.size]


def play_rounds(game: Game, numbers: Sequence[int]) -> Iterable[int]:
    """Let bots play, which get what their seats may know."""
    return [len(play_deal(game, ["random"] * 4, "1", number).plays) for number in numbers]


def play_episodes(game: Game, numbers: Sequence[int]) -> Iterable[int]:
    """Let agents act, which get an observation for every action."""
    table, chance, steps = env(game), Random(1), 0
    for number in numbers:
        table.reset(seed=number)
        for _ in table.agent_iter():
            seen, _, is_over, _, _ = table.last()
            if is_over or seen is None:
                table.step(None)
            else:
                table.step(chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))
                steps += 1
    return [steps]


def play_whole(game: Game, numbers: Sequence[int]) -> Iterable[int]:
    """Deal, call, play and score random deals."""
    return [int(random_deals(game, len(numbers), seed=1).cards.sum())]


def play_side_by_side(batch: Batch, numbers: Sequence[int]) -> Iterable[int]:
    """Deals side by side, with masks and observations at every step."""
    played = steps = 0
    while played < len(numbers):
        batch.step(batch.random_actions())
        played, steps = played + int(batch.over.sum()), steps + batch.size
    return [steps]


def rates() -> Iterator[Rate]:
    """All games."""
    chosen = engine()
    for name in game_names():
        game = find_game(name)
        yield rate_of(name, PLAYOUTS[chosen], lambda: range(DEALS[chosen]), partial(play_out, game))
        if chosen == "plain":
            yield rate_of(name, BOTS, lambda: range(1, ROUNDS + 1), partial(play_rounds, game))
        else:
            play_whole(game, range(DEALS[chosen]))  # so that all scores are known
            yield rate_of(name, NATIVE, lambda: range(DEALS[chosen]), partial(play_whole, game))
            batch = Batch(game, TABLES, 1)
            yield rate_of(name, BATCH, lambda: range(DEALS[chosen]), partial(play_side_by_side, batch))
        yield rate_of(name, AGENTS[chosen], lambda: range(1, ROUNDS + 1), partial(play_episodes, game))


if __name__ == "__main__":
    tell(rates())
