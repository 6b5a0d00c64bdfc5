"""Worlds a second on one core: deals that are consistent with what the player to move has seen after two tricks.

The deals are called and played at random, and nobody plays alone. Each figure is the best of several runs, in CPU time,
with all that has to be prepared for a view; the aim is 200,000 a second in Belote. Beside ours (`sample_worlds`) is
`resample_from_infostate` of OpenSpiel in the same run. A world contradicts the play if a card that was played was not
legal in it; the share is of 5,000 worlds, 50 of each of 100 views.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from benchmarks.peers.environment import gathered, told_by_peer, told_by_us
from benchmarks.peers.rates import FEW, MANY, WorldRate

ENGINES: Final[dict[str, Callable[[], str]]] = {
    "The kernel": lambda: told_by_us("overtrick_worlds", "numba"),
    "The plain engine": lambda: told_by_us("overtrick_worlds", "plain"),
    "OpenSpiel": lambda: told_by_peer("spiel_worlds", "open_spiel"),
}


def table() -> str:
    """A row for each game and engine."""
    rates, missing = gathered(ENGINES, WorldRate)
    return "\n".join([*rows(rates), *missing])


def rows(rates: Iterable[WorldRate]) -> list[str]:
    """The best rates, game by game."""
    best: dict[tuple[str, str], WorldRate] = {}
    for rate in rates:
        key = (rate.game, rate.engine)
        best[key] = max(rate, best.get(key, rate), key=lambda each: each.few)
    head = f"| game | engine | worlds/s, {FEW} of a view | worlds/s, {MANY:,} of a view | contradict the play |"
    in_order = sorted(best.values(), key=lambda rate: rate.game)
    return [head, "|---|---|--:|--:|--:|", *map(_row, in_order)]


def _row(rate: WorldRate) -> str:
    many = "" if rate.many is None else f"{rate.many:,.0f}"
    return f"| {rate.game} | {rate.engine} | {rate.few:,.0f} | {many} | {rate.contradicting:.1%} |"


if __name__ == "__main__":
    print(table())
