"""What Python and kernels hand to each other besides numbers: integers with names in one piece of memory, and arrays.

Python reads and writes it as any object. A kernel has its address, and finds each part at an offset that is
known when it is compiled, so that a name costs no more than a number. Named tuples of numbers and arrays go to kernels
as they are; their annotations say how many dimensions an array has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, TypeVar

import numpy as np

__all__ = [
    "Arrays",
    "Cube",
    "Grid",
    "Line",
    "Memory",
    "NamedMemory",
    "Number",
    "Row",
    "column",
    "copy_of",
    "record_at",
    "side_by_side",
]

Kept = TypeVar("Kept", bound="NamedMemory")

CACHE_LINE: Final = 8
"""integers that a processor fetches at once"""


class Arrays:
    """Stands in annotations for arrays of some dimensions: `Line[np.int64]` for those of one."""

    def __init__(self, dimensions: int, scalar: type[np.generic] | None = None) -> None:
        self.dimensions, self.scalar = dimensions, scalar

    def __getitem__(self, scalar: type[np.generic]) -> Arrays:
        return Arrays(self.dimensions, scalar)


class Memory(Protocol):
    """Some integers, one after the other. Kernels have nothing but the first two methods, and check nothing."""

    def __getitem__(self, index: int, /) -> int: ...

    def __setitem__(self, index: Any, value: Any, /) -> None: ...

    def tolist(self) -> Any: ...


if TYPE_CHECKING:
    from numpy.typing import NDArray as Cube
    from numpy.typing import NDArray as Grid
    from numpy.typing import NDArray as Line
else:
    Line, Grid, Cube = Arrays(1), Arrays(2), Arrays(3)


class NamedMemory:
    """An array of integers whose parts, `Number` and `Row`, have names; kernels check nothing."""

    SIZE: ClassVar[int] = 0

    def __init__(self, more: int = 0) -> None:
        """`more` integers are added to the last row."""
        size = self.SIZE + more
        memory = np.zeros(size + CACHE_LINE, np.int64)
        start = -(memory.ctypes.data // memory.itemsize + self.SIZE) % CACHE_LINE  # what is added begins with a line
        self.array = memory[start : start + size]
        self.address: int = self.array.ctypes.data
        """kernels read it"""


def copy_of(record: Kept) -> Kept:
    """The same integers in memory of their own."""
    return side_by_side([record])


def record_at(records: Kept, number: int) -> Kept:
    """The record of a number, from 0, of some that lie one after the other, in the same memory."""
    kind = type(records)
    found = kind.__new__(kind)
    found.array = records.array[number * kind.SIZE : (number + 1) * kind.SIZE]
    found.address = found.array.ctypes.data
    return found


def column(records: NamedMemory, name: str) -> Line[np.int64]:
    """The numbers of a name in records that lie one after the other, in the same memory."""
    kind = type(records)
    numbers: Line[np.int64] = records.array[vars(kind)[name].at :: kind.SIZE]
    return numbers


def side_by_side(records: Sequence[Kept]) -> Kept:
    """Copies of some records of one kind, one after the other; kernels find each by its number."""
    arrays, kind = [record.array for record in records], type(records[0])
    made = kind(sum(map(len, arrays)) - kind.SIZE)
    np.concatenate(arrays, out=made.array)
    return made


class Span:
    """Some integers of named memory, which lie after those of the parts before it."""

    def __init__(self, length: int = 1) -> None:
        self.length = length

    def __set_name__(self, owner: type[NamedMemory], name: str) -> None:
        self.at = owner.SIZE
        owner.SIZE += self.length


class Number(Span):
    """A part that is one integer."""

    def __get__(self, memory: NamedMemory, owner: type[NamedMemory]) -> int:
        return memory.array.item(self.at)

    def __set__(self, memory: NamedMemory, value: int) -> None:
        memory.array[self.at] = value


class Row(Span):
    """A part that is several integers."""

    def __get__(self, memory: NamedMemory, owner: type[NamedMemory]) -> Memory:
        return memory.array[self.at : self.at + self.length]
