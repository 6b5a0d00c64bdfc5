"""The kernels of the search for tricks say what the plain solver and DDS say."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from lengths import first

from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position
from overtrick.deal.text import parse_deal
from overtrick.engine.kernel.searching import Bounds
from overtrick.engine.kernel.tables import tables_of
from overtrick.engine.kernel.tricks import LANE, TricksSearcher, serves
from overtrick.engine.solver.reference import PlainSearcher
from overtrick.games.bridge.solver import card_values
from scripts.solver_exactness import check_batch, endings

GAME = find_game("bridge")
ALL = (0, 13)
TABLES = {
    "N:KJ.A7.AQ3.AKQJ63 A64.T9863.T8742. T9872.KQ2.KJ6.85 Q53.J54.95.T9742": (
        (11, 2, 10, 2),
        (8, 4, 8, 4),
        (10, 3, 10, 3),
        (11, 2, 11, 2),
        (11, 2, 11, 2),
    ),
    "N:A64.Q96.762.QT75 KT753.532.AJT8.9 J9.AK4.543.J8632 Q82.JT87.KQ9.AK4": (
        (3, 9, 3, 9),
        (5, 8, 5, 8),
        (3, 9, 3, 9),
        (7, 6, 7, 6),
        (4, 9, 4, 9),
    ),
    "N:AJ8.A763.K9654.J 62.K954.A2.AK943 KQ974.Q2.QT8.862 T53.JT8.J73.QT75": (
        (10, 3, 10, 3),
        (6, 6, 6, 6),
        (10, 3, 10, 3),
        (5, 8, 5, 8),
        (6, 6, 6, 6),
    ),
}
"""deals, and the tricks of the declarers North, East, South and West in each strain"""


def positions(rng: Random, count: int, sizes: range, strain: Strain) -> Iterator[Position]:
    """Some positions within a trick or before it, half of them with few suits."""
    for number in range(count):
        suits = {card: rng.random() for card in GAME.pack}
        weight = [rng.random() for _ in range(4)]
        pack = sorted(GAME.pack, key=lambda card: suits[card] * (weight[card.suit] if number % 2 else 1))
        size = rng.choice(sizes)
        pack = rng.sample(pack[: 4 * size], 4 * size)
        hands = [Cards(pack[size * place : size * (place + 1)]) for place in range(4)]
        position = Position(GAME, strain, hands, rng.choice(SEATS))
        for _ in range(rng.randrange(4)):
            position = position.play(rng.choice(list(position.legal())))
        yield position


@pytest.mark.parametrize("strain", GAME.strains)
def test_endings_have_the_values_of_the_plain_solver(strain: Strain) -> None:
    assert check_batch("bridge", strain, "test", 60) == 60


@pytest.mark.parametrize("strain", GAME.strains)
def test_positions_have_the_values_of_dds(strain: Strain) -> None:
    pytest.importorskip("endplay")
    searcher = TricksSearcher(GAME, strain)
    asked = [*positions(Random(7), 150, range(4, 9), strain), *positions(Random(8), 4, range(10, 12), strain)]
    for position, values in zip(asked, card_values(asked), strict=True):
        found, _ = searcher.card_bounds(position)
        assert found == {card: (value, value) for card, value in values.items()}, position


def sure_tricks(searcher: TricksSearcher, position: Position) -> set[tuple[bool, int, int]]:
    """What the search knows of the tricks of side 1 without trying a card.

    Whether they are at least so many or at most, how many, and the cards on whose rank that depends.
    """
    state, tricks, known = searcher._state, len(position.hands[0]), set()
    odd = position.turn.side is Side.TWO
    for need in range(1, tricks + 1):
        root = searcher._begin(position, 0)
        state.limit = 0
        target = tricks + 1 - need if odd else need
        found = searcher._kernels.value(searcher._tables.rules, state, root, Bounds(target - 1, target))
        if not state.stopped:
            own = found.low if found.low >= target else found.high
            bound = tricks - own if odd else own
            known.add((bound >= need, bound, state.ranks))
    return known


def with_low_cards_dealt_anew(position: Position, ranks: int, loser: Side, rng: Random) -> Position:
    """A position with hands of the same shape, in which all cards down to the given ones lie as before.

    Of the others one side has rather the lower ones.
    """
    bit_of = tables_of(GAME, position.strain).bit_of
    owners = {card: seat for seat in SEATS for card in position.hands[seat - 1]}
    for lane in range(4):
        suit = sorted((c for c in owners if bit_of[c.index] >> 4 == lane), key=lambda card: bit_of[card.index])
        relevant = ranks >> 16 * lane & LANE
        low = suit[: (relevant & -relevant).bit_length() - 1] if relevant else suit
        seats = sorted((owners[c] for c in low), key=lambda seat: rng.random() + 0.7 * (seat.side is not loser))
        owners |= zip(low, seats, strict=True)
    hands = [Cards(card for card in owners if owners[card] is seat) for seat in SEATS]
    return Position(GAME, position.strain, hands, position.trick.leader)


@pytest.mark.parametrize("strain", first(2, reversed(GAME.strains)))
def test_sure_tricks_depend_on_no_other_ranks_than_they_tell(strain: Strain) -> None:
    pytest.importorskip("endplay")
    rng, searcher = Random(1), TricksSearcher(GAME, strain)
    claims, moved = [], []
    for position in positions(rng, 2000, range(4, 9), strain):
        if not position.trick.cards:
            for is_least, bound, ranks in sorted(sure_tricks(searcher, position)):
                claims.append((position, is_least, bound))
                moved.append(with_low_cards_dealt_anew(position, ranks, Side.ONE if is_least else Side.TWO, rng))
    for (position, is_least, bound), other, values in zip(claims, moved, card_values(moved), strict=True):
        best = max(values.values())
        tricks = best if other.turn.side is Side.ONE else len(other.hands[0]) - best
        assert tricks >= bound if is_least else tricks <= bound, f"{position} has {bound}, {other} has {tricks}"


def test_a_crossing_depends_on_the_card_that_wins_it() -> None:
    position = Position.parse("bridge H S N:5432.8.6.64 J.A6532..752 AKQ98.94.3. 7.KQJT7..T8 Kd 6s Qd")
    found, _ = TricksSearcher(GAME, Strain.HEARTS).card_bounds(position)
    assert found[Card("Ah")] == (8, 8)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("bridge S W N:76..8. T.4..3 .76.3.2 K2..A. 5c Th Kc", 1),
        ("bridge H S N:A.52.Q4.64 J876.T.K.K 9.84.2.983 5.J3.8.T72", 3),
        ("bridge C E N:..K.J92 ..6.753 73.4..T 2.63.7.", 1),
    ],
)
def test_good_trumps_of_partners_may_fall_together(text: str, value: int) -> None:
    position = Position.parse(text)
    searcher = TricksSearcher(GAME, position.strain)
    assert searcher.bounds(position, *ALL)[:2] == (value, value)


@pytest.mark.parametrize("text", TABLES)
def test_whole_deals(text: str) -> None:
    _, hands = parse_deal(text)
    for strain, tricks in zip(GAME.strains, TABLES[text], strict=True):
        searcher = TricksSearcher(GAME, strain)
        for declarer, count in zip(SEATS, tricks, strict=True):
            low, high, _ = searcher.bounds(Position(GAME, strain, hands, declarer.next), *ALL)
            assert (13 - low, 13 - high) == (count, count), (strain, declarer)


def test_a_small_table_is_enough() -> None:
    searcher = TricksSearcher(GAME, Strain.HEARTS)
    searcher._state.room = 20
    for position in positions(Random(3), 30, range(5, 7), Strain.HEARTS):
        assert searcher.bounds(position, *ALL)[:2] == TricksSearcher(GAME, Strain.HEARTS).bounds(position, *ALL)[:2]


def test_a_search_that_is_cut_short_knows_bounds() -> None:
    for position in positions(Random(4), 10, range(9, 11), Strain.CLUBS):
        low, high, nodes = TricksSearcher(GAME, Strain.CLUBS).bounds(position, *ALL, max_nodes=40)
        early, some = TricksSearcher(GAME, Strain.CLUBS).card_bounds(position, max_nodes=100)
        exact, _ = TricksSearcher(GAME, Strain.CLUBS).card_bounds(position)
        assert nodes <= 40
        assert some <= 100
        assert low <= max(exact.values())[0] <= high
        assert all(early[card][0] <= least == most <= early[card][1] for card, (least, most) in exact.items())


def test_a_searcher_that_forgets_searches_as_a_new_one() -> None:
    used = TricksSearcher(GAME, Strain.HEARTS)
    for position in positions(Random(9), 10, range(8, 10), Strain.HEARTS):
        new = TricksSearcher(GAME, Strain.HEARTS).bounds(position, *ALL)
        cards = TricksSearcher(GAME, Strain.HEARTS).card_bounds(position, max_nodes=200)
        used.card_bounds(position)
        used.forget()
        assert used.bounds(position, *ALL) == new
        used.forget()
        assert used.card_bounds(position, max_nodes=200) == cards


def test_thresholds() -> None:
    searcher = TricksSearcher(GAME, Strain.NO_TRUMPS)
    for position in positions(Random(5), 20, range(5, 8), Strain.NO_TRUMPS):
        value, _, _ = TricksSearcher(GAME, Strain.NO_TRUMPS).bounds(position, *ALL)
        for asked in range(1, 9):
            low, high, _ = searcher.bounds(position, asked - 1, asked)
            assert low <= value <= high
            assert low >= asked or high < asked


@pytest.mark.parametrize("strain", GAME.strains)
def test_what_was_found_in_one_deal_holds_in_others(strain: Strain) -> None:
    used, other = TricksSearcher(GAME, strain), TricksSearcher(GAME, strain)
    used._state.deal[:] = -1  # so that it takes all positions for later ones of one deal
    for position in positions(Random(6), 600, range(3, 6), strain):
        assert used.bounds(position, *ALL)[:2] == other.bounds(position, *ALL)[:2]


@pytest.mark.parametrize("strain", find_game("euchre").strains)
def test_other_games_of_most_tricks(strain: Strain) -> None:
    game = find_game("euchre")
    searcher, plain = TricksSearcher(game, strain), PlainSearcher(game, strain)
    for position in endings(game, strain, Random(1), 60):
        if not position.trick.out:
            assert searcher.card_bounds(position)[0] == plain.card_bounds(position)[0]


def test_the_end_of_a_deal() -> None:
    searcher, nothing = TricksSearcher(GAME, Strain.SPADES), [Cards()] * 4
    position = Position(GAME, Strain.SPADES, nothing, Seat.NORTH)
    assert searcher.bounds(position, *ALL) == (0, 0, 0)
    assert searcher.card_bounds(position) == ({}, 0)


@pytest.mark.parametrize(
    ("name", "strain", "served"),
    [
        ("bridge", Strain.NO_TRUMPS, True),
        ("bridge:rubber", Strain.CLUBS, True),
        ("euchre", Strain.HEARTS, True),
        ("sueca", Strain.HEARTS, False),
        ("belote", Strain.HEARTS, False),
        ("coinche", Strain.ALL_TRUMPS, False),
    ],
)
def test_what_games_are_served(name: str, strain: Strain, served: bool) -> None:
    assert serves(find_game(name), strain) is served
