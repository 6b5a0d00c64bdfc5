"""What a deal of Jass is worth; the order in which its points are counted, and where that ends a match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from overtrick.core.game import Mark, Outcome, Progress
from overtrick.core.scoring import DealScore, Part, ahead, score_of
from overtrick.core.seats import Side
from overtrick.games.jass.cards import RANKS, WHOLE

if TYPE_CHECKING:
    from overtrick.games.jass.rules import Jass


def score(game: Jass, outcome: Outcome) -> DealScore:
    """Each side marks what it has, multiplied; there is no contract to make, and who has more has won."""
    factor, sweeper = game.factor(outcome.contract.strain), outcome.sweeper
    bonus, is_counter = game.match_bonus, sweeper is not None and sweeper is not outcome.contract.side
    if is_counter and bonus and game.counter_match == "double":
        bonus = 2 * bonus + WHOLE
    parts = [Part(side, "stoeck", factor * outcome.belotes[side - 1]) for side in Side]
    parts += [Part(side, "weis", factor * outcome.annonces[side - 1]) for side in Side]
    parts += [Part(side, "tricks", factor * outcome.points[side - 1]) for side in Side]
    parts += [] if sweeper is None else [Part(sweeper, "match", factor * bonus)]
    found, tricks = score_of(parts, None, None), [Part(side, "tricks", factor * points) for side, points in outcome.won]
    steps = tuple(_steps(found, tricks, game.end_order)) if game.counts_in_order else ()
    return found._replace(winner=ahead(found.scores), steps=steps)


def _steps(found: DealScore, tricks: Sequence[Part], order: str) -> Iterator[tuple[Side, int]]:
    """The points of a deal as they are counted: Stöck, Weis and the first trick, the other tricks, and a match.

    `tricks` are what the tricks brought; where nobody knows them, both sides are thought to have won theirs evenly.
    """
    of = {why: [part for part in found.parts if part.reason == why] for why in ("stoeck", "weis", "tricks", "match")}
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
