"""The values of many deals at once are those of one after the other; what is no deal is refused."""

from __future__ import annotations

from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from overtrick import solve_deals
from overtrick.core.cards import Cards
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Ladder, Rung, Strain
from overtrick.deal.position import Position
from overtrick.engine.kernel.engine import engine
from overtrick.engine.solver.solve import solve
from overtrick.games.euchre.rules import Euchre

BELOTE = find_game("belote")


def whole_deals(game: Game, count: int) -> npt.NDArray[np.uint64]:
    rng, size = Random(5), game.hand_size
    packs = [rng.sample(list(game.pack), 4 * size) for _ in range(count)]
    return np.array([[Cards(pack[size * n : size * (n + 1)]).mask for n in range(4)] for pack in packs], np.uint64)


def one_by_one(game: Game, strain: Strain, deals: npt.NDArray[np.uint64], leader: Seat) -> list[int | None]:
    positions = [Position(game, strain, list(map(Cards.from_mask, row)), leader) for row in deals.tolist()]
    return [solve(position).value for position in positions]


@pytest.mark.parametrize(("name", "count"), [("belote", 3), ("euchre", 600)])
@pytest.mark.parametrize("leader", SEATS)
def test_values_are_those_of_single_deals(name: str, count: int, leader: Seat) -> None:
    if engine() == "plain":
        pytest.skip("takes minutes without kernels")
    game = find_game(name)
    strain, deals = game.strains[1], whole_deals(game, count)
    assert solve_deals(game, strain, deals, leader).tolist() == one_by_one(game, strain, deals, leader)
    assert (
        solve_deals(game, strain, deals[::-1].astype(np.int64), leader).tolist()[-1]
        == one_by_one(game, strain, deals[:1], leader).pop()
    )


class Free(Euchre):
    """Euchre with three cards, in which any card may be played: no kernel serves it."""

    hand_size = 3

    @property
    def ladder(self) -> Ladder:
        free = (Rung.ANY,)
        return Ladder(free, free, free, free, free, free)


def test_games_without_a_kernel_have_values_too() -> None:
    game = Free("pagat")
    deals = whole_deals(game, 3)
    assert solve_deals(game, Strain.SPADES, deals).tolist() == one_by_one(game, Strain.SPADES, deals, Seat.NORTH)


def test_of_no_deals_there_are_no_values() -> None:
    values = solve_deals(BELOTE, Strain.HEARTS, np.zeros((0, 4), np.uint64))
    assert values.shape == (0,)
    assert values.dtype == np.int64


GOOD = whole_deals(BELOTE, 1)[0].tolist()


@pytest.mark.parametrize(
    ("hands", "code"),
    [
        ([], "bad-array"),
        (GOOD, "bad-array"),
        ([GOOD[1:]], "bad-array"),
        ([GOOD, GOOD[1:]], "bad-array"),
        ([list(map(float, GOOD))], "bad-array"),
        ([[-1, *GOOD[1:]]], "bad-array"),
        ([[1 << 60, *GOOD[1:]]], "bad-array"),
        ([[10**30, *GOOD[1:]]], "bad-array"),
        ([["x", *GOOD[1:]]], "bad-array"),
        ([[0, 0, 0, 0]], "impossible-deal"),
        ([GOOD, [GOOD[0]] * 4], "impossible-deal"),
        ([[0, GOOD[0] | GOOD[1], *GOOD[2:]]], "impossible-deal"),
        (
            [[hand.mask for hand in Position.parse("euchre S N N:AKQJT... .AKQJT.. ..AKQJT. ...AKQJT").hands]],
            "impossible-deal",
        ),
    ],
)
def test_what_is_no_deal_is_refused(hands: npt.ArrayLike, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        solve_deals(BELOTE, Strain.HEARTS, hands)
    assert refused.value.finding.code == code


@pytest.mark.parametrize("leader", [0, 9, "X", None])
def test_who_is_no_seat_does_not_lead(leader: Seat) -> None:
    with pytest.raises(Invalid) as refused:
        solve_deals(BELOTE, Strain.HEARTS, [GOOD], leader)
    assert refused.value.finding.code == "bad-seat"
