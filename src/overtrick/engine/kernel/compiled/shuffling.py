"""The shuffle of `overtrick.core.shuffle`, with the same orders: SHA-256 as a stream of numbers, and exchanges."""

import numpy as np

from overtrick.engine.kernel.compiled.native import int64, kernel, turned
from overtrick.engine.kernel.deals import Shuffler
from overtrick.engine.kernel.records import Line, Memory

WORD: int = 0xFFFFFFFF
ROUNDS = np.array(
    [
        int((prime ** (1 / 3) % 1) * 2**32)
        for prime in range(2, 312)
        if all(prime % other for other in range(2, int(prime**0.5) + 1))
    ],
    np.int64,
)
"""the constants of the rounds: the first bits behind the point of the cube roots of the first 64 primes"""


@kernel
def digest(words: Memory, sums: Memory, start: Memory) -> None:
    """The sums after a block, of which the first 16 words are filled in, from those before it."""
    for place in range(16, 64):
        early, late = words[place - 15], words[place - 2]
        first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
        second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
        words[place] = words[place - 16] + first + words[place - 7] + second & WORD
    a, b, c, d = start[0], start[1], start[2], start[3]
    e, f, g, h = start[4], start[5], start[6], start[7]
    for place in range(64):
        mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
        first = h + mixed + (g ^ e & (f ^ g)) + ROUNDS[place] + words[place]
        mixed = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
        second = mixed + (a & b | c & (a | b))
        h, g, f, e, d, c, b, a = g, f, e, d + first & WORD, c, b, a, first + second & WORD
    sums[0], sums[1], sums[2], sums[3] = start[0] + a & WORD, start[1] + b & WORD, start[2] + c & WORD, start[3] + d & WORD
    sums[4], sums[5], sums[6], sums[7] = start[4] + e & WORD, start[5] + f & WORD, start[6] + g & WORD, start[7] + h & WORD


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
    words, sums, block, left, last = shuffler.words, shuffler.sums, int64(0), int64(0), cards - 1
    while last > 0:
        if left == 0:
            for place in range(8):
                words[place] = shuffler.seed[place]
            words[8], words[9], words[10] = 0, block, int64(1) << 31
            for place in range(11, 15):
                words[place] = 0
            words[15] = 320
            digest(words, sums, shuffler.start)
            block, left = block + 1, int64(8)
        word = sums[8 - left]
        left -= 1
        among = last + 1
        if word < (int64(1) << 32) - (int64(1) << 32) % among:
            chosen = word % among
            card = deck[last]
            deck[last] = deck[chosen]
            deck[chosen] = card
            last -= 1
