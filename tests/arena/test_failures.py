"""Bots that fail: they lose the deal, the others win it as the game says, and the next one is played."""

from collections.abc import Callable
from pickle import dumps, loads
from random import Random
from typing import Any, get_args

import pytest

from overtrick.arena.results import Results, result_of
from overtrick.arena.runner import MOST_LOST, Lost, Plan, Played, Unit, play, play_deal, play_match, simulate
from overtrick.bots.bot import BOTS, Bot, Maker, Making
from overtrick.core.actions import Action
from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game, game_names, presets
from overtrick.core.errors import Invalid
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.deal.record import Record
from overtrick.deal.round import Round
from overtrick.deal.view import View
from overtrick.formats import jsonl

GAMES = [f"{name}:{preset}" for name in game_names() for preset in presets(name)]
MAY_LOSE = ("spades", "tarneeb")
"""games in which whoever loses a deal has points to lose"""

Register = Callable[[str, Maker], None]


def crash(view: View) -> Action:
    raise RuntimeError("no idea")


def bid_and_crash(view: View) -> Action | str:
    return "1C" if "1C" in view.legal else crash(view)


def answering(answer: Any) -> Callable[[View], Any]:
    return lambda view: answer


def random_with(fails: Bot, share: float) -> Maker:
    """A maker of bots that play at random and fail now and then."""

    def make(making: Making) -> Bot:
        chance = Random(making.rng.random())
        return lambda view: fails(view) if chance.random() < share else chance.choice(view.legal)

    return make


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> Register:
    return lambda name, maker: monkeypatch.setitem(BOTS, name, maker)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("side", Side)
def test_a_lost_deal_gives_something_to_the_others_and_nothing_to_the_loser(
    game: str, side: Side, bots: Register
) -> None:
    bots("now-and-then", random_with(crash, 0.1))
    first, second = ("now-and-then", "random") if side is Side.ONE else ("random", "now-and-then")
    plan, phases = Plan(find_game(game), (first, second, first, second), "lost", 30), set()
    for played in simulate(plan, _kept):
        if not played.failures:
            continue
        (failure,), (round_,), (score,) = played.failures, played.rounds, played.scores
        assert failure is not None
        assert (failure.seat, failure.seat.side) == (round_.actor, side)
        assert failure.finding.message() == "The bot 'now-and-then' failed: RuntimeError: no idea."
        assert score.winner is side.other
        assert score.scores[side.other - 1] > 0
        assert score.scores[side - 1] == 0 or (game.startswith(MAY_LOSE) and score.scores[side - 1] < 0)
        assert score.worth is None or score.worth[side.other - 1] > 0
        phases.add(round_.phase)
    assert "play" in phases


@pytest.mark.parametrize(
    ("game", "calls", "scores"),
    [
        ("sueca", "", (0, 120)),
        ("euchre", "", (0, 2)),
        ("euchre", "order", (0, 2)),
        ("euchre", "order alone", (0, 4)),
        ("belote", "", (0, 252)),
        ("belote", "take", (0, 252)),
        ("belote:ffb,fault_penalty=deal_lost", "take", (0, 162)),
        ("coinche", "", (0, 80 + 250)),
        ("coinche", "120 H", (0, 120 + 160)),
        ("coinche", "pass, 100 H, pass, pass, pass", (0, 100 + 250)),
        ("coinche", "pass, 100 H, coinche, pass, pass, pass", (0, 2 * (100 + 160 + 90))),
        ("coinche:ffb,max_bid=650", "pass, 650 H", (0, 80 + 250)),
        ("bridge", "", (0, 260)),
        ("bridge", "1NT", (0, 350)),
        ("bridge", "1NT, X", (0, 1700)),
        ("bridge", "pass, 7NT", (0, 1520)),
    ],
)
def test_what_the_others_have_if_side_1_fails(game: str, calls: str, scores: Scores) -> None:
    value = find_game(game)
    dealer = next(seat for seat in SEATS if value.auction(seat, Card("9h")).turn in (Seat.NORTH, None))
    round_ = Round(value, dealer, tuple(value.pack))
    for call in calls.split(", ") if calls else ():
        round_ = round_.apply(call)
    lost = value.lost_deal(Side.ONE, round_.auction.contract, round_.vulnerable)
    assert lost.scores == scores
    assert value.lost_deal(Side.ONE, None).scores == value.lost_deal(Side.TWO, None).scores[::-1]


@pytest.mark.parametrize("answer", ["Zz", "", None, 3, Card("2c"), ["pass"], object(), "coinche 2"])
def test_an_answer_that_is_none_of_the_legal_ones_loses_the_deal(answer: object, bots: Register) -> None:
    bots("wrong", lambda making: answering(answer))
    played = play(Plan(find_game("coinche:pagat"), ("simple", "wrong", "simple", "wrong"), "1", 1), 1)
    (failure,) = played.failures
    assert failure is not None
    assert failure.finding.code == "bot-illegal"
    assert failure.seat.side is Side.TWO


def test_an_answer_that_breaks_when_it_is_looked_at_loses_the_deal(
    bots: Register,
) -> None:
    class Trap:
        def __eq__(self, other: object) -> bool:
            raise ValueError

        __hash__ = object.__hash__

    bots("trap", lambda making: answering(Trap()))
    (failure,) = play(Plan(find_game("sueca"), ("trap",) * 4, "1", 1), 1).failures
    assert failure is not None
    assert failure.finding.message() == "The bot 'trap' failed: ValueError."


def test_an_answer_that_equals_everything_is_the_first_legal_action(bots: Register) -> None:
    class Anything:
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = object.__hash__

    bots("anything", lambda making: answering(Anything()))
    bots("first", lambda making: lambda view: view.legal[0])
    sueca = find_game("sueca")
    assert play_deal(sueca, ["anything"] * 4, "1", 1).plays == play_deal(sueca, ["first"] * 4, "1", 1).plays


def test_the_next_deals_are_played_as_if_nothing_had_happened(
    bots: Register,
) -> None:
    bots("now-and-then", random_with(crash, 0.05))
    game = find_game("belote")
    failing = list(simulate(Plan(game, ("now-and-then", "simple", "now-and-then", "simple"), "1", 40), _kept))
    sound = list(simulate(Plan(game, ("random", "simple", "random", "simple"), "1", 40), _kept))
    assert [played.number for played in failing] == list(range(1, 41))
    assert 5 < sum(bool(played.failures) for played in failing) < 35
    assert all(
        mine.rounds[0].dealt.hands[0][:5] == theirs.rounds[0].dealt.hands[0][:5]
        for mine, theirs in zip(failing, sound, strict=True)
    )


def _kept(played: Played) -> Played:
    return played


@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_on_after_a_lost_deal_and_counts_it(game: str, bots: Register) -> None:
    bots("broken", lambda making: crash)
    value = find_game(game)
    played = play_match(value, ["broken", "simple"] * 2, "m", 1)
    assert played.standing is not None
    assert played.standing.winner is Side.TWO
    assert len(played.failures) == len(played.rounds)
    assert value.progress(played.scores, played.rounds[-1].dealer.next).standing.totals == played.standing.totals
    results = Results()
    results.add(result_of(played))
    assert results.lost_by_failure == [len(played.rounds), 0]
    assert results.deals_won == [0, len(played.rounds)]


def test_a_match_that_failures_would_never_end_is_lost(bots: Register) -> None:
    bots("stuck", lambda making: bid_and_crash)
    played = play_match(find_game("bridge:rubber"), ["stuck", "random"] * 2, "m", 1)
    assert played.standing is not None
    assert played.standing.winner is Side.TWO
    assert sum(failure is not None for failure in played.failures) <= MOST_LOST


def test_a_single_deal_raises_what_can_be_pickled(bots: Register) -> None:
    bots("broken", lambda making: crash)
    with pytest.raises(Lost) as caught:
        play_deal(find_game("sueca"), ["broken"] * 4, "1", 1)
    again = loads(dumps(caught.value))
    assert (again.round, again.seat, str(again)) == (caught.value.round, caught.value.seat, str(caught.value))


def test_bots_that_want_to_get_to_know_how_deals_end(bots: Register) -> None:
    heard: list[tuple[Seat, Record, Scores]] = []

    class Curious:
        def __call__(self, view: View) -> Action:
            return view.legal[0]

        def hear_result(self, seat: Seat, record: Record, scores: Scores) -> None:
            heard.append((seat, record, scores))
            if seat is Seat.SOUTH:
                raise LookupError

    bots("curious", lambda making: Curious())
    plan = Plan(find_game("sueca"), ("curious", "simple", "curious", "simple"), "1", 1)
    played = play(plan, 1)
    (round_,), (failure,) = played.rounds, played.failures
    assert round_.score is not None
    record = round_.record(plan.bots)
    assert heard == [(seat, record, round_.score.scores) for seat in (Seat.NORTH, Seat.SOUTH)]
    assert failure is not None
    assert failure.finding.message() == "The bot 'curious' failed: LookupError."
    assert not failure.is_lost
    assert played.scores == (round_.score,)
    results = Results()
    results.add(result_of(played))
    assert (results.lost_by_failure, list(results.failures)) == ([0, 0], [(Seat.SOUTH, "bot-failed")])


@pytest.mark.parametrize("game", game_names())
def test_the_record_of_a_lost_deal_tells_who_failed_and_what_came_of_it(game: str, bots: Register) -> None:
    bots("now-and-then", random_with(crash, 0.02))
    played = play_match(find_game(game), ["now-and-then"] * 4, "m", 1)
    records = jsonl.loads(result_of(played, ("a", "b", "c", "d")).lines)
    assert any(played.failures)
    for record, failure, score in zip(records, played.failures, played.scores, strict=True):
        lost = failure and {"seat": failure.seat, "code": "bot-failed", "scores": list(score.scores)}
        assert record.tags.get("failure") == lost
        assert (record.scores is None) == bool(lost)


@pytest.mark.parametrize("unit", get_args(Unit))
def test_a_bot_that_cannot_be_made_loses_its_deals(unit: Unit, bots: Register) -> None:
    def make(making: Making) -> Bot:
        raise LookupError("no network")

    bots("unmade", make)
    played = play(Plan(find_game("sueca"), ("simple", "unmade", "simple", "unmade"), "1", 1, unit), 1)
    assert {failure.seat.side for failure in played.failures if failure} == {Side.TWO}
    assert len(played.failures) == len(played.rounds)
    assert played.failures[0] is not None
    assert played.failures[0].finding.message() == "The bot 'unmade' failed: LookupError: no network."
    with pytest.raises(Invalid, match="There is no bot 'nobody'"):
        play(Plan(find_game("sueca"), ("simple", "nobody", "simple", "nobody"), "1", 1), 1)
