"""Named tuples that note which of their parts are read, so that it is known on what an answer depends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from overtrick.engine.kernel.keys import KEY_FIELDS, TOLD_BY


def watching(kind: type[Any], read: set[str]) -> type[Any]:
    """The same kind of named tuple, which adds the names of those of its parts that are read to others."""

    def noting(name: str) -> property:
        def part(self: Any) -> Any:
            read.update([name, *TOLD_BY.get(name, ())])
            return getattr(kind(*tuple.__iter__(self)), name)  # what it is made of is not read by itself

        return property(part)

    unread = [name for name in kind._fields if name not in read]
    made_of_others = [name for name in KEY_FIELDS if isinstance(getattr(kind, name, None), property)]
    return type(
        f"Watched{kind.__name__}", (_Watched, kind), {name: noting(name) for name in [*unread, *made_of_others]}
    )


class _Watched:
    """A named tuple whose parts are always read by name."""

    _fields: tuple[str, ...]

    def __iter__(self) -> Iterator[Any]:
        for name in self._fields:
            yield getattr(self, name)

    def __getitem__(self, place: Any) -> Any:
        return tuple(self)[place]

    def __contains__(self, part: object) -> bool:
        return part in tuple(self)

    def __eq__(self, other: object) -> bool:
        return tuple(self) == other

    def __ne__(self, other: object) -> bool:
        return tuple(self) != other

    def __hash__(self) -> int:
        return hash(tuple(self))
