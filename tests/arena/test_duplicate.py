"""Meetings: the same cards for both bots, in order, the same wherever they are played; failures lose deals."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor

import pytest

from overtrick.arena.duplicate import Contest, Lapse, Meeting, compete, meet
from overtrick.arena.runner import play_deal
from overtrick.bots.bot import BOTS, Bot, Making
from overtrick.core.actions import Action
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.errors import Finding, Invalid
from overtrick.deal.view import View

THREE = ("simple", "random", "first")


@pytest.fixture(autouse=True)
def first_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A third bot that thinks no longer than the others."""
    monkeypatch.setitem(BOTS, "first", lambda making: lambda view: view.legal[0])


def contest(game: str = "sueca", bots: tuple[str, ...] = ("simple", "random"), deals: int = 6) -> Contest:
    return Contest(find_game(game), bots, "x", deals)


@pytest.mark.parametrize("game", game_names())
def test_each_bot_has_the_cards_of_each_side_once(game: str) -> None:
    for meeting in compete(contest(game)):
        expected = []
        for names in (("simple", "random") * 2, ("random", "simple") * 2):
            score = play_deal(find_game(game), names, "x", meeting.deal).score
            assert score is not None
            first, second = score.counted
            expected.append((first, second) if names[0] == "simple" else (second, first))
        assert list(meeting.scores) == expected
        assert meeting.balance == sum(ours - theirs for ours, theirs in expected)


def test_every_two_bots_meet_on_every_deal() -> None:
    three = contest("euchre", THREE, 2)
    met = [(meeting.deal, meeting.bots) for meeting in compete(three)]
    couples = [("simple", "random"), ("simple", "first"), ("random", "first")]
    assert met == [(deal, couple) for deal in (1, 2) for couple in couples]
    assert three.size == len(met)


def test_a_meeting_depends_on_its_deal_and_its_bots_alone() -> None:
    found = list(compete(contest("euchre", THREE, 4)))
    assert [meeting for meeting in found if meeting.bots == ("simple", "random")] == list(
        compete(contest("euchre", deals=4))
    )
    for done in (1, 5, 11, 12):
        assert list(compete(contest("euchre", THREE, 4), done)) == found[done:]
    assert list(compete(contest("euchre", THREE, 3))) == found[:9]
    assert list(compete(contest("euchre", THREE, 4)._replace(seed="y"))) != found


@pytest.mark.parametrize(
    "executor", [lambda: ThreadPoolExecutor(2), lambda: ProcessPoolExecutor(2)], ids=["threads", "processes"]
)
def test_any_executor_gives_the_same(executor: Callable[[], Executor]) -> None:
    bots = ("sampling:1", "random")
    expected = [meet(contest("euchre", bots, 8), (deal, bots)) for deal in range(1, 9)]
    with executor() as workers:
        assert list(compete(contest("euchre", bots, 8), executor=workers, ahead=3)) == expected


def crash(view: View) -> Action:
    raise RuntimeError("no idea")


def test_a_bot_that_fails_loses_its_deals_and_the_arena_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "crash", lambda making: crash)
    found = list(compete(contest("belote", ("crash", "simple"), 3)))
    assert [meeting.deal for meeting in found] == [1, 2, 3]
    for meeting in found:
        assert meeting.balance < 0
        assert [lapse.bot for lapse in meeting.lapses] == ["crash", "crash"]
        assert all("no idea" in lapse.finding.message() for lapse in meeting.lapses)


def test_bots_know_how_long_they_may_think(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = set()

    def make(making: Making) -> Bot:
        seconds.add(making.seconds)
        return lambda view: view.legal[0]

    monkeypatch.setitem(BOTS, "clock", make)
    assert len(list(compete(contest("sueca", ("clock", "simple"), 1)._replace(seconds=7)))) == 1
    assert seconds == {None, 7}  # without seconds it was checked whether there is such a bot


@pytest.mark.parametrize(
    ("bots", "complaint"),
    [
        (("simple", "random", "simple"), "The bot 'simple' is named twice"),
        (("simple",), "'simple' has nobody to meet"),
        ((), "two bots or more were expected"),
        (("simple", "clever"), "There is no bot 'clever'"),
    ],
)
def test_bots_that_cannot_meet_are_refused_at_once(bots: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(Invalid, match=complaint):
        compete(contest("sueca", bots))


def test_a_balance_is_over_both_deals() -> None:
    assert Meeting(1, ("a", "b"), ((10, 0), (0, 4))).balance == 6
    assert Meeting(1, ("a", "b"), ((1, 0), (0, 1)), (Lapse("a", Finding("incomplete")),)).balance == 0
