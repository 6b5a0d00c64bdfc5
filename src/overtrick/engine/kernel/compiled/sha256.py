"""SHA-256 of single blocks: of one, or of several at once that differ in their counter."""

from typing import TYPE_CHECKING, Final

from llvmlite import binding
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from overtrick.engine.kernel.memory import Memory

if TYPE_CHECKING:

    def digest(words: Memory, start: Memory, sums: Memory) -> None:
        """The eight sums after a block of 16 words, from those before it."""

    def digests(words: Memory, start: Memory, sums: Memory) -> None:
        """The sums after `LANES` blocks, `[sum][block]`; the word `COUNTER` of each is one above the last."""


COUNTER: Final = 9
HAS_INSTRUCTIONS: Final = binding.get_host_cpu_features().get("sha", False)
"""whether the processor has some for it, with which one block after the other is quicker than several at once"""
LANES: Final = 1 if HAS_INSTRUCTIONS else 8
"""how many blocks are taken at once"""
_PRIMES: Final = [n for n in range(2, 312) if all(n % divisor for divisor in range(2, int(n**0.5) + 1))]
START: Final = tuple(int(prime**0.5 % 1 * 2**32) for prime in _PRIMES[:8])
"""the first bits behind the point of the square roots of the first primes"""
ROUNDS: Final = tuple(int(prime ** (1 / 3) % 1 * 2**32) for prime in _PRIMES)
"""those of their cube roots"""

if not TYPE_CHECKING:
    from llvmlite import ir

    WORD, FOUR, NUMBER = ir.IntType(32), ir.VectorType(ir.IntType(32), 4), ir.IntType(64)

    def loaded(builder, memory, place):
        """A word of memory."""
        return builder.trunc(builder.load(cgutils.gep(builder, memory, place)), WORD)

    def unrolled(lanes):
        """Instructions for some blocks at once, whose words lie side by side in a vector."""
        word = WORD if lanes == 1 else ir.VectorType(WORD, lanes)
        wide = NUMBER if lanes == 1 else ir.VectorType(NUMBER, lanes)

        def constant(value):
            return word(value) if lanes == 1 else word([value] * lanes)

        def emit(context, builder, signature, arguments):
            words, start, sums = arguments

            def everywhere(memory, place):
                value = loaded(builder, memory, place)
                if lanes == 1:
                    return value
                single = builder.insert_element(word(ir.Undefined), value, WORD(0))
                return builder.shuffle_vector(single, word(ir.Undefined), word([0] * lanes))

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

            schedule = [everywhere(words, place) for place in range(16)]
            if lanes > 1:
                schedule[COUNTER] = builder.add(schedule[COUNTER], word(list(range(lanes))))
            for place in range(16, 64):
                first = mixed(schedule[place - 15], 7, 18, shift=3)
                second = mixed(schedule[place - 2], 17, 19, shift=10)
                schedule.append(added(schedule[place - 16], first, schedule[place - 7], second))
            begun = [everywhere(start, place) for place in range(8)]
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

    def by_processor(context, builder, signature, arguments):
        """A block by the instructions that many processors have for it."""
        words, start, sums = arguments
        types_of = [ir.FunctionType(FOUR, [FOUR] * count) for count in (2, 2, 3)]
        names = [f"llvm.x86.sha256{name}" for name in ("msg1", "msg2", "rnds2")]
        early, late, rounds = (
            builder.module.declare_intrinsic(name, fnty=kind) for name, kind in zip(names, types_of, strict=True)
        )

        def together(*values):
            vector = FOUR(ir.Undefined)
            for place, value in enumerate(values):
                vector = builder.insert_element(vector, value, WORD(place))
            return vector

        def picked(one, other, *places):
            return builder.shuffle_vector(one, other, FOUR(list(places)))

        given = [loaded(builder, words, place) for place in range(16)]
        begun = a, b, c, d, e, f, g, h = [loaded(builder, start, place) for place in range(8)]
        schedule = [together(*given[first : first + 4]) for first in range(0, 16, 4)]
        one, other = together(f, e, b, a), together(h, g, d, c)
        for step in range(16):
            if step >= 4:
                middle = picked(schedule[step - 2], schedule[step - 1], 1, 2, 3, 4)
                first = builder.call(early, [schedule[step - 4], schedule[step - 3]])
                schedule.append(builder.call(late, [builder.add(first, middle), schedule[step - 1]]))
            keyed = builder.add(schedule[step], FOUR(list(ROUNDS[4 * step : 4 * step + 4])))
            other = builder.call(rounds, [other, one, keyed])
            one = builder.call(rounds, [one, other, picked(keyed, keyed, 2, 3, 2, 3)])
        ends = [(one, 3), (one, 2), (other, 3), (other, 2), (one, 1), (one, 0), (other, 1), (other, 0)]
        for place, (before, (vector, at)) in enumerate(zip(begun, ends, strict=True)):
            total = builder.add(before, builder.extract_element(vector, WORD(at)))
            builder.store(builder.zext(total, NUMBER), cgutils.gep(builder, sums, place))
        return context.get_dummy_value()

    def over_blocks(lanes):
        """The intrinsic for some blocks."""
        emit = by_processor if HAS_INSTRUCTIONS else unrolled(lanes)

        @intrinsic
        def sums_of(context, words, start, sums):
            return types.void(words, start, sums), emit

        return sums_of

    digest, digests = over_blocks(1), over_blocks(LANES)
