"""The tables say what the rules say."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.game import Game
from overtrick.core.seats import Seat
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position
from overtrick.engine.kernel.tables import DUTY, RUNGS, Players, Tables, tables_of
from scripts.solver_exactness import every_strain

EVERYTHING = every_strain(game_names())


def cards_of(tables: Tables, mask: int) -> Cards:
    """The cards of a mask of the kernels."""
    return Cards(card for bit, card in tables.card_of.items() if mask >> bit & 1)


@pytest.mark.parametrize(("name", "strain"), EVERYTHING)
def test_cards_bits_points_and_who_beats_whom(name: str, strain: Strain) -> None:
    game = find_game(name)
    tables, ranking, points = tables_of(game, strain), game.rules(strain).ranking, game.card_points(strain)
    assert cards_of(tables, tables.mask(game.pack)) == game.pack
    for card in game.pack:
        bit = int(tables.rules.bit_of[card.index])
        assert tables.card_of[bit] is card
        assert tables.rules.index_of[bit] == card.index
        assert tables.rules.points[bit] == points[card.index]
        assert cards_of(tables, int(tables.rules.beaten_by[bit])).mask == ranking.beaten_by[card.index]
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
        seat, laid, duties = position.turn - 1, tables.laid(position.trick), tables.rules.duties.tolist()
        hand = tables.mask(position.hands[seat])
        if laid.size:
            at = ((laid.lane * 64 + laid.master) * 2 + ((laid.holder ^ seat) == 2)) * DUTY
        else:
            at, duties = DUTY * laid.broken, tables.rules.leads.tolist()
        owed = next((hand & cards for cards in duties[at : at + RUNGS] if hand & cards), hand)
        hand = owed | hand & duties[at + RUNGS]
        assert cards_of(tables, hand) == position.legal()
        position = position.play(rng.choice(list(position.legal())))


def test_the_facts_of_a_game() -> None:
    belote, euchre = find_game("belote"), find_game("euchre")

    def facts(game: Game, strain: Strain) -> list[int]:
        rules = tables_of(game, strain).rules
        return [rules.trick_points, rules.last_trick, rules.hand_size, rules.strain]

    assert facts(belote, Strain.HEARTS) == [0, 10, 8, 1]
    assert facts(belote, Strain.NO_TRUMPS) == [0, 10, 8, 0]
    assert facts(belote, Strain.ALL_TRUMPS) == [0, 10, 8, 2]
    assert facts(euchre, Strain.HEARTS) == [1, 0, 5, 1]
    assert tables_of(euchre, Strain.HEARTS).bit_of[Card("Jd").index] == 16 * 3 + 5  # the left bower


def test_a_position_in_the_language_of_the_tables() -> None:
    position = Position.parse("euchre H E-N N:.AK.J.AJ AT..KT.K .J9..QT9 KJ9..AQ.").play(Card("Kc"))
    tables, players = tables_of(position.game, Strain.HEARTS), Players()
    tables.seat(position.trick, position.hands, players)
    assert [cards_of(tables, mask) for mask in players.hands.tolist()] == [Cards(), *position.hands[1:]]
    assert (players.after.tolist()[1:], players.count) == ([2, 3, 1], 3)
    king = tables.bit_of[Card("Kc").index]
    assert tables.laid(position.trick) == (1, king // 16, king, 1, 0, 0)
    assert tables.laid(position.trick._replace(cards=(), master=None, holder=None)) == (0, 0, 0, 0, 0, 0)
