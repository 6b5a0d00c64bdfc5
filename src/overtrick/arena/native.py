"""Deals and matches of bots that are kernels, played by all cores; they end as those of the bots in Python do."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
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
    if plan.unit == "deals":
        return _by_threads(partial(_deals, plan, quartet), _chunks(1, plan.size, DEALS_AT_ONCE))
    return _by_threads(partial(_matches, plan, quartet), _chunks(1, plan.size, MATCHES_AT_ONCE))


def _deals(plan: Plan, quartet: Quartet, numbers: range) -> list[tuple[Result, int]]:
    scores, which = quartet.deals(plan.seed, numbers)
    return [(Result((score,)), times) for score, times in zip(scores, np.bincount(which).tolist(), strict=True)]


def _matches(plan: Plan, quartet: Quartet, numbers: range) -> list[tuple[Result, int]]:
    matches = [NumberedMatch(plan.game, plan.seed, number) for number in numbers]
    for match in matches:
        deque(quartet.play(match), maxlen=0)
    return [(Result(match.match.history, match.standing), 1) for match in matches]


def native_match(game: Game, names: Sequence[str], seed: Seed, number: int) -> Played | None:
    """What `play_match` gives; None where kernels cannot play it."""
    quartet, match = quartet_of(game, names, seed), NumberedMatch(game, seed, number)
    if quartet is None:
        return None
    rounds, begun = list[Round](), match.next_round()
    for state in quartet.play(match):
        rounds.append(replayed(begun, state))
        if not match.standing.is_over:
            begun = match.next_round()
    return Played(number, tuple(rounds), match.standing)


def native_meetings(contest: Contest, done: int) -> Generator[Meeting, None, None] | None:
    """The meetings of a contest, without the first ones that are done; None where kernels cannot play them."""
    sittings = [(couple, quartets) for couple in contest.couples if (quartets := _quartets(contest, couple))]
    if len(sittings) < len(contest.couples):
        return None
    chunks = _chunks(done // len(sittings) + 1, contest.deals, DEALS_AT_ONCE)
    return _by_threads(partial(_meetings, contest, sittings, done), chunks)


def _quartets(contest: Contest, couple: Couple) -> list[Quartet]:
    """A couple with the first bot as side 1, and as side 2; nothing where it has no kernels."""
    found = [quartet_of(contest.game, sides * 2, contest.seed) for sides in (couple, couple[::-1])]
    return [quartet for quartet in found if quartet is not None]


def _meetings(
    contest: Contest, sittings: Sequence[tuple[Couple, Sequence[Quartet]]], done: int, numbers: range
) -> list[Meeting]:
    met = list[list[Meeting]]()
    for couple, (first, swapped) in sittings:
        (scores, which), (others, which_others) = (quartet.deals(contest.seed, numbers) for quartet in (first, swapped))
        worth, swapped_worth = [score.counted for score in scores], [score.counted[::-1] for score in others]
        met.append(
            [
                Meeting(number, couple, (worth[place], swapped_worth[other]))
                for number, place, other in zip(numbers, which.tolist(), which_others.tolist(), strict=True)
            ]
        )
    ordered = [meeting for of_deal in zip(*met, strict=True) for meeting in of_deal]
    return ordered[max(done - (numbers.start - 1) * len(sittings), 0) :]


def _chunks(first: int, last: int, size: int) -> Iterator[range]:
    return (range(start, min(start + size, last + 1)) for start in range(first, last + 1, size))


def _by_threads(work: Callable[[Chunk], Sequence[Answer]], chunks: Iterable[Chunk]) -> Generator[Answer, None, None]:
    """What `work` makes of each chunk, in order; kernels let threads run side by side."""
    with ThreadPoolExecutor(os.cpu_count()) as executor:
        for answers in in_order(work, chunks, True, executor):
            yield from answers
