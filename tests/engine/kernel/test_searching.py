"""Cards valued in many worlds: the kernels say what the plain solver says of each."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from lengths import first

from overtrick.arena.runner import bots_for
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.seats import Side
from overtrick.deal.deals import numbered_deal
from overtrick.deal.position import Position
from overtrick.deal.view import view
from overtrick.engine.kernel.question import Question
from overtrick.engine.solver.reference import PlainSearcher, at_stake, margin_of
from overtrick.engine.solver.searchers import Searcher, make_searcher
from overtrick.engine.worlds import sample_worlds

MUCH = 1 << 40
BY_KIND = ["belote", "bridge", "euchre", "klaverjas", "coinche", "sueca", "whist"]
"""the first three differ most: points, tricks, and tricks with bowers"""


class Turn(NamedTuple):
    position: Position
    cards: list[Card]
    worlds: npt.NDArray[np.uint64]


def turns(name: str, cards_left: int, deals: int = 2) -> Iterator[Turn]:
    """Turns of deals played at random, with worlds of the player to move."""
    game = find_game(name)
    for number in range(1, deals + 1):
        round_, bots = numbered_deal(game, "worlds", number), bots_for(["random"] * 4, "worlds", number)
        while round_.actor is not None:
            seen = view(round_, round_.actor)
            cards = [card for card in seen.legal if isinstance(card, Card)]
            if round_.phase == "play" and len(seen.hand) == cards_left and len(cards) > 1:
                worlds = sample_worlds(seen, 4, number).hands
                yield Turn(round_.position.with_hands([Cards.from_mask(int(m)) for m in worlds[0]]), cards, worlds)
            round_ = round_.apply(bots[round_.actor - 1](seen))


def both(turn: Turn, capot: bool = False) -> tuple[Searcher, PlainSearcher]:
    game, strain = turn.position.game, turn.position.strain
    return make_searcher(game, strain, capot), PlainSearcher(game, strain, capot)


@pytest.mark.parametrize("name", first(3, BY_KIND))
def test_values_between_all_steps_are_exact(name: str) -> None:
    for turn in turns(name, 4):
        searcher, plain = both(turn)
        more = margin_of(turn.position.game, turn.position.strain)
        steps = range(1 - more, at_stake(turn.position) + more + 1)
        lows, highs, nodes = searcher.value_cards(Question(*turn, steps, MUCH, MUCH))
        expected, _, _ = plain.value_cards(Question(*turn, steps, MUCH, MUCH))
        assert np.array_equal(lows, expected)
        assert np.array_equal(highs, expected)
        assert nodes >= 0


@pytest.mark.parametrize("name", first(3, BY_KIND))
def test_bounds_have_no_step_between_them(name: str) -> None:
    rng = Random(name)
    for turn in turns(name, 4):
        searcher, plain = both(turn)
        stake = at_stake(turn.position)
        steps = sorted(rng.sample(range(-3, stake + 4), 3))
        lows, highs, _ = searcher.value_cards(Question(*turn, steps, MUCH, MUCH))
        values, _, _ = plain.value_cards(Question(*turn, steps, MUCH, MUCH))
        assert ((lows <= values) & (values <= highs)).all()
        assert not any(((lows < step) & (step <= highs)).any() for step in steps)


@pytest.mark.parametrize("name", game_names())
def test_a_limit_leaves_true_bounds(name: str) -> None:
    open_bounds = 0
    for turn in turns(name, 5):
        steps = range(1, at_stake(turn.position) + 1)
        values, _, _ = make_searcher(turn.position.game, turn.position.strain).value_cards(
            Question(*turn, steps, MUCH, MUCH)
        )
        for nodes in (1, 3, 20):
            searcher, _ = both(turn)
            lows, highs, _ = searcher.value_cards(Question(*turn, steps, nodes, 4 * nodes))
            assert ((lows <= values) & (values <= highs)).all()
            open_bounds += int((lows < highs).sum())
    assert open_bounds


@pytest.mark.parametrize("name", ["belote", "coinche", "belote:pagat"])
@pytest.mark.parametrize("sweeper", Side)
def test_all_tricks_are_told_apart_for_either_side(name: str, sweeper: Side) -> None:
    swept = 0
    for turn in turns(name, 3, 8):
        searcher, plain = both(turn, capot=True)
        bonus, stake = turn.position.game.capot_bonus or 0, at_stake(turn.position)
        steps = range(-bonus, stake + bonus + 1)
        lows, highs, _ = searcher.value_cards(Question(*turn, steps, MUCH, MUCH, sweeper))
        expected, _, _ = plain.value_cards(Question(*turn, steps, MUCH, MUCH, sweeper))
        assert np.array_equal(lows, expected)
        assert np.array_equal(highs, expected)
        swept += int(((expected < 0) | (expected > stake)).sum())
    assert swept
