"""Hands of many deals at once: masks in arrays, and the bits in them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

MaskArray = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]


def bits_of(masks: MaskArray) -> npt.NDArray[np.uint8]:
    """A row of 64 zeros and ones for each mask, by `Card.index`."""
    as_bytes = np.ascontiguousarray(masks).view(np.uint8).reshape(len(masks), 8)
    return np.unpackbits(as_bytes, axis=1, bitorder="little")
