"""Networks that learn: gradients of their layers, and steps by Adam."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from overtrick.bots.checkpoint import Layer, Layers, Singles, outputs

MEMORY: Final = (0.9, 0.999)
"""of Adam, for gradients and for their squares"""
LEAST: Final = 1e-8
"""what is added where something might be divided by 0"""
LONGEST: Final = 5.0
"""gradient of a step; a longer one is shortened"""
CALM: Final = 0.01
"""the share of each step that the calm layers follow at once"""


class Learner:
    """Layers, and what Adam remembers of them."""

    def __init__(self, sizes: Sequence[int], rng: np.random.Generator) -> None:
        """Layers that know nothing yet."""
        self.layers = [
            Layer(
                rng.normal(0, (2 / size) ** 0.5, (size, after)).astype(np.float32),
                np.zeros(after, np.float32),
            )
            for size, after in itertools.pairwise(sizes)
        ]
        self._arrays = [array for layer in self.layers for array in layer]
        self._means, self._squares = ([np.zeros_like(array) for array in self._arrays] for _ in range(2))
        self._steps = 0
        self.calm = copied(self.layers)
        """the layers as they were on average in the last steps"""

    def take(self, layers: Layers) -> None:
        """Go on from other layers of the same sizes."""
        for array, other in zip(self._arrays, itertools.chain.from_iterable(layers), strict=True):
            array[:] = other

    def flow(self, seen: Singles) -> list[Singles]:
        """What goes into each layer, and what comes out of the last one."""
        return outputs(self.layers, seen)

    def gradients(self, flow: Sequence[Singles], back: Singles) -> list[Singles]:
        """Of each array, from that of what came out."""
        found: list[Singles] = []
        for number in reversed(range(len(self.layers))):
            found = [flow[number].T @ back, back.sum(axis=0), *found]
            if number:
                back = (back @ self.layers[number].weights.T) * (flow[number] > 0)
        return found

    def step(self, gradients: Sequence[Singles], rate: float) -> None:
        """Go against the gradients."""
        length = float(np.sqrt(sum(float((gradient**2).sum()) for gradient in gradients)))
        self._steps += 1
        first, second = (1 - memory**self._steps for memory in MEMORY)
        for array, gradient, mean, square in zip(self._arrays, gradients, self._means, self._squares, strict=True):
            gradient = gradient * np.float32(min(1, LONGEST / (length + LEAST)))
            mean += (1 - MEMORY[0]) * (gradient - mean)
            square += (1 - MEMORY[1]) * (gradient * gradient - square)
            array -= np.float32(rate) * (mean / first) / (np.sqrt(square / second) + LEAST)
        for slow, layer in zip(self.calm, self.layers, strict=True):
            for kept, array in zip(slow, layer, strict=True):
                kept += np.float32(CALM) * (array - kept)

    def write(self, path: Path) -> None:
        """The calm layers in half precision."""
        names = [f"{name}_{number}" for number in range(len(self.layers)) for name in Layer._fields]
        halves = [array.astype(np.float16) for layer in self.calm for array in layer]
        arrays: dict[str, Any] = dict(zip(names, halves, strict=True))
        np.savez_compressed(path, **arrays)


def copied(layers: Layers) -> list[Layer]:
    """The layers as they are now."""
    return [Layer(weights.copy(), bias.copy()) for weights, bias in layers]


def chances(logits: Singles) -> Singles:
    """Numbers that add up to 1 in each row."""
    powers: Singles = np.exp(logits - logits.max(axis=1, keepdims=True))
    powers /= powers.sum(axis=1, keepdims=True)
    return powers


def surprise(logits: Singles, right: np.typing.NDArray[np.int64], smoothing: float) -> Singles:
    """The gradient of the cross entropy of what is right, which is thought to be wrong now and then."""
    back = chances(logits) - np.float32(smoothing / logits.shape[1])
    back[np.arange(len(right)), right] -= np.float32(1 - smoothing)
    back /= np.float32(len(right))
    return back
