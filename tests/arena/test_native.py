"""What kernels play comes out as what the bots in Python play."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from overtrick.arena import native
from overtrick.arena.duplicate import Contest, compete
from overtrick.arena.native import native_match, native_meetings, native_results
from overtrick.arena.results import Results, results_of
from overtrick.arena.runner import Plan, Unit, play_match
from overtrick.bots.native import quartet_of
from overtrick.core.catalogue import find_game
from overtrick.core.scoring import DealScore
from overtrick.deal.deals import NumberedMatch

BOTS = ("simple", "random") * 2


def told(results: Results) -> list[object]:
    """All that is counted."""
    return [
        *(sample.mean() for sample in results.points),
        *(results.deals, results.passed_out, results.deals_won, results.contracts, results.made, results.matches_won),
    ]


@pytest.mark.parametrize(
    ("game", "unit", "size"),
    [("euchre", "deals", 300), ("belote", "deals", 130), ("bridge", "deals", 60), ("coinche", "matches", 8)],
)
def test_results_are_the_same(game: str, unit: Unit, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "DEALS_AT_ONCE", 40)
    monkeypatch.setattr(native, "MATCHES_AT_ONCE", 3)
    plan, by_bots, by_kernels = Plan(find_game(game), BOTS, "same", size, unit), Results(), Results()
    assert native_results(plan) is not None
    for result, times in results_of(plan):
        assert times == 1
        by_bots.add(result, times)
    monkeypatch.setattr("overtrick.arena.results.WORTH_COMPILING", 0)
    monkeypatch.setattr("overtrick.arena.results.WORTH_LOADING", 0)
    monkeypatch.setattr("overtrick.arena.results.simulate", None)  # nobody else plays it
    for result, times in results_of(plan):
        by_kernels.add(result, times)
    assert by_kernels.size == size
    assert told(by_kernels) == told(by_bots)


@pytest.mark.parametrize("done", [0, 1, 7, 10])
def test_meetings_are_the_same_and_go_on_anywhere(done: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "DEALS_AT_ONCE", 3)
    contest = Contest(find_game("euchre"), ("simple", "random"), "meet", 11)
    meetings = native_meetings(contest, done)
    assert meetings is not None
    assert list(meetings) == list(compete(contest))[done:]


def test_a_long_contest_of_such_bots_is_played_by_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = Contest(find_game("sueca"), ("random", "simple"), "long", 20)
    expected = list(compete(contest))
    monkeypatch.setattr("overtrick.arena.duplicate.is_for_kernels", lambda deals: True)
    monkeypatch.setattr("overtrick.arena.duplicate.meet", None)  # nobody else plays it
    assert list(compete(contest)) == expected


def test_who_stops_does_not_wait_for_whole_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "MATCHES_AT_ONCE", 50)
    counted, add = 0, NumberedMatch.add

    def slowly(match: NumberedMatch, score: DealScore) -> None:
        nonlocal counted
        counted += 1
        if counted == 60:  # the second deal of the first matches
            stop.set()
            assert stopped.wait(60)
        add(match, score)

    stop, stopped = Event(), Event()
    monkeypatch.setattr(NumberedMatch, "add", slowly)
    plan = Plan(find_game("euchre"), BOTS, "stop", 50, "matches")
    quartet = quartet_of(plan.game, plan.bots, plan.seed)
    assert quartet is not None
    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(native._matches, plan, quartet, stopped, range(1, 51))
        assert stop.wait(60)
        stopped.set()
        assert playing.result() == []
    assert counted == 100  # the deals that were under way, and no others


def test_matches_come_with_their_deals() -> None:
    what = find_game("belote"), BOTS, "deals", 3
    assert native_match(*what) == play_match(*what)


def test_other_bots_play_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(find_game("euchre"), ("simple", "random", "simple", "sampling:1"), "x", 1)
    assert native_results(plan) is None
    assert native_match(plan.game, plan.bots, plan.seed, 1) is None
    assert native_meetings(Contest(plan.game, ("simple", "sampling:1"), "x", 1), 0) is None
    monkeypatch.setattr("overtrick.arena.results.is_for_kernels", lambda deals: True)
    [(result, times)] = results_of(plan)
    assert (len(result.scores), times) == (1, 1)
