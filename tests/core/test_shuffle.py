"""The one shuffle: results that another program computed, a second implementation, and fair choices."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.core.cards import CARDS
from overtrick.core.shuffle import seed_of, shuffled, word_of

# These were computed outside Python, from the description alone.
SEEDS = {
    ("", 0): "9a48ff0966d6196011156cf6f7a2290bab59c059ebb6136e5736acf285beb938",
    ("table 7", 1): "b15b2108a6814175532bbfa551fa2dd49a7bc437d5c9a1b425ed7c534c7184ab",
    ("été ♠", 12): "985971a9ecf6ba5d3ed9ddbf3826836c82c37ad002ce1fa05d38f1d220974bd3",
}
SHUFFLES = {
    b"": "Ks 3s 9d 4c 2c Kc 7h Kh Jd Kd 9c 3c Td 6c 6s 4h Qd As 5s 7c 5c 7s 5h 4s Qs 2d "
    "5d Ad 3h 9s Jc Jh 4d Tc 7d 2h Ah 6d 3d Ac 8s 8d 2s 6h Ts Js Qc 9h 8h Th Qh 8c",
    bytes.fromhex(SEEDS["table 7", 1]): "Kd 8h Ac 6c Js 7d As 7s 5c 3c Jc 7c 9h Kc 4d 7h Qc 3h Qh Td Qs Ts 4s Jd Tc 8d "
    "9c 2c 2h Th 5d Qd 5h Ks 2s 6d 3s 6h 9s 4c 8s 9d 3d 5s Ah 2d 6s Ad Jh 8c 4h Kh",
    # Here the choice among 45 cards meets the number 4294967267, which is above the last multiple of 45.
    b"r234767": "9c Kc Ts 2d 5d 5s 8c 7d Jh 8h 4s Js 6s Jd Th Tc 6c 6h Qh 6d Td Qc 9d Qd 8d 2s "
    "Ad 2c 5h Ac 9s 3s 8s 4d Kh 3c 4h Kd Ks 5c As 7c 4c 7s 3h Qs 9h 2h Jc 7h 3d Ah",
}


@pytest.mark.parametrize(("text", "number"), SEEDS)
def test_seeds_that_another_program_computed(text: str, number: int) -> None:
    assert seed_of(text, number).hex() == SEEDS[text, number]


@pytest.mark.parametrize("seed", SHUFFLES)
def test_shuffles_that_another_program_computed(seed: bytes) -> None:
    assert " ".join(map(str, shuffled(CARDS, seed))) == SHUFFLES[seed]


def by_hand(items: list[int], seed: bytes, blocks: int) -> list[int]:
    """The shuffle with the whole stream as one list; a number is fair if it lies in a whole run of choices."""
    stream = b"".join(hashlib.sha256(seed + i.to_bytes(8, "big")).digest() for i in range(blocks))
    numbers = [int.from_bytes(stream[i : i + 4], "big") for i in range(0, len(stream), 4)]
    unplaced, placed = items[:], list[int]()
    while len(unplaced) > 1:
        number = numbers.pop(0)
        if number // len(unplaced) < 2**32 // len(unplaced):
            place = number % len(unplaced)
            unplaced[place], unplaced[-1] = unplaced[-1], unplaced[place]
            placed.insert(0, unplaced.pop())
    return unplaced + placed


@given(size=st.integers(0, 60), seed=st.binary(max_size=40))
def test_a_second_implementation_agrees(size: int, seed: bytes) -> None:
    assert list(shuffled(range(size), seed)) == by_hand(list(range(size)), seed, size // 8 + 2)


@given(items=st.lists(st.integers()), seed=st.binary())
def test_nothing_is_lost_or_changed(items: list[int], seed: bytes) -> None:
    before = list(items)
    assert sorted(shuffled(items, seed)) == sorted(items)
    assert items == before


def test_every_order_is_equally_likely() -> None:
    counts = Counter(shuffled("abcd", seed_of("orders", number)) for number in range(24 * 400))
    assert len(counts) == 24
    chi_square = sum((count - 400) ** 2 / 400 for count in counts.values())
    assert chi_square < 49.7, "less than one seed in a thousand gives more"


def test_seeds_of_different_texts_and_numbers_differ() -> None:
    seeds = [seed_of(text, number) for text in ("", "1", "a", "a\n1", "\ud800") for number in (-1, 0, 1, 11)]
    assert len(set(seeds)) == len(seeds)


@given(st.integers())
def test_a_number_is_the_seed_that_its_text_is(number: int) -> None:
    assert seed_of(number, 3) == seed_of(str(number), 3)
    assert word_of(number) == word_of(str(number)) == number


def test_texts_give_numbers_of_64_bits() -> None:
    words = {word_of(text) for text in ("", "a", "b", "1e3", "0x1", "table 7", "-")}
    assert len(words) == 7
    assert all(0 <= word < 1 << 64 for word in words)
