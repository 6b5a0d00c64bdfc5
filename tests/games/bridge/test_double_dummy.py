"""Tables: those of DDS and of our own search, and what is refused."""

from importlib.util import find_spec
from random import Random

import pytest

from overtrick.core.cards import Cards
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position
from overtrick.deal.text import parse_deal
from overtrick.engine.kernel.engine import engine
from overtrick.engine.solver import brought
from overtrick.engine.solver.reference import PlainSearcher
from overtrick.games.bridge.double_dummy import dd_table, dd_tables

BRIDGE = find_game("bridge")
COLD = "N:AKQ2.AKQ2.AKQ.AK 543.543.5432.543 JT98.JT98.JT9.QJ 76.76.876.T98762"
"""North and South win all tricks in spades, hearts and no trumps, wherever they play"""


def ending(size: int, seed: int) -> list[Cards]:
    pack = Random(seed).sample(list(BRIDGE.pack), 4 * size)
    return [Cards(pack[size * place : size * (place + 1)]) for place in range(4)]


def by_plain_search(hands: list[Cards]) -> dict[Strain, tuple[int, ...]]:
    size = len(hands[0])
    return {
        strain: tuple(
            size - PlainSearcher(BRIDGE, strain).bounds(Position(BRIDGE, strain, hands, seat.next), -1, size + 1)[0]
            for seat in SEATS
        )
        for strain in BRIDGE.strains
    }


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_tables_of_endings_are_those_of_the_plain_solver(size: int) -> None:
    for seed in range(3):
        table = dd_table(ending(size, seed))
        assert dict(table.tricks) == by_plain_search(ending(size, seed))
        assert list(table.tricks) == list(BRIDGE.strains)
        assert table.engine == engine()


@pytest.mark.skipif(find_spec("endplay") is None and engine() == "plain", reason="takes hours without DDS or kernels")
def test_tables_of_whole_deals_come_from_kernels_or_else_from_dds() -> None:
    _, hands = parse_deal(COLD)
    table = dd_table(hands)
    for strain in (Strain.SPADES, Strain.HEARTS, Strain.NO_TRUMPS):
        assert table.tricks[strain] == (13, 0, 13, 0)
    assert table.engine == ("dds" if engine() == "plain" else "numba")


@pytest.mark.skipif(find_spec("endplay") is None or engine() == "plain", reason="needs DDS and kernels")
def test_dds_serves_without_kernels_and_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = ending(13, 1)
    ours = dd_table(hands)
    monkeypatch.setattr(brought, "engine", lambda: "plain")
    theirs = dd_table(hands)
    assert (ours.engine, theirs.engine) == ("numba", "dds")
    assert ours.tricks == theirs.tricks


def test_many_tables_come_in_order() -> None:
    deals = [ending(2, seed) for seed in range(30)]
    assert list(dd_tables(deals)) == [dd_table(hands) for hands in deals]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("N:AK... Q... J... T...", "uneven-hands"),
        ("N:A... A... J... T...", "card-in-two-hands"),
        ("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT9876543", "uneven-hands"),
    ],
)
def test_what_is_no_deal_is_refused(text: str, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        dd_table(parse_deal(text)[1])
    assert refused.value.finding.code == code
