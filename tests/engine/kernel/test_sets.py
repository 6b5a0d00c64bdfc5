"""The search for points with sets of cards in tricks says what the plain solver says."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from overtrick.core.cards import Cards, Suit
from overtrick.core.catalogue import find_game
from overtrick.core.seats import SEATS, Side
from overtrick.core.tricks import SUIT_STRAINS, Rung, Strain
from overtrick.deal.position import Position
from overtrick.engine.kernel.question import Question
from overtrick.engine.kernel.sets import SetsSearcher, serves
from overtrick.engine.solver.reference import PlainSearcher
from overtrick.engine.solver.searchers import make_searcher
from overtrick.engine.solver.solve import solve
from overtrick.games.belote.rules import Belote
from scripts.solver_exactness import check_batch, variants

EVERYTHING = (-(1 << 20), 1 << 20)
MUCH = 1 << 40
DUTIES = ["klaverjas:amsterdam", "klaverjas:rotterdam"]


def endings(name: str, count: int, size: int = 3) -> list[Position]:
    """Endings, many of them with cards of two suits only, in which there is much roem."""
    game, rng, found = find_game(name), Random(name), []
    for number in range(count):
        suits = rng.sample(list(Suit), 2 if number % 2 else 4)
        cards = rng.sample([card for card in game.pack if card.suit in suits], 4 * size)
        hands = [Cards(cards[size * place : size * (place + 1)]) for place in range(4)]
        position = Position(game, rng.choice(SUIT_STRAINS), hands, rng.choice(SEATS))
        for _ in range(rng.randrange(4)):
            position = position.play(rng.choice(list(position.legal())))
        found.append(position)
    return found


@pytest.mark.parametrize("name", DUTIES)
@pytest.mark.parametrize("capot", [False, True])
def test_endings_with_sets_have_the_values_of_the_plain_solver(name: str, capot: bool) -> None:
    with_sets = 0
    for position in endings(name, 24):
        game, strain = position.game, position.strain
        expected, _ = PlainSearcher(game, strain, capot).card_bounds(position)
        searcher = SetsSearcher(game, strain, capot)
        assert searcher.card_bounds(position)[0] == expected
        value = max(low for low, _ in expected.values())
        assert searcher.bounds(position, *EVERYTHING)[:2] == (value, value)
        if not capot:
            worlds = np.array([[hand.mask for hand in position.hands]], np.uint64)
            question = Question(position, list(expected), worlds, range(-200, 400), MUCH, MUCH)
            lows, highs, _ = searcher.value_cards(question)
            assert lows.tolist() == highs.tolist() == [[low for low, _ in expected.values()]]
        left = sum(hand.mask for hand in position.hands) | Cards(position.trick.cards).mask
        with_sets += bool(game.counting(strain).trick_sets.open_in(left))
    assert with_sets > 8


@pytest.mark.parametrize("name", DUTIES)
def test_other_endings_have_the_values_of_the_plain_solver(name: str) -> None:
    assert check_batch(name, Strain.HEARTS, "sets", 9) == 9
    assert check_batch(name, Strain.SPADES, "sets", 6, longer=True) == 6


@pytest.mark.parametrize("sweeper", Side)
def test_all_tricks_are_told_apart_for_either_side(sweeper: Side) -> None:
    for position in endings("klaverjas", 12):
        worlds = np.array([[hand.mask for hand in position.hands]], np.uint64)
        question = Question(position, list(position.legal()), worlds, range(-400, 600), MUCH, MUCH, sweeper)
        searchers = [kind(position.game, position.strain, True) for kind in (SetsSearcher, PlainSearcher)]
        (lows, highs, _), (expected, _, _) = (searcher.value_cards(question) for searcher in searchers)
        assert np.array_equal(lows, expected)
        assert np.array_equal(highs, expected)


def test_values_count_half_of_a_set_to_each_side() -> None:
    # Seat 1 leads the jack: the trick has 38 points, a row of four trumps and their stuk.
    position = Position.parse("klaverjas H N N:.J.. .A.. .K.. .Q..")
    assert solve(position).value == 38 + 10 + 70 // 2
    other = Position.parse("klaverjas H E N:.J.. .A.. .K.. .Q..")
    assert solve(other).value == -70 // 2


def test_a_line_leads_to_the_value() -> None:
    for position in endings("klaverjas:rotterdam", 8):
        value, counting, side = (
            solve(position, line=True).value,
            position.game.counting(position.strain),
            position.turn.side,
        )
        line, won, now = solve(position, line=True).line, [0, 0], position
        for card in line:
            trick, now = (*now.trick.cards, card), now.play(card)
            if not now.trick.cards:
                winner, more = now.trick.leader.side, counting.trick_sets.points_in(Cards(trick).mask) // 2
                points = sum(counting.card_points[each.index] for each in trick)
                won[winner - 1] += points + more + (0 if now.legal() else counting.last_trick)
                won[winner.other - 1] -= more
        assert won[side - 1] == value


def test_it_serves_what_other_searches_do_not() -> None:
    for name in DUTIES:
        for game in variants(find_game(name)):
            assert serves(game, Strain.CLUBS)
            assert isinstance(make_searcher(game, Strain.CLUBS), SetsSearcher)
    assert not serves(find_game("bridge"), Strain.CLUBS)

    class Free(Belote):
        ladder = Belote("ffb").ladder._replace(plain=(Rung.ANY,))

    assert not serves(Free("ffb"), Strain.HEARTS)
    with pytest.raises(ValueError, match="more than this search can hold"):
        SetsSearcher(Free("ffb"), Strain.HEARTS)


def test_a_forgetful_searcher_is_as_good_as_a_new_one() -> None:
    used = {strain: SetsSearcher(find_game("klaverjas"), strain) for strain in SUIT_STRAINS}
    for position in endings("klaverjas", 6, 4):
        searcher, new = used[position.strain], SetsSearcher(position.game, position.strain)
        searcher.forget()
        assert searcher.bounds(position, *EVERYTHING, 30) == new.bounds(position, *EVERYTHING, 30)
