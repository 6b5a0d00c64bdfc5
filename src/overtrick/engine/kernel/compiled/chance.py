"""The random numbers of the kernels: SplitMix64, with a stream for every seed and number."""

from overtrick.engine.kernel.compiled.native import kernel, nth_bit, plus, popcount, times
from overtrick.engine.kernel.splitmix import FIRST, SECOND, STEP


@kernel
def mixed(state: int) -> int:
    """The number that belongs to a state."""
    state = times(state ^ (state >> 30 & 0x3FFFFFFFF), FIRST)
    state = times(state ^ (state >> 27 & 0x1FFFFFFFFF), SECOND)
    return state ^ (state >> 31 & 0x1FFFFFFFF)


@kernel
def stream(seed: int, number: int) -> int:
    """The state with which a stream begins."""
    return mixed(plus(mixed(seed), times(STEP, number)))


@kernel
def after(state: int) -> int:
    """The next state of a stream; it comes before each draw."""
    return plus(state, STEP)


@kernel
def below(state: int, limit: int) -> int:
    """The number from 0 to below a limit (at most 2^31) that belongs to a state."""
    return ((mixed(state) >> 32 & 0xFFFFFFFF) * limit) >> 32


@kernel
def one_of(state: int, mask: int) -> int:
    """The number of a bit of a mask, each with the same chance."""
    return nth_bit(mask, below(state, popcount(mask)))
