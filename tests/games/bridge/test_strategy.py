"""The plain strategy for Bridge: openings, answers, overcalls, and auctions that end."""

from random import Random

import pytest

from overtrick.arena.runner import play_deal
from overtrick.bots.bot import find_bot
from overtrick.core.actions import PASS
from overtrick.core.cards import parse_hand
from overtrick.core.catalogue import find_game
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.record import Deal, Record
from overtrick.deal.replay import replay
from overtrick.deal.view import view

SIMPLE = find_bot("simple", Random())
BRIDGE = find_game("bridge")


def call(hand: str, *calls: str) -> str:
    """What a hand calls after some calls, of which the dealer's is the first."""
    seat, cards = SEATS[len(calls) % 4], tuple(parse_hand(hand))
    rest = [card for card in BRIDGE.pack if card not in cards]
    others = iter([tuple(rest[13 * n : 13 * (n + 1)]) for n in range(3)])
    hands = tuple(cards if other is seat else next(others) for other in SEATS)
    round_ = replay(Record(BRIDGE, deal=Deal(hands), dealer=Seat.NORTH)).apply_all(calls)
    return str(SIMPLE(view(round_, seat)))


@pytest.mark.parametrize(
    ("hand", "bid"),
    [("AKQ32.A32.432.32", "1S"), ("AK2.A32.K432.Q32", "1NT"), ("432.432.432.5432", PASS), ("2.KQJ9876.32.432", "3H")],
)
def test_it_opens_by_points_and_shape(hand: str, bid: str) -> None:
    assert call(hand) == bid
    assert call(hand, "pass", "pass") == bid


@pytest.mark.parametrize(
    ("hand", "opening", "bid"),
    [
        ("Q432.K32.5432.32", "1S", PASS),
        ("Q432.K32.Q432.32", "1S", "2S"),
        ("Q432.K32.AQ32.32", "1S", "3S"),
        ("Q432.KQ2.AQ32.32", "1S", "4S"),
        ("32.KJ2.Q432.5432", "1S", "1NT"),
        ("32.KJ2.AQ32.Q432", "1S", "3NT"),
        ("32.KJ2.AQ32.5432", "1S", "2NT"),
        ("432.KQ2.432.AQ32", "1C", "3C"),
        ("43.KQ2.J432.AKQ2", "1C", "5C"),
        ("432.KJ2.432.5432", "1NT", PASS),
        ("432.KJ2.K432.J32", "1NT", "2NT"),
        ("432.KJ2.AQ32.432", "1NT", "3NT"),
        ("AK2.KQ2.AQ32.432", "1NT", "6NT"),
        ("432.432.K432.432", "2NT", PASS),
        ("432.432.AQ32.432", "2NT", "3NT"),
        ("432.432.5432.432", "2C", "2NT"),
        ("432.432.AQ32.432", "2C", "3NT"),
        ("Q32.432.AQ32.432", "2S", PASS),
        ("Q32.A32.AKQ2.A32", "2S", "4S"),
        ("2.A32.AKQ32.A432", "2S", PASS),
    ],
)
def test_it_answers_to_the_level_that_both_hands_are_worth(hand: str, opening: str, bid: str) -> None:
    assert call(hand, opening, "pass") == bid


@pytest.mark.parametrize(
    ("hand", "calls", "bid"),
    [
        ("AKQ32.A32.432.32", ["1S", "pass", "2S", "pass"], PASS),
        ("AKQ32.AK2.J32.32", ["1S", "pass", "2S", "pass"], PASS),
        ("AKQ32.AKQ.432.32", ["1S", "pass", "2S", "pass"], "4S"),
        ("AKQ32.AK2.432.32", ["1S", "pass", "3S", "pass"], "4S"),
        ("AKQ32.A32.432.32", ["1S", "pass", "3S", "pass"], PASS),
        ("AKQ32.A32.432.32", ["1S", "pass", "3NT", "pass"], PASS),
        ("AKQ32.AKQ.432.32", ["1S", "pass", "2S", "3D"], PASS),
        ("AKQ.AKQ.AJ32.Q32", ["2C", "pass", "2NT", "pass"], "3NT"),
        ("AKQ.AKQ.AJ32.Q32", ["2C", "pass", "3NT", "pass"], PASS),
    ],
)
def test_the_opener_goes_on_to_a_game_with_more_than_he_promised(hand: str, calls: list[str], bid: str) -> None:
    assert call(hand, *calls) == bid


@pytest.mark.parametrize(
    ("hand", "opening", "bid"),
    [
        ("KQ432.A32.432.32", "1D", "1S"),
        ("Q5432.A32.432.32", "1D", PASS),
        ("432.A2.KQJ32.K32", "1S", "2D"),
        ("432.A2.KQJ32.432", "1S", PASS),
        ("AQ32.AK2.432.432", "1D", PASS),
        ("AKQ32.A32.432.32", "3H", PASS),
    ],
)
def test_it_overcalls_with_a_good_suit(hand: str, opening: str, bid: str) -> None:
    assert call(hand, opening) == bid


def test_it_raises_an_overcall_and_never_doubles() -> None:
    assert call("Q32.432.K432.A32", "1D", "1S", "pass") == "2S"
    assert call("AKQJ.AKQ.432.432", "1D", "pass", "1S", "pass", "2D", "pass", "3D", "pass") == PASS


def test_auctions_end_quickly() -> None:
    for number in range(1, 101):
        played = play_deal(BRIDGE, ["simple"] * 4, "quick", number)
        assert len(played.auction.calls) <= 20
        assert not played.contract or played.contract.double == 0
