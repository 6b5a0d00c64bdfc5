"""What each engine that is compared measures, in a process of its own: random deals, and worlds of hidden hands.

This file needs nothing but Python, since the peers have a virtual environment without us.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from time import process_time
from typing import Final, NamedTuple, TypeVar

T = TypeVar("T")
W = TypeVar("W")

RUNS: Final = 5
"""of which the quickest counts, since a machine may have other things to do"""

VIEWS: Final = 100
FEW: Final = 50
"""worlds of a view, as bots ask for them"""
MANY: Final = 100_000


class Rate(NamedTuple):
    """What an engine plays in a second of one core."""

    game: str
    engine: str
    deals: float
    cards: float


class WorldRate(NamedTuple):
    """Worlds that an engine draws in a second of one core."""

    game: str
    engine: str
    few: float
    """with `FEW` for a view"""
    many: float | None
    """with `MANY` for a view"""
    contradicting: float
    """the share of worlds in which a card that was played was not legal"""


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


def world_rate_of(
    game: str,
    engine: str,
    views: Sequence[T],
    draw: Callable[[T, int], Iterable[W]],
    contradicts: Callable[[T, W], bool],
    *,
    has_set_up: bool = False,
) -> WorldRate:
    """Measure `draw`, which draws so many worlds of a view; only an engine that prepares for a view draws many."""
    few = max(_worlds_a_second(views, draw, FEW) for _ in range(RUNS))
    many = max(_worlds_a_second(views[:1], draw, MANY) for _ in range(RUNS)) if has_set_up else None
    wrong = sum(contradicts(view, world) for view in views for world in draw(view, FEW))
    return WorldRate(game, engine, few, many, wrong / (len(views) * FEW))


def _worlds_a_second(views: Sequence[T], draw: Callable[[T, int], Iterable[W]], worlds: int) -> float:
    start = process_time()
    for view in views:
        draw(view, worlds)
    return len(views) * worlds / (process_time() - start)


def tell(rates: Iterable[Rate | WorldRate]) -> None:
    """Print rates for the process that compares, one a line."""
    for rate in rates:
        print(json.dumps(rate), flush=True)
