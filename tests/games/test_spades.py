"""Spades: bids, bags, nils, the lead rule and what it proves; against the second implementation and by cases."""

from itertools import product
from random import Random

import numpy as np
import pytest
import reference_deals as reference
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from overtrick.core.actions import LOOK
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game, presets
from overtrick.core.errors import Invalid
from overtrick.core.game import Game, Progress, Standing
from overtrick.core.scoring import DealScore, Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.deals import numbered_deal
from overtrick.deal.position import Position
from overtrick.deal.round import Round
from overtrick.formats.result_text import Extras, read_outcome
from overtrick.games.spades.knowledge import worths
from overtrick.games.spades.strategy import worth
from overtrick.referee.referee import Referee

SPADES = find_game("spades")
GAMES = list(presets("spades").values())
ENDING = "N:K43.Q.. 2.2.J.J J.J3.2. AQ...AK"


def scored(game: Game, result: str) -> DealScore:
    """The score of a result."""
    outcome = read_outcome(game, result.split(), Extras())
    assert outcome is not None
    score = game.score(outcome)
    assert score is not None
    return score


WORKED = [
    ("plain", "3 4 4 2 / 3 4 4 2", (0, 0), (70, 60), (0, 0), (0, 0)),
    ("plain", "3 4 4 2 / 5 3 3 2", (0, 0), (71, -60), (0, 0), (1, 0)),
    ("plain", "2 3 3 4 / 4 2 3 4", (7, 0), (52, -70), (0, 0), (9, 0)),
    ("plain", "2 3 3 4 / 4 2 4 3", (7, 0), (53, -70), (-100, 0), (0, 0)),
    ("plain", "2 3 3 4 / 5 2 4 2", (7, 0), (54, -70), (-100, 0), (1, 0)),
    ("msn", "2 3 3 4 / 5 2 4 2", (7, 0), (54, -70), (-100, 0), (0, 0)),
    ("plain", "nil 4 5 3 / 0 4 6 3", (0, 0), (151, 70), (0, 0), (1, 0)),
    ("plain", "nil 4 5 3 / 0 5 4 4", (0, 0), (50, 72), (0, 0), (0, 2)),
    ("plain", "nil 4 4 3 / 1 4 5 3", (0, 0), (-58, 70), (0, 0), (2, 0)),
    ("plain", "nil 4 4 4 / 1 5 3 4", (0, 0), (-139, 81), (0, 0), (1, 1)),
    ("openspiel", "nil 4 4 4 / 1 5 3 4", (0, 0), (-60, 81), (0, 0), (0, 1)),
    ("msn", "nil 5 2 5 / 1 6 1 5", (0, 0), (-120, 101), (0, 0), (1, 1)),
    ("plain", "nil 5 2 5 / 1 6 1 5", (0, 0), (-119, 101), (0, 0), (1, 1)),
    ("plain", "nil 5 nil 6 / 0 6 1 6", (0, 0), (1, 111), (0, 0), (1, 1)),
    ("plain", "1 1 1 1 / 13 0 0 0", (9, 0), (31, -20), (-200, 0), (0, 0)),
    ("msn", "1 1 1 1 / 13 0 0 0", (9, 0), (31, -20), (-100, 0), (0, 0)),
    ("plain,ten_made=200,ten_set=200", "6 1 4 1 / 6 1 5 1", (0, 0), (201, 20), (0, 0), (1, 0)),
    ("plain", "6 1 4 1 / 6 1 5 1", (0, 0), (101, 20), (0, 0), (1, 0)),
    ("tournament", "6 1 4 3 / 5 2 4 2", (0, 0), (-100, 40), (0, 0), (0, 0)),
    ("bicycle", "3 4 3 2 / 2 5 3 3", (0, 0), (0, 62), (0, 0), (0, 2)),
    ("trickster", "nil 4 3 4 / 1 4 2 6", (0, 0), (-99, 82), (0, 0), (1, 2)),
    ("plain", "3 3 3 3 / 4 3 4 2", (8, 0), (62, -60), (-100, 0), (0, 0)),
    ("openspiel", "4 5 5 nil / 5 3 5 0", (0, 0), (91, 50), (0, 0), (1, 0)),
    ("pagat", "blind nil 4 5 4 / 0 4 5 4", (0, 0), (250, 80), (0, 0), (0, 0)),
    ("pagat", "blind nil 4 5 4 / 2 4 4 3", (0, 0), (-248, -80), (0, 0), (2, 0)),
]


@pytest.mark.parametrize(("game", "result", "bags", "scores", "penalties", "after"), WORKED)
def test_worked_scores(game: str, result: str, bags: Scores, scores: Scores, penalties: Scores, after: Scores) -> None:
    value = find_game(f"spades:{game}")
    score = scored(value, result)
    mark = value.mark(Progress(Seat.NORTH, Standing(bags=bags)), score)
    assert (score.scores, mark.more, mark.bags) == (scores, penalties, after)


def random_result(game: Game, chance: Random) -> tuple[list[str], list[int]]:
    auction = game.auction(SEATS[-1], None, frozenset(Side))
    while auction.turn:
        auction = auction.call(chance.choice(auction.legal()[:8]))
    tricks = [0, 0, 0, 0]
    for _ in range(13):
        tricks[chance.choice((0, 1, 2, 3))] += 1
    return [str(call) for call in auction.calls if call is not LOOK], tricks


@given(st.sampled_from(GAMES), st.integers(0, 1 << 32), st.integers(1, 12))
@examples(200)
def test_deals_and_matches_are_those_of_the_reference(game: Game, seed: int, deals: int) -> None:
    chance, history, counted = Random(seed), list[DealScore](), list[tuple[reference.Pair, reference.Pair]]()
    for _ in range(deals):
        bids, tricks = random_result(game, chance)
        score = scored(game, " ".join([*bids, "/", *map(str, tricks)]))
        points, bags = reference.spades_deal(game.house, bids, tricks)
        assert (score.scores, score.bags) == (points, bags)
        history.append(score)
        counted.append((points, bags))
        standing = game.progress(history, Seat.NORTH).standing
        totals, left, winner = reference.spades_match(game.house, counted)
        assert (standing.totals, standing.bags, standing.winner) == (totals, left, winner)
        assert standing.is_over is (winner is not None)
        if winner is not None:
            break


@pytest.mark.parametrize(
    ("game", "before", "bags", "result", "totals", "winner"),
    [
        ("plain", (470, 440), (0, 0), "3 4 3 3 / 3 4 3 3", (530, 510), Side.ONE),
        ("plain", (489, 452), (9, 0), "2 4 3 3 / 3 4 3 3", (440, 522), Side.TWO),
        ("plain", (450, 430), (0, 0), "2 4 3 3 / 2 5 3 3", (500, 501), Side.TWO),
        ("plain", (440, 430), (0, 0), "3 4 3 3 / 3 4 3 3", (500, 500), None),
        ("msn", (-120, 0), (0, 0), "5 2 4 2 / 4 3 4 2", (-210, 41), Side.TWO),
        ("plain", (-120, 0), (0, 0), "5 2 4 2 / 4 3 4 2", (-210, 41), None),
    ],
)
def test_how_matches_end(
    game: str, before: Scores, bags: Scores, result: str, totals: Scores, winner: Side | None
) -> None:
    value = find_game(f"spades:{game}")
    after = value.after(Progress(Seat.NORTH, Standing(before, bags=bags)), scored(value, result)).standing
    assert (after.totals, after.winner, after.is_over) == (totals, winner, winner is not None)


@pytest.mark.parametrize(
    ("game", "count"),
    [
        ("spades", 14**4),
        ("spades:bicycle", 13**4),
        ("spades:tournament", 186**2),
        ("spades:openspiel", 105**2),
        ("spades,both_nil=false", 195**2),
    ],
)
def test_numbers_of_auctions(game: str, count: int) -> None:
    rules = find_game(game).auction_rules
    pairs = sum(
        second in find_game(game).auction(Seat.WEST, None).call(first).call("5").legal()
        for first, second in product(rules.calls, repeat=2)
        if first in find_game(game).auction(Seat.WEST, None).legal()
    )
    assert pairs**2 == count


def test_zero_is_another_way_to_write_nil_but_where_it_can_be_bid() -> None:
    auction = SPADES.auction(Seat.WEST, None)
    assert str(auction.call("0").calls[0]) == "nil"
    assert str(find_game("spades:tournament").auction(Seat.WEST, None).call("0").calls[0]) == "0"
    assert [str(call) for call in auction.legal()][:3] == ["nil", "1", "2"]


def test_all_have_bid_before_there_is_a_contract() -> None:
    round_ = Round(SPADES, Seat.WEST, list(SPADES.pack))
    for call in ("3", "nil", "4"):
        round_ = round_.apply(round_.course.parse(call))
        assert round_.contract is None
    round_ = round_.apply(round_.course.parse("5"))
    assert round_.contract == Contract(Strain.SPADES, bids=(7, 5), nils=(Seat.EAST,))
    assert (round_.turn, round_.phase) == (Seat.NORTH, "play")
    assert round_.record().contract == Contract(Strain.SPADES)


@pytest.mark.parametrize(
    ("plays", "law", "offender", "game"),
    [
        ("Ah 2h 3h 2s 7s 8s 9s Ts", None, None, "spades"),
        ("Ah 2h 3h 4h As 2s 5h 6h Kd", "spades/unbroken", 1, "spades"),
        ("Ah 2h 3h 4h As 2s 5h 6h Kd", None, None, "spades:tournament"),
        ("Ah 2h 3h 4h As 2s 3s", "spades/unbroken", 1, "spades"),
        ("Ac 2h 2c 3h Kd Ad 3d 4d 2s As Ks Qs", "spades/unbroken", 2, "spades"),
        ("Ac 2d 2c 3d 2h 3h Ah 4h 2s 3s 4s", "spades/no-deal", None, "spades"),
        ("Ac 2d 2c 3d 2h 3h Ah 4h 2s 3s 3c", None, None, "spades"),
        ("Ah 2h 3h 2s 7s 8s 2d 9s Kc 2c 3c 3s", "spades/follow", 2, "spades"),
    ],
)
def test_what_leads_prove(plays: str, law: str | None, offender: int | None, game: str) -> None:
    referee = Referee(game, "S")
    *before, last = plays.split()
    assert [referee.play(card) for card in before] == [None] * len(before)
    fault = referee.play(last)
    if law is None:
        assert fault is None
    else:
        assert fault is not None
        assert (fault.code, getattr(fault, "offender", None)) == (law, offender)


def test_a_lead_is_told_as_a_lead() -> None:
    referee = Referee("spades", "S")
    for card in "Ah 2h 3h 4h As 2s 5h 6h Kd".split():
        referee.play(card)
    assert referee.finding is not None
    assert referee.finding.message() == (
        "Player 1 played the king of diamonds in trick 3, but showed in trick 2 that he had nothing but trumps: "
        "he led the ace of spades."
    )


def test_a_forced_lead_breaks_spades_or_not() -> None:
    for game, may_lead in (("spades", True), ("spades,forced_lead_breaks=false", False)):
        position = Position.parse(f"{game} S N {ENDING}")
        for name in "Qh 2h 3h Ac 3s 2s Js As".split():
            position = position.play(Card(name))
        assert position.trick.broken is may_lead
        assert (Cards("Qs") <= position.legal()) is may_lead


@pytest.mark.parametrize("text", [f"spades:plain S N broken {ENDING}", f"spades:plain S N {ENDING}"])
def test_a_position_tells_whether_spades_are_broken(text: str) -> None:
    position = Position.parse(text)
    assert str(position) == text
    assert position.trick.broken is ("broken" in text)
    assert (position.legal() == Cards("Qh")) is ("broken" not in text)


def test_a_lost_deal_is_that_of_a_revoke() -> None:
    contract = Contract(Strain.SPADES, bids=(5, 6), nils=(Seat.NORTH,))
    assert SPADES.lost_deal(Side.ONE, contract).scores == (-150, 60)
    assert SPADES.lost_deal(Side.TWO, contract).scores == (150, -60)
    assert SPADES.lost_deal(Side.TWO, None).scores == (20, -20)
    assert SPADES.revoke_scores(Side.ONE, contract) is None
    tournament = find_game("spades:tournament")
    assert tournament.revoke_scores(Side.ONE, contract._replace(nils=())) == (-50, 60)


@pytest.mark.parametrize("result", ["3 4 4 2", "3 4 4 2 / 3 4 4 3", "3 4 4 / 3 4 4 2", "3 x 4 2 / 3 4 4 2", ""])
def test_results_that_are_none_are_refused(result: str) -> None:
    with pytest.raises(Invalid):
        read_outcome(SPADES, result.split(), Extras())


@examples(30)
@given(st.integers(0, 1 << 32))
def test_hands_side_by_side_are_worth_what_each_is(seed: int) -> None:
    hands = numbered_deal(SPADES, str(seed), 1).hands
    assert worths(np.array([hand.mask for hand in hands], np.uint64)).tolist() == [worth(hand) for hand in hands]
