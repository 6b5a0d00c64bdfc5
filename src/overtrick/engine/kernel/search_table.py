"""The memory of a search: the parts of its state, and the table of positions whose bounds are known."""

from __future__ import annotations

from typing import Final

from overtrick.engine.kernel.native import Memory, kernel, times

MOST_CARDS: Final = 10
"""the most cards that a suit can have, and a hand"""
SUIT: Final = 0x3FFF
"""the cards of a lane"""
KINDS: Final = 11
"""kinds of moves (`search_moves`)"""

# The state is one array, whose parts begin at these numbers.
HANDS: Final = 0
"""`[seat]`: what the players hold; nothing for those who sit out"""
NEXT: Final = 4
"""`[seat]`: who plays after a seat"""
PLAYERS: Final = 8
"""how many play to a trick"""
TURN: Final = 9
"""the turn with which a search begins: the parameters of `search` from `seat` to `mode`"""
LOW: Final = 18
HIGH: Final = 19
"""the bounds of a value"""
NODES: Final = 20
"""how many leads were searched"""
LIMIT: Final = 21
"""how many may be"""
BONUS: Final = 22
"""points for all tricks"""
BUCKETS: Final = 23
"""a mask of the numbers of buckets in the table of positions"""
KEY: Final = 24
"""the key of a position"""
ENTRIES: Final = 26
"""the lanes in which a player can take the lead, as bits (`search_bounds`)"""
STRONGEST: Final = 27
"""`[whether they are opponents]`: the strongest card of those who have yet to play, a bit number or -1"""
SQUEEZED: Final = 29
"""`[power]`: the cards that may move down to a power where it is gone: those above it of the same points"""
WEIGHTS: Final = SQUEEZED + MOST_CARDS
"""`[kind of a move][4]`: what makes a move likely to be good (`search_moves`)"""
REFUTED: Final = WEIGHTS + 4 * KINDS
"""`[tricks left][seat][bit number of the master, or LEAD]`: the card that last decided such a turn, 0 before one did"""
LEAD: Final = 63
GENERATION: Final = REFUTED + (MOST_CARDS + 1) * 4 * 64
"""the entries of the table that count have this number; others are as good as empty"""
PLIES: Final = GENERATION + 1
"""`[tricks left][turn]`: the moves of a turn, their results, and the key of the position"""
RESULTS: Final = MOST_CARDS
PLACE: Final = 2 * MOST_CARDS
"""three numbers: the bucket and the key"""
PLY: Final = 2 * MOST_CARDS + 3
STATE_SIZE: Final = PLIES + (MOST_CARDS + 1) * 4 * PLY

ENTRY: Final = 4
"""numbers of an entry in the table: two of the key, the bounds with the tricks left, and the generation"""
BUCKET: Final = 2 * ENTRY
BITS: Final = 20
"""of a bound in an entry, to which OFFSET is added"""
OFFSET: Final = 1 << BITS - 1


@kernel("int64(memory, int64, int64)")
def locate(s: Memory, leader: int, mode: int) -> int:
    """Where the bucket of a position is in the table; its key is left in the state.

    Cards of equal points in a row matter by their order alone, so they move down where cards below them are gone.
    The key has a bit for each card in play and two for its owner, in planes whose lanes leave room for one another.
    """
    a, b, c, d = s[HANDS], s[HANDS + 1], s[HANDS + 2], s[HANDS + 3]
    every = a | b | c | d
    for power in range(MOST_CARDS - 2, -1, -1):
        above = s[SQUEEZED + power] & every
        if above:
            gone = ~(every >> power) & 0x0001_0001_0001_0001
            above &= (gone << 14) - gone
            if above:
                a = a & ~above | (a & above) >> 1
                b = b & ~above | (b & above) >> 1
                c = c & ~above | (c & above) >> 1
                d = d & ~above | (d & above) >> 1
                every = every & ~above | (every & above) >> 1
    low, high = b | d, c | d
    first = every | (high & 0x001F_001F_001F_001F) << 10 | (leader & 1) << 15 | (leader >> 1) << 31
    second = low | (high & 0x03E0_03E0_03E0_03E0) << 5 | (mode & 1) << 15 | (mode >> 1) << 31
    s[KEY], s[KEY + 1] = first, second
    mixed = times(first ^ (second << 23 | second >> 41 & 0x7FFFFF), -0x61C8864680B583EB)
    mixed = times(mixed ^ (mixed >> 29 & 0x7FFFFFFFF), -0x40A7B892E31B1A47)
    return (mixed >> 40 & s[BUCKETS]) * BUCKET


@kernel("void(memory, memory, int64, int64, int64)")
def look_up(s: Memory, table: Memory, ply: int, leader: int, mode: int) -> None:
    """Better the bounds of the state by what is known of the position; its place is kept in the ply."""
    entry = locate(s, leader, mode)
    first, second = s[KEY], s[KEY + 1]
    place = ply + PLACE
    s[place], s[place + 1], s[place + 2] = entry, first, second
    for _ in range(2):
        if table[entry] == first and table[entry + 1] == second and table[entry + 3] == s[GENERATION]:
            bounds = table[entry + 2]
            s[LOW] = max(s[LOW], (bounds & (1 << BITS) - 1) - OFFSET)
            s[HIGH] = min(s[HIGH], (bounds >> BITS & (1 << BITS) - 1) - OFFSET)
            return
        entry += ENTRY


@kernel("void(memory, memory, int64, int64, int64, int64)")
def keep(s: Memory, table: Memory, ply: int, tricks: int, low: int, high: int) -> None:
    """Keep bounds of the position of a ply: in the first entry of its bucket, unless that has more tricks left."""
    place = ply + PLACE
    entry, first, second = s[place], s[place + 1], s[place + 2]
    is_known = table[entry] == first and table[entry + 1] == second
    if not is_known and table[entry + 3] == s[GENERATION] and table[entry + 2] >> 2 * BITS > tricks:
        entry += ENTRY
    table[entry], table[entry + 1] = first, second
    table[entry + 2] = low + OFFSET | (high + OFFSET) << BITS | tricks << 2 * BITS
    table[entry + 3] = s[GENERATION]
