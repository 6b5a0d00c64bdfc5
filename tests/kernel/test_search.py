"""The kernel of the solver says what the plain solver says."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from overtrick.cards import Cards
from overtrick.errors import Invalid
from overtrick.kernel.engine import load
from overtrick.play.position import Position
from overtrick.rules import find_game
from overtrick.seats import SEATS, Seat
from overtrick.tricks import Strain, Trick
from scripts.solver_exactness import check, check_batch, endings, every_strain, variants

kernel = load("search")
GAMES = ("belote", "coinche", "sueca", "euchre")
ANYTHING = (-1, 1 << 20)


def whole_deals(game_name: str, count: int) -> list[list[Cards]]:
    game, rng = find_game(game_name), Random(5)
    packs = [rng.sample(list(game.pack), len(game.pack)) for _ in range(count)]
    size = game.hand_size
    return [[Cards(pack[size * place : size * (place + 1)]) for place in range(4)] for pack in packs]


@pytest.mark.parametrize(("name", "strain"), every_strain(GAMES))
def test_endings_have_the_values_of_the_plain_solver(name: str, strain: Strain) -> None:
    assert check_batch(name, strain, "test", 9) == 9


@pytest.mark.parametrize(("name", "strain"), every_strain(GAMES))
def test_the_duties_are_such_that_the_bounds_hold(name: str, strain: Strain) -> None:
    rng = Random(f"{name} {strain}")
    for game in variants(find_game(name)):
        rules = game.rules(strain)
        for _ in range(60):
            led, second, *held = rng.sample(list(game.pack), 5)
            hand, suit = Cards(held).mask, rules.ranking.suits[rules.ranking.suit_of[led.index]]
            trick = rules.add(rules.add(Trick(Seat.SOUTH), led), second)
            legal = rules.duty(trick).legal(hand)
            if hand & suit:
                assert not legal & ~suit
            elif trick.holder is Seat.SOUTH:
                assert legal & ~rules.ranking.trumps == hand & ~rules.ranking.trumps


def test_a_bonus_for_all_tricks_may_be_a_loss() -> None:
    game, rng = find_game("belote").with_house_rules({"last_trick": 1000}), Random(3)
    for position in endings(game, Strain.HEARTS, rng, 40):
        check(position, True, rng)


@pytest.mark.parametrize("name", ["belote", "euchre"])
def test_a_search_that_is_cut_short_knows_bounds(name: str) -> None:
    game = find_game(name)
    strain = game.strains[0]
    for hands in whole_deals(name, 3):
        position = Position(game, strain, hands, Seat.EAST)
        searcher = kernel.Searcher(game, strain)
        low, high, nodes = searcher.bounds(position, *ANYTHING, max_nodes=10)
        assert nodes <= 10
        early, nodes = kernel.Searcher(game, strain).card_bounds(position, max_nodes=30)
        assert nodes <= 30
        value, same, _ = searcher.bounds(position, *ANYTHING)
        assert low <= value == same <= high
        exact, _ = searcher.card_bounds(position)
        assert early != exact or name == "euchre"  # where a few leads may be enough
        assert all(early[card][0] <= low == high <= early[card][1] for card, (low, high) in exact.items())


@pytest.mark.parametrize("name", ["belote", "euchre"])
def test_what_was_found_in_one_deal_does_not_harm_another(name: str) -> None:
    game = find_game(name)
    strain = game.strains[-1]
    used = kernel.Searcher(game, strain)
    for hands in whole_deals(name, 5):
        position = Position(game, strain, hands, Seat.SOUTH)
        found = used.bounds(position, *ANYTHING)[:2]
        assert found == kernel.Searcher(game, strain).bounds(position, *ANYTHING)[:2]
        cards, _ = used.card_bounds(position)
        assert max(cards.values()) == found
        assert used.bounds(position, found[0] - 1, found[0])[0] >= found[0]
        assert used.bounds(position, found[0] - 1, found[0] - 1)[0] >= found[0]  # a window that is none
        assert used.bounds(position, found[0], found[0] + 1)[1] <= found[0]


@pytest.mark.parametrize("name", ["belote", "euchre"])
@pytest.mark.parametrize("leader", SEATS)
def test_values_in_bulk(name: str, leader: Seat) -> None:
    game = find_game(name)
    strain, deals = game.strains[1], whole_deals(name, 4)
    masks = np.array([[hand.mask for hand in hands] for hands in deals], np.uint64)
    searcher = kernel.Searcher(game, strain)
    expected = [searcher.bounds(Position(game, strain, hands, leader), *ANYTHING)[0] for hands in deals]
    assert kernel.values(game, strain, masks, leader).tolist() == expected


def test_values_in_bulk_of_what_is_no_deal() -> None:
    game = find_game("belote")
    masks = np.array([[hand.mask for hand in whole_deals("belote", 1)[0]]], np.uint64)
    for row in ([0, 0, 0, 0], [masks[0, 0]] * 4, [1 << 5, *masks[0, 1:]], masks[0, 1:]):
        with pytest.raises(Invalid):
            kernel.values(game, Strain.HEARTS, np.array([row], np.uint64), Seat.NORTH)
