"""SHA-256 in kernels, both by the processor's instructions and without."""

from __future__ import annotations

import hashlib
from struct import pack, unpack
from typing import Any

import numpy as np
import pytest
from numba import types
from numba.extending import intrinsic

from overtrick.engine.kernel.compiled import sha256
from overtrick.engine.kernel.compiled.native import kernel
from overtrick.engine.kernel.memory import NamedMemory, Row

UNROLLED: Any = vars(sha256)["unrolled"]


class Room(NamedMemory):
    """A block and its sums."""

    words = Row(16)
    start = Row(8)
    sums = Row(64)


def block_of(message: bytes) -> tuple[int, ...]:
    """The words of a message that fits into a block."""
    return unpack(">16I", message + b"\x80" + bytes(55 - len(message)) + pack(">Q", 8 * len(message)))


@pytest.mark.parametrize("lanes", [1, 8])
def test_blocks_have_the_sums_of_the_standard(lanes: int) -> None:
    emit = UNROLLED(lanes)

    @intrinsic
    def sums_of(context, words, start, sums):  # type: ignore[no-untyped-def]
        return types.void(words, start, sums), emit

    whole: Any = sums_of

    @kernel
    def run(room: Room) -> None:
        whole(room.words, room.start, room.sums)

    room, message = Room(), b"%032d" % 7
    room.words[:] = block_of(message + pack(">Q", 5))
    room.start[:] = sha256.START
    run(room)
    made = np.array(room.sums.tolist()).reshape(-1, lanes)[:8]
    for block in range(lanes):
        digest = hashlib.sha256(message + pack(">Q", 5 + block)).digest()
        assert tuple(made[:, block].tolist()) == unpack(">8I", digest)
