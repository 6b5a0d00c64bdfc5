"""The kernel of the solver says what the plain solver says."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from lengths import one_of_each

from overtrick.core.cards import Cards
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.seats import Seat
from overtrick.core.tricks import NO_CARD_FREE, Rung, Strain, Trick
from overtrick.deal.position import Position
from overtrick.engine.kernel.points import PointsSearcher, serves
from overtrick.games.belote.rules import Belote
from scripts.solver_exactness import check, check_batch, endings, every_strain, variants

GAMES = ("belote", "coinche", "sueca", "euchre")
EVERY_STRAIN = one_of_each(every_strain(GAMES), lambda case: (case[0].partition(":")[0], case[1]))
ANYTHING = (-1, 1 << 20)


def whole_deals(game_name: str, count: int) -> list[list[Cards]]:
    game, rng = find_game(game_name), Random(5)
    packs = [rng.sample(list(game.pack), len(game.pack)) for _ in range(count)]
    size = game.hand_size
    return [[Cards(pack[size * place : size * (place + 1)]) for place in range(4)] for pack in packs]


@pytest.mark.parametrize(("name", "strain"), EVERY_STRAIN)
def test_endings_have_the_values_of_the_plain_solver(name: str, strain: Strain) -> None:
    assert check_batch(name, strain, "test", 9) == 9


@pytest.mark.parametrize(("name", "strain"), EVERY_STRAIN)
def test_longer_endings_have_the_values_that_thresholds_have(name: str, strain: Strain) -> None:
    assert check_batch(name, strain, "test", 9, longer=True) == 9


def test_searches_for_values_leave_no_wrong_bounds() -> None:
    game = "belote:ffb,undertrump=optional,undertrump_partner=forbidden_unless_only"
    before = Position.parse(f"{game} C W N:Q.J.AQT7.JT A8.AT8.K8.K K9.KQ7.9.Q9 JT.9.J.A87 7s")
    position = Position.parse(f"{game} C S N:KT8.T.8.987 AJ9.7.AKQ9. 7.AK.JT7.J Q.QJ98..KQT Ac")
    searcher = PointsSearcher(before.game, before.strain)
    searcher._state.weights[5] = 1 << 16  # leads of points that partner wins come first: any order will do
    searcher.bounds(before, *ANYTHING)
    assert searcher.bounds(position, *ANYTHING)[:2] == (38, 38)


def test_a_narrow_window_gives_no_wrong_bounds() -> None:
    game = "belote:ffb,undertrump=optional,undertrump_partner=forbidden_unless_only"
    position = Position.parse(f"{game} C N N:Q8..T8.8 .J7.97.KJ JT.8..AT9 7.AK9..Q7 9s")
    low, high, _ = PointsSearcher(position.game, position.strain).bounds(position, 52, 54)
    assert 54 <= low <= 60 <= high  # its value is 60


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


@pytest.mark.parametrize(("name", "strain"), every_strain(game_names()))
def test_it_serves_games_of_small_suits(name: str, strain: Strain) -> None:
    for game in variants(find_game(name)):
        has_free_trumps = strain.suit is not None and game.ladder.free != NO_CARD_FREE
        is_other = game.name in ("bridge", "hokm", "klaverjas", "spades", "tarneeb", "whist")
        assert serves(game, strain) is not (is_other or has_free_trumps)


@pytest.mark.parametrize(
    "duties",
    [
        {"plain": (Rung.TRUMP, Rung.FOLLOW, Rung.ANY)},
        {"cut": (Rung.ANY,)},
        {"plain_partner": (Rung.FOLLOW, Rung.TRUMP, Rung.ANY)},
        {"cut_partner": (Rung.FOLLOW, Rung.ABOVE, Rung.ANY)},
        {"trump_led": (Rung.ABOVE, Rung.ANY)},
    ],
)
def test_it_serves_no_games_for_which_the_bounds_do_not_hold(duties: dict[str, Any]) -> None:
    class Other(Belote):
        ladder = Belote("ffb").ladder._replace(**duties)

    assert not serves(Other("ffb"), Strain.HEARTS)


def test_games_that_are_not_served_are_refused() -> None:
    with pytest.raises(ValueError, match="more than this search can hold"):
        PointsSearcher(find_game("bridge"), Strain.NO_TRUMPS)


@pytest.mark.parametrize(("name", "strain"), every_strain(GAMES))
def test_a_forgetful_searcher_is_as_good_as_a_new_one(name: str, strain: Strain) -> None:
    game, limit = find_game(name), 150
    used = PointsSearcher(game, strain)
    for hands in whole_deals(name, 3):
        position = Position(game, strain, hands, Seat.WEST)
        new = PointsSearcher(game, strain)
        used.forget()
        assert used.bounds(position, *ANYTHING, limit) == new.bounds(position, *ANYTHING, limit)
        used.bounds(position, *ANYTHING, 5000)
        used.forget()
        new = PointsSearcher(game, strain)
        assert used.card_bounds(position, limit) == new.card_bounds(position, limit)


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
        searcher = PointsSearcher(game, strain)
        low, high, nodes = searcher.bounds(position, *ANYTHING, max_nodes=10)
        assert nodes <= 10
        early, nodes = PointsSearcher(game, strain).card_bounds(position, max_nodes=30)
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
    used = PointsSearcher(game, strain)
    for hands in whole_deals(name, 5):
        position = Position(game, strain, hands, Seat.SOUTH)
        found = used.bounds(position, *ANYTHING)[:2]
        assert found == PointsSearcher(game, strain).bounds(position, *ANYTHING)[:2]
        cards, _ = used.card_bounds(position)
        assert max(cards.values()) == found
        assert used.bounds(position, found[0] - 1, found[0])[0] >= found[0]
        assert used.bounds(position, found[0] - 1, found[0] - 1)[0] >= found[0]  # a window that is none
        assert used.bounds(position, found[0], found[0] + 1)[1] <= found[0]
