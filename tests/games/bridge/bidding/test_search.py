"""Calls by search, and what calls are read to show."""

import numpy as np
import pytest
from lengths import first

from overtrick.core.cards import Cards
from overtrick.core.game import Standing
from overtrick.core.seats import Seat
from overtrick.core.tricks import Strain
from overtrick.deal.dealing import deck_of
from overtrick.deal.deals import numbered_deal
from overtrick.deal.record import Deal
from overtrick.deal.round import Round
from overtrick.deal.text import parse_deal
from overtrick.deal.view import View, view
from overtrick.engine.worlds import sample_worlds
from overtrick.games.bridge.bidding.auctions import scores_of_contracts
from overtrick.games.bridge.bidding.hand import Hand
from overtrick.games.bridge.bidding.reading import likelihood, shown_by
from overtrick.games.bridge.bidding.search import choose
from overtrick.games.bridge.rules import PRESETS, contract_score

GAME = PRESETS["duplicate"]


def after(number: int, *calls: str) -> Round:
    """A deal after some calls."""
    deal = numbered_deal(GAME, "search", number)
    for call in calls:
        deal = deal.apply(call)
    return deal


def seen(deal: Round) -> View:
    assert deal.actor is not None
    return view(deal, deal.actor)


def test_calls_are_legal_and_the_same_for_the_same_seed() -> None:
    for number in range(1, 9):
        deal = numbered_deal(GAME, "search", number)
        while deal.phase == "auction":
            found = choose(seen(deal), 10, 1)
            assert found == choose(seen(deal), 10, 1)
            assert all(tried.call in deal.legal() for tried in found)
            assert [tried.gain for tried in found] == sorted((tried.gain for tried in found), reverse=True)
            deal = deal.apply(found[0].call)


def test_without_deals_the_network_decides() -> None:
    (first, *others) = choose(seen(after(1)), 0, 1)
    assert first.gain == 0
    assert all(other.gain <= 0 for other in others)


@pytest.mark.parametrize(
    ("level", "strain", "double", "vulnerable", "tricks"), [(4, "H", 0, 1, 9), (3, "NT", 1, 0, 11)]
)
def test_scores_are_those_of_the_rules(level: int, strain: str, double: int, vulnerable: int, tricks: int) -> None:
    bid = 5 * (level - 1) + "CDHSN".index(strain[0])
    expected = contract_score(level, Strain(strain), double, bool(vulnerable), tricks)
    assert scores_of_contracts()[bid, double, vulnerable, tricks] == expected


def test_part_scores_help_to_games() -> None:
    """With 60 points below the line, two hearts are a game, and four are no more than that."""
    table, usual = scores_of_contracts(60), scores_of_contracts()
    two, four = 5 * 1 + 2, 5 * 3 + 2
    assert table[two, 0, 1, 8] == usual[two, 0, 1, 8] + 500 - 50
    assert (table[two, 0, 1, :8] == usual[two, 0, 1, :8]).all()
    assert (table[four] == usual[four]).all()
    assert table[5 * 0, 0, 0, 7] == usual[0, 0, 0, 7]  # one club is 20 points


def test_in_a_rubber_nobody_bids_on_who_has_enough_for_the_game() -> None:
    """North has 12 points beside the 17 of South, who bid 1NT: with 60 below the line that is a game."""
    hands = "N:KQ5.AJ4.Q873.952 T98.Q92.J95.AJT7 AJ4.K75.AK6.Q843 7632.T863.T42.K6"
    calls = {}
    for name, below in (("duplicate", 0), ("rubber", 60)):
        game = PRESETS[name]
        deal = Round(game, Seat.SOUTH, deck_of(game, Seat.SOUTH, Deal(tuple(map(tuple, parse_deal(hands)[1])))))
        for call in ("1NT", "pass"):
            deal = deal.apply(call)
        standing = Standing((below, 0), below=(below, 0))
        calls[name] = choose(view(deal, Seat.NORTH, standing), 200, 1)[0].call
    assert calls["duplicate"] != "pass"
    assert calls["rubber"] == "pass"


def test_deals_in_which_the_calls_make_sense_are_likelier() -> None:
    """After 1NT by North, East imagines that North has more points than South."""
    east = seen(after(1, "1NT"))
    hands = sample_worlds(east, 2000, 1).hands
    likely = likelihood(east, hands)
    north, south = (
        np.average([honours(Cards.from_mask(mask)) for mask in hands[:, seat].tolist()], weights=likely)
        for seat in (0, 2)
    )
    assert north > south + 4


def honours(hand: Cards) -> int:
    return sum(max(0, "JQKA".find(str(card)[0]) + 1) for card in hand)


def test_a_call_shows_what_most_hands_have_that_make_it() -> None:
    deal = after(1)
    calls = deal.game.auction_rules.calls
    one_spade = next(call for call in calls if call == "1S")
    shown = shown_by(view(deal, Seat.NORTH), Seat.NORTH, (one_spade,))
    assert shown is not None
    assert shown.least("S") >= 4
    assert shown.points.least >= 8
    assert shown_by(view(deal, Seat.NORTH), Seat.SOUTH, (one_spade,)) is None


@pytest.mark.parametrize("deals", first(1, [6, 20]))
def test_most_hands_have_what_their_calls_show(deals: int) -> None:
    fitting = []
    for number in range(1, deals + 1):
        deal = numbered_deal(GAME, "shown", number)
        while deal.phase == "auction":
            looking = seen(deal)
            call = choose(looking, 0, 1)[0].call
            shown = shown_by(looking, deal.actor or Seat.NORTH, (*looking.auction.calls, call))
            if shown is not None:
                lengths = Hand(looking.hand).lengths
                fitting.append(all(shown.least(suit) <= lengths[suit] <= shown.most(suit) for suit in lengths))
            deal = deal.apply(call)
    assert len(fitting) > 2 * deals
    assert sum(fitting) > 0.75 * len(fitting)


@pytest.mark.parametrize(("preset", "call"), [("duplicate", "pass"), ("matchpoints", "X")])
def test_a_part_score_is_doubled_where_only_the_order_of_results_counts(preset: str, call: str) -> None:
    deal = numbered_deal(PRESETS[preset], "matchpoints", 5)
    for made in ("2S", "3C", "3H", "X", "pass", "pass", "3S", "pass", "pass", "4C"):
        deal = deal.apply(made)
    assert str(choose(seen(deal), 400, 1)[0].call) == call
