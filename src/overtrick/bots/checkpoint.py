"""Checkpoints of learners: the layers of a network, for which game they are, and what the learner needs to go on.

docs/formats.md describes the file. It has numbers and texts in it, never code.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count, pairwise, takewhile
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import ZipFile

import numpy as np
import numpy.typing as npt

from overtrick.core.actions import actions_of
from overtrick.core.catalogue import find_game, game_text
from overtrick.core.errors import Invalid, OvertrickError
from overtrick.core.game import Game
from overtrick.engine.observation import layout, observation_size

FORMAT: Final = 1
LARGEST: Final = 1 << 27
"""bytes of a checkpoint, unpacked"""
OPTIMIZER: Final = "optimizer_"
"""what the names of arrays begin with that only the learner needs"""

Singles = npt.NDArray[np.float32]


class Layer(NamedTuple):
    """A matrix, and what is added behind it."""

    weights: Singles
    bias: Singles


Layers = Sequence[Layer]
"""A network: between layers, numbers below 0 become 0; the last gives one for each action and the reward expected."""


def outputs(layers: Layers, seen: Singles) -> list[Singles]:
    """What goes into each layer for some observations, a row each, and what comes out of the last one."""
    flow = [seen]
    for weights, bias in layers[:-1]:
        flow.append(np.maximum(flow[-1] @ weights + bias, 0))
    return [*flow, flow[-1] @ layers[-1].weights + layers[-1].bias]


class Checkpoint(NamedTuple):
    """What a learner has learned of a game."""

    game: Game
    history: bool
    """whether observations have all tricks"""
    layers: Layers
    updates: int = 0
    """how often it has learned"""
    optimizer: Mapping[str, npt.NDArray[Any]] = {}
    """what only the learner needs"""

    def write(self, path: Path, is_small: bool = False) -> None:
        """Write the file; whoever reads it meanwhile gets the one before.

        A small one has what a bot needs: the layers in half precision, and nothing of the optimizer.
        """
        facts = {"format": FORMAT, "game": game_text(self.game), "history": self.history, "updates": self.updates}
        layout_of_game, actions = _meaning(self.game, self.history)
        arrays: dict[str, Any] = facts | {"layout": layout_of_game, "actions": actions}
        for number, layer in enumerate(self.layers):
            weights, bias = (array.astype(np.float16 if is_small else np.float32) for array in layer)
            arrays |= {f"weights_{number}": weights, f"bias_{number}": bias}
        arrays |= {} if is_small else {OPTIMIZER + name: array for name, array in self.optimizer.items()}
        part = path.with_name(f"{path.name}.part")
        with part.open("wb") as file:
            np.savez_compressed(file, **arrays)
        part.replace(path)

    def check_game(self, game: Game, path: str) -> None:
        """Refuse a game in which other things are seen or done; house rules may differ where that stays the same."""
        if (self.game.name, *_meaning(self.game, self.history)) != (game.name, *_meaning(game, self.history)):
            raise Invalid("bot-wrong-game", bot=path, game=game_text(game), games=game_text(self.game))

    @classmethod
    def read(cls, path: Path) -> Checkpoint:
        """The checkpoint of a file; refuses one that is none, or that was made for other observations or actions."""
        try:
            arrays = _arrays(path)
            if (form := int(arrays["format"])) != FORMAT:
                raise Invalid("checkpoint-format", path=str(path), format=form, own=FORMAT)
            game, history, updates = find_game(str(arrays["game"])), bool(arrays["history"]), int(arrays["updates"])
            if updates < 0:
                raise Invalid("no-checkpoint", path=str(path))
            if (tuple(arrays["layout"].tolist()), tuple(arrays["actions"].tolist())) != _meaning(game, history):
                raise Invalid("checkpoint-layout", path=str(path), game=game_text(game))
            optimizer = {name[len(OPTIMIZER) :]: array for name, array in arrays.items() if name.startswith(OPTIMIZER)}
            return cls(game, history, _layers(arrays, game, history), updates, optimizer)
        except OvertrickError:
            raise
        except OSError as error:
            raise Invalid("unreadable", path=str(path), reason=error.strerror or str(error)) from None
        except Exception:  # an archive can be broken in many ways, and so can an array in it
            raise Invalid("no-checkpoint", path=str(path)) from None


@lru_cache(64)
def _meaning(game: Game, history: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the numbers of observations stand for, and those of actions."""
    parts = layout(game, history).items()
    seen = tuple(f"{name} {part.stop - part.start}" for name, part in parts)
    return seen, tuple(map(str, actions_of(game).choices))


def _arrays(path: Path) -> dict[str, npt.NDArray[Any]]:
    """All arrays of a file, unless they are too large."""
    if path.exists() and not path.is_file():  # a pipe might never end
        raise Invalid("no-checkpoint", path=str(path))
    with path.open("rb") as file:  # once, since a learner may write another one meanwhile
        size = os.fstat(file.fileno()).st_size
        if size <= LARGEST:
            with ZipFile(file) as archive:
                size = sum(member.file_size for member in archive.infolist())
        if size > LARGEST:
            raise Invalid("large-checkpoint", path=str(path), most=LARGEST >> 20)
        file.seek(0)
        with np.load(file, allow_pickle=False) as arrays:
            return dict(arrays)


def _layers(arrays: Mapping[str, npt.NDArray[Any]], game: Game, history: bool) -> Layers:
    """The layers, one behind the other from what is seen to what is done; raises `ValueError` for others."""
    numbers = takewhile(lambda number: f"weights_{number}" in arrays, count())
    layers = [Layer(arrays[f"weights_{number}"], arrays[f"bias_{number}"]) for number in numbers]
    sizes = [observation_size(game, history), *(layer.bias.size for layer in layers)]
    shapes = [(weights.shape, bias.shape) for weights, bias in layers]
    kinds = (np.float16, np.float32)
    are_numbers = all(array.dtype in kinds and np.isfinite(array).all() for layer in layers for array in layer)
    if (
        not are_numbers
        or shapes != [(pair, pair[1:]) for pair in pairwise(sizes)]
        or sizes[-1] != len(actions_of(game).choices) + 1
    ):
        raise ValueError
    return [Layer(weights.astype(np.float32), bias.astype(np.float32)) for weights, bias in layers]
