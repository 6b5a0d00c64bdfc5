"""Euchre: the bot `sampling` of level 3 against the ISMCTS bot of OpenSpiel, the one in C++, with 1,000 simulations.

Both programs follow every deal (`ismcts_adapter.py` tells how, and where their rules differ), which is played twice
with the sides swapped. The times are for the decisions in which there was a choice, in CPU time of the process that
decides. The aim is to be ahead beyond the interval at no more time per decision.

OpenSpiel's bot knows more than a player may: when it imagines hands, it leaves the cards that were not dealt and the
dealer's discard where they really are. It plays as well as we could make it: the action with the most visits, which is
better than one drawn by the visits, and a constant of exploration that no other one we have tried beats.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from statistics import mean, median
from typing import Any, Final

from benchmarks.bots_pairs import HEAD, OURS, row_of
from benchmarks.bots_times import milliseconds
from benchmarks.ismcts_adapter import JointDeal
from benchmarks.peers.asked import Peer, module_peer
from benchmarks.resuming import part_of, resumed
from overtrick import Game, Side, find_game
from overtrick.arena.duplicate import Contest, Meeting
from overtrick.arena.runner import bots_for
from overtrick.arena.scoreboard import Scoreboard
from overtrick.core.seats import SEATS
from overtrick.deal.deals import numbered_deal

SIMULATIONS: Final = 1000
PAIRS: Final = 500
SEED: Final = "ismcts"
THEIRS: Final = "ISMCTS"


def table(share: float = 1) -> str:
    """One row with the results, and a row for the times of each bot."""
    game, pairs = find_game("euchre"), part_of(share, PAIRS)
    with module_peer("spiel_ismcts", SIMULATIONS, package="open_spiel") as peer:
        met(game, peer, 0)  # loads the kernels
        found = resumed("ismcts", pairs, partial(met, game, peer), on_all_cores=False)
    board = Scoreboard(Contest(game, (OURS, THEIRS), SEED, pairs))
    for number, pair in enumerate(found, 1):
        first, second = pair["won"]
        board.add(Meeting(number, (OURS, THEIRS), ((first, 0), (second, 0))))
    times = {bot: [seconds for pair in found for seconds in pair[bot]] for bot in (OURS, THEIRS)}
    return "\n".join(
        [
            *(f"| {OURS} against | {HEAD} |", "|---|--:|--:|--:|--:|", f"| {THEIRS} | {row_of(board)} |", ""),
            *("| bot | decisions | median ms | mean ms |", "|---|--:|--:|--:|"),
            *(f"| {bot} | {_cells(seconds)} |" for bot, seconds in times.items()),
        ]
    )


def met(game: Game, peer: Peer, number: int) -> dict[str, Any]:
    """A deal that is played twice: what our bot has won as side 1 and as side 2, and the seconds of all decisions."""
    pair: dict[str, list[Any]] = {"won": [], OURS: [], THEIRS: []}
    for side in Side:
        all_bots = zip(SEATS, bots_for((OURS,) * 4, SEED, number), strict=True)
        bots = {seat: bot for seat, bot in all_bots if seat.side is side}
        deal = JointDeal(numbered_deal(game, SEED, number), bots, peer, number)
        won = deal.play()
        pair["won"].append(won if side is Side.ONE else -won)
        pair[OURS] += deal.our_seconds
        pair[THEIRS] += deal.their_seconds
    return pair


def _cells(seconds: Sequence[float]) -> str:
    return f"{len(seconds):,} | {milliseconds(median(seconds))} | {milliseconds(mean(seconds))}"
