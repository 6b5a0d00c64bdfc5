"""DDS values the cards of Bridge positions as our own solver does."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from overtrick.core.cards import Cards
from overtrick.core.catalogue import find_game
from overtrick.core.seats import SEATS
from overtrick.deal.position import Position
from overtrick.engine.solver import brought
from overtrick.engine.solver.brought import other_solver
from overtrick.engine.solver.solve import solve
from overtrick.games.bridge.solver import MOST_AT_ONCE, card_values, tricks_by_dds

BRIDGE = find_game("bridge")

pytest.importorskip("endplay")


def positions(number: int) -> list[Position]:
    """Endings of every strain, some in the middle of a trick."""
    rng, made = Random(number), []
    for count in range(number):
        size, pack = rng.randint(1, 4), rng.sample(list(BRIDGE.pack), 16)
        hands = [Cards(pack[seat * size : (seat + 1) * size]) for seat in range(4)]
        position = Position(BRIDGE, BRIDGE.strains[count % 5], hands, rng.choice(SEATS))
        for _ in range(rng.randrange(4)):
            position = position.play(rng.choice(list(position.legal())))
        made.append(position)
    return made


def test_values_of_all_legal_cards() -> None:
    asked = positions(MOST_AT_ONCE + 10)
    assert card_values(asked) == [solve(position, all_cards=True).cards for position in asked]


def test_threads_may_ask_at_once() -> None:
    asked, pack = positions(60), Random(1).sample(list(BRIDGE.pack), 52)
    hands = [Cards(pack[13 * seat : 13 * (seat + 1)]) for seat in range(4)]
    values, tricks = card_values(asked), tricks_by_dds(hands, BRIDGE.strains)
    with ThreadPoolExecutor(4) as threads:
        more_values = [threads.submit(card_values, asked) for _ in range(12)]
        more_tricks = [threads.submit(tricks_by_dds, hands, BRIDGE.strains) for _ in range(4)]
        assert all(found.result() == values for found in more_values)
        assert all(found.result() == tricks for found in more_tricks)


def test_only_bridge_is_served_and_only_without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brought, "engine", lambda: "numba")
    assert other_solver(BRIDGE) is None
    monkeypatch.setattr(brought, "engine", lambda: "plain")
    assert other_solver(BRIDGE) is not None
    assert other_solver(find_game("belote")) is None
