"""What a deal is worth by points is what the game says of the deal."""

from __future__ import annotations

import numpy as np
import pytest

from overtrick.arena.runner import play_deal
from overtrick.bots.sampling.worth import Circumstances, chance, score_of, steps_of, worths
from overtrick.core.auctions import Contract
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.game import Standing
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
            mine, theirs = (chance(game, (own, other), side) for side in Side)
            assert mine is not None
            assert theirs is not None
            assert mine + theirs == pytest.approx(1)
            assert (mine > 0.5) == (own > other)
    assert chance(game, (target, 0), Side.ONE) == 1
    assert chance(game, (target, target + 1), Side.ONE) == 0
    chances = [chance(game, (own, totals[5]), Side.ONE) or 0 for own in totals]
    assert chances == sorted(chances)


def test_matches_without_a_target_count_points() -> None:
    assert chance(find_game("bridge"), (0, 500), Side.ONE) is None
    assert chance(find_game("coinche:dot_cardgames"), (0, 500), Side.ONE) is None


def test_what_ends_the_match_is_worth_no_more_than_that() -> None:
    game = find_game("euchre")
    contract = Contract(Strain.HEARTS, Side.ONE, Seat.NORTH)
    table = worths(Circumstances(game, contract, standing=Standing((9, 3))), Side.ONE)
    assert table.worth[3 + 1] == table.worth[5 + 1] == 1  # one point is enough, by three tricks as by five
    assert table.worth[2 + 1] < 1
