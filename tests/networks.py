"""Networks that nobody has taught anything."""

from __future__ import annotations

import numpy as np

from overtrick.bots.checkpoint import Checkpoint, Layer
from overtrick.core.actions import actions_of
from overtrick.core.catalogue import find_game
from overtrick.core.game import Game
from overtrick.engine.observation import observation_size

EUCHRE = find_game("euchre")


def some_checkpoint(game: Game = EUCHRE, history: bool = False, hidden: int = 8, seed: int = 1) -> Checkpoint:
    rng = np.random.default_rng(seed)
    sizes = [observation_size(game, history), hidden, len(actions_of(game).choices) + 1]
    shapes = [(sizes[0], hidden), (hidden, sizes[2])]
    layers = [Layer(*(rng.normal(size=size).astype(np.float32) for size in (shape, shape[1]))) for shape in shapes]
    return Checkpoint(game, history, layers, 7, {"steps": np.array(3)})
