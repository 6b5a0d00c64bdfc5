"""Batches: deals in arrays that are, step by step, those of the plain engine."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from copy import copy, deepcopy
from multiprocessing import get_context
from threading import Barrier, Event, Lock, Thread
from typing import Any

import numpy as np
import pytest
from lengths import one_of_each
from patience import PATIENCE

from overtrick import Batch, Card, Cards, Contract, Invalid, Round, Seat, Side, Strain, find_game, game_names, view
from overtrick.core.actions import Call, Word
from overtrick.core.annonces import Declaring
from overtrick.core.auctions import Bidding
from overtrick.core.catalogue import game_text, presets
from overtrick.core.game import Game
from overtrick.core.scoring import NOBODY, DealScore
from overtrick.deal.deals import NumberedMatch, numbered_deal
from overtrick.deal.match import Match
from overtrick.engine.batch import Buffers, ObservationType, empty_buffers
from overtrick.engine.kernel import deals as kernel_deals
from overtrick.engine.kernel.deals import model_of
from overtrick.engine.kernel.learning import LEARNING
from overtrick.engine.kernel.scores import known_scores
from overtrick.engine.kernel.sharing import ADVANCE, CHECK, SHARE
from overtrick.engine.native_rows import NativeRows
from overtrick.engine.observation import in_bytes, layout, observe
from overtrick.engine.rows import PlainRows
from overtrick.games.bridge.rules import Bridge
from overtrick.games.sueca.rules import Sueca
from scripts.batch_soundness import check, play_side_by_side, rewards_of

PRESETS = [game_text(game) for name in game_names() for game in presets(name).values() if model_of(game)]
HOUSE_RULES = [
    "belote:ffb,forced_jack=true,round2_turned_suit=true,annonces=true,belote_king_first=true",
    "belote:pagat,belote_announce=required,suits_only=true",
    "coinche:cannes,coinche_any_time=true,standing_bid=true,generale=true",
    "coinche:ffb,coinche_any_time=true,annonce_tie=nobody,generale=true,coinche_capot=false",
    "euchre:north_american,defend_alone=true,canadian_loner=true,lone_lead=left_of_maker,no_trump=true",
    "euchre:hoyle,must_have_trump_to_order=true,defend_alone=true",
    "sueca:standard,trump_from=top",
    "hokm:double_sir,blocked=true,two_aces=true",
    "hokm:court_piece,play_on=true",
    "spades:msn,blind_pass=4",
]
MATCH_RULES = [
    "belote:ffb,deals=3,tied_match=draw",
    "belote:ffb,bare_belote_ends=false,target=200",
    "euchre:hoyle,all_pass=dealer_forfeits,deals=2",
    "sueca:standard,draw=next_counts_more,target=2",
    "spades:pagat,blind_nil_behind=1,target=100",
    "klaverjas:bga,target=300",
    "hokm,weak_five=below_jack,target=3",
]


def name_of(text: str) -> str:
    """The name of a game without its rules."""
    return find_game(text).name


def is_counted(text: str) -> bool:
    """Whether kernels can count the matches of a game."""
    return not find_game(text).counts_in_order


def arrays(batch: Batch) -> list[Any]:
    """All arrays of a batch."""
    return [getattr(batch.buffers, name) for name in Buffers._fields]


def random_actions(batch: Batch, rng: np.random.Generator) -> Any:
    """A legal action for each row, each with the same chance."""
    return ((rng.random(batch.legal.shape) + 1) * batch.legal).argmax(axis=1)


@pytest.mark.parametrize("text", one_of_each(PRESETS, name_of) + HOUSE_RULES)
def test_deals_are_those_of_the_plain_engine(text: str) -> None:
    assert play_side_by_side(text, 4, 8, 1) > 8


@pytest.mark.parametrize("text", one_of_each(filter(is_counted, PRESETS), name_of) + MATCH_RULES)
def test_matches_are_those_of_the_plain_engine(text: str) -> None:
    assert play_side_by_side(text, 3, 40, 1, match=True) > 40


@pytest.mark.long
@pytest.mark.parametrize("text", PRESETS + HOUSE_RULES)
def test_many_deals_are_those_of_the_plain_engine(text: str) -> None:
    assert play_side_by_side(text, 20, 500, 2) > 500


@pytest.mark.parametrize("match", [False, True])
@pytest.mark.parametrize("name", game_names())
def test_where_there_are_no_kernels_the_plain_engine_gives_the_same(
    name: str, match: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    native = Batch(name, 3, "x", observation="uint8", history=True, match=match)
    monkeypatch.setattr("overtrick.engine.batch.native_model", lambda *what: None)
    plain = Batch(name, 3, "x", observation="uint8", history=True, match=match)
    in_order = match and native.game.counts_in_order  # which kernels do not
    assert (native.engine, plain.engine) == ("plain" if in_order else "numba", "plain")
    rng = np.random.default_rng(1)
    for _ in range(150):
        for ours, theirs in zip(arrays(native), arrays(plain), strict=True):
            assert np.array_equal(ours, theirs)
        chosen = random_actions(native, rng)
        native.step(chosen)
        plain.step(chosen)
    assert match or native.number.min() > 3
    assert all(native.round(row) == plain.round(row) for row in range(3))
    assert all(native.standing(row) == plain.standing(row) for row in range(3))


@pytest.mark.parametrize("name", [*game_names(), "spades:msn,blind_pass=2"])
def test_any_seat_is_told_what_it_knows_and_nothing_else_changes(name: str) -> None:
    batch, rng = Batch(name, 2, 5), np.random.default_rng(5)
    for _ in range(60):
        before = [array.copy() for array in arrays(batch)]
        for row in range(2):
            deal = batch.round(row)
            for seat in Seat:
                assert np.array_equal(batch.observe(row, seat), observe(view(deal, seat))["observation"])
        assert all(np.array_equal(ours, kept) for ours, kept in zip(arrays(batch), before, strict=True))
        batch.step(random_actions(batch, rng))


@pytest.mark.parametrize("kind", ["float32", "uint8"])
def test_many_seats_are_told_at_once(kind: ObservationType, monkeypatch: pytest.MonkeyPatch) -> None:
    native = Batch("belote", 3, 5, observation=kind, history=True)
    monkeypatch.setattr("overtrick.engine.batch.native_model", lambda *what: None)
    plain = Batch("belote", 3, 5, observation=kind, history=True)
    rows, seats = np.array([2, 0, 2]), np.array([4, 1, 2], np.int8)
    for batch in (native, plain):
        told = batch.observe(rows, seats)
        assert told.dtype == kind
        assert np.array_equal(told, [batch.observe(row, seat) for row, seat in zip(rows, seats, strict=True)])
        assert np.array_equal(batch.observe(rows[:, None], [*Seat])[1, 0], told[1])
        assert batch.observe(rows[:0], seats[:0]).shape == (0, told.shape[1])
    assert np.array_equal(native.observe(rows, seats), plain.observe(rows, seats))
    for row, seat, code in (
        (3, 1, "batch-rows"),
        (-4, 1, "batch-rows"),
        ([True, False, True], 1, "batch-rows"),
        (0.5, 1, "batch-rows"),
        (0, 1.5, "bad-array"),
        (0, True, "bad-array"),
        (0, "N", "bad-array"),
        (0, 0, "bad-array"),
        ([0, 1], [4, 5], "bad-array"),
    ):
        with pytest.raises(Invalid) as refused:
            native.observe(row, seat)
        assert refused.value.finding.code == code


def test_history_tells_who_played_what_to_each_trick() -> None:
    batch, rng = Batch("sueca", 1, 1, history=True), np.random.default_rng(1)
    for _ in range(9):
        batch.step(random_actions(batch, rng))
    deal = batch.round(0)
    assert deal.actor is not None
    part = batch.observation[0, layout(deal.game, history=True)["history"]].reshape(10, 4, 40)
    pack = list(deal.game.pack)
    told = {
        (trick, (around + deal.actor - 1) % 4 + 1, pack[place])
        for trick, around, place in zip(*np.nonzero(part), strict=True)
    }
    played = zip(deal.course.players, deal.plays, strict=True)
    assert told == {(number // 4, seat, card) for number, (seat, card) in enumerate(played)}


def test_bytes_are_the_numbers_times_255() -> None:
    numbers, small = Batch("bridge", 4, 3), Batch("bridge", 4, 3, observation="uint8")
    rng = np.random.default_rng(3)
    for _ in range(80):
        chosen = random_actions(numbers, rng)
        numbers.step(chosen)
        small.step(chosen)
        expected = [in_bytes(numbers.game, seen) for seen in numbers.observation]
        assert np.array_equal(small.observation, expected)
    assert set(np.unique(small.observation[:, layout(numbers.game)["hand"]])) == {0, 255}


@pytest.mark.parametrize(("threads", "match"), [(2, False), (2, True), (3, False)])
def test_threads_change_nothing(threads: int, match: bool) -> None:
    known_scores.cache_clear()  # so that threads meet deals whose scores nobody knows
    size = 4 * SHARE - 1
    alone, together = Batch("belote", size, 1, match=match), Batch("belote", size, 1, match=match, threads=threads)
    for _ in range(100):
        chosen = alone.random_actions()
        assert np.array_equal(together.random_actions(), chosen)
        with pytest.raises(Invalid, match=f"Row {size - 1}: "):
            together.step([*chosen[:-1], -1])
        together.step(chosen)  # first, so that it learns what the other finds
        alone.step(chosen)
        assert all(np.array_equal(ours, theirs) for ours, theirs in zip(arrays(alone), arrays(together), strict=True))


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_fork_waits_until_nobody_learns() -> None:
    known_scores.cache_clear()
    batch, learns, forks = Batch("sueca", SHARE, 1), Event(), Event()

    def learn() -> None:
        with LEARNING:
            learns.set()
            forks.wait(PATIENCE)

    def go_on() -> None:
        while batch.number[0] == 1:
            batch.step(batch.random_actions())

    learner = Thread(target=learn)
    learner.start()
    assert learns.wait(PATIENCE)
    child = get_context("fork").Process(target=go_on)
    forks.set()
    child.start()
    learner.join(PATIENCE)
    child.join(PATIENCE)
    child.kill()
    assert child.exitcode == 0


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_threads_go_on_in_a_fork() -> None:
    known_scores.cache_clear()  # so that the child learns scores and has to tell its threads
    batch = Batch("sueca", 2 * SHARE, 1, threads=2)
    batch.step(batch.random_actions())

    def go_on() -> None:
        for _ in range(2 * 40):
            batch.step(batch.random_actions())

    child = get_context("fork").Process(target=go_on)
    child.start()
    child.join(PATIENCE)
    child.kill()
    assert child.exitcode == 0


@pytest.mark.parametrize("copied", [copy, deepcopy, pickle.dumps])
def test_copies_are_refused(copied: Callable[[Batch], object]) -> None:
    with pytest.raises(Invalid, match="A batch cannot be copied or sent to another process"):
        copied(Batch("euchre", 1))


@pytest.mark.parametrize("threads", [0, -1])
def test_somebody_has_to_play(threads: int) -> None:
    with pytest.raises(Invalid, match=f"at least one thread, not by {threads}"):
        Batch("euchre", 1, threads=threads)


@pytest.mark.parametrize("size", [0, "4", 2.0, None])
def test_sizes_are_numbers_from_1_on(size: Any) -> None:
    with pytest.raises(Invalid, match=f"A batch has at least one deal, not {size!r}"):
        Batch("euchre", size)


def test_random_actions_are_legal_and_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    batch, again = Batch("coinche", 20, "x"), Batch("coinche", 20, "x")
    drawn = set()
    for _ in range(60):
        chosen = batch.random_actions()
        assert batch.legal[np.arange(20), chosen].all()
        assert np.array_equal(chosen, again.random_actions())
        drawn |= set(chosen.tolist())
        batch.step(chosen)
        again.step(chosen)
    assert len(drawn) > 50
    monkeypatch.setattr("overtrick.engine.batch.native_model", lambda *what: None)
    plain = Batch("coinche", 20, "x")
    assert plain.engine == "plain"
    monkeypatch.undo()
    assert np.array_equal(plain.random_actions(), Batch("coinche", 20, "x").random_actions())


def test_raw_rewards_are_points() -> None:
    batch, rng = Batch("bridge", 1, 1, raw=True), np.random.default_rng(1)
    deal = batch.round(0)
    while deal.phase != "over":
        chosen = random_actions(batch, rng)
        deal = deal.choose(batch.action(int(chosen[0])))
        batch.step(chosen)
    assert deal.score is not None
    first, second = deal.score.scores
    assert first != second
    assert batch.rewards[0].tolist() == [first - second, second - first, first - second, second - first]


def test_deals_that_do_not_follow_by_themselves_stay_over() -> None:
    batch, rng = Batch("euchre", 2, 1, automatic=False), np.random.default_rng(1)
    while batch.actor.any():
        batch.step(random_actions(batch, rng))
    assert (batch.actor.tolist(), bool(batch.legal.any()), batch.number.tolist()) == ([0, 0], False, [1, 2])
    over = [batch.round(row) for row in range(2)]
    batch.step([0, 0])
    assert [batch.round(row) for row in range(2)] == over
    batch.deal([1])
    assert (batch.number.tolist(), (batch.actor > 0).tolist()) == ([1, 4], [False, True])
    assert batch.round(1) == numbered_deal(batch.game, 1, 4)
    batch.deal(0, 9)
    assert batch.round(0) == numbered_deal(batch.game, 1, 9)


@pytest.mark.parametrize("engine", ["numba", "plain"])
@pytest.mark.parametrize("match", [False, True])
def test_an_end_is_told_once(match: bool, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if engine == "plain":
        monkeypatch.setattr("overtrick.engine.batch.native_model", lambda *what: None)
    batch = Batch("euchre", 2, 1, match=match, automatic=False)
    ends, won = np.zeros(2), np.zeros((2, 4))
    while batch.actor.any():
        before = batch.actor > 0
        batch.step(batch.random_actions())
        assert np.array_equal(batch.over, before & (batch.actor == 0))
        assert not batch.rewards[~batch.over].any()
        ends, won = ends + batch.over, won + batch.rewards
    assert (ends == 1).all()
    assert won.any(axis=1).all()
    batch.step([0, 0])
    assert not batch.over.any()
    assert not batch.rewards.any()


@pytest.mark.parametrize("name", [name if name != "spades" else "spades:msn" for name in game_names()])
def test_rows_of_matches_are_their_deals_also_at_the_end(name: str) -> None:
    batch, rng = Batch(name, 1, 1, match=True, automatic=False), np.random.default_rng(1)
    match = NumberedMatch(batch.game, 1, 1)
    while not match.standing.is_over:
        deal = match.next_round().declare()
        assert batch.round(0) == deal
        while deal.phase != "over":
            chosen = random_actions(batch, rng)
            deal = deal.choose(batch.action(int(chosen[0])))
            batch.step(chosen)
        assert deal.score is not None
        match.add(deal.score)
    batch.deal([])
    assert batch.round(0) == deal
    assert batch.standing(0) == match.standing
    assert batch.standing(-1) == match.standing


@pytest.mark.parametrize("match", [False, True])
def test_in_the_end_nobody_waits_for_python(match: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = Batch("euchre", 64, 1, match=match, observation=None)
    for _ in range(1000):
        batch.step(batch.random_actions())
    monkeypatch.setattr(NativeRows, "_learned", None)
    before = batch.number.copy()
    for _ in range(1000):
        batch.step(batch.random_actions())
    assert (batch.number > before).all()


def test_a_match_goes_on_from_any_moment_of_its_first_deal() -> None:
    source = Batch("belote", 1, "y", first=2)  # another player deals than in the first match
    while not source.round(0).plays:
        source.step(source.random_actions())
    deal = source.round(0)
    batch = Batch.from_rounds([deal], "z", match=True)
    match = NumberedMatch(batch.game, "z", 1, Match(batch.game, deal.dealer))
    assert batch.round(0) == deal
    while deal.score is None:
        chosen = batch.random_actions()
        deal = deal.choose(batch.action(int(chosen[0])))
        batch.step(chosen)
    match.add(deal.score)
    assert batch.standing(0) == match.standing
    assert batch.round(0) == match.next_round().declare()


@pytest.mark.parametrize("engine", ["numba", "plain"])
@pytest.mark.parametrize(
    "text", ["belote", "bridge", "bridge:rubber", "coinche", "euchre", "sueca:standard,draw=next_counts_more"]
)
def test_deals_go_on_in_their_matches(text: str, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = find_game(text), np.random.default_rng(5)
    given = [NumberedMatch(game, "y", number) for number in (1, 2, 3)]
    for match, played in zip(given, (0, 2, 3), strict=True):
        for _ in range(played):
            worth = _score_of(match.next_round(), rng)
            if not match.match.add_score(worth).is_over:
                match.add(worth)
    matches = [match.match for match in given]
    deals = [match.next_round().declare() for match in given]
    if engine == "plain":
        monkeypatch.setattr("overtrick.engine.batch.native_model", lambda *what: None)
    batch = Batch.from_rounds(deals, "z", matches=matches, first=5)
    plain = [NumberedMatch(game, "z", 5 + row, match) for row, match in enumerate(matches)]
    for _ in range(150):
        for row, (match, deal) in enumerate(zip(plain, deals, strict=True)):
            assert batch.round(row) == deal
            assert (batch.number[row], batch.standing(row)) == (match.number, match.standing)
            check(batch, row, deal, match.standing)
        chosen = random_actions(batch, rng)
        batch.step(chosen)
        for row, match in enumerate(plain):
            deals[row] = deals[row].choose(batch.action(int(chosen[row])))
            score = deals[row].score
            if score is not None:
                match.add(score)
                if match.standing.is_over:
                    plain[row] = match = NumberedMatch(game, "z", match.number + 3)
                deals[row] = match.next_round().declare()


def _score_of(deal: Round, rng: np.random.Generator) -> DealScore:
    """What a deal is worth that is played by chance."""
    deal = deal.declare()
    while deal.score is None:
        legal = [action for action in deal.legal() if not isinstance(action, Word)]
        deal = deal.choose(legal[rng.integers(len(legal))])
    return deal.score


def test_a_deal_goes_on_only_in_a_match_in_which_it_is_the_next_one() -> None:
    game = find_game("bridge")
    first, second = numbered_deal(game, "y", 1), numbered_deal(game, "y", 2)
    for deal, match in [
        (first, Match(game, second.dealer)),
        (second, Match(game, second.dealer)),  # whose first deal would be without vulnerability
        (first, Match(find_game("bridge:chicago"), first.dealer)),
    ]:
        with pytest.raises(Invalid, match="Row 0: the deal is not the next one of its match"):
            Batch.from_rounds([deal], matches=[match])
    only = find_game("sueca:fctp")
    over = Match(only, Seat.WEST, (DealScore(winner=Side.ONE, worth=(1, 0)),))
    with pytest.raises(Invalid, match="which is over"):
        Batch.from_rounds([numbered_deal(only, "y", 1)], matches=[over])
    with pytest.raises(Invalid, match="2 deals go on in 2 matches, not in 1"):
        Batch.from_rounds([first, first], matches=[Match(game, first.dealer)])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"seed": None}, "A seed is a text or a whole number, not None"),
        ({"seed": 1.5}, "A seed is a text or a whole number, not 1.5"),
        ({"first": "1"}, "numbers from 1 on, .*: 1 is none"),
        ({"first": 1.5}, "numbers from 1 on, .*: 1.5 is none"),
        ({"threads": "2"}, "at least one thread, not by 2"),
        ({"threads": 1.5}, "at least one thread, not by 1.5"),
    ],
)
def test_odd_options_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Invalid, match=sentence):
        Batch("euchre", 2, **options)


def test_actions_have_numbers_from_0_on() -> None:
    batch = Batch("euchre", 1)
    for wrong in (-1, 10_000, 1.0, "0"):
        with pytest.raises(Invalid, match=f"numbers from 0 to [0-9]+: {wrong} is none"):
            batch.action(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ["numba", "plain"])
def test_seeds_that_are_near_each_other_share_no_chance(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if engine == "plain":
        monkeypatch.setattr("overtrick.engine.batch.native_model", lambda *what: None)
    batches = [Batch("sueca", 40, seed) for seed in (1, 2)]
    for batch in batches:
        batch.legal[:] = True
    first, second = (batch.random_actions() for batch in batches)
    assert (first[1:] == second[:-1]).sum() < 10
    assert (first == second).sum() < 10


def test_arrays_may_be_the_callers() -> None:
    mine = empty_buffers("euchre", 8)
    batch = Batch("euchre", 8, 1, buffers=mine)
    assert batch.observation is mine.observation
    assert np.array_equal(mine.observation, Batch("euchre", 8, 1).observation)
    assert mine.observation.any()


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("actor", np.zeros(8, np.int64)),
        ("legal", np.zeros((8, 3), np.bool_)),
        ("observation", np.zeros((515, 8), np.float32).T),
        ("rewards", [0.0] * 8),
        ("over", np.broadcast_to(np.zeros(1, np.bool_), 8)),
    ],
)
def test_arrays_that_do_not_fit_are_refused(name: str, wrong: Any) -> None:
    with pytest.raises(Invalid, match=f"The buffer '{name}' has to be a writable array of type"):
        Batch("euchre", 8, 1, buffers=empty_buffers("euchre", 8)._replace(**{name: wrong}))


def test_arrays_without_names_are_refused() -> None:
    nameless: Any = tuple(empty_buffers("euchre", 8))
    with pytest.raises(Invalid, match="The buffer 'actor' has to be"):
        Batch("euchre", 8, 1, buffers=nameless)


@pytest.mark.parametrize("wrong", [[0.0, 1.0], [0], [[0, 1]], ["a", "b"], [True, False], None])
def test_what_is_no_array_of_actions_is_refused(wrong: Any) -> None:
    batch = Batch("euchre", 2, 1)
    with pytest.raises(Invalid, match="The actions of a batch are an array of 2 whole numbers, not one of type"):
        batch.step(wrong)


@pytest.mark.parametrize("engine", ["numba", "plain"])
@pytest.mark.parametrize("number", [-1, 0, 28, 59, 60, 1000, 2**40])
def test_an_action_that_is_refused_changes_nothing(engine: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if engine == "plain":
        monkeypatch.setattr("overtrick.engine.batch.native_model", lambda *what: None)
    batch = Batch("euchre", 2, 1)
    before, deals = [array.copy() for array in arrays(batch)], [batch.round(row) for row in range(2)]
    with pytest.raises(Invalid, match=rf"Row 1: action {number} of euchre.* may not be done there. Nothing was done."):
        batch.step(np.array([int(batch.legal[0].argmax()), number]))
    assert all(np.array_equal(ours, kept) for ours, kept in zip(arrays(batch), before, strict=True))
    assert [batch.round(row) for row in range(2)] == deals


def test_a_large_number_is_told_as_it_was_given() -> None:
    with pytest.raises(Invalid, match=f"Row 0: action {2**64 - 1} of euchre"):
        Batch("euchre", 1, 1).step(np.array([2**64 - 1], np.uint64))


@pytest.mark.parametrize("engine", ["numba", "plain"])
@pytest.mark.parametrize("name", game_names())
def test_what_is_legal_is_not_what_a_caller_writes(name: str, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if engine == "plain":
        monkeypatch.setattr("overtrick.engine.batch.native_model", lambda *what: None)
    batch = Batch(name, 1, 1)
    while batch.number[0] == 1:
        legal, chosen = batch.legal.copy(), batch.random_actions()
        for action in np.flatnonzero(~legal[0]):
            batch.legal[:] = True
            with pytest.raises(Invalid, match="may not be done there"):
                batch.step([action])
        batch.legal[:] = False
        batch.step(chosen)


@pytest.mark.parametrize("text", [*game_names(), "coinche:cannes,coinche_any_time=true", "belote:pagat"])
def test_batches_go_on_from_any_moment(text: str) -> None:
    game, rng = find_game(text), np.random.default_rng(7)
    source = Batch(game, 6, "y")
    for step in range(90):
        source.step(random_actions(source, rng))
        if step % 3:  # the others are at every place of a trick
            continue
        given = [source.round(row) for row in range(6)]
        batch = Batch.from_rounds(given, "z")
        for row, deal in enumerate(given):
            check(batch, row, deal)
            assert batch.round(row) == deal
    assert batch.number.tolist() == [-5, -4, -3, -2, -1, 0]
    while (batch.number < 1).all():
        batch.step(random_actions(batch, rng))
    row = int(batch.number.argmax())
    assert batch.round(row) == numbered_deal(game, "z", row + 1).declare()


@pytest.mark.parametrize("text", ["belote", "belote:pagat", "coinche", "bridge"])
def test_a_contract_without_its_auction_tells_no_more_than_it_says(text: str) -> None:
    game, seen = find_game(text), 0
    for number in range(1, 30):
        deal, rng = numbered_deal(game, "y", number), np.random.default_rng(number)
        while deal.phase == "auction":
            legal = deal.legal()
            deal = deal.apply(legal[rng.integers(len(legal))])
        if deal.phase == "play" and deal.contract is not None and not deal.contract.alone:
            hands = [Cards(hand) for hand in deal.dealt.hands]
            begun = Round.at_play(game, deal.dealer, deal.contract, hands)  # nobody says which card was turned up
            batch = Batch.from_rounds([begun], 1)
            for seat in Seat:
                assert np.array_equal(batch.observe(0, seat), observe(view(begun.declare(), seat))["observation"])
            seen += 1
    assert seen


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("bridge", Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, 9)),
        ("bridge", Contract(Strain.HEARTS, Side.TWO, Seat.NORTH, 2)),
        ("bridge", Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, 2, 5)),
        ("coinche", Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, 85)),
        ("coinche", Contract(Strain.HEARTS, Side.ONE, Seat.NORTH)),
        ("belote:pagat", Contract(Strain.NO_TRUMPS, Side.ONE, Seat.NORTH)),
        ("belote", Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, alone=(Seat.NORTH,))),
        ("bridge", Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, 2, alone=(Seat.NORTH,))),
        ("euchre", Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, double=2)),
        ("euchre", Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, "alone", alone=(Seat.SOUTH,))),
        ("euchre", Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, "alone", alone=(Seat.NORTH, Seat.EAST))),
    ],
)
def test_a_contract_that_nobody_can_call_is_refused(text: str, contract: Contract) -> None:
    game = find_game(text)
    with pytest.raises(Invalid, match="only if it is known who took it, and if they could call it"):
        Batch.from_rounds([Round.at_play(game, Seat.NORTH, contract, _hands(game, game.hand_size))], 1)


def _hands(game: Game, size: int) -> list[Cards]:
    """The first cards of a pack, as hands of a size."""
    pack = list(game.pack)
    return [Cards(pack[size * seat : size * (seat + 1)]) for seat in range(4)]


def test_cards_that_are_not_those_of_a_deal_are_refused() -> None:
    game = find_game("euchre")
    contract, good = Contract(Strain.HEARTS, Side.ONE, Seat.NORTH), _hands(game, 5)
    for hands in [
        _hands(game, 3),
        [good[0]] * 4,
        [*good[:3], Cards("2h 3h 4h 5h 6h")],
    ]:
        with pytest.raises(Invalid, match="Row 0: these are no cards of euchre"):
            Batch.from_rounds([Round.at_play(game, Seat.NORTH, contract, hands)])
    Batch.from_rounds([Round.at_play(game, Seat.NORTH, contract, good)])


def test_nobody_is_vulnerable_where_a_game_knows_no_such_thing() -> None:
    game = find_game("euchre")
    deals = [Round(game, Seat.NORTH, tuple(game.pack), vulnerable=sides) for sides in (NOBODY, frozenset(Side))]
    with pytest.raises(Invalid, match="Row 1: nobody is vulnerable in euchre"):
        Batch.from_rounds(deals)


@pytest.mark.parametrize("engine", ["numba", "plain"])
@pytest.mark.parametrize("match", [False, True])
def test_the_next_deal_is_not_what_a_caller_writes(match: bool, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if engine == "plain":
        monkeypatch.setattr("overtrick.engine.batch.native_model", lambda *what: None)
    batch = Batch("euchre", 1, 1, match=match)
    while not batch.over[0]:
        batch.number[0] = 100
        batch.step(batch.random_actions())
    assert batch.number[0] == 2
    batch.number[0] = 100
    batch.deal(0)
    assert batch.number[0] == 3


def test_a_deal_that_was_set_up_is_forgotten_with_the_next_one_of_its_number() -> None:
    game = find_game("euchre")
    batch = Batch.from_rounds([numbered_deal(game, "y", 1)], "z", first=5, automatic=False)
    assert batch.number.tolist() == [4]
    batch.deal(0, 4)
    assert batch.round(0) == numbered_deal(game, "z", 4)


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("bridge", Contract(Strain.HEARTS, Seat.EAST.side, Seat.EAST, 4, 1)),
        ("coinche", Contract(Strain.SPADES, Seat.SOUTH.side, Seat.SOUTH, 100)),
        ("belote", Contract(Strain.CLUBS, Seat.NORTH.side, Seat.NORTH)),
        ("euchre", Contract(Strain.DIAMONDS, Seat.WEST.side, Seat.WEST, "alone", alone=(Seat.WEST,))),
    ],
)
def test_batches_go_on_from_a_play_whose_auction_nobody_knows(text: str, contract: Contract) -> None:
    game, rng = find_game(text), np.random.default_rng(3)
    pack, size = list(game.pack), game.hand_size
    hands = [game.pack.__class__(pack[size * seat : size * (seat + 1)]) for seat in range(4)]
    rest = pack[4 * size :]
    turn_up = Card("Ah") if text == "belote" else rest[0] if text == "euchre" else None
    deal = Round.at_play(game, Seat.WEST, contract, hands, turn_up=turn_up, stock=tuple(rest[1:])).declare()
    batch = Batch.from_rounds([deal], raw=True, automatic=False)
    while deal.phase != "over":
        check(batch, 0, deal)
        assert batch.round(0) == deal
        chosen = random_actions(batch, rng)
        deal = deal.choose(batch.action(int(chosen[0])))
        batch.step(chosen)
    assert deal.score is not None
    assert batch.rewards[0].tolist() == rewards_of(deal.score.scores)


def test_what_is_refused_leaves_the_arrays_of_a_caller_alone() -> None:
    game = find_game("belote:pagat,belote_announce=required")
    source = Batch(game, 50, 1)
    while not any("belote" in source.round(row).legal() for row in range(50)):
        source.step(source.random_actions())
    deal = next(deal for deal in map(source.round, range(50)) if "belote" in deal.legal())
    silent = deal.apply(next(card for card in deal.legal() if isinstance(card, Card) and card in _belote_of(deal)))
    mine = empty_buffers(game, 1)
    with pytest.raises(Invalid, match=r"Row 0: .* in which everything was said that could be"):
        Batch.from_rounds([silent], buffers=mine)
    assert not any(array.any() for array in mine)


def _belote_of(deal: Round) -> set[Card]:
    """King and queen of trumps."""
    assert deal.contract is not None
    return {Card(f"{rank}{str(deal.contract.strain).lower()}") for rank in "KQ"}


def test_a_contract_that_nobody_took_is_refused_before_anything_is_done() -> None:
    game = find_game("coinche")
    hands = [game.pack.__class__(list(game.pack)[8 * seat : 8 * seat + 8]) for seat in range(4)]
    deal = Round.at_play(game, Seat.WEST, Contract(Strain.HEARTS, Seat.NORTH.side, None, 80), hands)
    mine = empty_buffers(game, 1)
    with pytest.raises(Invalid, match="only if it is known who took it"):
        Batch.from_rounds([deal], buffers=mine)
    assert not any(array.any() for array in mine)


def test_moments_from_which_a_batch_cannot_go_on_are_refused() -> None:
    over = Batch("euchre", 1, 1, automatic=False)
    while not over.over[0]:
        over.step(over.legal.argmax(axis=1))
    with pytest.raises(Invalid, match="Row 0: a batch goes on from deals that are not over"):
        Batch.from_rounds([over.round(0)])
    with pytest.raises(Invalid, match="The deals of a batch are of one game, not of 2"):
        Batch.from_rounds([numbered_deal(find_game(name), 1, 1) for name in ("euchre", "sueca")])
    with pytest.raises(Invalid, match="The deals of a batch are of one game, not of 0"):
        Batch.from_rounds([])
    with pytest.raises(Invalid, match="A batch has at least one deal, not 0"):
        Batch("euchre", 0)
    with pytest.raises(Invalid, match="Rows are whole numbers from 0 to below 1"):
        over.deal(1)
    for wrong in (1, -2, 0.0):
        with pytest.raises(Invalid, match="Rows are whole numbers from 0 to below 1"):
            over.round(wrong)  # type: ignore[arg-type]
    with pytest.raises(Invalid, match="Rows are whole numbers from 0 to below 1"):
        over.deal(np.zeros(0, np.bool_))


def test_a_table_takes_less_than_four_kibibytes() -> None:
    assert kernel_deals.State.SIZE * 8 < 4096


def test_without_numpy_it_is_told_what_to_install() -> None:
    program = """
import sys
sys.modules["numpy"] = None
from overtrick import Invalid
try:
    from overtrick import Batch
except Invalid as error:
    print(error)
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told == "NumPy is not installed: pip install 'overtrick[fast]' does it.\n"


def test_buffers_are_named_as_documented() -> None:
    assert Buffers._fields == ("actor", "legal", "observation", "rewards", "over", "number")


@pytest.mark.parametrize("rule", ["last_trick=10000", "belote=5000"])
def test_numbers_for_which_kernels_have_no_room_are_left_to_the_plain_engine(rule: str) -> None:
    batch = Batch(f"belote:ffb,{rule}", 2, 1, raw=True, automatic=False)
    assert batch.engine == "plain"
    while batch.actor.any():
        batch.step(batch.random_actions())
    for row in range(2):
        score = batch.round(row).score
        assert score is not None
        assert batch.scores(row) == score.scores


class AnnoncesInTen(Sueca):
    """Hands that may have more annonces than kernels have room for."""

    @property
    def declaring(self) -> Declaring:
        return Declaring(True)


def test_annonces_in_large_hands_are_left_to_the_plain_engine() -> None:
    batch = Batch(AnnoncesInTen("standard"), 1, 1)
    assert batch.engine == "plain"
    while batch.number[0] == 1:
        batch.step(batch.random_actions())


class SpadesOrNoTrumps(Bridge):
    """An auction in which three suits are never trumps."""

    @property
    def strains(self) -> tuple[Strain, ...]:
        return (Strain.SPADES, Strain.NO_TRUMPS)

    @property
    def auction_rules(self) -> Bidding:
        levels = ([Call(f"{level}{strain}", "bid", level, strain) for strain in self.strains] for level in range(1, 8))
        return Bidding(([bid] for level in levels for bid in level), "X", "XX", double_freezes=False)


def test_not_every_suit_need_be_a_strain() -> None:
    assert play_side_by_side(SpadesOrNoTrumps("duplicate"), 4, 12, 1) > 12


@pytest.mark.parametrize("engine", ["numba", "plain"])
def test_nobody_doubles_out_of_turn_once_cards_are_played(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if engine == "plain":
        monkeypatch.setattr("overtrick.engine.batch.native_model", lambda *what: None)
    batch = Batch("coinche:ffb,coinche_any_time=true", 1, 1)
    first = batch.legal.shape[1]
    batch.step(batch.legal.argmax(axis=1) + 1)  # the lowest bid
    bidder = batch.round(0).auction.callers[0]
    assert [batch.action(first + seat - 1) for seat in Seat] == [f"coinche {seat}" for seat in Seat]
    with pytest.raises(Invalid, match="may not be done there"):
        batch.step([first + bidder.partner - 1])
    while batch.round(0).phase == "auction":
        batch.step(batch.legal.argmax(axis=1))  # pass
    for seat in Seat:
        with pytest.raises(Invalid, match="may not be done there"):
            batch.step([first + seat - 1])
    assert batch.round(0).plays == ()


def test_rows_are_numbers_or_a_mask_of_all() -> None:
    batch = Batch("euchre", 4, 1, automatic=False)
    while not batch.over.any():
        batch.step(batch.random_actions())
    ended = batch.over.copy()
    expected = np.where(ended, batch.number + 4, batch.number)
    batch.deal(ended)
    assert batch.number.tolist() == expected.tolist()
    batch.deal([])
    before = batch.number.copy()
    for rows in ([0.5], [True], [4], [-5]):
        with pytest.raises(Invalid, match="Rows are whole numbers from 0 to below 4"):
            batch.deal(rows, [1])
    for numbers in ([1.5], [0], [1, 1], ["1"], np.array([2**63], np.uint64)):
        with pytest.raises(Invalid, match="'numbers' must be an array of whole numbers from 1 to"):
            batch.deal([0], numbers)
    assert batch.number.tolist() == before.tolist()
    with pytest.raises(Invalid, match="Rows are whole numbers from 0 to below 4"):
        batch.scores(4)


@pytest.mark.parametrize("kind", ["int8", "float64", "bits"])
def test_observations_of_other_types_are_refused(kind: Any) -> None:
    with pytest.raises(Invalid, match="Observations are in float32 or uint8"):
        Batch("euchre", 2, observation=kind)


@pytest.mark.parametrize("first", [0, -5, 2**63])
def test_deals_have_numbers_from_1_on(first: int) -> None:
    with pytest.raises(Invalid, match="from 1 on"):
        Batch("euchre", 2, first=first)


def interrupt(patched: pytest.MonkeyPatch, batch: Batch) -> None:
    """Let an interrupt come while other threads may still be at work."""
    assert isinstance(batch._rows, NativeRows)
    crew = batch._rows._crew
    led = crew._lead

    def interrupted(*arguments: Any) -> int:
        led(*arguments)
        raise KeyboardInterrupt

    patched.setattr(crew, "_lead", interrupted)


def test_a_choice_that_was_interrupted_harms_no_step(monkeypatch: pytest.MonkeyPatch) -> None:
    batch, usual = (Batch("euchre", 256, 1, threads=2) for _ in range(2))
    for _ in range(30):
        with monkeypatch.context() as patched:
            interrupt(patched, batch)
            with pytest.raises(KeyboardInterrupt):
                batch.random_actions()
        usual.random_actions()
        for each in (batch, usual):
            each.step(each.random_actions())
        assert (batch.legal == usual.legal).all()
        assert (batch.observation == usual.observation).all()


def test_no_two_threads_serve_by_one_task(monkeypatch: pytest.MonkeyPatch) -> None:
    batch, usual = (Batch("euchre", 256, 1, threads=2) for _ in range(2))
    assert isinstance(batch._rows, NativeRows)
    crew, at_work, both = batch._rows._crew, Lock(), Barrier(2)
    serve, sit_down = crew._serve, crew._sit_down
    ended: list[int] = []

    def serve_alone(*arguments: Any) -> None:
        assert at_work.acquire(blocking=False)
        serve(*arguments)
        at_work.release()

    def sit_down_together(number: int) -> None:
        both.wait(PATIENCE)
        sit_down(number)
        ended.append(number)

    def send_two(_: Any, numbers: tuple[int]) -> None:  # as when an interrupt lets nobody know that one was sent
        threads = [Thread(target=sit_down_together, args=numbers) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)

    monkeypatch.setattr(crew, "_serve", serve_alone)
    monkeypatch.setattr("overtrick.engine.kernel.sharing.start_new_thread", send_two)
    for _ in range(20):
        for each in (batch, usual):
            each.step(each.random_actions())
        assert (batch.observation == usual.observation).all()
    assert len(ended) >= 40  # none failed


@pytest.mark.parametrize("match", [False, True])
def test_a_step_that_was_interrupted_is_done_or_not_begun(monkeypatch: pytest.MonkeyPatch, match: bool) -> None:
    batch, usual = (Batch("euchre", 256, 1, threads=2, match=match) for _ in range(2))
    assert isinstance(batch._rows, NativeRows)
    crew = batch._rows._crew
    led = crew._lead
    for order in (CHECK, ADVANCE) * 30:

        def interrupted(*arguments: Any, order: int = order) -> int:
            least: int = led(*arguments)  # other threads may still be at work
            if arguments[-1] == order:
                raise KeyboardInterrupt
            return least

        chosen = usual.random_actions()
        with monkeypatch.context() as patched:
            patched.setattr(crew, "_lead", interrupted)
            with pytest.raises(KeyboardInterrupt):
                batch.step(chosen)
        if order == CHECK:
            batch.step(chosen)
        usual.step(chosen)
        assert all(np.array_equal(ours, theirs) for ours, theirs in zip(arrays(batch), arrays(usual), strict=True))


def test_an_interrupt_may_come_again_while_a_step_is_brought_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    batch, usual = (Batch("euchre", 64, 1) for _ in range(2))
    chosen = usual.random_actions()
    with monkeypatch.context() as patched:
        interrupt(patched, batch)
        patched.setattr(NativeRows, "settle", interrupt_at_once)
        with pytest.raises(KeyboardInterrupt):
            batch.step(chosen)
    assert batch.round(0) == usual.round(0)  # the check was interrupted
    for each in (batch, usual):
        each.step(chosen)
    assert all(np.array_equal(ours, theirs) for ours, theirs in zip(arrays(batch), arrays(usual), strict=True))


def interrupt_at_once(*arguments: Any) -> None:
    raise KeyboardInterrupt


def test_the_plain_engine_undoes_a_step_that_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.engine.batch.native_model", lambda *arguments: None)
    batch, usual = (Batch("euchre", 4, 1, match=True) for _ in range(2))
    show, shown = PlainRows._show, 0

    def interrupted(rows: PlainRows, row: int) -> None:
        nonlocal shown
        shown += 1
        if shown % 7 == 0:
            raise KeyboardInterrupt
        show(rows, row)

    for _ in range(60):
        chosen = usual.random_actions()
        with monkeypatch.context() as patched:
            patched.setattr(PlainRows, "_show", interrupted)
            with suppress(KeyboardInterrupt):
                batch.step(chosen)
        if not np.array_equal(batch.observation, usual.observation):
            usual.step(chosen)
        assert all(np.array_equal(ours, theirs) for ours, theirs in zip(arrays(batch), arrays(usual), strict=True))
        assert [batch.standing(row) for row in range(4)] == [usual.standing(row) for row in range(4)]
    assert shown > 100


def test_only_one_thread_at_a_time_is_at_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = Batch("euchre", 4, 1)
    inside, told = Event(), list[BaseException]()
    learned = NativeRows.step

    def slow(rows: NativeRows, actions: Any) -> int:
        other = Thread(target=meanwhile)
        other.start()
        other.join(PATIENCE)
        return learned(rows, actions)

    def meanwhile() -> None:
        for act in (lambda: batch.step(chosen), lambda: batch.round(0), batch.random_actions):
            with pytest.raises(Invalid) as error:
                act()
            told.append(error.value)
        inside.set()

    chosen = batch.random_actions()
    with monkeypatch.context() as patched:
        patched.setattr(NativeRows, "step", slow)
        batch.step(chosen)
    assert inside.is_set()
    assert {str(error) for error in told} == {"Another thread is at a step of this batch: only one at a time can be."}
    batch.step(batch.random_actions())


@pytest.mark.parametrize("match", [False, True])
def test_a_deal_whose_score_was_interrupted_is_counted(monkeypatch: pytest.MonkeyPatch, match: bool) -> None:
    known_scores.cache_clear()  # so that a deal waits for its score
    batch, usual = (Batch("euchre:hoyle", 8, 1, match=match) for _ in range(2))
    learned, interrupts = NativeRows._learned, 0

    def interrupted(rows: NativeRows, waiting: Any) -> Any:
        nonlocal interrupts
        interrupts += 1
        if interrupts % 2:
            raise KeyboardInterrupt
        return learned(rows, waiting)

    rng = np.random.default_rng(1)
    for _ in range(100):
        chosen = random_actions(usual, rng)
        with monkeypatch.context() as patched:
            patched.setattr(NativeRows, "_learned", interrupted)
            with suppress(KeyboardInterrupt):
                batch.step(chosen)
        usual.step(chosen)
        assert all(np.array_equal(ours, theirs) for ours, theirs in zip(arrays(batch), arrays(usual), strict=True))
    assert interrupts


def test_bags_of_a_match_are_taken_up() -> None:
    match = NumberedMatch(find_game("spades"), 1, 1)
    while not match.standing.bags[0] % 10:
        deal = match.next_round()
        while deal.score is None:
            deal = deal.choose(deal.legal()[0])
        match.add(deal.score)
    batch = Batch.from_rounds([match.next_round()], 1, matches=[match.match])
    assert batch.standing(0) == match.standing
    seen = observe(view(match.next_round(), batch.round(0).actor, match.standing))
    assert (batch.observation[0] == seen["observation"]).all()


@pytest.mark.parametrize("rounds", [["x"], None, [None]])
def test_what_is_no_deal_is_refused(rounds: Any) -> None:
    with pytest.raises(Invalid, match=r"of the type overtrick\.Round"):
        Batch.from_rounds(rounds)


def test_what_is_no_match_is_refused() -> None:
    matches: Any = [3]
    with pytest.raises(Invalid, match="Row 0: the deal is not the next one of its match"):
        Batch.from_rounds([Batch("euchre", 1).round(0)], matches=matches)


@pytest.mark.parametrize(
    ("game", "size", "told"),
    [(None, 1, "no game 'None'"), (3, 1, "no game '3'"), ("euchre", True, "not True"), ("euchre", "4", "not '4'")],
)
def test_what_is_no_game_or_no_number_is_refused(game: Any, size: Any, told: str) -> None:
    with pytest.raises(Invalid, match=told):
        Batch(game, size)


def test_actions_of_different_lengths_are_refused() -> None:
    ragged: Any = [1, [2], 3, 4]
    with pytest.raises(Invalid, match="an array of 4 whole numbers, not one of type object"):
        Batch("euchre", 4).step(ragged)


def test_rows_count_from_the_end_too() -> None:
    batch = Batch("euchre", 4, 1)
    assert batch.round(-1) == batch.round(3)
    assert (batch.observe(-1, 2) == batch.observe(3, 2)).all()
    batch.deal([-1], [9])
    assert batch.number.tolist() == [1, 2, 3, 9]
