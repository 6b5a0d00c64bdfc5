"""Which cases of a law are for every run; the others are for `make test-long`."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

import pytest

Case = TypeVar("Case")


def one_of_each(cases: Iterable[Case], kind: Callable[[Case], Hashable] = type) -> list[Any]:
    """Cases to parametrize with: all but the first of each kind are long."""
    seen, found = set[Hashable](), list[Any]()
    for case in cases:
        values = case if isinstance(case, tuple) else (case,)
        found.append(pytest.param(*values, marks=[pytest.mark.long] if kind(case) in seen else []))
        seen.add(kind(case))
    return found


def first(count: int, cases: Iterable[object]) -> list[Any]:
    """Cases to parametrize with: all but the first ones are long."""
    return [pytest.param(case, marks=[] if number < count else [pytest.mark.long]) for number, case in enumerate(cases)]
