"""Tricks that are sure without a search, each with the ranks that they depend on."""

from __future__ import annotations

from overtrick.kernel.bridge_memory import LANE, RANKS, TRUMPS
from overtrick.kernel.native import Memory, highest, int64, kernel, popcount


@kernel("int64(int64, int64)")
def top_of(cards: int, count: int) -> int:
    """The lowest of so many highest cards of a suit, as a mask; none if the count is 0."""
    if count <= 0:
        return 0
    for _ in range(popcount(cards) - count):
        cards &= cards - 1
    return cards & -cards


@kernel("int64(int64, int64)")
def above(cards: int, others: int) -> int:
    """The cards of one lane (its 13 bits) that are higher than all others."""
    return cards >> (highest(others) + 1) << (highest(others) + 1) if others else cards


@kernel("int64(memory, int64, int64, int64, int64)")
def trump_tricks(m: Memory, one: int, two: int, left: int, right: int) -> int:
    """Tricks that partners are sure to win with their trumps, whatever is led: each argument is a lane of 13 bits."""
    length = max(popcount(one), popcount(two))
    others = left | right
    by_length = length - popcount(others)
    top = above(one | two, others)
    by_rank = min(popcount(top), length)
    if by_length >= by_rank:
        m[RANKS] = 0
        return max(by_length, 0)
    m[RANKS] = top_of(top, by_rank) << 48
    return by_rank


@kernel("int64(memory, int64, int64)")
def cashed_tricks(m: Memory, leader: int, tricks: int) -> int:
    """Tricks that the side of the leader can take without losing the lead, and its sure trumps besides.

    The leader cashes his own winners, draws trumps first if his own can do it, and then crosses once to his partner,
    who cashes his.
    """
    mine, yours = m[leader], m[leader ^ 2]
    left, right = m[(leader + 1) & 3], m[(leader + 3) & 3]
    my_trumps, your_trumps, trump_count, drawn, ranks = int64(0), int64(0), int64(0), int64(0), int64(0)
    left_ruffs, right_ruffs, crossing = False, False, False
    suits = int64(4)
    if m[TRUMPS]:
        suits = 3
        one, two, three, four = mine >> 48 & LANE, yours >> 48 & LANE, left >> 48 & LANE, right >> 48 & LANE
        my_trumps, your_trumps = popcount(one), popcount(two)
        trump_count = trump_tricks(m, one, two, three, four)
        ranks = m[RANKS]
        left_ruffs, right_ruffs = three != 0, four != 0
        if three | four:
            longest = max(popcount(three), popcount(four))
            if popcount(above(one, two | three | four)) >= longest:
                drawn = longest
                left_ruffs = right_ruffs = False
                trump_count = max(my_trumps, your_trumps)
                ranks = top_of(one, drawn) << 48
            elif one and two > (one | three | four):
                crossing = True
                ranks |= int64(1) << (48 + highest(two))
    my_count, your_count, your_ranks = int64(0), int64(0), int64(0)
    for suit in range(suits):
        shift = 16 * suit
        one, two, three, four = mine >> shift & LANE, yours >> shift & LANE, left >> shift & LANE, right >> shift & LANE
        ones, twos, threes, fours = popcount(one), popcount(two), popcount(three), popcount(four)
        rounds = int64(13)
        if left_ruffs:
            rounds = threes
        if right_ruffs:
            rounds = min(rounds, fours)
        if rounds == 0:
            continue
        opponents = max(threes, fours)
        tops = above(one, two | three | four)
        first = min(popcount(tops), rounds)
        if first:
            needed = max(opponents, twos)
            if popcount(tops) >= needed:
                count = min(ones, rounds)
                my_count += count
                ranks |= top_of(one, min(needed, count)) << shift
                continue
            my_count += first
            ranks |= top_of(one, first) << shift
            if first < popcount(tops):
                continue
        next_tops = popcount(above(two, (one ^ tops) | three | four))
        then = min(min(next_tops, twos - first), rounds - first)
        if then > 0:
            needed = max(opponents - first, ones - first)
            rank_count = then
            if next_tops >= needed:
                then = min(twos - first, rounds - first)
                rank_count = min(needed, then)
            your_count += then
            your_ranks |= top_of(two, rank_count) << shift
            if ones > first:
                crossing = True
    my_others, your_others = tricks - my_trumps, tricks - your_trumps
    if your_trumps > drawn:
        my_count = min(my_count, your_others)
    if crossing and your_count:
        your_count = min(your_count, your_others - my_count - max(0, drawn - your_trumps))
        your_count = min(your_count, my_others - my_count)
        if your_count > 0:
            my_count += your_count
            ranks |= your_ranks
    m[RANKS] = ranks
    return min(trump_count + my_count, tricks)


@kernel("int64(memory, int64)")
def own_winners(m: Memory, seat: int) -> int:
    """Tricks that a player can cash by himself without trumps, once he leads."""
    hand, count, ranks = m[seat], int64(0), int64(0)
    others = m[seat ^ 1] | m[seat ^ 2] | m[seat ^ 3]
    for lane in range(4):
        shift = 16 * lane
        cards, rest = hand >> shift & LANE, others >> shift & LANE
        tops = popcount(above(cards, rest))
        if tops:
            needed = int64(0)
            for other in range(1, 4):
                needed = max(needed, popcount(m[seat ^ other] >> shift & LANE))
            count += popcount(cards) if tops >= needed else tops
            ranks |= top_of(cards, min(tops, needed)) << shift
    m[RANKS] = ranks
    return count


@kernel("int64(memory, int64)")
def opponents_tricks(m: Memory, leader: int) -> int:
    """Tricks that the opponents of the leader are sure to win."""
    mine, yours = m[leader], m[leader ^ 2]
    left, right = (leader + 1) & 3, (leader + 3) & 3
    if m[TRUMPS]:
        return trump_tricks(m, m[left] >> 48 & LANE, m[right] >> 48 & LANE, mine >> 48 & LANE, yours >> 48 & LANE)
    ranks, by_left, by_right = int64(0), False, False
    for lane in range(4):
        shift = 16 * lane
        if mine >> shift & LANE:
            ours, best_left = (mine | yours) >> shift & LANE, m[left] >> shift & LANE
            best_right = m[right] >> shift & LANE
            if max(best_left, best_right) < ours:
                return 0
            if best_left > best_right:
                by_left = True
                ranks |= int64(1) << (shift + highest(best_left))
            else:
                by_right = True
                ranks |= int64(1) << (shift + highest(best_right))
    count = int64(13)
    if by_left:
        count = own_winners(m, left)
        ranks |= m[RANKS]
    if by_right:
        count = min(count, own_winners(m, right))
        ranks |= m[RANKS]
    m[RANKS] = ranks
    return count
