"""SHA-256 of single blocks: of one, or of eight at once that differ in their counter."""

from typing import TYPE_CHECKING, Final

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from overtrick.engine.kernel.memory import Memory

if TYPE_CHECKING:

    def digest(words: Memory, start: Memory, sums: Memory) -> None:
        """The eight sums after a block of 16 words, from those before it."""

    def digests(words: Memory, start: Memory, sums: Memory) -> None:
        """The sums after eight blocks, `[sum][block]`; the word `COUNTER` of each is one above the last."""


COUNTER: Final = 9
LANES: Final = 8
_PRIMES: Final = [n for n in range(2, 312) if all(n % divisor for divisor in range(2, int(n**0.5) + 1))]
START: Final = tuple(int(prime**0.5 % 1 * 2**32) for prime in _PRIMES[:8])
"""the first bits behind the point of the square roots of the first primes"""
ROUNDS: Final = tuple(int(prime ** (1 / 3) % 1 * 2**32) for prime in _PRIMES)
"""those of their cube roots"""

if not TYPE_CHECKING:
    from llvmlite import ir

    WORD = ir.IntType(32)

    def unrolled(lanes):
        """Instructions for some blocks at once, whose words lie side by side in a vector."""
        word = WORD if lanes == 1 else ir.VectorType(WORD, lanes)
        number = ir.IntType(64)
        wide = number if lanes == 1 else ir.VectorType(number, lanes)

        def constant(value):
            return word(value) if lanes == 1 else word([value] * lanes)

        def emit(context, builder, signature, arguments):
            words, start, sums = arguments

            def loaded(memory, place):
                value = builder.trunc(builder.load(cgutils.gep(builder, memory, place)), WORD)
                if lanes == 1:
                    return value
                single = builder.insert_element(word(ir.Undefined), value, WORD(0))
                return builder.shuffle_vector(single, word(ir.Undefined), ir.VectorType(WORD, lanes)([0] * lanes))

            def added(*values):
                total = values[0]
                for value in values[1:]:
                    total = builder.add(total, value)
                return total

            def mixed(value, *turns, shift=None):
                """The exclusive or of a word turned to the right by some bits, and shifted."""
                total = None if shift is None else builder.lshr(value, constant(shift))
                for turn in turns:
                    left, right = builder.shl(value, constant(32 - turn)), builder.lshr(value, constant(turn))
                    turned = builder.or_(left, right)
                    total = turned if total is None else builder.xor(total, turned)
                return total

            schedule = [loaded(words, place) for place in range(16)]
            if lanes > 1:
                schedule[COUNTER] = builder.add(schedule[COUNTER], word(list(range(lanes))))
            for place in range(16, 64):
                first = mixed(schedule[place - 15], 7, 18, shift=3)
                second = mixed(schedule[place - 2], 17, 19, shift=10)
                schedule.append(added(schedule[place - 16], first, schedule[place - 7], second))
            begun = [loaded(start, place) for place in range(8)]
            a, b, c, d, e, f, g, h = begun
            for value, key in zip(schedule, ROUNDS, strict=True):
                choice = builder.xor(g, builder.and_(e, builder.xor(f, g)))
                first = added(h, mixed(e, 6, 11, 25), choice, constant(key), value)
                majority = builder.or_(builder.and_(a, b), builder.and_(c, builder.or_(a, b)))
                second = builder.add(mixed(a, 2, 13, 22), majority)
                a, b, c, d, e, f, g, h = builder.add(first, second), a, b, c, builder.add(d, first), e, f, g
            for place, (before, after) in enumerate(zip(begun, (a, b, c, d, e, f, g, h), strict=True)):
                at = builder.bitcast(cgutils.gep(builder, sums, place * lanes), wide.as_pointer())
                builder.store(builder.zext(builder.add(before, after), wide), at, align=8)
            return context.get_dummy_value()

        return emit

    def over_blocks(lanes):
        """The intrinsic for some blocks."""
        emit = unrolled(lanes)

        @intrinsic
        def sums_of(context, words, start, sums):
            return types.void(words, start, sums), emit

        return sums_of

    digest, digests = over_blocks(1), over_blocks(LANES)
