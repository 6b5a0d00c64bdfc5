"""The shuffle of `overtrick.core.shuffle`, with the same orders: SHA-256 as a stream of numbers, and exchanges."""

import numpy as np

from overtrick.engine.kernel.compiled.native import int64, kernel
from overtrick.engine.kernel.compiled.sha256 import COUNTER, LANES, digest, digests
from overtrick.engine.kernel.memory import Line, Memory
from overtrick.engine.kernel.shuffling import Shuffler


@kernel
def put(words: Memory, place: int, byte: int) -> None:
    """Write a byte of a block whose words are empty there."""
    words[place >> 2] |= byte << 24 - 8 * (place & 3)


@kernel
def begin(shuffler: Shuffler, text: Line[np.uint8]) -> None:
    """Take in the text that stands before the numbers of deals."""
    words, middle, place = shuffler.words, shuffler.middle, int64(0)
    for word in range(8):
        middle[word] = shuffler.start[word]
    for word in range(16):
        words[word] = 0
    for byte in text:
        put(words, place, int64(byte))
        place += 1
        if place == 64:
            digest(words, middle, middle)
            for word in range(16):
                words[word] = 0
            place = int64(0)
    for word in range(16):
        shuffler.tail[word] = words[word]
    shuffler.filled, shuffler.length = place, len(text)


@kernel
def write_number(text: Line[np.uint8], length: int, number: int) -> int:
    """Write a number and the end of a line behind the beginning of a text; gives how long it is then."""
    tenfold = int64(1)
    while tenfold <= number // 10:
        tenfold *= 10
    while tenfold:
        text[length] = 48 + number // tenfold % 10
        length += 1
        tenfold //= 10
    text[length] = 10
    return length + 1


@kernel
def seed_of(shuffler: Shuffler, number: int) -> None:
    """Make the seed of a number: the digest of the text, and of the number in digits."""
    words, seed, digits = shuffler.words, shuffler.seed, int64(1)
    tenfold = int64(10)
    while tenfold <= number:
        digits += 1
        tenfold *= 10
    for place in range(16):
        words[place] = shuffler.tail[place]
    for place in range(8):
        seed[place] = shuffler.middle[place]
    place, rest = shuffler.filled, number
    for _ in range(digits):
        tenfold //= 10
        put(words, place, 48 + rest // tenfold)
        rest %= tenfold
        place += 1
        if place == 64:
            digest(words, seed, seed)
            for word in range(16):
                words[word] = 0
            place = 0
    put(words, place, 128)
    if place >= 56:
        digest(words, seed, seed)
        for word in range(16):
            words[word] = 0
    words[14], words[15] = 0, 8 * (shuffler.length + digits)
    digest(words, seed, seed)


@kernel
def shuffle(shuffler: Shuffler, number: int, deck: Memory, cards: int) -> None:
    """Put the cards of a deck into the order of a number."""
    seed_of(shuffler, number)
    words, sums, last, drawn = shuffler.words, shuffler.sums, cards - 1, int64(0)
    for place in range(8):
        words[place] = shuffler.seed[place]
    words[8], words[10], words[15] = 0, int64(1) << 31, 320
    for place in range(11, 15):
        words[place] = 0
    while last > 0:
        block, word = drawn >> 3, drawn & 7
        if drawn % (8 * LANES) == 0:
            words[COUNTER] = block
            digests(words, shuffler.start, sums)
        number = sums[word * LANES + block % LANES]
        drawn += 1
        among = last + 1
        if number < shuffler.limits[among]:
            chosen = number % among
            card = deck[last]
            deck[last] = deck[chosen]
            deck[chosen] = card
            last -= 1
