"""The plain solver against the bare definition of a value: one side plays for the most, the other for the least."""

from collections.abc import Iterator
from random import Random

import pytest

from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position
from overtrick.engine.solver.reference import PlainSearcher, at_stake, capot_bonus
from overtrick.games.belote.rules import BeloteCards
from scripts.solver_exactness import every_strain

ANYTHING = (-(1 << 20), 1 << 20)


def small_endings(game: Game, strain: Strain, count: int) -> Iterator[Position]:
    """Endings of at most three cards, some within a trick, in Euchre some with players who sit out."""
    rng = Random(f"{game} {strain}")
    for number in range(count):
        size = 2 + number % 2
        pack = rng.sample(list(game.pack), 4 * size)
        hands = [Cards(pack[size * place : size * (place + 1)]) for place in range(4)]
        out = (rng.choice(SEATS),) if game.name == "euchre" and number % 2 else ()
        leader = rng.choice([seat for seat in SEATS if seat not in out])
        position = Position(game, strain, hands, leader, out=out)
        for _ in range(rng.randrange(6)):
            position = position.play(rng.choice(list(position.legal())))
        yield position


def by_definition(position: Position, side: Side, bonus: int) -> int:
    """What a side wins at best, `bonus` more if it wins all tricks; sets of cards half, and half from the others."""
    counting = position.game.counting(position.strain)
    results = []
    for card in position.legal():
        after, won, left = position.play(card), 0, bonus
        if not after.trick.cards:
            trick = (*position.trick.cards, card)
            is_last, half = not after.legal(), counting.trick_sets.points_in(Cards(trick).mask) // 2
            if after.trick.leader.side is side:
                won = sum(counting.card_points[each.index] for each in trick) + counting.trick_points + half
                won += counting.last_trick if is_last else 0
            else:
                won, left = -half, 0
        results.append(won + by_definition(after, side, left))
    if not results:
        return bonus
    return max(results) if position.turn.side is side else min(results)


def by_card(position: Position, bonus: int) -> dict[Card, int]:
    """What each card comes to: the value if no other one were legal."""
    values = {}
    for card in position.legal():
        after, side, won, left = position.play(card), position.turn.side, 0, bonus
        if not after.trick.cards:
            is_won = after.trick.leader.side is side
            trick_sets = position.game.counting(position.strain).trick_sets
            half = trick_sets.points_in(Cards((*position.trick.cards, card)).mask) // 2
            won, left = (at_stake(position) - at_stake(after) + half, bonus) if is_won else (-half, 0)
        values[card] = won + by_definition(after, side, left)
    return values


@pytest.mark.parametrize(("name", "strain"), every_strain(game_names()))
def test_a_value_is_what_best_play_brings(name: str, strain: Strain) -> None:
    game = find_game(name)
    for number, position in enumerate(small_endings(game, strain, 4)):
        capot = isinstance(game, BeloteCards) and number < 2
        bonus = capot_bonus(game) if capot else 0
        value = by_definition(position, position.turn.side, bonus)
        low, high, nodes = PlainSearcher(game, strain, capot).bounds(position, *ANYTHING)
        assert (low, high) == (value, value)
        assert nodes > 0
        cards, _ = PlainSearcher(game, strain, capot).card_bounds(position)
        assert cards == {card: (worth, worth) for card, worth in by_card(position, bonus).items()}


@pytest.mark.parametrize(
    "text", ["belote S N N:AK.7.. T.8.9. J.9.8. .T.J.7", "bridge NT W N:AK.2.. T.3.9. J.9.8. .T.J.7"]
)
def test_questions_about_the_points_have_true_answers(text: str) -> None:
    position = Position.parse(text)
    value = by_definition(position, position.turn.side, 0)
    searcher = PlainSearcher(position.game, position.strain)
    for points in range(1, at_stake(position) + 2):
        low, high, _ = searcher.bounds(position, points - 1, points)
        assert low <= value <= high
        assert low >= points or high < points


def test_a_limit_of_nodes_leaves_true_bounds() -> None:
    position = Position.parse("belote H N N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K")
    searcher = PlainSearcher(position.game, position.strain)
    assert searcher.bounds(position, *ANYTHING, max_nodes=20) == (0, 80, 20)
    cards, nodes = searcher.card_bounds(position, max_nodes=20)
    assert nodes == 20
    assert set(cards) == set(position.legal())
    assert (0, 80) in cards.values()
    assert searcher.bounds(position, *ANYTHING)[:2] == (14, 14)


@pytest.mark.parametrize("window", [(80, 90), (10**30, 10**30 + 1), (-5, 0), (-(10**30), -2)])
def test_what_lies_outside_the_window_is_not_searched(window: tuple[int, int]) -> None:
    position = Position.parse("belote H N N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K")
    assert PlainSearcher(position.game, position.strain).bounds(position, *window) == (0, 80, 0)


def test_at_the_end_nothing_is_at_stake() -> None:
    position = Position(find_game("belote"), Strain.HEARTS, [Cards()] * 4, Seat.NORTH)
    assert at_stake(position) == 0
    assert PlainSearcher(position.game, position.strain).bounds(position, *ANYTHING)[:2] == (0, 0)


def test_what_is_at_stake_is_what_play_shares_out() -> None:
    position = Position.parse("belote H N N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K")
    assert at_stake(position) == 11 + 4 + 10 + 4 + 3 + 10 + 14 + 10 + 4 + 10
    alone = Position.parse("euchre H E-N N:AK..9.A J.T.K.9 Q.Q.J.T .J.T.KQ")
    assert at_stake(alone) == 4


def test_capot_is_refused_where_there_is_none() -> None:
    with pytest.raises(Invalid) as refused:
        PlainSearcher(find_game("sueca"), Strain.HEARTS, capot=True)
    assert refused.value.finding.code == "no-capot"
