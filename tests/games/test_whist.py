"""Whist: what tricks and honours count, how a match ends, and a revoke; against the second implementation."""

from random import Random

import pytest
import reference_deals as reference
from hypothesis import given
from hypothesis import strategies as st
from strategies import hands_of

from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game
from overtrick.core.game import Outcome
from overtrick.core.scoring import DealScore, Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import SUIT_STRAINS, Strain
from overtrick.deal.match import Match
from overtrick.deal.round import Round
from overtrick.referee.judging import judge

WHIST = find_game("whist")
HONOURS = st.sampled_from([(0, 0), (2, 0), (0, 2), (4, 0), (0, 4)])


def deal(tricks: int, honours: Scores = (0, 0)) -> DealScore:
    """The score of a deal in which side 1 has so many tricks."""
    won = (tricks, 13 - tricks)
    score = WHIST.score(Outcome(Contract(Strain.HEARTS), won, won, honours=honours))
    assert score is not None
    return score


@pytest.mark.parametrize("tricks", range(14))
def test_each_trick_above_six_counts_one(tricks: int) -> None:
    assert deal(tricks).scores == reference.whist_tricks((tricks, 13 - tricks))
    assert deal(tricks).winner is (Side.ONE if tricks >= 7 else Side.TWO)


@given(hands_of(WHIST), st.sampled_from(SUIT_STRAINS), st.booleans())
def test_honours_belong_to_the_side_that_was_dealt_them(
    hands: tuple[Cards, Cards, Cards, Cards], strain: Strain, count: bool
) -> None:
    names = [[str(card) for card in hand] for hand in hands]
    expected = reference.whist_honours({"side_honours": count}, str(strain), names)
    assert WHIST.with_house_rules({"side_honours": count}).honours.scores(hands, strain) == expected


@pytest.mark.parametrize(
    ("one", "three", "expected"), [("AK", "QJ", (4, 0)), ("AKQJ", "", (4, 0)), ("A", "QJ", (2, 0)), ("A", "J", (0, 0))]
)
def test_honours_by_hand(one: str, three: str, expected: Scores) -> None:
    hands = [Cards(Card(f"{rank}h") for rank in held) for held in (one, "", three, "")]
    assert find_game("whist:long").honours.scores(hands, Strain.HEARTS) == expected
    assert (
        find_game("whist:long").honours.scores(hands, Strain.SPADES)
        == WHIST.honours.scores(hands, Strain.HEARTS)
        == (0, 0)
    )


@given(st.lists(st.tuples(st.integers(0, 13), HONOURS), max_size=12), st.sampled_from([5, 7, 10]))
def test_matches_are_those_of_the_reference(deals: list[tuple[int, Scores]], target: int) -> None:
    history: list[DealScore] = []
    game, counted = WHIST.with_house_rules({"target": target}), []
    for tricks, honours in deals:
        history.append(deal(tricks, honours))
        counted.append((reference.whist_tricks((tricks, 13 - tricks)), honours))
        totals, winner = reference.whist_match({"target": target}, counted)
        standing = game.progress(history, Seat.NORTH).standing
        assert (standing.totals, standing.winner) == (totals, winner)
        assert standing.is_over is (winner is not None)
        if winner is not None:
            break


@pytest.mark.parametrize(
    ("deals", "totals", "winner"),
    [
        ([(9, (0, 0)), (4, (0, 0))], (3, 3), None),
        ([(9, (0, 0)), (4, (0, 0)), (8, (0, 2))], (5, 3), Side.ONE),  # the honours of the others come too late
        ([(9, (0, 0)), (4, (0, 0)), (7, (0, 2))], (4, 5), Side.TWO),
        ([(10, (0, 0)), (6, (2, 0))], (4, 1), None),  # at four honours do not count
        ([(10, (0, 0)), (7, (0, 2))], (5, 0), Side.ONE),
        ([(7, (4, 0))], (5, 0), Side.ONE),
    ],
)
def test_tricks_come_first_and_nobody_is_out_by_honours_from_four(
    deals: list[tuple[int, Scores]], totals: Scores, winner: Side | None
) -> None:
    game = find_game("whist,side_honours=true")
    standing = game.progress([deal(*each) for each in deals], Seat.NORTH).standing
    assert (standing.totals, standing.winner) == (totals, winner)


@pytest.mark.parametrize(("game", "penalty", "target"), [("short", 3, 5), ("long", 3, 10), ("american", 2, 7)])
def test_the_presets(game: str, penalty: int, target: int) -> None:
    value = find_game(f"whist:{game}")
    assert value.revoke_scores(Side.ONE, None) == (0, penalty)
    assert value.revoke_scores(Side.TWO, None) == (penalty, 0)
    assert value.match_target == target
    assert Match.start(value, Seat.NORTH).standing.totals == (0, 0)


def test_the_dealers_last_card_is_trumps_and_his_neighbour_leads() -> None:
    deck = Random(7).sample(list(WHIST.pack), len(WHIST.pack))
    round_ = Round(WHIST, Seat.EAST, deck)
    assert (round_.dealt.turn_up, round_.turn, round_.phase) == (deck[-1], Seat.SOUTH, "play")
    assert round_.contract == Contract(Strain.of(deck[-1].suit))
    assert [str(hand) for hand in round_.hands] == [str(Cards(deck[(seat - 3) % 4 :: 4])) for seat in SEATS]


def test_a_dealer_who_denies_a_trump_while_his_turned_up_card_is_unplayed_has_revoked() -> None:
    judgement = judge('{"game": "whist", "dealer": 4, "deal": {"turn_up": "2h"}, "plays": ["Ah", "3h", "4h", "5c"]}')
    assert judgement.fault is not None
    assert (judgement.fault.law, judgement.fault.offender, judgement.final) == ("whist/follow", Seat.WEST, (3, 0))
