"""Elo: the strengths that make what happened most likely, with honest intervals and never an infinite number."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import exp, isfinite, log, log10
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.arena.elo import SCALE, Outcome, elo, inverse

TWO = [("a", "b")]
NAMES = "abcdef"


def likelihood(strengths: dict[str, float], couples: list[tuple[str, str]], outcomes: Counter[Outcome]) -> float:
    total = 0.0
    for outcome, times in outcomes.items():
        for (first, second), won in zip(couples, outcome, strict=True):
            difference = (strengths[first] - strengths[second]) / SCALE
            total -= times * ((won + 1) / 2 * log(1 + exp(-difference)) + (1 - won) / 2 * log(1 + exp(difference)))
    return total


@given(st.integers(0, 5000), st.integers(0, 5000), st.integers(0, 5000))
def test_two_bots_have_the_elo_of_the_textbook(won: int, lost: int, drawn: int) -> None:
    outcomes = Counter[Outcome]({(1,): won, (-1,): lost, (0,): drawn})
    deals = won + lost + drawn
    found = elo("ab", TWO, +outcomes)
    assert found["a"] == (0, 0, 0)
    share = (lost + drawn / 2) / max(deals, 1)
    if not won and not lost:
        assert found["b"] == (None, None, None)
    elif share in (0, 1):
        assert found["b"].value is None
        bounds = [bound for bound in (found["b"].low, found["b"].high) if bound is not None]
        assert len(bounds) == 1
        assert (found["b"].low is None) == (share == 0)
        assert isfinite(bounds[0])
    else:
        assert found["b"].value == pytest.approx(-400 * log10(1 / share - 1), abs=1e-4)
        if deals > 1:
            scatter = lost + drawn / 4 - deals * share**2
            error = (scatter / (deals - 1) / deals) ** 0.5 / share / (1 - share)
            assert found["b"].margin == pytest.approx(1.959964 * SCALE * error, rel=1e-4, abs=1e-4)
        else:
            assert found["b"].margin is None


def test_a_bound_grows_with_the_meetings_that_were_won() -> None:
    lows = [elo("ab", TWO, {(-1,): deals})["b"].low for deals in (1, 10, 100, 1000)]
    assert lows == sorted(lows, key=lambda low: low or 0)
    assert lows[1] == pytest.approx(-400 * log10(1.959964**2 / 10), abs=1e-3)
    highs = [elo("ab", TWO, {(1,): deals})["b"].high for deals in (1, 10, 100, 1000)]
    assert [-(high or 0) for high in highs] == lows


@given(st.integers(3, 5), st.integers())
def test_no_other_strengths_make_it_more_likely(size: int, seed: int) -> None:
    bots, rng = NAMES[:size], Random(seed)
    couples = list(combinations(bots, 2))
    outcomes = Counter(tuple(rng.choice((-1, 0, 1)) for _ in couples) for _ in range(30))
    found = {bot: estimate.value for bot, estimate in elo(bots, couples, outcomes).items()}
    strengths = {bot: value for bot, value in found.items() if value is not None}
    assert len(strengths) == size  # with 30 deals everybody wins and loses something
    best = likelihood(strengths, couples, outcomes)
    for bot in bots[1:]:
        for change in (-3.0, 3.0):
            assert likelihood(strengths | {bot: strengths[bot] + change}, couples, outcomes) < best


def test_who_always_wins_does_not_hide_how_the_others_compare() -> None:
    couples = list(combinations("abc", 2))
    outcomes = Counter[Outcome]({(1, 1, 1): 30, (-1, 1, 1): 10})  # b beat a ten times, and both always beat c
    found = elo("abc", couples, outcomes)
    assert found["b"].value == pytest.approx(-400 * log10(3))
    assert found["b"] == elo("ab", TWO, {(1,): 30, (-1,): 10})["b"]
    assert (found["c"].value, found["c"].low) == (None, None)
    assert found["c"].high == elo("ac", [("a", "c")], {(1,): 40})["c"].high
    turned = elo("cab", [("c", "a"), ("c", "b"), ("a", "b")], {(-1, -1, 1): 30, (-1, -1, -1): 10})
    assert turned["a"].value is turned["b"].value is None
    assert turned["a"].low == turned["b"].low == -(found["c"].high or 0)


def test_meetings_that_are_alike_do_not_make_it_surer() -> None:
    couples = list(combinations("abc", 2))
    alike = elo("abc", couples, {(1, 1, 0): 60, (-1, -1, 0): 40})
    apart = elo("abc", couples, {(1, 1, 0): 36, (1, -1, 0): 24, (-1, 1, 0): 24, (-1, -1, 0): 16})
    assert alike["b"].value == pytest.approx(apart["b"].value)
    assert (alike["b"].margin or 0) > 1.2 * (apart["b"].margin or 0)


def test_the_interval_holds_the_true_strength_in_95_of_100_cases() -> None:
    rng, inside, couples = Random(1), 0, list(combinations("abc", 2))
    strengths = {"a": 0.0, "b": 80.0, "c": -150.0}
    chances = [1 / (1 + 10 ** ((strengths[second] - strengths[first]) / 400)) for first, second in couples]
    for _ in range(300):
        outcomes = Counter(tuple(1 if rng.random() < chance else -1 for chance in chances) for _ in range(100))
        for bot in "bc":
            found = elo("abc", couples, outcomes)[bot]
            assert found.low is not None
            assert found.high is not None
            inside += found.low <= strengths[bot] <= found.high
    assert 0.92 <= inside / 600 <= 0.98


@given(st.lists(st.lists(st.integers(-5, 5), min_size=3, max_size=3), min_size=3, max_size=3))
def test_the_inverse_undoes_a_matrix(rows: list[list[int]]) -> None:
    matrix = [[sum(a * b for a, b in zip(row, other, strict=True)) + (row is other) for other in rows] for row in rows]
    found = inverse(matrix)
    product = [[sum(matrix[i][k] * found[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    assert [value for row in product for value in row] == pytest.approx([1, 0, 0, 0, 1, 0, 0, 0, 1], abs=1e-6)
