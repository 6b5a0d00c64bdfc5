"""The parts of the search: memory layout, canonical keys, the table of positions, sure points, the order of moves."""

from __future__ import annotations

from typing import Final

from overtrick.kernel.moves import legal_cards
from overtrick.kernel.native import Memory, highest, int64, kernel, lowest, popcount
from overtrick.kernel.tables import BEATEN_BY, POINTS, STRAIN, TRICK_POINTS

MOST_CARDS: Final = 10
"""the most cards that a suit can have"""
SUIT: Final = 0x3FFF
"""the bits of a lane; one is left free above the highest card"""
FENCES: Final = 0x4000_4000_4000_4000
"""a bit above each lane, so that cards of two lanes are never neighbours"""

# The state of a search is one array, whose parts begin at these numbers.
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
"""what is known of the value"""
NODES: Final = 20
"""how many leads were searched"""
LIMIT: Final = 21
"""how many may be"""
BONUS: Final = 22
"""points for all tricks"""
BUCKETS: Final = 23
"""a mask of the numbers of buckets in the table of positions"""
KEY: Final = 24
"""the key of a position, as `locate` leaves it"""
SQUEEZED: Final = 26
"""`[power]`: the cards that may move down to a power where it is gone: those above it of the same points"""
REFUTED: Final = SQUEEZED + 16
"""`[tricks left][seat][bit number of the master, or 63 for a lead]`: the card that last decided such a turn"""
PLIES: Final = REFUTED + 11 * 4 * 64
"""`[tricks left][turn]`: the moves of a turn, and what came of them"""
PLY: Final = 32
MOVES: Final = 16
"""room for the moves of a turn, and for their results after them"""
STATE_SIZE: Final = PLIES + 11 * 4 * PLY

# An entry of the table.
ENTRY: Final = 4
OFFSET: Final = 1 << 16
"""added to bounds, so that they are not negative"""

ABORTED: Final = -(1 << 40)
LEAD: Final = 63


@kernel("int64(memory, int64)")
def points_of(t: Memory, cards: int) -> int:
    """The points of some cards."""
    total = int64(0)
    while cards:
        total += t[POINTS + lowest(cards)]
        cards &= cards - 1
    return total


@kernel("int64(memory, int64)")
def trumps_of(t: Memory, cards: int) -> int:
    """Those of some cards that are trumps in every trick."""
    return cards & (int64(SUIT) << 48) if t[STRAIN] == 1 else int64(0)


@kernel("int64(memory, int64, int64)")
def locate(s: Memory, leader: int, mode: int) -> int:
    """Where the bucket of a position is in the table; its key is left in the state.

    Cards of equal points in a row matter by their order alone, so that they move down where cards below them are gone.
    The key has a bit for each card in play and two for its owner, in planes whose lanes leave room for one another.
    """
    a, b, c, d = s[HANDS], s[HANDS + 1], s[HANDS + 2], s[HANDS + 3]
    every = a | b | c | d
    for power in range(MOST_CARDS - 2, -1, -1):
        above = s[SQUEEZED + power] & every
        if above:
            gone = ~(every >> power) & 0x0001_0001_0001_0001
            above &= (gone << 15) - gone
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
    mixed = (first ^ (second << 23 | second >> 41 & 0x7FFFFF)) * -0x61C8864680B583EB
    mixed = (mixed ^ (mixed >> 29 & 0x7FFFFFFFF)) * -0x40A7B892E31B1A47
    return (mixed >> 40 & s[BUCKETS]) * 2 * ENTRY


@kernel("void(memory, memory, int64, int64)")
def found(s: Memory, table: Memory, leader: int, mode: int) -> None:
    """Better the bounds of the state by what the table knows of the position."""
    entry = locate(s, leader, mode)
    for _ in range(2):
        if table[entry] == s[KEY] and table[entry + 1] == s[KEY + 1]:
            bounds = table[entry + 2]
            s[LOW] = max(s[LOW], (bounds & 0xFFFFF) - OFFSET)
            s[HIGH] = min(s[HIGH], (bounds >> 20 & 0xFFFFF) - OFFSET)
            return
        entry += ENTRY


@kernel("void(memory, memory, int64, int64, int64, int64, int64)")
def store(s: Memory, table: Memory, leader: int, mode: int, tricks: int, low: int, high: int) -> None:
    """Keep the bounds of a position: in the first entry of its bucket, unless that one has more tricks left."""
    entry = locate(s, leader, mode)
    is_known = table[entry] == s[KEY] and table[entry + 1] == s[KEY + 1]
    if not is_known and table[entry + 2] >> 40 > tricks:
        entry += ENTRY
    table[entry], table[entry + 1] = s[KEY], s[KEY + 1]
    table[entry + 2] = low + OFFSET | (high + OFFSET) << 20 | tricks << 40


@kernel("int64(memory, memory, int64, int64, boolean, int64)")
def skipped(t: Memory, s: Memory, at: int, number: int, maximises: bool, need: int) -> int:
    """A bound of a move by the results of its neighbours, if that is enough to leave it out; else ABORTED.

    Neighbours differ by the difference of their points at most: the rest of the play can be the same.
    """
    move = s[at + number]
    for earlier in range(number):
        other = s[at + earlier]
        if (other ^ move) & 0xFF00 == 0:
            gap = t[POINTS + (move & 255)] - t[POINTS + (other & 255)]
            gap = max(gap, -gap)
            bound = s[at + MOVES + earlier] + (gap if maximises else -gap)
            if (bound < need) == maximises:
                return bound
    return int64(ABORTED)


@kernel("int64(memory, memory, int64)")
def sure_trumps(t: Memory, s: Memory, side: int) -> int:
    """The points that the highest trumps bring to a side, whoever leads and whatever is played.

    Every trump above all trumps of the other side wins its trick, or one that is higher and of the same side does.
    """
    others = trumps_of(t, s[HANDS + 1 - side] | s[HANDS + 3 - side])
    mine, partners = s[HANDS + side], s[HANDS + 2 + side]
    above = ~((int64(2) << highest(others)) - 1) if others else int64(-1)
    mine, partners = trumps_of(t, mine & above), trumps_of(t, partners & above)
    if not mine | partners:
        return int64(0)
    return points_of(t, mine | partners) + t[TRICK_POINTS] * max(popcount(mine), popcount(partners))


@kernel("int64(memory, memory, int64, int64, int64)")
def cashable(t: Memory, s: Memory, leader: int, tricks: int, total: int) -> int:
    """The points that the leader's side gets if he leads his winners: trumps if he can draw them all, and plain suits.

    In every game a suit that is led must be followed, and nobody has to trump a trick that his partner holds.
    """
    hand, partner = s[HANDS + leader], s[HANDS + (leader ^ 2)]
    left, right = s[HANDS + ((leader + 1) & 3)], s[HANDS + ((leader + 3) & 3)]
    trumps = int64(SUIT) << 48 if t[STRAIN] == 1 else int64(0)
    ours, partners = hand & trumps, partner & trumps
    lefts, rights = left & trumps, right & trumps
    rounds, points = int64(0), int64(0)
    if ours:
        rest = partners | lefts | rights
        tops = ours & ~((int64(2) << highest(rest)) - 1) if rest else ours
        longest = max(popcount(lefts), popcount(rights))
        if popcount(tops) >= longest:  # all trumps can be drawn
            if popcount(tops) >= popcount(partners):
                tops = ours
            rounds = popcount(tops)
            points = points_of(t, tops | lefts | rights)
            lefts = rights = int64(0)
    drawn = rounds
    limit = tricks - rounds
    if partners:  # a partner who has nothing but trumps would take over
        limit = min(limit, tricks - popcount(partners))
    winners = int64(0)
    for lane in range(4):
        suit = int64(SUIT) << 16 * lane & ~trumps
        mine = hand & suit
        if not mine:
            continue
        rest = (partner | left | right) & suit
        tops = mine
        if rest:
            tops = mine & ~((int64(2) << highest(rest)) - 1)
            if not tops:
                continue
            longest = max(popcount(partner & suit), max(popcount(left & suit), popcount(right & suit)))
            if popcount(tops) >= longest:
                tops = mine
        most = limit
        if lefts:
            most = min(most, popcount(left & suit))
        if rights:
            most = min(most, popcount(right & suit))
        while popcount(tops) > most:
            tops &= tops - 1
        limit -= popcount(tops)
        rounds += popcount(tops)
        winners |= tops
    if rounds >= tricks:
        return total
    points += points_of(t, winners) + rounds * t[TRICK_POINTS]
    if not drawn:
        points += sure_trumps(t, s, leader & 1) if not t[TRICK_POINTS] or not rounds else int64(0)
    return points


@kernel("int64(memory, memory, int64, int64, int64)")
def last_trick(t: Memory, s: Memory, leader: int, total: int, mode: int) -> int:
    """What side 0 gets of the last trick, which plays itself."""
    seat, master, holder = s[NEXT + leader], s[HANDS + leader], leader
    while seat != leader:
        if t[BEATEN_BY + lowest(master)] & s[HANDS + seat]:
            master, holder = s[HANDS + seat], seat
        seat = s[NEXT + seat]
    if holder & 1:
        return -s[BONUS] if mode == 2 else int64(0)
    return total + s[BONUS] if mode == 1 else total


@kernel("int64(memory, int64, int64, int64)")
def strongest(t: Memory, hand: int, lane: int, trumps: int) -> int:
    """The bit number of the card with which a hand is likeliest to win a trick; -1 if it has none."""
    cards = hand & int64(SUIT) << 16 * lane
    if not cards:
        cards = hand & trumps
    return highest(cards) if cards else int64(-1)


@kernel("int64(memory, memory, int64, int64, int64, int64, int64, int64, int64)")
def moves_of(
    t: Memory, s: Memory, at: int, seat: int, turn: int, lane: int, master: int, holder: int, refutation: int
) -> int:
    """Write the moves of a turn down, the best first, but one of those that are equal; their number.

    A move is `score << 16 | run << 8 | bit number`; the cards of a run are neighbours.
    """
    hand = s[HANDS + seat]
    trumps = int64(SUIT) << 48 if t[STRAIN] == 1 else int64(0)
    others = (s[HANDS] | s[HANDS + 1] | s[HANDS + 2] | s[HANDS + 3]) & ~hand | int64(FENCES)
    if turn:
        cards = legal_cards(t, hand, lane, master, int64((holder ^ seat) == 2))
        others |= int64(1) << master
    else:
        cards = hand
    left = s[PLAYERS] - turn - 1
    count, run, last = int64(0), int64(0), int64(-1)
    lanes_done = int64(-1)
    their, ours, behind_theirs, behind_ours = int64(-1), int64(-1), int64(0), int64(0)
    if turn:
        player = seat
        for _ in range(left):
            player = s[NEXT + player]
            card = strongest(t, s[HANDS + player], lane, trumps)
            if (player ^ seat) & 1:
                their = max(their, card)
                behind_theirs |= s[HANDS + player]
            else:
                ours = max(ours, card)
                behind_ours |= s[HANDS + player]
    while cards:
        bit = lowest(cards)
        cards &= cards - 1
        value = t[POINTS + bit]
        is_next = last >= 0 and not others & ((int64(1) << bit) - (int64(1) << last))
        if is_next and t[POINTS + last] == value:
            continue
        if not is_next:
            run += 1
        if turn == 0:
            if bit >> 4 != lanes_done:
                lanes_done = bit >> 4
                player, their, ours, behind_theirs, behind_ours = seat, int64(-1), int64(-1), int64(0), int64(0)
                for _ in range(left):
                    player = s[NEXT + player]
                    card = strongest(t, s[HANDS + player], lanes_done, trumps)
                    if (player ^ seat) & 1:
                        their = max(their, card)
                        behind_theirs |= s[HANDS + player]
                    else:
                        ours = max(ours, card)
                        behind_ours |= s[HANDS + player]
            new_master, is_ours = bit, True
        elif t[BEATEN_BY + master] >> bit & 1:
            new_master, is_ours = bit, True
        else:
            new_master, is_ours = master, not (holder ^ seat) & 1
        beaten_by = t[BEATEN_BY + new_master]
        sure = not beaten_by & (behind_theirs if is_ours else behind_ours)
        mine = max(new_master, ours) if is_ours else ours
        yours = their if is_ours else max(new_master, their)
        wins = mine > yours
        if is_next and sure:
            # The trick is decided: of neighbours the one with more points goes to our own side, with less to theirs.
            if (value > t[POINTS + last]) == is_ours:
                # replaces the previous one
                place = int64(0)
                while s[at + place] & 255 != last:
                    place += 1
                count -= 1
                while place < count:
                    s[at + place] = s[at + place + 1]
                    place += 1
            else:
                continue
        last = bit
        if wins:
            score = 100 + 2 * value
            if new_master == bit:
                score += 10
        else:
            score = 50 - 2 * value
        if bit == refutation:
            score += 1000
        move = score << 16 | run << 8 | bit
        place = count
        while place > 0 and s[at + place - 1] < move:
            s[at + place] = s[at + place - 1]
            place -= 1
        s[at + place] = move
        count += 1
    return count
