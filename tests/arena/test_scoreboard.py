"""Scoreboards: whole deals, exact sums, intervals by deals."""

from __future__ import annotations

import statistics
from itertools import combinations
from math import sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.arena.duplicate import Contest, Lapse, Meeting
from overtrick.arena.estimates import Estimate, Sample, share_of
from overtrick.arena.scoreboard import STOPS, Decisions, Scoreboard
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Finding

BOTS = ("a", "b", "c")


def filled(bots: tuple[str, ...], deals: int, rng: Random) -> tuple[Scoreboard, list[Meeting]]:
    board = Scoreboard(Contest(find_game("sueca"), bots, "x", deals))
    meetings = [
        Meeting(deal, couple, ((rng.randrange(3), rng.randrange(3)), (rng.randrange(3), rng.randrange(3))))
        for deal in range(1, deals + 1)
        for couple in combinations(bots, 2)
    ]
    for meeting in meetings:
        board.add(meeting)
    return board, meetings


@given(st.integers(2, 4), st.integers(2, 30), st.randoms(use_true_random=False))
def test_everything_is_counted_once(size: int, deals: int, rng: Random) -> None:
    bots = tuple("abcd"[:size])
    board, meetings = filled(bots, deals, rng)
    assert (board.deals, board.pairs) == (deals, len(meetings))
    assert board.decided == sum(meeting.balance != 0 for meeting in meetings)
    for bot in bots:
        own = [
            (meeting.deal, meeting.balance if meeting.bots[0] == bot else -meeting.balance)
            for meeting in meetings
            if bot in meeting.bots
        ]
        balances = [balance for _, balance in own]
        found = board.decisions(bot)
        won, lost = sum(balance > 0 for balance in balances), sum(balance < 0 for balance in balances)
        assert found == Decisions(won, lost, len(own) - won - lost)
        points = board.points_per_deal(bot)
        assert points.value == pytest.approx(sum(balances) / 2 / len(own))
        by_deal = [sum(balance for at, balance in own if at == deal) for deal in range(1, deals + 1)]
        margin = 1.959964 * statistics.stdev(by_deal) / sqrt(deals) / 2 / (size - 1)
        assert points.margin == pytest.approx(margin, rel=1e-6, abs=1e-9)
    for couple in combinations(bots, 2):
        balances = [meeting.balance for meeting in meetings if meeting.bots == couple]
        assert board.points_between(couple).value == pytest.approx(statistics.fmean(balances) / 2)
        assert sum(board.decisions_between(couple)) == deals


def test_a_deal_counts_when_all_its_meetings_are_there() -> None:
    board, meetings = filled(BOTS, 4, Random(1))
    other = Scoreboard(board.contest)
    for n, meeting in enumerate(meetings, 1):
        other.add(meeting)
        assert (other.deals, other.pairs) == (n // 3, n // 3 * 3)
    assert other.elo() == board.elo()


def test_nothing_is_known_before_the_first_deal() -> None:
    board = Scoreboard(Contest(find_game("sueca"), BOTS, "x", 3))
    assert (board.pairs, board.decided) == (0, 0)
    for bot in BOTS:
        assert board.win_rate(bot) == board.decisions(bot).win_rate == board.points_per_deal(bot) == Estimate(None)
    assert board.elo() == {"a": Estimate(0, 0, 0), "b": Estimate(None), "c": Estimate(None)}


def test_failures_are_counted_with_the_first_reason() -> None:
    board = Scoreboard(Contest(find_game("sueca"), ("a", "b"), "x", 2))
    one, two = Finding("one"), Finding("two")
    board.add(Meeting(1, ("a", "b"), ((1, 0), (1, 0)), (Lapse("b", one), Lapse("b", two))))
    board.add(Meeting(2, ("a", "b"), ((1, 0), (0, 0)), (Lapse("b", two),)))
    assert (board.lapses["b"], board.lapses["a"]) == (3, 0)
    assert board.first_lapse == {"b": one}
    board.add(Meeting(3, ("a", "b"), ((1, 0), (0, 0)), (Lapse("a", two, is_lost=False),)))
    assert (board.lapses["b"], board.lapses["a"]) == (3, 0)
    assert board.first_lapse == {"b": one, "a": two}


@pytest.mark.parametrize("deals", [1, 7, STOPS, STOPS + 1, 1000])
def test_the_course_has_some_stops_and_ends_where_the_contest_does(deals: int) -> None:
    board, _ = filled(("a", "b"), deals, Random(2))
    stops = [stop.deals for stop in board.course]
    assert len(stops) == min(deals, STOPS)
    assert stops == sorted(set(stops))
    assert board.course[-1].deals == deals
    assert board.course[-1].points == {bot: board.points_per_deal(bot) for bot in "ab"}


@pytest.mark.parametrize(
    ("some", "all_", "low", "high"), [(0, 10, 0, 0.2775), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)]
)
def test_shares_have_the_interval_of_wilson(some: int, all_: int, low: float, high: float) -> None:
    found = share_of(some, all_)
    assert found == pytest.approx((some / all_, low, high), abs=1e-4)
    other = share_of(all_ - some, all_)
    assert other == pytest.approx((1 - some / all_, 1 - high, 1 - low), abs=1e-4)


def test_two_bots_have_the_interval_of_wilson() -> None:
    board, _ = filled(("a", "b"), 40, Random(3))
    assert board.win_rate("a") == board.decisions("a").win_rate


def test_meetings_that_end_alike_on_a_deal_count_as_one() -> None:
    """Against two bots that play alike no more is known than against one of them."""
    pairs, board = (Scoreboard(Contest(find_game("sueca"), bots, "x", 50)) for bots in (("a", "b"), BOTS))
    for deal in range(1, 51):
        won = ((int(deal % 3 > 0), int(deal % 3 == 0)), (0, 0))
        pairs.add(Meeting(deal, ("a", "b"), won))
        for couple in combinations(BOTS, 2):
            board.add(Meeting(deal, couple, won if "a" in couple else ((0, 0), (0, 0))))
    assert board.win_rate("a") == pytest.approx(pairs.win_rate("a"))
    assert board.win_rate("b") == pytest.approx(pairs.win_rate("b"), rel=0.02)


def test_win_rates_are_within_their_intervals_where_deals_favour_a_bot() -> None:
    """Each deal has a chance of its own that the bot wins against everybody; over all deals it is one half."""
    rng, inside, runs = Random(14), 0, 400
    for _ in range(runs):
        board = Scoreboard(Contest(find_game("sueca"), ("a", "b", "c", "d"), "x", 60))
        for deal in range(1, 61):
            chance = rng.random()
            for couple in combinations("abcd", 2):
                won = int(rng.random() < chance)
                board.add(Meeting(deal, couple, ((won, 1 - won), (0, 0))))
        _, low, high = board.win_rate("a")
        assert low is not None
        assert high is not None
        inside += low <= 0.5 <= high
    assert inside / runs == pytest.approx(0.95, abs=0.03)


def test_estimates_of_little() -> None:
    sample = Sample()
    assert sample.mean() == share_of(0, 0) == (None, None, None)
    sample.add(6)
    assert sample.mean(3) == (2, None, None)
    sample.add(6)
    assert sample.mean(3) == (2, 2, 2)
