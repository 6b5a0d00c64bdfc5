"""The public solver: values, cards, questions, lines of best play, limits; many positions; what is refused."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import reduce
from random import Random

import pytest

from overtrick.core.cards import Cards
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat
from overtrick.core.tricks import Ladder, Rung, Strain
from overtrick.deal.deals import numbered_deal
from overtrick.deal.position import Position
from overtrick.engine.kernel.engine import engine
from overtrick.engine.solver.reference import PlainSearcher, at_stake, capot_bonus
from overtrick.engine.solver.searchers import searcher_of
from overtrick.engine.solver.solve import EVERYTHING, Solution, solve, solve_many
from overtrick.games.belote.rules import Belote, BeloteCards
from scripts.solver_exactness import endings, every_strain

ENDING = Position.parse("belote H N N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K")
WHOLE = Position.parse("belote H N N:QJ.A.Q.AKJ7 8.T87.T97.9 A7.K9.AJ8.8 KT9.QJ.K.QT")


def some_endings(count: int = 1) -> list[Position]:
    """Endings of all presets and strains."""
    return [
        position
        for name, strain in every_strain(game_names())
        if find_game(name).pile is None
        for position in endings(find_game(name), strain, Random(f"{name} {strain}"), count)
    ]


def won(position: Position, solution: Solution, capot: bool) -> int:
    """What the side of the player to move wins by the line of a solution."""
    side, points, bonus = position.turn.side, 0, capot_bonus(position.game) if capot else 0
    trick_sets = position.game.counting(position.strain).trick_sets
    for card in solution.line:
        after = position.play(card)
        half = trick_sets.points_in(Cards((*position.trick.cards, card)).mask) // 2
        if not after.trick.cards and after.trick.leader.side is side:
            points += at_stake(position) - at_stake(after) + half
        elif not after.trick.cards:
            points, bonus = points - half, 0
        position = after
    assert not position.legal()
    return points + bonus


def test_solutions_are_those_of_the_plain_solver_and_agree_with_themselves() -> None:
    for position in some_endings(2):
        plain = PlainSearcher(position.game, position.strain)
        solution = solve(position, all_cards=True, line=True)
        assert solution.finished
        assert solution.value == plain.bounds(position, *EVERYTHING)[0]
        assert {card: (value, value) for card, value in solution.cards.items()} == plain.card_bounds(position)[0]
        assert list(solution.cards) == list(position.legal())
        assert won(position, solution, False) == solution.value == solve(position).value
        if solution.line:
            assert solution.cards[solution.line[0]] == solution.value


@pytest.mark.parametrize("name", [name for name in game_names() if isinstance(find_game(name), BeloteCards)])
def test_capot_is_counted_for_the_side_that_moves(name: str) -> None:
    game, more = find_game(name), set()
    for strain in game.strains:
        for position in endings(game, strain, Random(name), 15):
            with_capot, without = solve(position, capot=True, line=True), solve(position)
            if position.legal():
                assert won(position, with_capot, True) == with_capot.value
            more.add((with_capot.value or 0) - (without.value or 0))
            assert with_capot.value == without.value or without.value == at_stake(position)
    assert more == {0, capot_bonus(game)}


def test_a_question_is_answered_and_no_more() -> None:
    for position in some_endings():
        value = solve(position).value
        assert value is not None
        for points in (value, value + 1):
            asked = solve(position, at_least=points)
            assert asked.finished
            assert asked.at_least(points) is (value >= points)
            assert asked.low <= value <= asked.high
    assert solve(ENDING, at_least=14).value is None
    for points in (-(10**30), 0, 10**30):
        assert solve(ENDING, at_least=points).at_least(points) is (points <= 0)
    assert solve(ENDING, at_least=14, all_cards=True).value == 14
    assert solve(ENDING, at_least=14, line=True).value == 14


@pytest.mark.parametrize("all_cards", [False, True])
def test_a_limit_of_nodes_leaves_what_is_known(all_cards: bool) -> None:
    asked = solve(WHOLE, max_nodes=3, all_cards=all_cards, line=True)
    assert not asked.finished
    assert asked.nodes <= 3
    assert (asked.value, asked.line) == (None, ())
    assert asked.at_least(asked.low) is True
    assert asked.at_least(asked.high) is None
    assert asked.at_least(asked.high + 1) is False
    value = solve(WHOLE).value
    assert value is not None
    assert asked.low <= value <= asked.high


def test_a_line_may_be_cut_short_by_the_limit() -> None:
    whole = solve(ENDING, line=True)
    for limit in (*range(1, 40), 100_000):
        asked = solve(ENDING, line=True, max_nodes=limit)
        assert asked.nodes <= limit
        assert asked.finished is (len(asked.line) == 16)
    assert asked.line == whole.line


@pytest.mark.parametrize("name", game_names())
def test_a_line_is_finished_where_the_deal_is_over(name: str) -> None:
    game, rng, solved = find_game(name), Random(name), 0
    for number in range(1, 9):
        round_ = numbered_deal(game, name, number)
        while round_.actor is not None and (round_.phase != "play" or len(round_.hands[round_.actor - 1]) > 4):
            round_ = round_.apply(rng.choice(round_.legal()))
        if round_.phase == "play":
            solution = solve(round_.position, line=True)
            assert solution.finished
            assert not reduce(Position.play, solution.line, round_.position).legal()
            solved += 1
    assert solved


@pytest.mark.parametrize("capot", [False, True])
@pytest.mark.parametrize("all_cards", [False, True])
def test_under_a_limit_the_answer_does_not_depend_on_earlier_questions(capot: bool, all_cards: bool) -> None:
    def ask(limit: int) -> Solution:
        return solve(WHOLE, max_nodes=limit, all_cards=all_cards, line=True, capot=capot)

    limits = (5, 100, 600)
    answers = {limit: ask(limit) for limit in limits}
    assert not answers[100].finished
    for disturbed in (WHOLE.play(next(iter(WHOLE.legal()))), ENDING, WHOLE.play(max(WHOLE.legal())), ENDING):
        solve(disturbed, all_cards=True, max_nodes=2000)
        solve(disturbed, line=True, capot=True, max_nodes=2000)
        solve(ENDING, line=True, capot=True)
        assert {limit: ask(limit) for limit in reversed(limits)} == answers


def test_a_limit_may_be_large_but_not_negative() -> None:
    assert solve(ENDING, max_nodes=10**30).value == 14
    with pytest.raises(Invalid) as refused:
        solve(ENDING, max_nodes=-5)
    assert refused.value.finding.code == "negative-nodes"


class Loose(Belote):
    """Belote in which nobody has to follow suit to a trick of their partner, for which no kernel is made."""

    @property
    def ladder(self) -> Ladder:
        return super().ladder._replace(plain_partner=(Rung.ANY,))


def test_games_that_no_kernel_serves_are_solved_all_the_same() -> None:
    game = Loose("ffb")
    assert isinstance(searcher_of(game, Strain.HEARTS), PlainSearcher)
    assert solve(Position(game, Strain.HEARTS, ENDING.hands, Seat.NORTH)).value == 14


def test_at_the_end_of_a_deal_there_is_nothing_to_win() -> None:
    end = Position(find_game("belote"), Strain.HEARTS, [Cards()] * 4, Seat.NORTH)
    assert solve(end, all_cards=True, line=True, capot=True) == Solution(0, 0, True, {}, (), 0, engine())


def test_a_whole_deal_is_solved_from_each_of_its_cards() -> None:
    if engine() == "plain":
        pytest.skip("takes minutes without kernels")
    position = WHOLE
    line = solve(WHOLE, line=True).line
    for card in line:
        solution = solve(position, all_cards=True)
        assert solution.cards[card] == solution.value == max(solution.cards.values())
        position = position.play(card)
    assert len(line) == 32


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("bridge S N N:AK.2.. T.3.9. J.9.8. .T.J.", "uneven-hands"),
        ("bridge S N N:A.2.. T.3.. J.9.. ..J.T 5s 4s", "uneven-hands"),
        ("hokm S N 6-6 N:A.2.. T.3.. J.9.. ..J.T", "tricks-and-cards"),
        ("euchre S N-S N:A.9.. T.T.. J.J.. ..J. 9d", "uneven-hands"),
        ("euchre S N N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9", "hand-size"),
        ("euchre S N-N N:A... T... J... 9...", "bad-out"),
        ("euchre S N-E-W N:A... T... J... 9...", "bad-out"),
        ("bridge S N-E N:A... T... J... 9...", "nobody-sits-out"),
        ("belote S N-E N:A... T... J... 9...", "nobody-sits-out"),
    ],
)
def test_positions_that_no_play_leads_to_are_refused(text: str, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        solve(Position.parse(text))
    assert refused.value.finding.code == code


def test_capot_is_refused_in_other_games() -> None:
    with pytest.raises(Invalid, match="There is no capot in euchre"):
        solve(Position.parse("euchre S N N:A... T... J... 9..."), capot=True)


def test_many_positions_are_solved_in_their_order() -> None:
    positions = [ENDING, *some_endings(2)] * 3
    many = list(solve_many(iter(positions), all_cards=True))
    assert [solution[:4] for solution in many] == [solve(position, all_cards=True)[:4] for position in positions]
    assert list(solve_many([])) == []
    assert [s.at_least(14) for s in solve_many([ENDING], at_least=14)] == [True]


def test_threads_do_not_disturb_each_other() -> None:
    positions = [ENDING, *some_endings()]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(solve, positions * 4))
    assert [solution.value for solution in found] == [solve(position).value for position in positions] * 4


def test_the_plain_engine_gives_the_same_answers() -> None:
    positions = some_endings()
    program = (
        "import sys; from overtrick import Position, solve_many\n"
        "for solution in solve_many(map(Position.parse, sys.stdin), all_cards=True, line=True):\n"
        "    print(solution.value, solution.cards, solution.line, solution.engine)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        input="\n".join(map(str, positions)),
        env={**os.environ, "OVERTRICK_ENGINE": "plain"},
        capture_output=True,
        text=True,
    )
    assert run.stderr == ""
    here = [solve(position, all_cards=True, line=True) for position in positions]
    assert run.stdout.splitlines() == [f"{s.value} {s.cards} {s.line} plain" for s in here]
