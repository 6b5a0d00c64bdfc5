"""The order in which a search for tricks tries cards."""

from overtrick.engine.kernel.compiled.native import highest, int64, kernel, lowest, popcount
from overtrick.engine.kernel.tables import Laid
from overtrick.engine.kernel.tricks import LANE, TricksState


@kernel
def upwards(card: int, runs: int) -> int:
    """The ones from a card upwards."""
    return runs & ~(runs + card) & -card


@kernel
def add(s: TricksState, frame: int, count: int, card: int, weight: int) -> int:
    """Put a card into a list by its weight, the heaviest first; the new length."""
    entry = weight * 64 + card
    slot = frame + count
    while slot > frame and s.frames[slot - 1] < entry:
        s.frames[slot] = s.frames[slot - 1]
        slot -= 1
    s.frames[slot] = entry
    return count + 1


@kernel
def lead_weight(s: TricksState, leader: int, lane: int, alive: int) -> int:
    """How good it seems to lead a suit."""
    shift = 16 * lane
    partner, left, right = s.hands[leader ^ 2], s.hands[(leader + 1) & 3], s.hands[(leader + 3) & 3]
    mine, yours = s.hands[leader] >> shift & LANE, partner >> shift & LANE
    lefts, rights = left >> shift & LANE, right >> shift & LANE
    trumps = s.trumps
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
    if gives_finesse and popcount(mine) >= 2 and popcount(rights) >= 2:
        return 1
    if lefts and rights and popcount(ours & (ace | king | queen)) >= 2:
        return 4
    ruffs = popcount(partner & trumps)
    if ruffs and not yours and lefts and rights and mine != ace and ruffs <= popcount(s.hands[leader] & trumps):
        return 6
    if not (yours and lefts and rights):
        return 2
    return 3


@kernel
def order_leads(s: TricksState, frame: int, seat: int, alive: int, cards: int, runs: int) -> int:
    """List leads: of each suit first the highest and the lowest card, the lowest before if partner can beat it."""
    count, suit, weight, low_weight = int64(0), int64(-1), int64(0), int64(0)
    while cards:
        same = upwards(cards & -cards, runs) & cards
        cards ^= same
        low, high = lowest(same), highest(same)
        is_first = low >> 4 != suit
        if is_first:
            suit = low >> 4
            in_suit = int64(LANE) << 16 * suit
            weight = 16 * lead_weight(s, seat, suit, alive)
            weight -= popcount((s.hands[(seat + 1) & 3] | s.hands[(seat + 3) & 3]) & in_suit)
            if s.hands[seat] & in_suit > alive & ~s.hands[seat] & in_suit:
                weight += 8
            low_weight = weight + 2 if s.hands[seat ^ 2] & in_suit > s.hands[seat] & in_suit else weight
        if cards == 0 or lowest(cards) >> 4 != suit:
            count = add(s, frame, count, high, weight + 1)
        else:
            count = add(s, frame, count, low, low_weight if is_first else weight - 200)
    return count


@kernel
def plays_low(s: TricksState, laid: Laid, seat: int, best: int) -> bool:
    """Whether a player who can follow suit had better leave the trick to others; `best` is their highest card of it."""
    master = laid.master
    if master >> 4 != laid.lane or best < master:
        return True
    led = int64(LANE) << 16 * laid.lane
    after = s.hands[(seat + 1) & 3] & led if laid.size < 3 else int64(0)
    after_best = highest(after) if after else int64(-1)
    if laid.holder == seat ^ 2:
        return after_best < master or after >> master == after >> best << (best - master)
    yours = s.hands[seat ^ 2] & led
    if laid.size != 1 or yours >> master == 0:
        return False
    your_best = highest(yours)
    if your_best > after_best or your_best > best:
        return True
    return after >> your_best == after >> best << (best - your_best)


@kernel
def order_following(s: TricksState, frame: int, laid: Laid, seat: int, cards: int, runs: int) -> int:
    """List cards of the suit led: winning ones first, unless it seems right to play low."""
    low_first = plays_low(s, laid, seat, highest(cards))
    after = s.hands[(seat + 1) & 3] & (int64(LANE) << 16 * laid.lane) if laid.size < 3 else int64(0)
    winning = cards >> (laid.master + 1) << (laid.master + 1)
    is_safe = not (after and winning and highest(after) > lowest(winning))
    count = int64(0)
    while cards:
        same = upwards(cards & -cards, runs) & cards
        cards ^= same
        if low_first or not same & winning:
            count = add(s, frame, count, lowest(same), -count)
        else:
            count = add(s, frame, count, highest(same), 100 - count if is_safe else 100 + count)
    return count


@kernel
def order_void(s: TricksState, frame: int, laid: Laid, seat: int, cards: int, runs: int) -> int:
    """List cards of a player who cannot follow suit: ruffs from below, then the lowest card of each suit."""
    trumps, master, is_last = s.trumps, laid.master, laid.size == 3
    after = int64(0) if is_last else s.hands[(seat + 1) & 3]
    after_led = after & (int64(LANE) << 16 * laid.lane)
    is_trumped, is_partners = trumps and master >> 4 == 3, laid.holder == seat ^ 2
    is_won = is_partners and (is_last or (after_led and highest(after_led) < master))
    ruffs = laid.lane != 3 and not is_won and not (is_trumped and is_partners)
    is_safe = is_last or after_led or not after & trumps
    count, suit, length = int64(0), int64(-1), int64(0)
    while cards:
        same = upwards(cards & -cards, runs) & cards
        card = lowest(same)
        is_first = card >> 4 != suit
        if is_first:
            suit = card >> 4
            length = popcount(cards & (int64(LANE) << 16 * suit))
        cards ^= same
        if same & trumps:
            is_good = ruffs and (card > master if is_trumped else is_first or not is_safe)
            count = add(s, frame, count, card, 200 - count if is_good else -60 - count)
        else:
            count = add(s, frame, count, card, length if is_first else -30 - count)
    return count
