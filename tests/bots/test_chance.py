"""The chance of bots: all that `random` promises, from a stream of its own."""

import pickle
from collections import Counter
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.bots.chance import Chance, chance_of
from overtrick.core.seats import SEATS


@given(st.text(max_size=5), st.integers(1, 10**9))
def test_the_same_seed_seat_and_number_give_the_same_chance(seed: str, number: int) -> None:
    one, same = chance_of(seed, SEATS[1], number), chance_of(seed, SEATS[1], number)
    others = [
        chance_of(seed, SEATS[2], number),
        chance_of(seed, SEATS[1], number + 1),
        chance_of(seed + "x", SEATS[1], number),
    ]
    drawn = one.getrandbits(64)
    assert same.getrandbits(64) == drawn
    assert drawn not in {other.getrandbits(64) for other in others}


@given(st.binary(min_size=8, max_size=32), st.integers(0, 300))
def test_so_many_bits_are_drawn(start: bytes, bits: int) -> None:
    assert 0 <= Chance(start).getrandbits(bits) < 1 << bits


def test_all_choices_are_equally_likely() -> None:
    chance = chance_of("even", SEATS[0], 1)
    counts = Counter(chance.choice("abcde") for _ in range(20_000))
    assert set(counts) == set("abcde")
    assert all(abs(count - 4000) < 300 for count in counts.values())  # five standard deviations
    assert sum(chance.random() for _ in range(20_000)) / 20_000 == pytest.approx(0.5, abs=0.012)


def test_it_can_be_kept_and_go_on() -> None:
    chance = chance_of("kept", SEATS[3], 7)
    chance.gauss(0, 1)
    copies = [pickle.loads(pickle.dumps(chance)), deepcopy(chance)]
    again = Chance()
    again.setstate(chance.getstate())
    expected = chance.gauss(0, 1), chance.random(), chance.sample(range(100), 5)
    for copy in (*copies, again):
        assert (copy.gauss(0, 1), copy.random(), copy.sample(range(100), 5)) == expected
