"""What a side surely wins, found without a search.

The bounds hold under every ladder of duties in which a suit that is led must be followed, so that only a player who has
none of it can trump, and in which nobody who has another card must trump a trick that his partner holds.
"""

from __future__ import annotations

from overtrick.engine.kernel.native import Memory, highest, int64, kernel, lowest, popcount
from overtrick.engine.kernel.search_table import BONUS, ENTRIES, HANDS, HIGH, LOW, NEXT, SUIT
from overtrick.engine.kernel.tables import BEATEN_BY, POINTS, STRAIN, TRICK_POINTS


@kernel("int64(memory, int64)")
def points_of(t: Memory, cards: int) -> int:
    """The points of some cards."""
    total = int64(0)
    while cards:
        total += t[POINTS + lowest(cards)]
        cards &= cards - 1
    return total


@kernel("int64(memory)")
def trump_cards(t: Memory) -> int:
    """The cards that are trumps in every trick; none where all suits are trumps or none is."""
    return int64(SUIT) << 48 if t[STRAIN] == 1 else int64(0)


@kernel("int64(int64, int64)")
def above_all(cards: int, others: int) -> int:
    """Those cards of a suit that are higher than all others."""
    return cards & ~((int64(2) << highest(others)) - 1) if others else cards


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


@kernel("int64(memory, memory, int64)")
def sure_trumps(t: Memory, s: Memory, side: int) -> int:
    """What the highest trumps bring to a side, whoever leads and whatever is played.

    A trump above all trumps of the other side wins its trick, unless one that is higher and of the same side does.
    """
    trumps = trump_cards(t)
    others = (s[HANDS + 1 - side] | s[HANDS + 3 - side]) & trumps
    mine, partners = above_all(s[HANDS + side] & trumps, others), above_all(s[HANDS + 2 + side] & trumps, others)
    if not mine | partners:
        return int64(0)
    return points_of(t, mine | partners) + t[TRICK_POINTS] * max(popcount(mine), popcount(partners))


@kernel("int64(memory, memory, int64, int64, int64, int64)")
def cashable(t: Memory, s: Memory, leader: int, tricks: int, total: int, sure: int) -> int:
    """What a side gets if a player of it is on lead and leads his winners; `sure` is what its trumps bring anyway.

    He draws all trumps if he can, and goes on with plain suits as long as nobody can trump; his partner gives the best
    cards that he has. Left in the state are the lanes in which he may also take the first trick when another leads.
    """
    hand, partner = s[HANDS + leader], s[HANDS + (leader ^ 2)]
    left, right = s[HANDS + ((leader + 1) & 3)], s[HANDS + ((leader + 3) & 3)]
    trumps = trump_cards(t)
    ours, partners, lefts, rights = hand & trumps, partner & trumps, left & trumps, right & trumps
    rounds, points, is_drawn = int64(0), int64(0), False
    s[ENTRIES] = 0
    if ours:
        tops = above_all(ours, partners | lefts | rights)
        s[ENTRIES] = int64(tops != 0) << 3
        is_drawn = popcount(tops) >= max(popcount(lefts), popcount(rights))
        if is_drawn:
            rounds = popcount(ours if popcount(tops) >= popcount(partners) else tops)
            points = points_of(t, ours | partners | lefts | rights)
    # A partner who has nothing but trumps left would take the lead over.
    limit = tricks - max(rounds, popcount(partners))
    winners, spare, discards = int64(0), partner & ~trumps, max(rounds - popcount(partners), 0)
    for lane in range(4):
        suit = int64(SUIT) << 16 * lane & ~trumps
        tops = above_all(hand & suit, (partner | left | right) & suit)
        if not tops:
            continue
        of_left, of_right = popcount(left & suit), popcount(right & suit)
        if popcount(tops) >= max(of_left, of_right, popcount(partner & suit)):
            tops = hand & suit  # when the others have none left, all cards are winners
        count = min(popcount(tops), limit)
        if lefts and not is_drawn:
            count = min(count, of_left)
        if rights and not is_drawn:
            count = min(count, of_right)
        if count <= 0:
            continue
        for _ in range(popcount(tops) - count):
            tops &= tops - 1
        limit -= count
        rounds += count
        winners |= tops | (left & suit if of_left <= count else 0) | (right & suit if of_right <= count else 0)
        for _ in range(count):
            if spare & suit:
                bit = highest(spare & suit)
                points += t[POINTS + bit]
                spare ^= int64(1) << bit
            else:
                discards += 1
        if (of_left or not lefts) and (of_right or not rights):
            s[ENTRIES] |= int64(1) << lane
    if rounds >= tricks:
        return total
    while discards > 0 and spare:
        best = int64(0)
        for lane in range(4):
            cards = spare & int64(SUIT) << 16 * lane
            if cards:
                bit = highest(cards)
                best = max(best, t[POINTS + bit] << 8 | bit)
        points += best >> 8
        spare ^= int64(1) << (best & 255)
        discards -= 1
    points += points_of(t, winners) + rounds * t[TRICK_POINTS]
    return max(points, sure) if is_drawn or t[TRICK_POINTS] else points + sure


@kernel("int64(memory, memory, int64, int64, int64, int64)")
def crossable(t: Memory, s: Memory, leader: int, tricks: int, total: int, sure: int) -> int:
    """What the leader's side gets if he leads a suit in which his partner has an entry, who then leads his winners."""
    if not s[HANDS + (leader ^ 2)]:
        return sure
    points, hand = cashable(t, s, leader ^ 2, tricks, total, sure), s[HANDS + leader]
    for lane in range(4):
        if s[ENTRIES] >> lane & 1 and hand & int64(SUIT) << 16 * lane:
            return points
    return sure


@kernel("void(memory, int64, int64, int64, int64, int64)")
def claim(s: Memory, side: int, mode: int, total: int, ours: int, theirs: int) -> None:
    """Better the bounds of the state by what a side and the other one surely win of all points that are left."""
    low, high = (theirs, total - ours) if side else (ours, total - theirs)
    if mode == 1:
        low, high = low + min(s[BONUS], 0), high + max(s[BONUS], 0)
    elif mode == 2:
        low, high = low - max(s[BONUS], 0), high - min(s[BONUS], 0)
    s[LOW], s[HIGH] = max(s[LOW], low), min(s[HIGH], high)
