"""Cards put into places by number: each number below the count leads to another way, and no way is left out."""

from collections import Counter
from collections.abc import Iterator
from math import factorial

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.core.cards import CARDS
from overtrick.engine.kernel.engine import load
from overtrick.engine.worlds.places import Known
from overtrick.engine.worlds.ways import Ways

PLACES = 6
Array = npt.NDArray[np.int64]


@st.composite
def known(draw: st.DrawFn) -> Known:
    """Up to seven cards, the places of which are known by halves."""
    goal = draw(st.lists(st.integers(0, PLACES - 1), max_size=7))
    cards = draw(st.permutations(CARDS))[: len(goal)]
    unseen = sum(card.bit for card in cards)
    room = [goal.count(place) for place in range(PLACES)]
    barred = [sum(card.bit for card in cards if draw(st.integers(0, 3)) == 0) for _ in range(PLACES)]
    return Known([0] * PLACES, unseen, room, barred)


def filled(facts: Known) -> tuple[Array, Array, Array, Array]:
    """The arrays that `put_into_places` reads; the last place is the one without a stride."""
    cards, sizes = facts.unseen.bit_count(), [facts.room[place] + 1 for place in range(PLACES - 1)]
    strides = np.array([*np.cumprod([1, *sizes[:-1]]), 0], np.int64)
    states = int(np.prod(sizes))
    made = (np.zeros((cards, 2), np.int64), np.zeros(states, np.int64), np.zeros((states, cards + 1), np.int64))
    barred, room = np.array(facts.barred, np.int64), np.array(facts.room, np.int64)
    load("sample").count_ways(facts.unseen, barred, room, strides, *made)
    return (strides, *made)


def search(facts: Known) -> Iterator[tuple[int, ...]]:
    """All ways to put the cards into places, as masks."""
    if not facts.unseen:
        yield (0,) * PLACES
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
    arrays = filled(facts)
    count = arrays[-1][-1, 0]
    held = np.zeros((count, PLACES), np.int64)
    for way in range(count):
        load("sample").put_into_places(way, *arrays, held[way])
    found = list(map(tuple, held.tolist()))
    assert len(set(found)) == count == Ways(facts).count
    assert set(found) == set(search(facts))


def test_counts_up_to_63_bits_are_exact() -> None:
    deck = [card.bit for card in CARDS]
    hands = Known([0] * PLACES, sum(deck[:39]), [0, 13, 13, 13, 0, 0], [0] * PLACES)
    assert filled(hands)[-1][-1, 0] == factorial(39) // factorial(13) ** 3
    pairs = hands._replace(unseen=sum(deck[:18]), room=[3] * PLACES)
    assert filled(pairs)[-1][-1, 0] == factorial(18) // factorial(3) ** 6


@pytest.mark.parametrize("seed", [1, 2])
def test_each_way_is_drawn_as_often_as_the_others(seed: int) -> None:
    facts = Known([0] * PLACES, 0b11111, [1, 2, 1, 0, 0, 1], [0, 0b1, 0, 0, 0, 0])
    placed, ways, draws = np.arange(PLACES, dtype=np.int64) << 8, Ways(facts).count, 36_000
    hands, stock, discard = np.zeros((draws, 4), np.uint64), np.zeros(draws, np.uint64), np.zeros(draws, np.uint64)
    load("sample").draw(placed, *filled(facts), 0, 0, seed, hands, stock, discard)
    drawn = Counter(zip(stock.tolist(), *hands.T.tolist(), discard.tolist(), strict=True))
    known_and_drawn = {tuple(place << 8 | cards for place, cards in enumerate(way)) for way in search(facts)}
    assert set(drawn) == known_and_drawn
    expected = draws / ways
    assert sum((times - expected) ** 2 for times in drawn.values()) / expected < ways + 4 * (2 * ways) ** 0.5
