"""Tricks that are sure without a search, each with the ranks that they depend on."""

from overtrick.engine.kernel.compiled.native import highest, int64, kernel, popcount
from overtrick.engine.kernel.tricks import LANE, TricksState


@kernel
def top_of(cards: int, count: int) -> int:
    """The lowest of the highest cards of a suit, of which there is a count, as a mask; none if it is 0."""
    if count <= 0:
        return 0
    for _ in range(popcount(cards) - count):
        cards &= cards - 1
    return cards & -cards


@kernel
def above(cards: int, others: int) -> int:
    """The cards of one lane (its 13 bits) that are higher than all others."""
    return cards >> (highest(others) + 1) << (highest(others) + 1) if others else cards


@kernel
def lower(cards: int, others: int) -> int:
    """The cards of a suit that are lower than the highest of the others."""
    return cards & ((int64(1) << highest(others)) - 1)


@kernel
def trump_tricks(s: TricksState, seat: int) -> int:
    """Tricks that a player and their partner are sure to win with trumps, whatever is led.

    Each of the best trumps wins a trick, unless two of them must fall together; and so does each trump of one hand for
    which the opponents have no trump left.
    """
    one, two = s.hands[seat] >> 48 & LANE, s.hands[seat ^ 2] >> 48 & LANE
    others = (s.hands[seat ^ 1] | s.hands[seat ^ 3]) >> 48 & LANE
    length = max(popcount(one), popcount(two))
    by_length = length - popcount(others)
    top = above(one | two, others)
    by_rank = min(popcount(top), length)
    if by_length >= by_rank:
        s.ranks = 0
        return max(by_length, 0)
    s.ranks = top_of(top, by_rank) << 48
    return by_rank


@kernel
def slow_trump_trick(s: TricksState, seat: int, may_be_thrown_in: bool) -> int:
    """One if a player and their partner, who do not have the best trump, are sure of a trick all the same, else none.

    A guarded king behind the ace is sure unless its player must lead from it; king and queen are.
    """
    one, two = s.hands[seat] >> 48 & LANE, s.hands[seat ^ 2] >> 48 & LANE
    left, right = s.hands[(seat + 1) & 3] >> 48 & LANE, s.hands[(seat + 3) & 3] >> 48 & LANE
    every = one | two | left | right
    if popcount(every) < 3:
        return 0
    ace = int64(1) << highest(every)
    king = int64(1) << highest(every ^ ace)
    queen = int64(1) << highest(every ^ ace ^ king)
    s.ranks = king << 48
    if two & king and two != king and left & ace:
        return 1
    if one & king and one != king and right & ace and not may_be_thrown_in:
        return 1
    s.ranks = queen << 48
    ours = one | two
    return int64(ours & king and ours & queen and max(popcount(one), popcount(two)) >= 2)


@kernel
def cashed_tricks(s: TricksState, leader: int, tricks: int) -> int:
    """Tricks that the side of the leader can take without losing the lead, and its sure trumps besides.

    The leader cashes the winners in hand, draws trumps first if the trumps in hand can do it, and then crosses once to
    the partner, who does the same.
    """
    mine, yours = s.hands[leader], s.hands[leader ^ 2]
    left, right = s.hands[(leader + 1) & 3], s.hands[(leader + 3) & 3]
    my_trumps, your_trumps, trump_count, drawn, ranks = int64(0), int64(0), int64(0), int64(0), int64(0)
    left_ruffs, right_ruffs, crossing = False, False, False
    suits = int64(4)
    if s.trumps:
        suits = 3
        one, two, three, four = mine >> 48 & LANE, yours >> 48 & LANE, left >> 48 & LANE, right >> 48 & LANE
        my_trumps, your_trumps = popcount(one), popcount(two)
        trump_count = trump_tricks(s, leader)
        ranks = s.ranks
        left_ruffs, right_ruffs = three != 0, four != 0
        if three | four:
            longest = max(popcount(three), popcount(four))
            if popcount(above(one, two | three | four)) >= longest:
                drawn = longest
                left_ruffs = right_ruffs = False
                trump_count = max(my_trumps, your_trumps)
                ranks = top_of(one, drawn) << 48
            elif two > (one | three | four) and lower(one, three | four):
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
    s.ranks = ranks
    return min(trump_count + my_count, tricks)


@kernel
def top_tricks(s: TricksState, leader: int, tricks: int) -> int:
    """Tricks that the leader can take at once, one after the other, with cards that are the best of their suits."""
    mine, yours = s.hands[leader], s.hands[leader ^ 2]
    left, right = s.hands[(leader + 1) & 3], s.hands[(leader + 3) & 3]
    ranks, drawn, plain, rounds_left, rounds_right = int64(0), int64(0), int64(0), False, False
    if s.trumps:
        tops = above(mine >> 48 & LANE, (yours | left | right) >> 48 & LANE)
        drawn = popcount(tops)
        ranks = top_of(tops, drawn) << 48
        rounds_left, rounds_right = popcount(left & s.trumps) > drawn, popcount(right & s.trumps) > drawn
    for suit in range(3 if s.trumps else 4):
        shift = 16 * suit
        tops = above(mine >> shift & LANE, (yours | left | right) >> shift & LANE)
        count = popcount(tops)
        if rounds_left:
            count = min(count, popcount(left >> shift & LANE))
        if rounds_right:
            count = min(count, popcount(right >> shift & LANE))
        plain += count
        ranks |= top_of(tops, count) << shift
    your_trumps = popcount(yours & s.trumps)
    if your_trumps:  # a partner who has nothing else left must ruff
        plain = min(plain, max(popcount(yours & ~s.trumps) - max(drawn - your_trumps, int64(0)), int64(0)))
    s.ranks = ranks
    return min(drawn + plain, tricks)


@kernel
def leaders_tricks(s: TricksState, leader: int, tricks: int) -> int:
    """Tricks that the side of the leader is sure to win."""
    count = cashed_tricks(s, leader, tricks)
    if count == 0 and s.trumps:
        return slow_trump_trick(s, leader, tricks < 3)
    return count


@kernel
def can_cross(s: TricksState, leader: int) -> int:
    """The winner of the partner to which the leader can lead a card that nobody ruffs, without losing a good trump."""
    mine, yours, left, right, trumps = (
        s.hands[leader],
        s.hands[leader ^ 2],
        s.hands[(leader + 1) & 3],
        s.hands[(leader + 3) & 3],
        s.trumps,
    )
    for lane in range(4):
        suit = int64(LANE) << 16 * lane
        others = (left | right) & suit
        if mine & suit and yours & suit > mine & suit and yours & suit > others:
            if suit == trumps:
                if others == 0 or lower(mine & suit, others):
                    return int64(1) << highest(yours & suit)
            elif (left & suit or not left & trumps) and (right & suit or not right & trumps):
                return int64(1) << highest(yours & suit)
    return int64(0)


@kernel
def opponents_tricks(s: TricksState, leader: int, tricks: int) -> int:
    """Tricks that the opponents of the leader are sure to win: with trumps, or because they win whatever is led."""
    mine, yours, trumps = s.hands[leader], s.hands[leader ^ 2], s.trumps
    left, right = (leader + 1) & 3, (leader + 3) & 3
    count, ranks = int64(0), int64(0)
    if trumps:
        count = trump_tricks(s, left)
        if count == 0:
            count = slow_trump_trick(s, left, False)
        ranks = s.ranks
        if mine & trumps:  # a lead of trumps may cost the opponents two good ones at once
            return count
    tops, by_left, by_right = int64(0), False, False
    for lane in range(4):
        suit = int64(LANE) << 16 * lane
        if mine & suit:
            ours, best_left, best_right = (mine | yours) & suit, s.hands[left] & suit, s.hands[right] & suit
            if max(best_left, best_right) < ours or (yours & trumps and not yours & suit):
                s.ranks = ranks
                return count
            if best_left > best_right:
                by_left = True
                tops |= int64(1) << highest(best_left)
            else:
                by_right = True
                tops |= int64(1) << highest(best_right)
    cashed = tricks
    if by_left:
        cashed = cashed_tricks(s, left, tricks)
        tops |= s.ranks
    if by_right:
        cashed = min(cashed, cashed_tricks(s, right, tricks))
        tops |= s.ranks
    if cashed > count:
        count, ranks = cashed, tops
    s.ranks = ranks
    return count
