"""The solver's kernels against the plain solver and against themselves, on random endings of all presets and strains.

    python -m scripts.solver_exactness [GAME…] [--positions 10000] [--longer 1000] [--seed 1]

Each ending is asked for its value, for that of each card, and whether it reaches some points; in Belote and Coinche
with and without capot, and under any house rules of play. Endings of five to eight cards are too long for the plain
solver: what a searcher finds that remembers others must be what questions about a threshold find in one that has
forgotten all, and the value of a card that of the position after it. Prints a line for every preset and strain.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

from overtrick import Cards, Game, Position, Seat, Strain, find_game, game_names, presets
from overtrick.core.seats import SEATS
from overtrick.engine.solver.reference import PlainSearcher, at_stake, worth_of
from overtrick.engine.solver.searchers import make_searcher, searcher_of
from overtrick.engine.solver.solve import EVERYTHING
from overtrick.games.belote.rules import BeloteCards
from overtrick.games.jass.rules import Jass
from overtrick.games.klaverjas.rules import Klaverjas

BATCH = 500
SIZES = (1, *(2,) * 4, *(3,) * 10, 4)
"""how many cards the players hold before the trick; the plain solver takes ten times as long for each card more"""
LONGER_SIZES = (5, 5, 6, 6, 7, 8)
WINDOWS = 6
"""by which a longer ending is also searched, since mistakes with windows are rare when all values are possible"""
LADDERS = tuple(
    {"undertrump": under, "undertrump_partner": partner, "overtrump_partner_on_trump_lead": over}
    for under in ("forced", "optional")
    for partner in ("free", "forbidden_unless_only")
    for over in (True, False)
)
"""all house rules that change what is legal"""
KLAVERJAS = tuple(
    {"trump_partner": trumping, "undertrump": under, "undertrump_partner": partner}
    for trumping in ("forced", "free")
    for under in ("forced", "optional", "forbidden_unless_only")
    for partner in ("free", "forbidden_unless_only")
)
"""the same there"""
JASS = tuple(
    {"undertrump": under, "buur_free": free} for under in ("only_trumps", "when_void") for free in (True, False)
)


def variants(game: Game) -> tuple[Game, ...]:
    """A game, and it under all house rules of play."""
    known = ((BeloteCards, LADDERS), (Klaverjas, KLAVERJAS), (Jass, JASS))
    ladders = next((ladders for kind, ladders in known if isinstance(game, kind)), ())
    return (game, *map(game.with_house_rules, ladders))


def endings(game: Game, strain: Strain, rng: Random, count: int, sizes: tuple[int, ...] = SIZES) -> Iterator[Position]:
    """Some endings, between two tricks or within one; in Euchre also with one or two players who sit out."""
    for _ in range(count):
        size = min(rng.choice(sizes), game.hand_size)
        pack = rng.sample(list(game.pack), 4 * size)
        hands = [Cards(pack[size * place : size * (place + 1)]) for place in range(4)]
        out: tuple[Seat, ...] = ()
        if game.name == "euchre":
            out = rng.choice([(), (), (rng.choice(SEATS),), (rng.choice(SEATS[::2]), rng.choice(SEATS[1::2]))])
        leader = rng.choice([seat for seat in SEATS if seat not in out])
        position = Position(game, strain, hands, leader, out=out)
        for _ in range(rng.choice((0, 0, 1, 2, 3))):
            if legal := position.legal():
                position = position.play(rng.choice(list(legal)))
        yield position


def check(position: Position, capot: bool, rng: Random) -> None:
    """Compare all that the two solvers say of a position."""
    game, strain = position.game, position.strain
    plain, fast = PlainSearcher(game, strain, capot), searcher_of(game, strain, capot)
    assert not isinstance(fast, PlainSearcher), "there are no kernels to check"
    cards, _ = plain.card_bounds(position)
    value = max((low for low, _ in cards.values()), default=0)
    low, high, _ = fast.bounds(position, *EVERYTHING)
    assert (low, high) == (value, value), f"{position} has {value}, found {low} to {high}; capot {capot}"
    found, _ = fast.card_bounds(position)
    assert found == cards, f"{position} has {cards}, found {found}; capot {capot}"
    asked = value + rng.randint(-9, 9)
    low, high, _ = fast.bounds(position, asked - 1, asked)
    assert low <= value <= high, f"{position} has {value}, found {low} to {high}; capot {capot}"
    assert low >= asked or high < asked, f"{position}: no answer to {asked}; capot {capot}"


def check_longer(position: Position, capot: bool, rng: Random) -> None:
    """Compare what the searcher of this thread, which remembers earlier endings, says with what new ones say."""
    game, strain, side = position.game, position.strain, position.turn.side
    searcher = searcher_of(game, strain, capot)
    value, high, _ = searcher.bounds(position, *EVERYTHING)
    assert value == high, f"{position} has {value} to {high}; capot {capot}"
    for asked in (value, value + 1):
        low, high, _ = make_searcher(game, strain, capot).bounds(position, asked - 1, asked)
        assert low <= value <= high, f"{position} has {value}, or {low} to {high}; capot {capot}"
        assert low >= asked or high < asked, f"{position}: no answer to {asked}; capot {capot}"
    for _ in range(WINDOWS):
        bottom = value - rng.randint(0, 12)
        top = bottom + rng.randint(1, 15)
        low, high, _ = searcher.bounds(position, bottom, top)
        assert low <= value <= high, f"{position} has {value}, by {bottom} to {top} {low} to {high}; capot {capot}"
    cards, _ = searcher.card_bounds(position)
    assert max(cards.values()) == (value, value), f"{position} has {value}, its cards {cards}; capot {capot}"
    for card in () if capot else cards:  # after a card, capot would be that of the other side
        after = position.play(card)
        left, won = at_stake(after), 0
        if not after.trick.cards:
            taken, more = worth_of(game.counting(strain), (*position.trick.cards, card), after)
            won = taken + more if after.trick.leader.side is side else -more
        low, high, _ = searcher.bounds(after, *EVERYTHING)
        low, high = (low, high) if after.turn.side is side else (left - high, left - low)
        assert cards[card] == (won + low, won + high), f"{card} of {position} has {won + low}, found {cards[card]}"


def check_batch(name: str, strain: Strain, seed: str, count: int, longer: bool = False) -> int:
    """Check some endings of a preset, under its own house rules of play and under others."""
    rng = Random(seed)
    game = find_game(name)
    share, rest = divmod(count, len(variants(game)))
    for number, variant in enumerate(variants(game)):
        for position in endings(variant, strain, rng, share + (number < rest), LONGER_SIZES if longer else SIZES):
            capot = isinstance(game, BeloteCards) and rng.random() < 0.4
            if longer:
                check_longer(position, capot, rng)
            else:
                check(position, capot, rng)
    return count


def every_strain(games: tuple[str, ...]) -> list[tuple[str, Strain]]:
    """The presets of some games by name, and their strains."""
    return [
        (f"{name}:{preset}", strain)
        for name in games
        for preset, game in presets(name).items()
        for strain in game.strains
    ]


def main() -> int:
    """Check on all cores."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", metavar="GAME", nargs="*", help="by default all")
    parser.add_argument("--positions", type=int, default=10_000, help="of each preset and strain")
    parser.add_argument("--longer", type=int, default=1000, help="endings of five to eight cards, of each as well")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        for name, strain in every_strain(tuple(options.names) or game_names()):
            checked = []
            for longer, wanted in ((False, options.positions), (True, options.longer)):
                counts = [min(BATCH, wanted - start) for start in range(0, wanted, BATCH)]
                seeds = [f"{options.seed}/{name}/{strain}/{number}" for number in range(len(counts))]
                ask = partial(check_batch, name, strain, longer=longer)
                checked.append(sum(executor.map(ask, seeds, counts)))
            print(f"{name:<28}{strain!s:>3}{checked[0]:>8} endings and {checked[1]} longer ones, all equal", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
