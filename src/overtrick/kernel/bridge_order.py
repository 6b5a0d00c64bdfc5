"""The order in which the Bridge solver tries cards."""

from __future__ import annotations

from overtrick.kernel.bridge_memory import LANE, TRUMPS
from overtrick.kernel.native import Memory, highest, int64, kernel, lowest, popcount


@kernel("int64(memory, int64, int64, int64, int64)")
def add(m: Memory, frame: int, count: int, card: int, weight: int) -> int:
    """Put a card into a list by its weight, the heaviest first; the new length."""
    entry = weight * 64 + card
    place = frame + count
    while place > frame and m[place - 1] < entry:
        m[place] = m[place - 1]
        place -= 1
    m[place] = entry
    return count + 1


@kernel("int64(memory, int64, int64, int64)")
def lead_weight(m: Memory, leader: int, lane: int, alive: int) -> int:
    """How good it seems to lead a suit."""
    shift = 16 * lane
    partner, left, right = m[leader ^ 2], m[(leader + 1) & 3], m[(leader + 3) & 3]
    mine, yours = m[leader] >> shift & LANE, partner >> shift & LANE
    lefts, rights = left >> shift & LANE, right >> shift & LANE
    trumps = m[TRUMPS]
    if trumps:
        if lane == 3:
            return 0
        if (left & trumps and not lefts) or (right & trumps and not rights):
            return -1
    rest = alive >> shift & LANE
    ace = int64(1) << highest(rest)
    rest ^= ace
    king = int64(1) << highest(rest) if rest else int64(0)
    rest ^= king
    queen = int64(1) << highest(rest) if rest else int64(0)
    rest ^= queen
    jack = int64(1) << highest(rest) if rest else int64(0)
    ours = mine | yours
    if popcount(yours) >= 2 and popcount(lefts) >= 2:
        if yours & king and lefts & ace:
            return 5
        if yours & ace and lefts & king and (yours & queen or (ours & queen and ours & jack)):
            return 5
        if yours & king and lefts & queen and yours & jack:
            return 5
    gives_finesse = (mine & ace and rights & king) or (mine & king and rights & ace and not ours & queen)
    if trumps and gives_finesse and popcount(mine) >= 2 and popcount(rights) >= 2:
        return 1
    if lefts and rights and popcount(ours & (ace | king | queen)) >= 2:
        return 4
    ruffs = popcount(partner & trumps)
    if ruffs and not yours and lefts and rights and mine != ace and ruffs <= popcount(m[leader] & trumps):
        return 6
    if not (yours and lefts and rights):
        return 2
    return 3


@kernel("int64(memory, int64, int64, int64, int64, int64, int64, int64, int64, int64)")
def order(
    m: Memory, frame: int, turn: int, seat: int, lane: int, master: int, holder: int, alive: int, cards: int, runs: int
) -> int:
    """List one of each class of equal cards, with the most promising first; how many there are."""
    count, suit, suit_weight = int64(0), int64(-1), int64(0)
    if turn == 0:
        while cards:
            low = cards & -cards
            same = (((runs + low) ^ runs) & runs) & cards
            cards ^= same
            is_first = lowest(same) >> 4 != suit
            if is_first:
                suit = lowest(same) >> 4
                suit_weight = 16 * lead_weight(m, seat, suit, alive)
            is_last = cards == 0 or lowest(cards) >> 4 != suit
            if is_last:
                count = add(m, frame, count, highest(same), suit_weight + 1)
            elif is_first:
                count = add(m, frame, count, lowest(same), suit_weight)
            else:
                count = add(m, frame, count, lowest(same), suit_weight - 200)
        return count
    trumps = m[TRUMPS]
    partner_holds = holder == seat ^ 2
    after = m[(seat + 1) & 3] if turn < 3 else int64(0)
    led = int64(LANE) << 16 * lane
    after_led = after & led
    if cards & led:
        best = highest(cards)
        low_first, cheap = False, False
        if master >> 4 != lane or best < master:
            low_first = True
        else:
            after_best = highest(after_led) if after_led else int64(-1)
            if partner_holds:
                low_first = after_best < master or after_led >> master == (after_led >> best) << (best - master)
            if turn == 1:
                yours = m[seat ^ 2] & led
                your_best = highest(yours) if yours else int64(-1)
                if your_best > master and after_best < your_best:
                    low_first = True
            higher = cards >> (master + 1) << (master + 1)
            cheap = turn == 3 or after_best < lowest(higher)
        step = int64(0)
        while cards:
            low = cards & -cards
            same = (((runs + low) ^ runs) & runs) & cards
            cards ^= same
            card = highest(same)
            step += 1
            if low_first or card < master:
                count = add(m, frame, count, lowest(same), -step)
            else:
                count = add(m, frame, count, card, 100 - step if cheap else 100 + step)
        return count
    my_trumps = cards & trumps
    is_won = partner_holds and (turn == 3 or (after_led and highest(after_led) < master))
    ruff = my_trumps and lane != 3 and not is_won
    step = int64(0)
    while cards:
        low = cards & -cards
        same = (((runs + low) ^ runs) & runs) & cards
        card = lowest(same)
        is_first = card >> 4 != suit
        if is_first:
            suit = card >> 4
            suit_weight = popcount(cards & (int64(LANE) << 16 * suit))
        cards ^= same
        step += 1
        if same & trumps:
            weight = int64(-60) - step
            if ruff:
                if master >> 4 == 3:
                    if card > master and not partner_holds:
                        weight = 200 - step
                elif turn == 3 or after_led or not after & trumps:
                    if is_first:
                        weight = 200
                else:
                    weight = 200 - step
            count = add(m, frame, count, card, weight)
        elif is_first:
            count = add(m, frame, count, card, suit_weight)
        else:
            count = add(m, frame, count, card, -30 - step)
    return count
