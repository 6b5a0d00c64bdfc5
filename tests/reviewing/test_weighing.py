"""What the cards of a turn are worth: choices that are none, worlds, and the same worlds for the same seed."""

from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import fmean, pstdev

import pytest
from played_deals import played

from overtrick.core.cards import Card, Cards
from overtrick.core.errors import Finding
from overtrick.deal.position import Position
from overtrick.deal.record import Record
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.engine.solver.solve import solve
from overtrick.engine.worlds import count_worlds, worlds
from overtrick.formats.record_format import Located
from overtrick.referee.verdict import Fault
from overtrick.reviewing import Effort, Review, review
from overtrick.reviewing.played_deal import PlayedDeal, played_deal
from overtrick.reviewing.weighing import Weighed, Worth, is_forced, value_of, weigh


@pytest.mark.parametrize(
    ("text", "gone", "is_choice"),
    [
        ("belote S N N:A... K... Q... J...", "", False),
        ("belote S N N:.87.. K.9.. Q..A. J..K.", "", False),  # nothing lies between them, and both count nothing
        ("belote S N N:.98.. K.7.. Q..A. J..K.", "", False),
        ("belote S N N:.97.. K.8.. Q..A. J..K.", "", True),
        ("belote S N N:.97.. K.T.. Q..A. J..K.", "8h", False),  # what lay between them is gone
        ("belote S N N:.KQ.. K.9.. Q..A. J..K.", "", True),  # they count differently
        ("bridge S N N:.KQ.. K.9.. Q..A. J..K.", "", False),
        ("bridge S N N:.K.K. K.9.. Q..A. J..2.", "", True),
        ("euchre S N N:J...J KT... QA... .AK..", "", False),  # the bowers
        ("euchre S N N:K...J AT... Q9... .AK..", "", True),
    ],
)
def test_cards_that_come_to_the_same_are_no_choice(text: str, gone: str, is_choice: bool) -> None:
    position = Position.parse(text)
    assert is_forced(position, Cards(gone)) is not is_choice
    values = solve(position, all_cards=True).cards
    assert is_choice or len(set(values.values())) == 1


def test_a_card_on_the_table_between_two_others_tells_them_apart() -> None:
    position = Position.parse("bridge NT W N:.97.. .3.2. .2.3. ..4. 8h")
    assert not is_forced(position, Cards())


def reviewed(game: str, worlds: int, seed: str = "") -> Review:
    found = review(played(game), worlds=worlds, seed=seed)
    assert isinstance(found, Review)
    return found


def test_the_best_card_is_behind_none_and_another_seed_imagines_other_deals() -> None:
    first, again, other = (reviewed("belote", 6, seed) for seed in ("a", "a", "b"))
    assert first == again
    assert [card.cost for card in first.cards] == [card.cost for card in other.cards]
    assert [card.worth for card in first.cards] != [card.worth for card in other.cards]
    for card in first.cards:
        assert (card.worth is not None) == card.is_choice
        if card.worth is not None:
            assert card.worth.worlds in (1, 6)
            assert card.worth.behind >= 0
            assert (card.wiser is None) == (card.worth.behind == 0)


@pytest.mark.parametrize("game", ["belote", "euchre"])
def test_under_a_limit_the_same_is_found_whatever_was_searched_before(game: str) -> None:
    records = [played(game, first=first) for first in (1, 11, 21)]

    def limited(record: Record) -> Review | Finding | Fault:
        return review(record, worlds=2, max_nodes=60)

    first = [limited(record) for record in records]
    assert [limited(record) for record in records] == first
    assert [limited(record) for record in reversed(records)] == first[::-1]
    review(records[0], worlds=0, max_nodes=0)
    assert limited(records[0]) == first[0]
    costs = [card.cost for found in first if isinstance(found, Review) for card in found.cards if card.is_choice]
    assert None in costs
    assert any(cost is not None for cost in costs)


def test_the_value_of_a_position_is_that_of_its_best_card() -> None:
    for round_ in list(rounds_with("belote", range(1, 7)))[:20]:
        position = round_.position
        assert value_of(position, Effort()) == max(solve(position, all_cards=True).cards.values())
    whole = played_deal(Located(played("belote")))
    assert isinstance(whole, PlayedDeal)
    assert value_of(whole.rounds[0].position, Effort(max_nodes=1)) is None


def rounds_with(game: str, worlds: range) -> Iterator[Round]:
    """Turns of some deals at which so many worlds are left to who decides."""
    for first in range(1, 9):
        found = played_deal(Located(played(game, first=first)))
        assert isinstance(found, PlayedDeal)
        yield from (round_ for round_ in found.rounds if count_worlds(view(round_, round_.actor)) in worlds)


@pytest.mark.parametrize("game", ["belote", "bridge"])
def test_where_nothing_is_hidden_a_card_costs_the_same_for_its_player(game: str) -> None:
    weighed = [weigh(round_, Effort(4)) for round_ in rounds_with(game, range(1, 2))]
    choices = [turn for turn in weighed if turn.worths is not None and turn.values is not None]
    assert choices
    for turn in choices:
        assert turn.worths is not None
        assert turn.values is not None
        best = max(turn.values.values())
        assert turn.worths == {card: Worth(value, best - value, 0, 1) for card, value in turn.values.items()}


@pytest.mark.parametrize("game", ["belote", "sueca"])
def test_means_come_near_to_those_over_every_world(game: str) -> None:
    draws, tested = 60, 0
    for round_ in rounds_with(game, range(2, 7)):
        worths = weigh(round_, Effort(draws)).worths
        for card, worth in (worths or {}).items():
            seen = view(round_, round_.actor)
            positions: set[Position] = set()
            drawn = worlds(seen, Random(0))
            while len(positions) < count_worlds(seen):
                positions.add(next(drawn).position)
            values = [solve(position, all_cards=True).cards[card] for position in positions]
            assert abs(worth.mean - fmean(values)) <= 4 * pstdev(values) / sqrt(draws)
            tested += len(set(values)) > 1
    assert tested


def test_without_worlds_only_open_hands_are_weighed() -> None:
    found = reviewed("euchre", 0)
    assert all(card.worth is None for card in found.cards)
    weighed = weigh(found.deal.rounds[0], Effort(0))
    assert weighed == Weighed(weighed.values)
    assert weighed.values is not None
    assert Card in map(type, weighed.values)
