"""Milliseconds for a decision by game and level, with four bots of the level at a table, in CPU time.

`cards` and `calls` are the decisions in which there was a choice, a discard counting as a call; with `all` also those
in which there was none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from statistics import median
from time import process_time
from typing import Final

from benchmarks.resuming import part_of, resumed
from overtrick import Action, View, find_game, game_names, play_deal
from overtrick.arena.runner import bots_for, play_out
from overtrick.bots.bot import Bot
from overtrick.deal.deals import numbered_deal

SEED: Final = "times"
DEALS: Final = {1: 40, 2: 40, 3: 40, 4: 16, 5: 8}
"""by level"""

Decision = tuple[str, int, float]
"""the phase, how many actions were legal, and the seconds"""


class Timed:
    """A bot of ours with a clock; a decision without a choice is none."""

    def __init__(self, bot: Bot, seconds: list[float]) -> None:
        self._bot, self._seconds = bot, seconds

    def __call__(self, seen: View) -> Action:
        start = process_time()
        action = self._bot(seen)
        if len(seen.legal) > 1:
            self._seconds.append(round(process_time() - start, 6))
        return next(each for each in seen.legal if each == action)


def table(share: float = 1) -> str:
    """A row for each game and level."""
    kinds = ("cards", "calls", "all")
    head = "".join(f" {kind}: number | median | 95 of 100 |" for kind in kinds)
    rows = [_row(name, level, share) for name in game_names() for level in DEALS]
    return "\n".join([f"| game | level |{head}", f"|---|--:|{'--:|' * 3 * len(kinds)}", *rows])


def _row(name: str, level: int, share: float) -> str:
    game, bot = find_game(name), f"sampling:{level}"
    deals = part_of(share, DEALS[level])
    play_deal(game, (bot,) * 4, f"{SEED} of nothing", 1)  # loads the kernels
    found = resumed(f"times-{name}-{level}", deals, partial(decisions, name, bot), on_all_cores=False)
    made: list[Decision] = [(phase, choices, seconds) for deal in found for phase, choices, seconds in deal]
    cells = [
        _cells([seconds for phase, choices, seconds in made if phase == "play" and choices > 1]),
        _cells([seconds for phase, choices, seconds in made if phase != "play" and choices > 1]),
        _cells([seconds for _, _, seconds in made]),
    ]
    return f"| {name} | {level} | {' | '.join(cells)} |"


def decisions(name: str, bot: str, number: int) -> list[Decision]:
    """All decisions of a deal."""
    made: list[Decision] = []
    game = find_game(name)

    def timed(decide: Bot, seen: View) -> Action | str:
        start = process_time()
        action = decide(seen)
        made.append((seen.phase, len(seen.legal), round(process_time() - start, 6)))
        return action

    play_out(numbered_deal(game, SEED, number), [partial(timed, each) for each in bots_for((bot,) * 4, SEED, number)])
    return made


def _cells(seconds: Sequence[float]) -> str:
    if not seconds:
        return "0 | | "
    ordered = sorted(seconds)
    figures = (median(ordered), ordered[len(ordered) * 95 // 100])
    return " | ".join([f"{len(ordered):,}", *(milliseconds(figure) for figure in figures)])


def milliseconds(seconds: float) -> str:
    """A time with as many digits as matter."""
    return f"{1000 * seconds:.3g}" if seconds < 0.1 else f"{1000 * seconds:,.0f}"
