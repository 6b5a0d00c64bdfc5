"""Many questions at once, answered in order on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import TypeVar

from overtrick.kernel.engine import engine
from overtrick.parallel import in_order

Question = TypeVar("Question")
Answer = TypeVar("Answer")


def in_bulk(work: Callable[[Question], Answer], questions: Iterable[Question], at_a_time: int) -> Iterator[Answer]:
    """What `work` makes of each question, in order, each core taking so many at a time.

    Kernels let other threads run, and threads need no copies; plain Python needs processes.
    """
    chunks = _chunks(iter(questions), at_a_time)
    first_two = list(islice(chunks, 2))
    answers, chunks, is_worth_it = partial(_answers, work), chain(first_two, chunks), len(first_two) > 1
    if engine() == "plain" or not is_worth_it:
        yield from chain.from_iterable(in_order(answers, chunks, is_worth_it))
        return
    from concurrent.futures import ThreadPoolExecutor  # here, because it takes milliseconds to import

    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        yield from chain.from_iterable(in_order(answers, chunks, True, threads))


def _chunks(questions: Iterator[Question], size: int) -> Iterator[list[Question]]:
    while chunk := list(islice(questions, size)):
        yield chunk


def _answers(work: Callable[[Question], Answer], questions: Iterable[Question]) -> list[Answer]:
    return list(map(work, questions))
