"""Shapes and high-card points of dealt Bridge hands against their exact frequencies.

    python -m scripts.frequencies [--deals N] [--seed S]

Prints every shape and every number of points with its exact frequency, the one found, and how many standard errors
they are apart; fails if any is further apart than three. Rare ones, expected fewer than five times, count together.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import comb, sqrt

from overtrick import Cards, find_game, seed_of, shuffled
from overtrick.core.hands import high_card_points, shape

HANDS = comb(52, 13)
Frequencies = dict[str, Fraction]


def exact_shapes() -> Frequencies:
    """The frequency of each shape, such as 5332."""
    found: Counter[str] = Counter()
    for lengths in product(range(14), repeat=4):
        if sum(lengths) == 13:
            ways = 1
            for length in lengths:
                ways *= comb(13, length)
            found["-".join(map(str, sorted(lengths, reverse=True)))] += ways
    return {name: Fraction(ways, HANDS) for name, ways in found.items()}


def exact_points() -> Frequencies:
    """The frequency of each number of high-card points."""
    found: Counter[str] = Counter()
    for aces, kings, queens, jacks in product(range(5), repeat=4):
        others = 13 - aces - kings - queens - jacks
        if others >= 0:
            ways = comb(4, aces) * comb(4, kings) * comb(4, queens) * comb(4, jacks) * comb(36, others)
            found[f"{4 * aces + 3 * kings + 2 * queens + jacks} HCP"] += ways
    return {name: Fraction(ways, HANDS) for name, ways in found.items()}


def dealt(deals: int, seed: str) -> Counter[str]:
    """How often each shape and each number of points came up."""
    pack, found = tuple(find_game("bridge").pack), Counter[str]()
    for number in range(1, deals + 1):
        deck = shuffled(pack, seed_of(seed, number))
        for start in range(4):  # one card at a time
            hand = Cards(deck[start::4])
            found["-".join(map(str, shape(hand)))] += 1
            found[f"{high_card_points(hand)} HCP"] += 1
    return found


def deviations(exact: Mapping[str, Fraction], found: Mapping[str, int], hands: int) -> dict[str, float]:
    """How many standard errors each frequency is away from the exact one."""
    common = {name: share for name, share in exact.items() if share * hands >= 5}
    rest = 1 - sum(common.values())
    if rest:
        common["rare"] = Fraction(rest)
    counted = {name: found.get(name, 0) for name in common}
    counted["rare"] = sum(found.get(name, 0) for name in exact if name not in common)
    return {
        name: float(counted[name] - share * hands) / sqrt(hands * share * (1 - share)) for name, share in common.items()
    }


def main() -> int:
    """Print the table; the exit code is 1 if a frequency is too far from the exact one."""
    parser = argparse.ArgumentParser(prog="python -m scripts.frequencies")
    parser.add_argument("--deals", type=int, default=250_000)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    found, worst = dealt(options.deals, options.seed), 0.0
    for exact in (exact_shapes(), exact_points()):
        for name, errors in deviations(exact, found, 4 * options.deals).items():
            share = float(exact.get(name, 0))
            print(f"{name:>9}  {share:11.7f}  {found.get(name, 0) / (4 * options.deals):11.7f}  {errors:+6.2f}")
            worst = max(worst, abs(errors))
    print(f"{4 * options.deals} hands, at most {worst:.2f} standard errors apart")
    return int(worst > 3)


if __name__ == "__main__":
    raise SystemExit(main())
