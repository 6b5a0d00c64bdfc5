"""The tables say what the rules say."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.seats import Seat
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position
from overtrick.engine.kernel.tables import (
    BEATEN_BY,
    BIT_OF,
    DUTIES,
    HAND_SIZE,
    INDEX_OF,
    LAST_TRICK,
    POINTS,
    RUNGS,
    STRAIN,
    TRICK_POINTS,
    state_of,
    tables_of,
)
from scripts.solver_exactness import every_strain

EVERYTHING = every_strain(game_names())


@pytest.mark.parametrize(("name", "strain"), EVERYTHING)
def test_cards_bits_points_and_who_beats_whom(name: str, strain: Strain) -> None:
    game = find_game(name)
    tables, ranking, points = tables_of(game, strain), game.rules(strain).ranking, game.card_points(strain)
    assert tables.cards(tables.mask(game.pack)) == game.pack
    for card in game.pack:
        bit = int(tables.array[BIT_OF + card.index])
        assert tables.card_of[bit] is card
        assert tables.array[INDEX_OF + bit] == card.index
        assert tables.array[POINTS + bit] == points[card.index]
        assert tables.cards(int(tables.array[BEATEN_BY + bit])).mask == ranking.beaten_by[card.index]
        if ranking.trumps:
            assert (bit // 16 == 3) == bool(card.bit & ranking.trumps)
    lanes = [sorted(bit % 16 for bit in tables.bit_of if bit >= 0 and bit // 16 == lane) for lane in range(4)]
    assert all(lane == list(range(len(lane))) for lane in lanes)


@examples(50)
@given(st.sampled_from(EVERYTHING), st.randoms(use_true_random=False))
def test_the_duties_leave_the_legal_cards_of_the_plain_engine(which: tuple[str, Strain], rng: Random) -> None:
    name, strain = which
    game, shuffled = find_game(name), list(find_game(name).pack)
    rng.shuffle(shuffled)
    size = game.hand_size
    position = Position(game, strain, [Cards(shuffled[size * k : size * (k + 1)]) for k in range(4)], Seat.SOUTH)
    tables = tables_of(game, strain)
    while position.legal():
        state = state_of(position)
        hand = int(state.hands[state.seat])
        if state.turn:
            is_partner = (state.holder ^ state.seat) == 2
            at = DUTIES + ((state.lane * 64 + state.master) * 2 + is_partner) * RUNGS
            classes = [hand & int(mask) for mask in tables.array[at : at + RUNGS]]
            hand = next((cards for cards in classes if cards), hand)
        assert tables.cards(hand) == position.legal()
        position = position.play(rng.choice(list(position.legal())))
    assert not state_of(position).hands.any()


def test_the_facts_of_a_game() -> None:
    belote, euchre = find_game("belote"), find_game("euchre")
    facts = [TRICK_POINTS, LAST_TRICK, HAND_SIZE, STRAIN]
    assert tables_of(belote, Strain.HEARTS).array[facts].tolist() == [0, 10, 8, 1]
    assert tables_of(belote, Strain.NO_TRUMPS).array[facts].tolist() == [0, 10, 8, 0]
    assert tables_of(belote, Strain.ALL_TRUMPS).array[facts].tolist() == [0, 10, 8, 2]
    assert tables_of(euchre, Strain.HEARTS).array[facts].tolist() == [1, 0, 5, 1]
    assert tables_of(euchre, Strain.HEARTS).bit_of[Card("Jd").index] == 16 * 3 + 5  # the left bower


def test_a_position_in_the_language_of_the_tables() -> None:
    position = Position.parse("euchre H E-N N:.AK.J.AJ AT..KT.K .J9..QT9 KJ9..AQ.").play(Card("Kc"))
    tables, state = tables_of(position.game, Strain.HEARTS), state_of(position)
    assert [tables.cards(int(mask)) for mask in state.hands] == list(position.hands)
    assert state[1:] == (1, 2, 1, tables.bit_of[Card("Kc").index] // 16, tables.bit_of[Card("Kc").index], 1)
    assert state.hands.dtype == np.int64
