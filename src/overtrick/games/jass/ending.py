"""The end of a match at once: the order in which points are counted, and where that stops."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from overtrick.core.game import Mark, Progress
from overtrick.core.scoring import DealScore, Part, ahead, score_of
from overtrick.core.seats import Side
from overtrick.games.jass.cards import RANKS


def scored(parts: Iterable[Part], tricks: Sequence[Part], order: str | None) -> DealScore:
    """The score of some parts, which the side has won that has more; in an order of counting, if that matters."""
    score = score_of(parts, None, None)
    steps = () if order is None else tuple(_steps(score, tricks, order))
    return score._replace(winner=ahead(score.scores), steps=steps)


def _steps(score: DealScore, tricks: Sequence[Part], order: str) -> Iterator[tuple[Side, int]]:
    """The points of a deal as they are counted: Stöck, Weis and the first trick, the other tricks, and a match.

    `tricks` are what the tricks brought; where nobody knows them, both sides are thought to have won theirs evenly.
    """
    of = {why: [part for part in score.parts if part.reason == why] for why in ("stoeck", "weis", "tricks", "match")}
    tricks = tricks or list(_evenly(of["tricks"]))
    first = (*of["weis"], *tricks[:1]) if order == "stoeck_weis_stich" else (*tricks[:1], *of["weis"])
    for part in (*of["stoeck"], *first, *tricks[1:], *of["match"]):
        yield part.side, part.points


def _evenly(tricks: Sequence[Part]) -> Iterator[Part]:
    """What both sides won in tricks, in as many shares as there are tricks."""
    shares = len(RANKS)  # a player has a quarter of the four suits
    for number in range(shares):
        for part in tricks:
            yield part._replace(points=part.points * (number + 1) // shares - part.points * number // shares)


def mark_at_once(before: Progress, score: DealScore, target: int) -> Mark:
    """What a deal means for a match in which nothing more counts once a side has reached the target."""
    totals = [*before.standing.totals]
    for side, points in score.steps:
        totals[side - 1] += points
        if totals[side - 1] >= target:
            all_of_it = zip(totals, before.standing.totals, score.counted, strict=True)
            first, second = (now - then - more for now, then, more in all_of_it)
            return Mark((first, second), enders=(side,))
    return Mark()
