"""What all kernels are written with: the decorator, memory with names, and operations on bits.

Pitfalls. Arrays are slow in recursion: only an entry takes them, and the functions below it take `NamedMemory`, which
the caller must keep. A literal passed into a recursion makes a second specialisation of it, so pass `int64(0)`.
Sums and products of signed integers must not exceed 64 bits: Numba tells the compiler that they do not, which then
makes nonsense of them. Where they are meant to wrap, use `plus` and `times`.
"""

from collections.abc import Callable
from functools import cache
from inspect import getattr_static
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
from llvmlite import binding
from numba import njit, types
from numba.core import cgutils
from numba.core import config as numba_config
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    intrinsic,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
    unbox,
)
from numba.np.numpy_support import from_dtype

from overtrick.engine.kernel.engine import cache_folder_of
from overtrick.engine.kernel.memory import Arrays, Memory, NamedMemory, Row

__all__ = [
    "acquired",
    "entry",
    "highest",
    "int64",
    "kernel",
    "lowest",
    "nth",
    "nth_bit",
    "plus",
    "popcount",
    "raised",
    "release",
    "times",
]

config: Any = numba_config  # its fields are not declared
Function = TypeVar("Function", bound=Callable[..., Any])
Kept = TypeVar("Kept", bound=NamedMemory)
SLOW_AT_DEPOSITS: Final = ("znver1", "znver2")
"""processors that have the instruction, and take longer for it than for a loop"""
HAS_DEPOSIT: Final = (
    binding.get_host_cpu_features().get("bmi2", False) and binding.get_host_cpu_name() not in SLOW_AT_DEPOSITS
)
"""whether the processor can quickly put bits where those of a mask are"""


def kernel(function: Function) -> Function:
    """Compile a function for the types of its annotations, or take it from the cache."""
    hints = get_type_hints(function)
    returned = native_type(hints.pop("return"))
    folder, before = cache_folder_of(function.__module__), config.CACHE_DIR
    config.CACHE_DIR = "" if folder is None else str(folder)
    try:
        signature = returned(*map(native_type, hints.values()))
        result: Any = njit(signature, cache=folder is not None, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = before
    return cast("Function", result)


def entry(function: Function) -> Function:
    """A kernel for calls from Python that nobody checks: the types are found in a tenth of the time, or not at all."""
    return cast("Function", _entry(function))


@cache
def _entry(function: Any) -> Any:
    (overload,) = function.overloads.values()
    return overload.entry_point


if TYPE_CHECKING:
    int64 = int

    def native_type(hint: Any) -> Any:
        """The compiler's type for an annotation: a number, an array, named memory, or a named tuple of such."""

    def plus(number: int, other: int) -> int:
        """The sum modulo 2^64."""

    def times(number: int, other: int) -> int:
        """The product modulo 2^64."""

    def nth(first: Kept, number: int) -> Kept:
        """The record of a number, from 0, of some that lie one after the other."""

    def acquired(record: NamedMemory) -> int:
        """The first integer of a record; whoever finds it released finds all that was written before."""

    def release(record: NamedMemory, number: int) -> None:
        """Write the first integer of a record that others may read meanwhile."""

    def raised(record: NamedMemory) -> int:
        """The first integer of a record, which is then one higher; no two threads get the same."""

    def popcount(mask: int) -> int:
        """How many bits of a mask are set."""

    def lowest(mask: int) -> int:
        """The number of the lowest bit of a mask that is not empty."""

    def highest(mask: int) -> int:
        """The number of the highest bit of a mask that is not empty."""

    def nth_bit(mask: int, number: int) -> int:
        """The number of the bit of a mask above some others of it, which are as many as `number`."""

else:  # the contracts of these stand above, where type checkers read them
    from llvmlite import ir
    from numba import int64

    SIMPLE = {
        int: types.int64,
        float: types.float64,
        bool: types.boolean,
        type(None): types.void,
        Memory: types.CPointer(types.int64),
    }

    def native_type(hint):
        if hint in SIMPLE:
            return SIMPLE[hint]
        if isinstance(hint, Arrays):
            return types.Array(from_dtype(np.dtype(hint.scalar)), hint.dimensions, "C")
        if get_origin(hint) is Callable:
            taken, returned = get_args(hint)
            return types.FunctionType(native_type(returned)(*map(native_type, taken)))
        if issubclass(hint, NamedMemory):
            hint._numba_type_ = NamedMemoryType(hint)  # where calls from Python look first
            return hint._numba_type_
        return types.BaseTuple.from_types([native_type(part) for part in get_type_hints(hint).values()], hint)

    class NamedMemoryType(types.Type):
        """The type of named memory in kernels, which is where its integers are."""

        dtype, addrspace = types.int64, None

        def __init__(self, kind):
            self.kind = kind
            super().__init__(f"{kind.__module__}.{kind.__qualname__}")

        def part(self, name):
            return getattr_static(self.kind, name, None)

    register_model(NamedMemoryType)(models.PointerModel)

    @unbox(NamedMemoryType)
    def address_of(kind, memory, call):
        number = call.pyapi.object_getattr_string(memory, "address")
        address = call.pyapi.long_as_voidptr(number)
        call.pyapi.decref(number)
        return NativeValue(call.builder.bitcast(address, call.context.get_value_type(kind)))

    @infer_getattr
    class Parts(AttributeTemplate):
        key = NamedMemoryType

        def generic_resolve(self, kind, name):
            part = kind.part(name)
            return None if part is None else SIMPLE[Memory if isinstance(part, Row) else int]

    @lower_getattr_generic(NamedMemoryType)
    def read(context, builder, kind, address, name):
        at = cgutils.gep(builder, address, kind.part(name).at)
        return at if isinstance(kind.part(name), Row) else builder.load(at)

    @lower_setattr_generic(NamedMemoryType)
    def write(context, builder, signature, arguments, name):
        address, value = arguments
        builder.store(value, cgutils.gep(builder, address, signature.args[0].part(name).at))

    def operation(emit):
        @intrinsic
        def of_one(context, number):
            return types.int64(number), lambda context, builder, signature, numbers: emit(builder, *numbers)

        return of_one

    def operation_of_two(emit):
        @intrinsic
        def of_two(context, number, other):
            return types.int64(number, other), lambda context, builder, signature, numbers: emit(builder, *numbers)

        return of_two

    @intrinsic
    def record_at(context, first, number):
        def emit(context, builder, signature, arguments):
            address, number = arguments
            return cgutils.gep(builder, address, builder.mul(number, cgutils.intp_t(first.kind.SIZE)))

        return first(first, number), emit

    @intrinsic
    def first_acquired(context, record):
        def emit(context, builder, signature, arguments):
            return builder.load_atomic(*arguments, "acquire", 8)

        return types.int64(record), emit

    @intrinsic
    def first_released(context, record, number):
        def emit(context, builder, signature, arguments):
            address, number = arguments
            builder.store_atomic(number, address, "release", 8)
            return context.get_dummy_value()

        return types.void(record, types.int64), emit

    @intrinsic
    def first_raised(context, record):
        def emit(context, builder, signature, arguments):
            return builder.atomic_rmw("add", *arguments, cgutils.intp_t(1), "acq_rel")

        return types.int64(record), emit

    nth, acquired, release, raised = record_at, first_acquired, first_released, first_raised
    TRUE, LAST_BIT = cgutils.true_bit, cgutils.intp_t(63)
    plus = operation_of_two(lambda builder, number, other: builder.add(number, other))
    times = operation_of_two(lambda builder, number, other: builder.mul(number, other))
    popcount = operation(lambda builder, mask: builder.ctpop(mask))
    lowest = operation(lambda builder, mask: builder.cttz(mask, TRUE))
    highest = operation(lambda builder, mask: builder.sub(LAST_BIT, builder.ctlz(mask, TRUE)))

    def emit_deposit(builder, bits, mask):
        kind = ir.FunctionType(bits.type, [bits.type, bits.type])
        return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=kind), [bits, mask])

    deposit = operation_of_two(emit_deposit)

    def nth_bit_at_once(mask, number):
        return lowest(deposit(int64(1) << number, mask))

    def nth_bit_by_steps(mask, number):
        for _ in range(number):
            mask &= mask - 1
        return lowest(mask)

    nth_bit = njit(nth_bit_at_once if HAS_DEPOSIT else nth_bit_by_steps)
