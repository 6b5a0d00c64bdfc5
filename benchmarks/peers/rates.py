"""How fast random deals are played: what each engine that is compared measures, in a process of its own.

This file needs nothing but Python, since the peers have a virtual environment without us.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from time import process_time
from typing import Final, NamedTuple, TypeVar

T = TypeVar("T")

RUNS: Final = 5
"""of which the quickest counts, since a machine may have other things to do"""


class Rate(NamedTuple):
    """What an engine plays in a second of one core."""

    game: str
    engine: str
    deals: float
    cards: float


def rate_of(
    game: str, engine: str, prepare: Callable[[], Sequence[T]], play: Callable[[Sequence[T]], Iterable[int]]
) -> Rate:
    """Measure `play`, which plays deals that `prepare` has made, and returns numbers of cards.

    Preparing does not count, nor does the sum of the cards: it may be made as late as that.
    """
    rates = []
    for _ in range(RUNS):
        deals = prepare()
        start = process_time()
        cards = play(deals)
        took = process_time() - start
        rates.append(Rate(game, engine, len(deals) / took, sum(cards) / took))
    return max(rates, key=lambda rate: rate.deals)


def tell(rates: Iterable[Rate]) -> None:
    """Print rates for the process that compares, one a line."""
    for rate in rates:
        print(json.dumps(rate), flush=True)


def heard(lines: str) -> list[Rate]:
    """The rates that a process has told."""
    return [Rate(*json.loads(line)) for line in lines.splitlines()]
