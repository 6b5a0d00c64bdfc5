"""What a deal is worth by points is what the game says of the deal."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from overtrick.arena.runner import play_deal
from overtrick.bots.sampling.worth import Circumstances, chance, score_of, steps_of, worth_of, worths
from overtrick.core.auctions import Contract
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.game import Outcome, Progress, Standing
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain

GAMES = (*game_names(), "belote:pagat", "coinche:contree", "coinche:dot_cardgames")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("side", Side)
def test_the_worth_of_what_was_won_is_the_score_of_the_deal(name: str, side: Side) -> None:
    game, compared = find_game(name), 0
    for number in range(1, 41):
        end = play_deal(game, ["random"] * 4, "worth", number)
        outcome, score = end.outcome, end.score
        if outcome is None or score is None or outcome.honours != (0, 0):
            continue
        swept = 0 in outcome.tricks
        case = Circumstances(
            game,
            outcome.contract,
            outcome.vulnerable,
            outcome.tricks,
            outcome.belotes,
            outcome.annonces,
            sweeper=None if swept else side.other,
            nil_tricks=outcome.nil_tricks,
        )
        table, points = worths(case, side), outcome.points[side - 1]
        at = points + 1 + table.margin
        if swept and table.margin:
            at = -1 if points else 0
        first, second = (
            counted - game.bag_cost * bags for counted, bags in zip(score.counted, score.bags, strict=True)
        )
        assert table.worth[at] == (first - second if side is Side.ONE else second - first)
        assert table.wins[at] == (0.5 if score.winner is None else score.winner is side)
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("name", [name for name in GAMES if not find_game(name).bag_cost])
def test_more_points_are_never_worse(name: str) -> None:
    game = find_game(name)
    contract = Contract(Strain.HEARTS, Side.TWO, Seat.EAST, {"bridge": 3, "coinche": 100}.get(game.name))
    for side in Side:
        table = worths(Circumstances(game, contract), side)
        assert (np.diff(table.worth) >= 0).all()
        assert (np.diff(table.wins) >= 0).all()
        assert len(table.worth) == game.points_in_tricks(contract.strain) + 2 * table.margin + 3


def test_bags_cost_what_they_will() -> None:
    contract = Contract(Strain.SPADES, bids=(5, 4))
    table = worths(Circumstances(find_game("spades"), contract), Side.ONE)
    assert table.worth[1:-1].tolist() == [
        (50 - 9 * (won - 5) if won >= 5 else -50) - (40 - 9 * (9 - won) if won <= 9 else -40) for won in range(14)
    ]


def test_a_capot_that_was_bid_is_all_or_nothing() -> None:
    game = find_game("coinche")
    contract = Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, "capot")
    table = worths(Circumstances(game, contract, sweeper=Side.ONE), Side.ONE)
    assert table.wins.tolist() == [0.0] * 164 + [1.0]
    defenders = worths(Circumstances(game, contract, sweeper=Side.ONE), Side.TWO)
    assert defenders.wins.tolist() == [0.0] + [1.0] * 164


def test_a_generale_is_made_by_all_tricks() -> None:
    game = find_game("coinche:ffb,generale=true")
    contract = Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, "generale")
    winners = [score_of(game, contract, (162, 0), tricks, (0, 0), (0, 0)).winner for tricks in ((1, 0), (1, 1))]
    assert winners == [Side.ONE, Side.TWO]


def test_steps_are_where_the_contract_is_made() -> None:
    euchre = worths(Circumstances(find_game("euchre"), Contract(Strain.HEARTS, Side.ONE, Seat.NORTH)), Side.ONE)
    assert steps_of(euchre, 0.0) == [3, 5]
    sueca = worths(Circumstances(find_game("sueca"), Contract(Strain.HEARTS)), Side.ONE)
    assert steps_of(sueca, 0.0) == [1, 30, 60, 61, 91, 120]
    belote = worths(Circumstances(find_game("belote"), Contract(Strain.HEARTS, Side.ONE, Seat.NORTH)), Side.ONE)
    coarse = steps_of(belote, 0.12)
    assert coarse[1:3] == [81, 82]
    assert len(coarse) < 8
    klaverjas = worths(Circumstances(find_game("klaverjas"), Contract(Strain.HEARTS, Side.ONE, Seat.NORTH)), Side.ONE)
    assert klaverjas.margin == 50
    assert steps_of(klaverjas, 0.3)[:1] == [82]
    assert len(steps_of(belote, 0.0)) > 80


@pytest.mark.parametrize("name", ["belote", "coinche", "sueca", "euchre"])
def test_the_chance_to_win_a_match(name: str) -> None:
    game = find_game(name)
    target = game.match_target
    assert target is not None
    totals = [target * share // 10 for share in range(10)]
    for own in totals:
        for other in totals:
            mine, theirs = (chance(game, Standing((own, other)), side) for side in Side)
            assert mine is not None
            assert theirs is not None
            assert mine + theirs == pytest.approx(1)
            assert (mine > 0.5) == (own > other)
    assert chance(game, Standing((target, 0)), Side.ONE) == 1
    assert chance(game, Standing((target, target + 1)), Side.ONE) == 0
    chances = [chance(game, Standing((own, totals[5])), Side.ONE) or 0 for own in totals]
    assert chances == sorted(chances)


def test_matches_without_a_target_count_points() -> None:
    assert chance(find_game("bridge"), Standing((0, 500)), Side.ONE) is None
    assert chance(find_game("coinche:dot_cardgames"), Standing((0, 500)), Side.ONE) is None


@pytest.mark.parametrize(
    "name",
    [
        *(name for name in game_names() if find_game(name).match_target is not None),
        *("spades:msn", "spades:openspiel", "hokm:court_piece", "belote,tied_match=draw"),
    ],
)
def test_a_deal_that_ends_the_match_is_worth_who_has_won_it(name: str) -> None:
    game, rng, ended = find_game(name), Random(name), 0
    assert game.match_target is not None
    for number in range(1, 21):
        score = play_deal(game, ["simple"] * 4, "match", number).score
        assert score is not None
        least, most = sorted((game.match_target // 3, game.match_floor or 0))
        near = [rng.choice([(game.match_target * 9 // 10, game.match_target), (least, most)]) for _ in Side]
        standing = Standing(
            (rng.randrange(*near[0]), rng.randrange(*near[1])),
            held=rng.choice((0, 81)) if name.startswith("belote") else 0,
            bags=(rng.randrange(max(game.most_bags, 1)), rng.randrange(max(game.most_bags, 1))),
            rows=(rng.randrange(max(game.most_row, 1)), 0),
        )
        after = game.after(Progress(Seat.NORTH, standing), score).standing
        for side in Side if after.is_over else ():
            assert worth_of(score, side, game, standing) == (0.5 if after.winner is None else after.winner is side)
            ended += 1
    assert ended


def test_points_that_wait_and_those_that_lose_a_match_count() -> None:
    belote, spades = find_game("belote"), find_game("spades:msn")
    made = belote.score(Outcome(Contract(Strain.SPADES, Side.ONE, Seat.NORTH), (100, 62), (5, 3)))
    lost = spades.score(Outcome(Contract(Strain.SPADES, bids=(4, 4)), (3, 10), (3, 10)))
    assert made is not None
    assert lost is not None
    assert worth_of(made, Side.ONE, belote, Standing((850, 900), held=81)) == 1
    assert worth_of(lost, Side.ONE, spades, Standing((-170, 0))) == 0


@pytest.mark.parametrize("points", [0, 20, 50, 70, 90, 137, 157])
def test_who_is_first_at_the_target_in_an_imagined_deal_does_not_depend_on_the_number_of_the_side(points: int) -> None:
    game, contract = find_game("jass"), Contract(Strain.HEARTS, Side.ONE, Seat.NORTH)
    first, second = (
        worths(Circumstances(game, contract, standing=Standing(totals)), side).worth[points + 1]
        for side, totals in ((Side.ONE, (980, 950)), (Side.TWO, (950, 980)))
    )
    assert first == second


def test_what_ends_the_match_is_worth_no_more_than_that() -> None:
    game = find_game("euchre")
    contract = Contract(Strain.HEARTS, Side.ONE, Seat.NORTH)
    table = worths(Circumstances(game, contract, standing=Standing((9, 3))), Side.ONE)
    assert table.worth[3 + 1] == table.worth[5 + 1] == 1  # one point is enough, by three tricks as by five
    assert table.worth[2 + 1] < 1
