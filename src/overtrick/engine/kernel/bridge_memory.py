"""The memory of the Bridge solver, one array of integers, and its table of positions.

Cards are bits as in `tables`, but their powers count only the cards that are still in play when a search begins. A
position between two tricks is remembered as a pattern: the length of every suit in every hand, and who has the highest
cards, as many of each suit as the result depends on. Everything lower can lie anywhere.
"""

from __future__ import annotations

from typing import Final

from overtrick.engine.kernel.native import Memory, int64, kernel, lowest, popcount, times

HANDS: Final = 0
"""`[seat]`: what the players hold, as masks; the first, so that the search finds them by the seat alone"""
TRUMPS: Final = 4
"""all trumps, as a mask; 0 where there are none"""
NODES: Final = 5
"""cards tried so far"""
LIMIT: Final = 6
"""how many may be"""
STOPPED: Final = 7
"""whether the limit was reached: no result counts then"""
RANKS: Final = 8
"""the cards on whose rank the last result depends: of each suit the lowest one in this mask and all above it"""
PATTERNS: Final = 9
"""how many patterns there are"""
USED: Final = 10
"""how many slots are used"""
TURN, FROM, LED, MASTER, HOLDER, TABLE, ALIVE, SHAPE = range(11, 19)
"""the position that is searched, as the arguments of the search"""
ALLOWED: Final = 19
"""the cards that may be played in it, -1 for all that are legal"""
ROOM: Final = 20
"""how many patterns there may be; when there are more, all are forgotten"""
FRAMES: Final = 32
"""`[ply][move]`: the cards to try"""
FRAME: Final = 16
OWNERS: Final = FRAMES + 52 * FRAME
"""`[lane][cards of it in play]`: who has them, two bits a card from the highest down, and above OWNER_BITS how many
of the highest tell the rest, because one player has all others"""
OWNER_BITS: Final = 26
REPLIES: Final = OWNERS + 4 * 8192
"""cards that were good before, by a hash of the situation; the upper bits are those of the hash"""
REPLY_BITS: Final = 15
SLOTS: Final = REPLIES + (1 << REPLY_BITS)
"""`[hash][2]`: the key of a shape with its leader, and which drawers it has; or the key of a drawer, and the number of
its first pattern"""
SLOT_BITS: Final = 18
LOG: Final = SLOTS + (2 << SLOT_BITS)
"""the slots that are used, so that few can be emptied soon"""
PATTERN: Final = LOG + (1 << SLOT_BITS)
"""`[number][6]`: owners and mask of two lanes, of the other two; bounds and numbers of cards; the next pattern"""
MOST_PATTERNS: Final = 1 << 18
SIZE: Final = PATTERN + 6 * MOST_PATTERNS

LANE: Final = 0x1FFF
TRICK: Final = 1 << 48
"""of a shape: a trick still to be played; below are the lengths of three suits of each hand, four bits each"""
LEADER: Final = 52
"""where the leader stands above a shape"""
DRAWER: Final = 54
"""where the number of a drawer stands above these: the patterns of a shape lie in drawers by the suits of which they
need ranks and by who has the best cards of these, so that few have to be compared"""


@kernel("int64(int64, int64)")
def length_of(seat: int, lane: int) -> int:
    """What a card adds to a shape: the fourth length follows from the number of tricks."""
    return int64(1) << (12 * seat + 4 * lane) if lane < 3 else int64(0)


@kernel("void(memory)")
def find_owners(m: Memory) -> None:
    """Make the table of owners for the hands in memory, whose powers have no gaps."""
    for lane in range(4):
        table, size = OWNERS + 8192 * lane, int64(0)
        for seat in range(4):
            size += popcount(m[seat] >> 16 * lane & LANE)
        m[table] = 0
        for cards in range(1, 1 << size):
            low, above = lowest(cards), cards & (cards - 1)
            owner = int64(0)
            while not m[owner] >> (16 * lane + low) & 1:
                owner += 1
            place = popcount(above)
            word = m[table + above]
            told = word >> OWNER_BITS
            if above and (word >> 2 * (place - 1) & 3) != owner:
                told = place
            m[table + cards] = word & ((int64(1) << OWNER_BITS) - 1) | owner << 2 * place | told << OWNER_BITS


@kernel("void(memory)")
def forget(m: Memory) -> None:
    """Empty the table of positions."""
    for number in range(m[USED]):
        m[m[LOG + number]] = 0
    m[USED] = 0
    m[PATTERNS] = 0


@kernel("int64(memory, int64)")
def slot_of(m: Memory, key: int) -> int:
    """Where a key stands, or the empty slot where it would."""
    at = (times(key, -0x61C8864680B583EB) >> (64 - SLOT_BITS)) & ((1 << SLOT_BITS) - 1)
    while True:
        slot = SLOTS + 2 * at
        if m[slot] == key or m[slot] == 0:
            return slot
        at = (at + 1) & ((1 << SLOT_BITS) - 1)


@kernel("int64(memory, int64)")
def made_slot(m: Memory, key: int) -> int:
    """Where a key stands, now at the latest."""
    slot = slot_of(m, key)
    if m[slot] == 0:
        m[slot] = key
        m[slot + 1] = 0
        m[LOG + m[USED]] = slot
        m[USED] += 1
    return slot


@kernel("int64(int64, int64, int64, int64)")
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


@kernel("int64(memory, int64, int64, int64)")
def remembered(m: Memory, key: int, alive: int, need: int) -> int:
    """A bound of the tricks of side 1 that decides whether they are as many as needed, from a pattern, or -1."""
    slot = slot_of(m, key)
    if m[slot] == 0:
        return -1
    drawers = m[slot + 1]
    owned = (int64(1) << OWNER_BITS) - 1
    first = m[OWNERS + (alive & LANE)] & owned | (m[OWNERS + 8192 + (alive >> 16 & LANE)] & owned) << 32
    second = m[OWNERS + 16384 + (alive >> 32 & LANE)] & owned | (m[OWNERS + 24576 + (alive >> 48 & LANE)] & owned) << 32
    while drawers:
        slot = slot_of(m, drawer_of(key, lowest(drawers), first, second))
        drawers &= drawers - 1
        if m[slot] == 0:
            continue
        node = m[slot + 1]
        while node:
            at = PATTERN + 6 * node
            if not ((first ^ m[at]) & m[at + 1] | (second ^ m[at + 2]) & m[at + 3]):
                about = m[at + 4]
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
                    m[RANKS] = ranks
                    return low if low >= need else high
            node = m[at + 5]
    return -1


@kernel("void(memory, int64, int64, int64, int64)")
def remember(m: Memory, key: int, alive: int, low: int, high: int) -> None:
    """Keep bounds of the tricks of side 1 in a position, which depend on the RANKS in memory."""
    if m[PATTERNS] + 1 >= m[ROOM] or m[USED] > 3 << (SLOT_BITS - 2):
        forget(m)
    about, ranks = low | high << 4, m[RANKS]
    words0, words1, masks0, masks1, suits = int64(0), int64(0), int64(0), int64(0), int64(0)
    for lane in range(4):
        relevant = ranks >> 16 * lane & LANE
        if relevant:
            cards = alive >> 16 * lane & LANE
            word = m[OWNERS + 8192 * lane + cards]
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
    m[made_slot(m, key) + 1] |= int64(1) << suits
    slot = made_slot(m, drawer_of(key, suits, words0, words1))
    node, new = m[slot + 1], int64(0)
    while node:
        at = PATTERN + 6 * node
        if not (masks0 & ~m[at + 1] | masks1 & ~m[at + 3] | (m[at] ^ words0) & masks0 | (m[at + 2] ^ words1) & masks1):
            known = m[at + 4]
            if m[at + 1] == masks0 and m[at + 3] == masks1:
                m[at + 4] = about & ~255 | max(known & 15, low) | min(known >> 4 & 15, high) << 4
                return
            if low >= known & 15 and high <= known >> 4 & 15:
                new = node
                break
        node = m[at + 5]
    if new:
        at = PATTERN + 6 * new
    else:
        m[PATTERNS] += 1
        at = PATTERN + 6 * m[PATTERNS]
        m[at + 5] = m[slot + 1]
        m[slot + 1] = m[PATTERNS]
    m[at] = words0
    m[at + 1] = masks0
    m[at + 2] = words1
    m[at + 3] = masks1
    m[at + 4] = about
