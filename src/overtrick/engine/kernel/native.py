"""What all kernels are written with: the decorator, memory, and operations on bits.

Pitfalls. Arrays are slow in recursion: an entry takes arrays, and the functions below it take the memory of them
(`memory`), which does not keep the array: the caller must hold it. A literal passed into a recursion makes a second
specialisation of it, so pass `int64(0)`. Sums and products of signed integers must not exceed 64 bits: Numba tells the
compiler that they do not, which then makes nonsense of them. Where they are meant to wrap, use `plus` and `times`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from numba import njit, types
from numba.core import config as numba_config
from numba.extending import intrinsic

from overtrick.engine.kernel.engine import cache_folder

__all__ = ["Memory", "highest", "int64", "kernel", "lowest", "memory", "plus", "popcount", "times"]

config: Any = numba_config  # its fields are not declared
Function = TypeVar("Function", bound=Callable[..., Any])


class Memory(Protocol):
    """A pointer to integers; nothing is checked."""

    def __getitem__(self, index: int) -> int: ...

    def __setitem__(self, index: int, value: int) -> None: ...


def kernel(signature: str) -> Callable[[Function], Function]:
    """Compile a function, or take it from the cache; `memory` stands for `CPointer(int64)` in the signature."""

    def compiled(function: Function) -> Function:
        folder, before = cache_folder(), config.CACHE_DIR
        config.CACHE_DIR = "" if folder is None else str(folder)
        try:
            types_of_it = signature.replace("memory", "CPointer(int64)")
            result: Any = njit(types_of_it, cache=folder is not None, nogil=True, error_model="numpy")(function)
        finally:
            config.CACHE_DIR = before
        return cast("Function", result)

    return compiled


if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    int64 = int

    def memory(array: npt.NDArray[np.int64]) -> Memory:
        """The memory of an array."""

    def plus(number: int, other: int) -> int:
        """The sum modulo 2^64."""

    def times(number: int, other: int) -> int:
        """The product modulo 2^64."""

    def popcount(mask: int) -> int:
        """How many bits of a mask are set."""

    def lowest(mask: int) -> int:
        """The number of the lowest bit of a mask that is not empty."""

    def highest(mask: int) -> int:
        """The number of the highest bit of a mask that is not empty."""

else:  # the contracts of these stand above, where type checkers read them
    from numba import int64

    @intrinsic
    def memory(context, array):  # noqa: D103
        def code(context, builder, signature, arguments):
            return context.make_array(signature.args[0])(context, builder, arguments[0]).data

        return types.CPointer(array.dtype)(array), code

    @intrinsic
    def plus(context, number, other):  # noqa: D103
        def code(context, builder, signature, arguments):
            return builder.add(*arguments)

        return types.int64(types.int64, types.int64), code

    @intrinsic
    def times(context, number, other):  # noqa: D103
        def code(context, builder, signature, arguments):
            return builder.mul(*arguments)

        return types.int64(types.int64, types.int64), code

    @intrinsic
    def popcount(context, mask):  # noqa: D103
        def code(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), code

    @intrinsic
    def lowest(context, mask):  # noqa: D103
        def code(context, builder, signature, arguments):
            return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), code

    @intrinsic
    def highest(context, mask):  # noqa: D103
        def code(context, builder, signature, arguments):
            zeros = builder.ctlz(arguments[0], context.get_constant(types.boolean, True))
            return builder.sub(context.get_constant(types.int64, 63), zeros)

        return types.int64(types.int64), code
