"""Par: known cases, laws, and the same as DDS on tables that deals can have."""

from random import Random

import pytest

from overtrick.core.catalogue import find_game
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain
from overtrick.engine.solver.brought import DoubleDummyTable
from overtrick.games.bridge.double_dummy import Par, par

STRAINS = find_game("bridge").strains
NOBODY, NS, EW, BOTH = frozenset[Side](), frozenset([Side.ONE]), frozenset([Side.TWO]), frozenset(Side)


def table(**tricks: tuple[int, int, int, int]) -> DoubleDummyTable:
    """A table of some strains; in the others both sides win six tricks."""
    return DoubleDummyTable({strain: tricks.get(str(strain), (6, 6, 6, 6)) for strain in STRAINS}, "plain")


def likely_table(rng: Random) -> DoubleDummyTable:
    """Tricks such as deals have: what one side wins the other does not, but for the lead."""
    tricks = {}
    for strain in STRAINS:
        most = rng.randint(2, 11)
        north, south = (min(13, most + rng.choice((0, 0, 0, 0, -1, 1))) for _ in range(2))
        east, west = (13 - most - (rng.random() < 0.2) for _ in range(2))
        tricks[strain] = north, east, south, west
    return DoubleDummyTable(tricks, "plain")


@pytest.mark.parametrize(
    ("found", "vulnerable", "score", "contracts"),
    [
        (table(), NOBODY, 0, ""),
        (table(S=(10, 3, 10, 3)), NOBODY, 420, "N 4S= S 4S="),
        (table(S=(10, 3, 9, 3)), NS, 620, "N 4S="),
        (table(S=(3, 11, 3, 11)), EW, -650, "E 4S+1 W 4S+1"),
        (table(NT=(13, 0, 13, 0)), BOTH, 2220, "N 7NT= S 7NT="),
        (table(S=(10, 3, 10, 3), C=(4, 9, 4, 9)), NOBODY, 300, "E 5CX-2 W 5CX-2"),
        (table(S=(10, 3, 10, 3), C=(4, 9, 4, 9)), EW, 420, "N 4S= S 4S="),
        (table(S=(10, 3, 10, 3), C=(4, 9, 4, 9)), BOTH, 500, "E 5CX-2 W 5CX-2"),
        (table(H=(8, 5, 8, 5), S=(5, 8, 5, 8)), NOBODY, -100, "N 3HX-1 S 3HX-1"),
        (table(H=(8, 5, 8, 5), S=(5, 8, 5, 8)), NS, -110, "E 2S= W 2S="),
    ],
)
def test_known_pars(found: DoubleDummyTable, vulnerable: frozenset[Side], score: int, contracts: str) -> None:
    for dealer in SEATS:
        best = par(found, dealer, vulnerable)
        assert best.score == score
        assert " ".join(map(str, best.contracts)) == contracts


def test_where_both_sides_can_make_the_same_the_first_to_speak_does() -> None:
    both = table(NT=(7, 7, 7, 7))
    assert {dealer: par(both, dealer).score for dealer in SEATS} == {1: 90, 2: -90, 3: 90, 4: -90}


def test_a_contract_tells_who_plays_it_and_what_becomes_of_it() -> None:
    best = par(table(S=(10, 3, 10, 3), C=(4, 9, 4, 9)), Seat.NORTH, NOBODY)
    first = best.contracts[0]
    assert (first.declarer, first.level, first.strain, first.tricks) == (Seat.EAST, 5, Strain.CLUBS, 9)
    assert first.is_doubled
    assert not par(table(S=(10, 3, 10, 3)), Seat.NORTH).contracts[0].is_doubled


def turned(found: DoubleDummyTable) -> DoubleDummyTable:
    """The same cards, each held by the player before."""
    return DoubleDummyTable({strain: (*tricks[1:], tricks[0]) for strain, tricks in found.tricks.items()}, "plain")


def test_who_sits_where_makes_no_difference() -> None:
    rng = Random(2)
    for _ in range(20):
        found, dealer = likely_table(rng), rng.choice(SEATS)
        here, there = par(found, dealer, NS), par(turned(found), dealer.previous, EW)
        assert here.score == -there.score
        assert {(c.declarer.previous, *c[1:]) for c in here.contracts} == set(there.contracts)


def test_par_is_what_dds_finds() -> None:
    dds = pytest.importorskip("endplay.dds")
    native = pytest.importorskip("endplay._dds")
    from endplay.types import Denom, Player, Vul

    denominations = dict(zip(STRAINS, (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs, Denom.nt), strict=True))
    rng = Random(1)
    for _ in range(100):
        ours, theirs = likely_table(rng), native.ddTableResults()
        for strain, denomination in denominations.items():
            for seat in SEATS:
                theirs.resTable[denomination][Player[seat.name.lower()]] = ours.tricks[strain][seat - 1]
        vulnerable = rng.choice([(Vul.none, NOBODY), (Vul.ns, NS), (Vul.ew, EW), (Vul.both, BOTH)])
        for seat in SEATS:
            found = par(ours, seat, vulnerable[1])
            expected = dds.par(dds.ddtable.DDTable(theirs), vulnerable[0], Player[seat.name.lower()])
            assert found.score == expected.score
            told = {
                (each.declarer.name[0].upper(), each.level, each.denom, each.level + 6 + each.result)
                for each in expected
            }
            if found.contracts:
                assert told == {
                    (c.declarer.letter, c.level, denominations[c.strain], c.tricks) for c in found.contracts
                }


def test_a_par_can_be_compared() -> None:
    assert par(table(), Seat.NORTH) == Par(0, ())
