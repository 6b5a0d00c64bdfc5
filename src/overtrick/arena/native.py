"""Deals and matches of bots that are kernels, played by all cores; they end as those of the bots in Python do."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import Final, TypeVar

import numpy as np

from overtrick.arena.duplicate import Contest, Couple, Meeting
from overtrick.arena.results import Result
from overtrick.arena.runner import Plan, Played
from overtrick.bots.native import quartet_of
from overtrick.core.game import Game
from overtrick.core.parallel import in_order
from overtrick.core.shuffle import Seed
from overtrick.deal.deals import NumberedMatch
from overtrick.deal.round import Round
from overtrick.engine.kernel.deals import replayed
from overtrick.engine.kernel.strategies import Quartet

Chunk = TypeVar("Chunk")
Answer = TypeVar("Answer")

DEALS_AT_ONCE: Final = 10_000
MATCHES_AT_ONCE: Final = 100


def native_results(plan: Plan) -> Iterator[tuple[Result, int]] | None:
    """What came of a plan, each with how many deals or matches ended so; None where kernels cannot play it."""
    quartet = quartet_of(plan.game, plan.bots, plan.seed)
    if quartet is None:
        return None
    stopped = Event()
    if plan.unit == "deals":
        return _by_threads(partial(_deals, plan, quartet), _chunks(1, plan.size, DEALS_AT_ONCE), stopped)
    return _by_threads(partial(_matches, plan, quartet, stopped), _chunks(1, plan.size, MATCHES_AT_ONCE), stopped)


def _deals(plan: Plan, quartet: Quartet, numbers: range) -> list[tuple[Result, int]]:
    scores, which = quartet.deals(plan.seed, numbers)
    return [(Result((score,)), times) for score, times in zip(scores, np.bincount(which).tolist(), strict=True)]


def _matches(plan: Plan, quartet: Quartet, stopped: Event, numbers: range) -> list[tuple[Result, int]]:
    matches = [NumberedMatch(plan.game, plan.seed, number) for number in numbers]
    for _ in quartet.play(matches):
        if stopped.is_set():
            return []
    return [(Result(match.match.history, match.standing), 1) for match in matches]


def native_match(game: Game, names: Sequence[str], seed: Seed, number: int) -> Played | None:
    """What `play_match` gives; None where kernels cannot play it."""
    quartet, match = quartet_of(game, names, seed), NumberedMatch(game, seed, number)
    if quartet is None:
        return None
    rounds, begun = list[Round](), match.next_round()
    for state in quartet.play([match]):
        rounds.append(replayed(begun, state))
        if not match.standing.is_over:
            begun = match.next_round()
    return Played(number, tuple(rounds), match.standing)


def native_meetings(contest: Contest, done: int) -> Generator[Meeting, None, None] | None:
    """The meetings of two bots, without the first ones that are done; None where kernels cannot play them."""
    if len(contest.couples) > 1:
        return None
    [couple] = contest.couples
    first, swapped = (quartet_of(contest.game, sides * 2, contest.seed) for sides in (couple, couple[::-1]))
    if first is None or swapped is None:
        return None
    work = partial(_meetings, contest.seed, couple, first, swapped)
    return _by_threads(work, _chunks(done + 1, contest.deals, DEALS_AT_ONCE), Event())


def _meetings(seed: Seed, couple: Couple, first: Quartet, swapped: Quartet, numbers: range) -> list[Meeting]:
    """Meetings of two bots, the first of which is side 1 in one quartet and side 2 in the other."""
    (scores, which), (others, which_others) = first.deals(seed, numbers), swapped.deals(seed, numbers)
    worth, swapped_worth = [score.counted for score in scores], [score.counted[::-1] for score in others]
    return [
        Meeting(number, couple, (worth[place], swapped_worth[other]))
        for number, place, other in zip(numbers, which.tolist(), which_others.tolist(), strict=True)
    ]


def _chunks(first: int, last: int, size: int) -> Iterator[range]:
    return (range(start, min(start + size, last + 1)) for start in range(first, last + 1, size))


def _by_threads(
    work: Callable[[Chunk], Sequence[Answer]], chunks: Iterable[Chunk], stopped: Event
) -> Generator[Answer, None, None]:
    """What `work` makes of each chunk, in order; kernels let threads run side by side. At the end it has to stop."""
    with ThreadPoolExecutor(os.cpu_count()) as executor:
        try:
            for answers in in_order(work, chunks, True, executor):
                yield from answers
        finally:
            stopped.set()
