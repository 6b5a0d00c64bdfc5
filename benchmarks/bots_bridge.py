"""Bridge: the card play of `sampling` beside that of `simple` in the same contracts.

One bidder makes the calls of all four seats. Then the deal is played twice, with one of the two bots on each side, and
with the sides swapped; so each of them declares and defends the same contract once.
"""

from __future__ import annotations

from typing import Final

from benchmarks.resuming import part_of, resumed
from overtrick import Round, Side, find_game
from overtrick.arena.estimates import Sample
from overtrick.arena.runner import bots_for, play_out
from overtrick.core.comparing import imps
from overtrick.deal.deals import numbered_deal
from overtrick.deal.view import view

BIDDER: Final = "sampling:3"
OURS, OTHER = "sampling:3", "simple"
SEED: Final = "card play"
DEALS: Final = 500


def table(share: float = 1) -> str:
    """One row."""
    found: list[list[int]] = resumed("bridge-play", part_of(share, DEALS), gains, on_all_cores=True)
    samples = [Sample(), Sample()]
    for gained in found:
        for sample, gain in zip(samples, gained, strict=True):
            sample.add(gain)
    figures = [sample.mean().told("+.2f") for sample in samples]
    row = f"| {OURS} | {OTHER} | {len(found)} | {' | '.join(figures)} |"
    return "\n".join(["| play | against | deals | tricks gained a deal | IMPs a deal |", "|---|---|--:|--:|--:|", row])


def gains(number: int) -> tuple[int, int]:
    """What our bot gains on a deal that both play, in tricks and in IMPs."""
    called = auction(number)
    if called.contract is None:
        return 0, 0
    first = play_out(called, bots_for((OURS, OTHER) * 2, SEED, number))
    second = play_out(called, bots_for((OTHER, OURS) * 2, SEED, number))
    return _tricks(first) - _tricks(second), imps(points(first) - points(second))


def auction(number: int) -> Round:
    """A deal after its auction."""
    round_, bidders = numbered_deal(find_game("bridge"), SEED, number), bots_for((BIDDER,) * 4, SEED, number)
    while round_.phase == "auction" and round_.actor is not None:
        round_ = round_.apply(bidders[round_.actor - 1](view(round_, round_.actor)))
    return round_


def _tricks(played: Round) -> int:
    """Those of North and South."""
    return played.tally.tricks[Side.ONE - 1]


def points(played: Round) -> int:
    """What North and South have more than the others."""
    score = played.score
    return 0 if score is None else score.scores[0] - score.scores[1]
