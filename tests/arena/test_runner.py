"""Deals and matches of bots: same seed, same play, whoever runs it; dealers and boards in turn."""

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import nullcontext
from itertools import islice
from typing import Any, TypeVar

import pytest

from overtrick.arena import runner
from overtrick.arena.runner import Lost, Plan, Played, play_deal, play_match, play_out, simulate
from overtrick.bots.bot import Bot
from overtrick.core import parallel
from overtrick.core.actions import Action
from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game, game_names, presets
from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.deals import deck_for, numbered_deal
from overtrick.deal.record import Record
from overtrick.deal.round import Round
from overtrick.deal.view import View, view
from overtrick.referee.judging import judge

T = TypeVar("T")

FOUR_RANDOM = ("random",) * 4
FOUR_SIMPLE = ("simple",) * 4


def records(played: Played) -> list[Record]:
    return [round_.record() for round_ in played.rounds]


def test_bots_see_their_own_view_and_the_declarer_plays_dummy() -> None:
    seen: list[tuple[Seat, View]] = []

    def bot(seat: Seat) -> Bot:
        def act(view_: View) -> Action | str:
            seen.append((seat, view_))
            return "1NT" if "1NT" in view_.legal else view_.legal[0]

        return act

    game = find_game("bridge")
    first = Round(game, Seat.NORTH, deck_for(game, "1", 1))
    played = play_out(first, [bot(seat) for seat in SEATS])
    assert played.phase == "over"
    round_, dummy_cards = first, 0
    for seat, view_ in seen:
        assert seat is round_.actor
        assert view_ == view(round_, seat)
        dummy_cards += view_.phase == "play" and view_.turn is not seat
        round_ = round_.apply("1NT" if "1NT" in view_.legal else view_.legal[0])
    assert round_ == played
    assert dummy_cards == 13


def test_a_bot_that_breaks_a_rule_is_stopped() -> None:
    game = find_game("sueca")
    with pytest.raises(Lost, match=r"The bot '<lambda>' answered '2c', which is none of what it may do: As, Ks,"):
        play_out(Round(game, Seat.NORTH, tuple(game.pack)), [lambda view_: Card("2c")] * 4)
    with pytest.raises(Invalid, match="There is no bot 'x'"):
        play_deal(game, ["random", "random", "random", "x"], "1", 1)


@pytest.mark.parametrize("name", game_names())
def test_deals_are_those_of_their_numbers(name: str) -> None:
    game = find_game(name)
    for number in range(1, 6):
        bots = runner.bots_for(FOUR_RANDOM, "turn", number)
        assert play_deal(game, FOUR_RANDOM, "turn", number) == play_out(numbered_deal(game, "turn", number), bots)


@pytest.mark.parametrize("game", [f"{name}:{preset}" for name in game_names() for preset in presets(name)])
def test_a_match_is_played_to_its_end_by_the_rules(game: str) -> None:
    played = play_match(find_game(game), FOUR_SIMPLE, "match", 2)
    assert played.standing is not None
    assert played.standing.is_over
    assert played.rounds
    for round_ in played.rounds:
        judgement = judge(round_.record())
        assert (judgement.status, round_.score and judgement.final) == ("clean", round_.score and round_.score.scores)
    scores = [round_.score for round_ in played.rounds if round_.score is not None]
    game_value = played.rounds[0].game
    next_dealer = played.rounds[-1].dealer.next
    assert game_value.progress(scores, next_dealer).standing == played.standing
    assert not game_value.progress(scores[:-1], played.rounds[-1].dealer).standing.is_over


def test_another_player_deals_first_in_each_match_unless_the_game_says_who_does() -> None:
    first = [play_match(find_game("sueca"), FOUR_RANDOM, "d", number).rounds[0].dealer for number in range(1, 6)]
    assert first == [Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST]
    boards = find_game("bridge:duplicate,boards=2")
    assert {play_match(boards, FOUR_RANDOM, "d", n).rounds[0].dealer for n in (1, 2)} == {Seat.NORTH}


def test_a_match_has_the_deals_of_its_own_seed() -> None:
    game = find_game("sueca")
    played = play_match(game, FOUR_RANDOM, "s", 7)
    for number, round_ in enumerate(played.rounds, 1):
        assert round_.dealt == Round(game, round_.dealer, deck_for(game, "s/7", number)).dealt


def test_the_same_seed_gives_the_same_play_and_another_one_another() -> None:
    game = find_game("coinche")
    first, again = (play_match(game, FOUR_RANDOM, "a", 1) for _ in range(2))
    assert records(first) == records(again)
    others = [play_match(game, FOUR_RANDOM, "a", 2), play_match(game, FOUR_RANDOM, "b", 1)]
    assert all(records(first) != records(other) for other in others)


def test_a_bot_has_the_same_luck_whoever_plays_besides() -> None:
    game = find_game("bridge")
    deals = range(1, 40)
    first_calls = {
        names: [play_deal(game, names, "luck", number).auction.calls[0] for number in deals if number % 4 == 1]
        for names in [("random", "random", "random", "random"), ("random", "simple", "simple", "simple")]
    }
    assert len(set(map(tuple, first_calls.values()))) == 1


@pytest.mark.parametrize("unit", ["deals", "matches"])
@pytest.mark.parametrize(
    "executor",
    [
        lambda: nullcontext(None),
        lambda: ThreadPoolExecutor(1),
        lambda: ThreadPoolExecutor(3),
        lambda: ProcessPoolExecutor(2),
    ],
    ids=["here", "thread", "threads", "processes"],
)
def test_any_executor_gives_the_same_in_order(unit: runner.Unit, executor: Callable[[], Executor]) -> None:
    plan = Plan(find_game("euchre"), FOUR_RANDOM, "1", 12 if unit == "matches" else 101, unit)
    with executor() as workers:
        found = list(simulate(plan, _essence, workers))
    assert [number for number, _ in found] == list(range(1, plan.size + 1))
    assert found == [_essence(runner.play(plan, number)) for number in range(1, plan.size + 1)]


def _essence(played: Played) -> tuple[int, list[tuple[Card, ...]]]:
    return played.number, [round_.plays for round_ in played.rounds]


def test_a_long_plan_runs_on_processes_and_is_not_kept_in_memory() -> None:
    class Counting(ThreadPoolExecutor):
        submitted = 0

        def submit(self, work: Callable[..., T], /, *given: Any, **more: Any) -> Future[T]:
            self.submitted += 1
            return super().submit(work, *given, **more)

    plan = Plan(find_game("sueca"), FOUR_SIMPLE, "1", 10**9)
    with Counting(1) as workers:
        found = simulate(plan, _number, workers)
        assert list(islice(found, 3)) == [1, 2, 3]
        assert workers.submitted <= parallel.CHUNKS_AHEAD * (os.cpu_count() or 1) + 3
        found.close()
    assert list(islice(simulate(plan, _number), 120)) == list(range(1, 121))


def _number(played: Played) -> int:
    return played.number


def test_nothing_is_played_where_nothing_is_planned() -> None:
    assert list(simulate(Plan(find_game("sueca"), FOUR_SIMPLE, "1", 0), _number)) == []
