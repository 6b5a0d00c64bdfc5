"""The one shuffle: whoever has the seed gets the same order, in any language and on any machine.

The seed gives a stream of numbers: block i is the SHA-256 of the seed followed by i as eight bytes, and is read as
eight numbers of four bytes, the first byte the highest. A choice among n takes the next number below the highest
multiple of n that is at most 2^32, modulo n, so that all choices are equally likely. The items are exchanged from the
last one down to the second, each with one chosen among itself and those before it (Fisher and Yates).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, SupportsIndex, TypeVar

from overtrick.core.errors import Invalid

T = TypeVar("T")
Seed = str | int
"""What anybody may choose, so that chance goes the same way again: a text, or a number, which is the text of it."""

_WORDS: Final = 1 << 32


def shuffled(items: Sequence[T], seed: bytes) -> tuple[T, ...]:
    """The items in the order that a seed gives them."""
    order, words = list(items), _words(seed)
    last = len(order) - 1
    for word in words if last > 0 else ():
        among = last + 1
        if word < _WORDS - _WORDS % among:
            chosen = word % among
            order[last], order[chosen] = order[chosen], order[last]
            last -= 1
            if not last:
                break
    return tuple(order)


def seed_of(text: Seed, number: int) -> bytes:
    """The seed of a text that somebody chose and the number of a deal: SHA-256 of `overtrick/seed/1`, text and number.

    They stand one a line, in UTF-8. What of a text from a command line is no character counts all the same.
    """
    from hashlib import sha256  # here, because it takes milliseconds to import and most commands shuffle nothing

    return sha256(text_of_seed(text) + str(number).encode()).digest()


def text_of_seed(seed: Seed) -> bytes:
    """What stands before the number of a deal in the text of which its seed is made."""
    check_seed(seed)
    return f"overtrick/seed/1\n{seed}\n".encode(errors="surrogatepass")


def check_seed(seed: Seed) -> None:
    """Refuse what is neither a text nor a whole number: others would be taken for what Python writes for them."""
    if not isinstance(seed, str | SupportsIndex):
        raise Invalid("bad-seed", seed=repr(seed))


def word_of(seed: Seed) -> int:
    """The number for a stream of 64 bits: a number as it is, also as a text; of any other text eight bytes."""
    check_seed(seed)
    try:
        return int(seed)
    except ValueError:
        return int.from_bytes(seed_of(seed, 0)[:8], "little")


def _words(seed: bytes) -> Iterator[int]:
    from hashlib import sha256  # here, as above
    from struct import pack, unpack

    block = 0
    while True:
        yield from unpack(">8I", sha256(seed + pack(">Q", block)).digest())
        block += 1
