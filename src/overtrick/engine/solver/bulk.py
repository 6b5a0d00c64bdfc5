"""Many questions at once, answered in order on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import Final, TypeVar

from overtrick.core.parallel import in_order
from overtrick.engine.kernel.engine import engine

Question = TypeVar("Question")
Answer = TypeVar("Answer")

HEAVIEST: Final = 1 << 13
"""what the questions that a core takes at a time may weigh together: as much as one about a whole Bridge deal"""


def in_bulk(
    work: Callable[[Question], Answer], questions: Iterable[Question], weight: Callable[[Question], int]
) -> Iterator[Answer]:
    """What `work` makes of each question, in order; each core takes questions of at most `HEAVIEST`.

    Kernels let other threads run, and threads need no copies; plain Python needs processes.
    """
    chunks = _chunks(questions, weight)
    first_two = list(islice(chunks, 2))
    answers, chunks, is_worth_it = partial(_answers, work), chain(first_two, chunks), len(first_two) > 1
    if engine() == "plain" or not is_worth_it:
        yield from chain.from_iterable(in_order(answers, chunks, is_worth_it))
        return
    from concurrent.futures import ThreadPoolExecutor  # here, because it takes milliseconds to import

    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        yield from chain.from_iterable(in_order(answers, chunks, True, threads))


def _chunks(questions: Iterable[Question], weight: Callable[[Question], int]) -> Iterator[list[Question]]:
    chunk, total = list[Question](), 0
    for question in questions:
        more = weight(question)
        if chunk and total + more > HEAVIEST:
            yield chunk
            chunk, total = [], 0
        chunk.append(question)
        total += more
    if chunk:
        yield chunk


def _answers(work: Callable[[Question], Answer], questions: Iterable[Question]) -> list[Answer]:
    return list(map(work, questions))
