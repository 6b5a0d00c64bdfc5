"""Cards put into places by number: each number below the count leads to another way, and no way is left out."""

from collections import Counter
from collections.abc import Iterator
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.core.cards import CARDS
from overtrick.engine.kernel.engine import load
from overtrick.engine.kernel.worlds import PLACE_COUNT, Places, draw
from overtrick.engine.worlds.bulk import Worlds
from overtrick.engine.worlds.places import Known
from overtrick.engine.worlds.ways import Ways

NOTHING = [0] * PLACE_COUNT


@st.composite
def known(draw: st.DrawFn) -> Known:
    """Up to seven cards, the places of which are known by halves."""
    goal = draw(st.lists(st.integers(0, PLACE_COUNT - 1), max_size=7))
    cards = draw(st.permutations(CARDS))[: len(goal)]
    unseen = sum(card.bit for card in cards)
    room = [goal.count(place) for place in range(PLACE_COUNT)]
    barred = [sum(card.bit for card in cards if draw(st.integers(0, 3)) == 0) for _ in range(PLACE_COUNT)]
    return Known(NOTHING, unseen, room, barred)


def search(facts: Known) -> Iterator[tuple[int, ...]]:
    """All ways to put the cards into places, as masks."""
    if not facts.unseen:
        yield (0,) * PLACE_COUNT
        return
    card = facts.unseen & -facts.unseen
    for place, room in enumerate(facts.room):
        if room and not facts.barred[place] & card:
            left = [*facts.room[:place], room - 1, *facts.room[place + 1 :]]
            after = facts._replace(unseen=facts.unseen ^ card, room=left)
            for way in search(after):
                yield (*way[:place], way[place] | card, *way[place + 1 :])


@given(known())
def test_each_number_leads_to_another_way_and_no_way_is_left_out(facts: Known) -> None:
    load("worlds")
    from overtrick.engine.kernel.compiled.worlds import number_ways, put_into_places

    numbered = number_ways(Places.of(facts))
    count = numbered.ways[-1, 0]
    held = np.zeros((count, PLACE_COUNT), np.int64)
    for way in range(count):
        put_into_places(way, numbered, held[way])
    found = list(map(tuple, held.tolist()))
    assert len(set(found)) == count == Ways(facts).count
    assert set(found) == set(search(facts))


def test_counts_up_to_63_bits_are_exact() -> None:
    load("worlds")
    from overtrick.engine.kernel.compiled.worlds import number_ways

    deck = [card.bit for card in CARDS]
    hands = Known(NOTHING, sum(deck[:39]), [0, 13, 13, 13, 0, 0], NOTHING)
    assert number_ways(Places.of(hands)).ways[-1, 0] == factorial(39) // factorial(13) ** 3
    pairs = hands._replace(unseen=sum(deck[:18]), room=[3] * PLACE_COUNT)
    assert number_ways(Places.of(pairs)).ways[-1, 0] == factorial(18) // factorial(3) ** 6


@pytest.mark.parametrize("seed", [1, 2])
def test_each_way_is_drawn_as_often_as_the_others(seed: int) -> None:
    facts = Known([place << 8 for place in range(PLACE_COUNT)], 0b11111, [1, 2, 1, 0, 0, 1], [0, 0b1, 0, 0, 0, 0])
    ways, draws = Ways(facts).count, 36_000
    made = Worlds(np.zeros((draws, 4), np.uint64), np.zeros(draws, np.uint64), np.zeros(draws, np.uint64))
    draw(facts, seed, made)
    drawn = Counter(zip(made.stock.tolist(), *made.hands.T.tolist(), made.discard.tolist(), strict=True))
    known_and_drawn = {tuple(place << 8 | cards for place, cards in enumerate(way)) for way in search(facts)}
    assert set(drawn) == known_and_drawn
    expected = draws / ways
    assert sum((times - expected) ** 2 for times in drawn.values()) / expected < ways + 4 * (2 * ways) ** 0.5
