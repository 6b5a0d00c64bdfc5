"""Results: counted by side, with exact means and honest intervals."""

import random
import statistics
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.arena.estimates import Sample
from overtrick.arena.results import Results, result_of
from overtrick.arena.runner import Played, play_deal, play_match
from overtrick.core.catalogue import find_game
from overtrick.core.seats import Side
from overtrick.formats import jsonl

NAMES = ("Ann", "Ben", "Cleo", "Dan")


@given(st.lists(st.integers(-5000, 5000), min_size=2))
def test_mean_and_margin_are_those_of_the_textbook(values: list[int]) -> None:
    sample = Sample()
    for value in values:
        sample.add(value)
    assert sample.size == len(values)
    assert sample.mean().value == pytest.approx(statistics.fmean(values))
    half = 1.959963984540054 * statistics.stdev(values) / sqrt(len(values))
    assert sample.mean().margin == pytest.approx(half, rel=1e-9, abs=1e-9)


def test_small_samples() -> None:
    sample = Sample()
    assert sample.mean() == (None, None, None)
    sample.add(3)
    assert sample.mean() == (3, None, None)
    sample.add(3)
    assert sample.mean() == (3, 3, 3)


def test_the_interval_holds_the_true_mean_in_95_of_100_cases() -> None:
    rng, inside = random.Random(1), 0
    for _ in range(1000):
        sample = Sample()
        for _ in range(100):
            sample.add(rng.randrange(101))
        _, low, high = sample.mean()
        inside += low is not None and high is not None and low <= 50 <= high
    assert 925 <= inside <= 970


@pytest.mark.parametrize("name", ["belote", "coinche:contree", "sueca", "euchre:hoyle", "bridge", "whist"])
def test_a_deal_counts_for_the_side_that_won_it(name: str) -> None:
    results = Results()
    expected = {"won": [0, 0], "contracts": [0, 0], "made": [0, 0]}
    totals, passed = [0, 0], 0
    for number in range(1, 41):
        round_ = play_deal(find_game(name), ("random",) * 4, "results", number)
        results.add(result_of(Played(number, (round_,))))
        score, contract = round_.score, round_.contract
        assert score is not None
        totals = [total + points for total, points in zip(totals, score.scores, strict=True)]
        for side in Side:
            won, took = score.winner is side, contract is not None and contract.side is side
            for key, yes in {"won": won, "contracts": took, "made": won and took}.items():
                expected[key][side - 1] += yes
        passed += contract is None
    assert (results.size, results.deals, results.matches_won) == (40, 40, [0, 0])
    assert [(sample.mean().value or 0) * 40 for sample in results.points] == pytest.approx(totals)
    found = {"won": results.deals_won, "contracts": results.contracts, "made": results.made}
    assert found == expected
    assert results.passed_out == passed


def test_a_match_counts_its_totals_and_its_winner() -> None:
    results, winners, totals = Results(), [0, 0], [0, 0]
    for number in range(1, 9):
        played = play_match(find_game("sueca"), ("simple", "random") * 2, "m", number)
        result = result_of(played)
        results.add(result)
        assert played.standing is not None
        totals = [total + points for total, points in zip(totals, played.standing.totals, strict=True)]
        assert result.lines == ""
        winners[0 if played.standing.winner is Side.ONE else 1] += 1
        assert len(result.scores) == len(played.rounds) > 1
    assert [(sample.mean().value or 0) * 8 for sample in results.points] == pytest.approx(totals)
    assert results.matches_won == winners
    assert results.size == 8
    assert results.deals > 8


def test_records_are_kept_if_they_are_wanted() -> None:
    played = play_match(find_game("sueca"), ("random",) * 4, "m", 1)
    records = jsonl.loads(result_of(played, NAMES).lines)
    assert records == [round_.record(NAMES) for round_ in played.rounds]
