"""What the benchmarks compare, and that they can see what they look for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice, product

import pytest

from benchmarks import playouts, worlds
from benchmarks.peers import environment, overtrick_deals, overtrick_worlds
from benchmarks.peers.environment import NotMeasured, gathered
from benchmarks.peers.rates import Rate, WorldRate, rate_of, world_rate_of
from overtrick.cards import Cards
from overtrick.rules import find_game, game_names


def test_the_best_rate_of_a_row_stands_beside_the_first_engine_of_its_game() -> None:
    rates = [Rate("euchre", "ours", 900.0, 9000.0), Rate("bridge", "ours", 10.0, 520.0)]
    rates += [Rate("euchre", "theirs", 20.0, 100.0), Rate("euchre", "theirs", 30.0, 150.0)]
    assert playouts.rows(rates)[2:] == [
        "| euchre | ours | 900 | 1.0 | 9,000 | 1.0 |",
        "| euchre | theirs | 30 | 30.0 | 150 | 60.0 |",
        "| bridge | ours | 10 | 1.0 | 520 | 1.0 |",
    ]


def test_worlds_stand_game_by_game() -> None:
    rates = [WorldRate("sueca", "ours", 1.0, 2000.0, 0.0), WorldRate("euchre", "theirs", 5.0, None, 0.291)]
    rates += [WorldRate("sueca", "ours", 3.0, 1000.0, 0.0)]
    assert worlds.rows(rates)[2:] == ["| euchre | theirs | 5 |  | 29.1% |", "| sueca | ours | 3 | 1,000 | 0.0% |"]


def test_an_engine_that_is_missing_is_named_and_tried_once() -> None:
    tried = []

    def missing() -> str:
        tried.append(1)
        raise NotMeasured("it could not be installed")

    told = json.dumps(Rate("euchre", "ours", 1.0, 2.0))
    rates, sentences = gathered({"Theirs": missing, "Ours": lambda: told}, Rate)
    assert rates == [Rate("euchre", "ours", 1.0, 2.0)] * environment.ROUNDS
    assert sentences == ["\nTheirs was not measured: it could not be installed."]
    assert tried == [1]


def test_a_process_that_fails_is_not_measured() -> None:
    with pytest.raises(NotMeasured):
        environment.told_by_us("no_such_module", "plain")


@pytest.mark.parametrize("name", game_names())
def test_all_cards_of_a_random_deal_count(name: str) -> None:
    game = find_game(name)
    assert list(overtrick_deals.play_out(game, range(3))) == [3 * 4 * game.hand_size]
    rate = rate_of(name, "ours", lambda: range(3), lambda deals: overtrick_deals.play_out(game, deals))
    assert rate.cards == pytest.approx(rate.deals * 4 * game.hand_size)


@pytest.mark.parametrize("name", game_names())
def test_worlds_that_contradict_the_play_are_seen(name: str) -> None:
    views = list(islice(overtrick_worlds.after_two_tricks(find_game(name)), 12))
    assert world_rate_of(name, "ours", views, overtrick_worlds.draw, overtrick_worlds.contradicts).contradicting == 0
    assert any(
        overtrick_worlds.contradicts(seen, hands)
        for seen in views
        for hands in _all_exchanges([int(mask) for mask in next(iter(overtrick_worlds.draw(seen, 1)))])
    )


def _all_exchanges(hands: list[int]) -> Iterator[list[int]]:
    """The hands after a seat and the next have exchanged a card."""
    for seat in range(3):
        for mine, theirs in product(Cards.from_mask(hands[seat]), Cards.from_mask(hands[seat + 1])):
            both = mine.bit ^ theirs.bit
            yield [mask ^ both if place in (seat, seat + 1) else mask for place, mask in enumerate(hands)]
