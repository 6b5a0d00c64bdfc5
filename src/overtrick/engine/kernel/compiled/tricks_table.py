"""What a search for tricks remembers.

A position between two tricks is remembered as a pattern: the length of every suit in every hand, and who has the
highest cards, as many of each suit as the result depends on. Everything lower can lie anywhere.
"""

from typing import Final

from overtrick.engine.kernel.compiled.native import int64, kernel, lowest, popcount, times
from overtrick.engine.kernel.tricks import LANE, OWNERS, PATTERN, SLOT_BITS, TricksState

OWNER_BITS: Final = 26
"""of the owners of a lane"""
TRICK: Final = 1 << 48
"""of a shape: a trick still to be played; below are the lengths of three suits of each hand, four bits each"""
LEADER: Final = 52
"""where the leader stands above a shape"""
DRAWER: Final = 54
"""where the number of a drawer stands above these: the patterns of a shape lie in drawers by the suits of which they
need ranks and by who has the best cards of these, so that few have to be compared"""


@kernel
def length_of(seat: int, lane: int) -> int:
    """What a card adds to a shape: the fourth length follows from the number of tricks."""
    return int64(1) << (12 * seat + 4 * lane) if lane < 3 else int64(0)


@kernel
def find_owners(s: TricksState) -> None:
    """Make the table of owners for the hands in memory, whose powers have no gaps."""
    for lane in range(4):
        table, size = OWNERS * lane, int64(0)
        for seat in range(4):
            size += popcount(s.hands[seat] >> 16 * lane & LANE)
        s.owners[table] = 0
        for cards in range(1, 1 << size):
            low, above = lowest(cards), cards & (cards - 1)
            owner = int64(0)
            while not s.hands[owner] >> (16 * lane + low) & 1:
                owner += 1
            index = popcount(above)
            word = s.owners[table + above]
            told = word >> OWNER_BITS
            if above and (word >> 2 * (index - 1) & 3) != owner:
                told = index
            s.owners[table + cards] = word & ((int64(1) << OWNER_BITS) - 1) | owner << 2 * index | told << OWNER_BITS


@kernel
def owners_of(s: TricksState, cards: int, lane: int) -> int:
    """Who has the cards of a lane, two bits a card from the highest down."""
    return s.owners[OWNERS * lane + (cards >> 16 * lane & LANE)] & (1 << OWNER_BITS) - 1


@kernel
def forget(s: TricksState) -> None:
    """Empty the table of positions."""
    for number in range(s.used):
        s.slots[s.log[number]] = 0
    s.used = 0
    s.known = 0


@kernel
def slot_of(s: TricksState, key: int) -> int:
    """Where a key stands, or the empty slot where it would."""
    at = (times(key, -0x61C8864680B583EB) >> (64 - SLOT_BITS)) & ((1 << SLOT_BITS) - 1)
    while True:
        if s.slots[2 * at] == key or s.slots[2 * at] == 0:
            return 2 * at
        at = (at + 1) & ((1 << SLOT_BITS) - 1)


@kernel
def made_slot(s: TricksState, key: int) -> int:
    """Where a key stands, now at the latest."""
    slot = slot_of(s, key)
    if s.slots[slot] == 0:
        s.slots[slot] = key
        s.slots[slot + 1] = 0
        s.log[s.used] = slot
        s.used += 1
    return slot


@kernel
def drawer_of(key: int, suits: int, first: int, second: int) -> int:
    """The key of the drawer for a set of suits (four bits); some share one, for patterns are compared as a whole."""
    tops = int64(0)
    if suits & 1:
        tops = first & 3
    if suits & 2:
        tops |= (first >> 32 & 3) << 2
    if suits & 4:
        tops |= (second & 3) << 4
    if suits & 8:
        tops |= (second >> 32 & 3) << 6
    return key | ((suits * 67 + tops) % 1023 + 1) << DRAWER


@kernel
def remembered(s: TricksState, key: int, alive: int, need: int) -> int:
    """A bound of the tricks of side 1 that decides whether they are as many as needed, from a pattern, or -1."""
    slot = slot_of(s, key)
    if s.slots[slot] == 0:
        return -1
    drawers, p = s.slots[slot + 1], s.patterns
    first = owners_of(s, alive, 0) | owners_of(s, alive, 1) << 32
    second = owners_of(s, alive, 2) | owners_of(s, alive, 3) << 32
    while drawers:
        slot = slot_of(s, drawer_of(key, lowest(drawers), first, second))
        drawers &= drawers - 1
        if s.slots[slot] == 0:
            continue
        node = s.slots[slot + 1]
        while node:
            at = PATTERN * node
            if not ((first ^ p[at]) & p[at + 1] | (second ^ p[at + 2]) & p[at + 3]):
                about = p[at + 4]
                low, high = about & 15, about >> 4 & 15
                if low >= need or high < need:
                    ranks = int64(0)
                    for lane in range(4):
                        count = about >> (8 + 4 * lane) & 15
                        if count:
                            cards = alive >> 16 * lane & LANE
                            for _ in range(popcount(cards) - count):
                                cards &= cards - 1
                            ranks |= (cards & -cards) << 16 * lane
                    s.ranks = ranks
                    return low if low >= need else high
            node = p[at + 5]
    return -1


@kernel
def remember(s: TricksState, key: int, alive: int, low: int, high: int) -> None:
    """Keep bounds of the tricks of side 1 in a position, which depend on the ranks in the state."""
    if s.known + 1 >= s.room or s.used > 3 << (SLOT_BITS - 2):
        forget(s)
    about, ranks, p = low | high << 4, s.ranks, s.patterns
    words0, words1, masks0, masks1, suits = int64(0), int64(0), int64(0), int64(0), int64(0)
    for lane in range(4):
        relevant = ranks >> 16 * lane & LANE
        if relevant:
            cards = alive >> 16 * lane & LANE
            word = s.owners[OWNERS * lane + cards]
            count = min(popcount(cards >> lowest(relevant)), word >> OWNER_BITS)
            if count == 0:
                continue
            suits |= int64(1) << lane
            mask = (int64(1) << 2 * count) - 1
            about |= count << (8 + 4 * lane)
            if lane < 2:
                masks0 |= mask << 32 * lane
                words0 |= (word & mask) << 32 * lane
            else:
                masks1 |= mask << 32 * (lane - 2)
                words1 |= (word & mask) << 32 * (lane - 2)
    s.slots[made_slot(s, key) + 1] |= int64(1) << suits
    slot = made_slot(s, drawer_of(key, suits, words0, words1))
    node, new = s.slots[slot + 1], int64(0)
    while node:
        at = PATTERN * node
        if not (masks0 & ~p[at + 1] | masks1 & ~p[at + 3] | (p[at] ^ words0) & masks0 | (p[at + 2] ^ words1) & masks1):
            known = p[at + 4]
            if p[at + 1] == masks0 and p[at + 3] == masks1:
                p[at + 4] = about & ~255 | max(known & 15, low) | min(known >> 4 & 15, high) << 4
                return
            if low >= known & 15 and high <= known >> 4 & 15:
                new = node
                break
        node = p[at + 5]
    if new:
        at = PATTERN * new
    else:
        s.known += 1
        at = PATTERN * s.known
        p[at + 5] = s.slots[slot + 1]
        s.slots[slot + 1] = s.known
    p[at], p[at + 1], p[at + 2], p[at + 3], p[at + 4] = words0, masks0, words1, masks1, about
