"""Milliseconds of the exact solver on one core, for random deals before the first lead, in CPU time.

The aims are 4 ms median and 8 ms mean for the value of a deal of Belote, 20 ms for the values of all its leads, 25,000
deals of Euchre a second, and 100 ms median for a deal of Sueca. A threshold question asks whether the leader's side
gets more than half. All deals come from fixed seeds, a solver begins each column with an empty memory, and of several
runs the best time of each deal counts. Bridge stands beside DDS, which `endplay` brings, in the same run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from random import Random
from statistics import mean, median
from typing import Final, NamedTuple, ParamSpec

import numpy as np

from overtrick import Cards, Game, Position, Seat, Strain, find_game, solve_deals
from overtrick.deal.text import deal_text
from overtrick.engine.kernel.points import PointsSearcher
from overtrick.engine.kernel.tricks import TricksSearcher
from overtrick.engine.solver.searchers import Searcher

P = ParamSpec("P")
Ask = Callable[[Searcher, Position], None]

ANYTHING: Final = (-1, 1 << 20)
DEALS: Final = 100
BULK: Final = 20_000
BRIDGE_DEALS: Final = 10


class Row(NamedTuple):
    """What it takes to solve deals of a game under a strain, in seconds a deal."""

    game: str
    strain: str
    values: Sequence[float]
    """the value, deal by deal"""
    leads: float
    """leads searched for that, on average"""
    thresholds: Sequence[float]
    """a question"""
    cards: Sequence[float]
    """the values of all leads"""


class BridgeRow(NamedTuple):
    """What it takes to solve deals of Bridge, in seconds a deal, of our kernel and of DDS."""

    what: str
    ours: Sequence[float]
    theirs: Sequence[float]


def rows() -> list[Row]:
    """The figures of all games of points, and of Euchre."""
    asked = [
        ("belote", Strain.HEARTS, 3, DEALS),
        ("belote", Strain.NO_TRUMPS, 3, DEALS),
        ("belote", Strain.ALL_TRUMPS, 3, DEALS),
        ("coinche", Strain.HEARTS, 3, DEALS),
        ("euchre", Strain.HEARTS, 3, DEALS),
        ("sueca", Strain.HEARTS, 1, DEALS // 5),
    ]
    return [_row(find_game(name), strain, runs, for_cards) for name, strain, runs, for_cards in asked]


def bulk_rate() -> float:
    """Deals of Euchre solved in a second, many at once."""
    game = find_game("euchre")
    masks = np.array([[hand.mask for hand in hands] for hands in _deals(game, BULK)], np.uint64)
    return BULK / min(_seconds(solve_deals, game, Strain.HEARTS, masks) for _ in range(3))


def bridge_rows() -> list[BridgeRow]:
    """Bridge by our kernel and by DDS, where it is installed."""
    from endplay.dds import calc_dd_table, solve_board
    from endplay.types import Deal, Denom, Player

    game = find_game("bridge")
    deals = _deals(game, BRIDGE_DEALS)
    boards = [Deal(deal_text(hands), Player.north, Denom.nt) for hands in deals]
    no_trumps = Strain.NO_TRUMPS
    return [
        BridgeRow(
            "all leads in no trumps",
            [
                _seconds(_all_leads, TricksSearcher(game, no_trumps), Position(game, no_trumps, hands, Seat.NORTH))
                for hands in deals
            ],
            [_seconds(solve_board, board) for board in boards],
        ),
        BridgeRow(
            "table of 20 results",
            [_seconds(_bridge_table, game, hands) for hands in deals],
            [_seconds(calc_dd_table, board) for board in boards],
        ),
    ]


def table() -> str:
    """All figures as tables."""
    lines = [
        "| game | strain | median | mean | 95 of 100 | leads searched | threshold, mean | all leads, mean |",
        "|---|---|--:|--:|--:|--:|--:|--:|",
        *map(_line, rows()),
        "",
        f"Euchre, {BULK:,} deals at once: {bulk_rate():,.0f} deals/s.",
    ]
    if find_spec("endplay") is not None:
        lines += ["", "| Bridge | ours, median | DDS, median | ratio |", "|---|--:|--:|--:|"]
        for what, ours, theirs in bridge_rows():
            ratio = median(ours) / median(theirs)
            lines.append(f"| {what} | {_ms(median(ours))} | {_ms(median(theirs))} | {ratio:.1f} |")
    return "\n".join(lines)


def _row(game: Game, strain: Strain, runs: int, for_cards: int) -> Row:
    positions = [Position(game, strain, hands, Seat.NORTH) for hands in _deals(game, DEALS)]
    counting = game.counting(strain)
    points = sum(counting.card_points[card.index] for card in game.pack) + counting.last_trick
    half, leads = (points or game.hand_size) // 2, list[int]()

    def value(searcher: Searcher, position: Position) -> None:
        leads.append(searcher.bounds(position, *ANYTHING)[2])

    def threshold(searcher: Searcher, position: Position) -> None:
        searcher.bounds(position, half, half + 1)

    def best(ask: Ask, asked: Sequence[Position]) -> list[float]:
        several = [_run(PointsSearcher(game, strain), ask, asked) for _ in range(runs)]
        return [min(times) for times in zip(*several, strict=True)]

    values = best(value, positions)
    cards = best(_all_leads, positions[:for_cards])
    return Row(game.name, str(strain), values, mean(leads), best(threshold, positions), cards)


def _run(searcher: Searcher, ask: Ask, positions: Sequence[Position]) -> list[float]:
    return [_seconds(ask, searcher, position) for position in positions]


def _all_leads(searcher: Searcher, position: Position) -> None:
    searcher.card_bounds(position)


def _bridge_table(game: Game, hands: Sequence[Cards]) -> None:
    """All results of a deal by our kernel."""
    for strain in game.strains:
        searcher = TricksSearcher(game, strain)
        for leader in Seat:
            searcher.bounds(Position(game, strain, hands, leader), *ANYTHING)


def _deals(game: Game, count: int) -> list[list[Cards]]:
    rng, size = Random(1), game.hand_size
    packs = [rng.sample(list(game.pack), 4 * size) for _ in range(count)]
    return [[Cards(pack[size * place : size * (place + 1)]) for place in range(4)] for pack in packs]


def _seconds(work: Callable[P, object], *arguments: P.args, **options: P.kwargs) -> float:
    start = time.process_time()
    work(*arguments, **options)
    return time.process_time() - start


def _line(row: Row) -> str:
    ordered = sorted(row.values)
    figures = [median(ordered), mean(ordered), ordered[len(ordered) * 95 // 100]]
    cells = [*map(_ms, figures), f"{row.leads:,.0f}", _ms(mean(row.thresholds)), _ms(mean(row.cards))]
    return f"| {row.game} | {row.strain} | {' | '.join(cells)} |"


def _ms(seconds: float) -> str:
    milliseconds = 1000 * seconds
    return f"{milliseconds:.3g}" if milliseconds < 100 else f"{milliseconds:,.0f}"


if __name__ == "__main__":
    print(table())
