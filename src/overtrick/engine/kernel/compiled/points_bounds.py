"""What a side surely wins, found without a search.

The bounds hold under every ladder of duties in which a suit that is led must be followed, so that only a player who has
none of it can trump, and in which nobody who has another card must trump a trick that their partner holds.
"""

from overtrick.engine.kernel.compiled.native import highest, int64, kernel, lowest, popcount
from overtrick.engine.kernel.points import SUIT, PointsState, SearchTurn
from overtrick.engine.kernel.searching import Bounds
from overtrick.engine.kernel.tables import Rules


@kernel
def points_of(rules: Rules, cards: int) -> int:
    """The points of some cards."""
    total = int64(0)
    while cards:
        total += rules.points[lowest(cards)]
        cards &= cards - 1
    return total


@kernel
def trump_cards(rules: Rules) -> int:
    """The cards that are trumps in every trick; none where all suits are trumps or none is."""
    return int64(SUIT) << 48 if rules.strain == 1 else int64(0)


@kernel
def above_all(cards: int, others: int) -> int:
    """Those cards of a suit that are higher than all others."""
    return cards & ~((int64(2) << highest(others)) - 1) if others else cards


@kernel
def last_trick(rules: Rules, s: PointsState, turn: SearchTurn) -> int:
    """What side 0 gets of the last trick, which plays itself."""
    seat, master, holder = s.after[turn.seat], s.hands[turn.seat], turn.seat
    while seat != turn.seat:
        if rules.beaten_by[lowest(master)] & s.hands[seat]:
            master, holder = s.hands[seat], seat
        seat = s.after[seat]
    if holder & 1:
        return -s.bonus if turn.sweeper == 2 else int64(0)
    return turn.total + s.bonus if turn.sweeper == 1 else turn.total


@kernel
def sure_trumps(rules: Rules, s: PointsState, side: int) -> int:
    """What the highest trumps bring to a side, whoever leads and whatever is played.

    A trump above all trumps of the other side wins its trick, unless one that is higher and of the same side does.
    """
    trumps = trump_cards(rules)
    others = (s.hands[1 - side] | s.hands[3 - side]) & trumps
    mine, partners = above_all(s.hands[side] & trumps, others), above_all(s.hands[2 + side] & trumps, others)
    if not mine | partners:
        return int64(0)
    return points_of(rules, mine | partners) + rules.trick_points * max(popcount(mine), popcount(partners))


@kernel
def cashable(rules: Rules, s: PointsState, leader: int, turn: SearchTurn, sure: int) -> int:
    """What a side gets if a player of it is on lead and leads their winners; `sure` is what its trumps bring anyway.

    They draw all trumps if they can, and go on with plain suits as long as nobody can trump; their partner gives the
    best cards. Left in the state are the lanes in which they may also take the first trick when another leads.
    """
    hand, partner = s.hands[leader], s.hands[leader ^ 2]
    left, right = s.hands[(leader + 1) & 3], s.hands[(leader + 3) & 3]
    trumps = trump_cards(rules)
    ours, partners, lefts, rights = hand & trumps, partner & trumps, left & trumps, right & trumps
    rounds, points, is_drawn = int64(0), int64(0), False
    s.entries = 0
    if ours:
        tops = above_all(ours, partners | lefts | rights)
        s.entries = int64(tops != 0) << 3
        is_drawn = popcount(tops) >= max(popcount(lefts), popcount(rights))
        if is_drawn:
            rounds = popcount(ours if popcount(tops) >= popcount(partners) else tops)
            points = points_of(rules, ours | partners | lefts | rights)
    # A partner who has nothing but trumps left would take the lead over.
    limit = turn.tricks - max(rounds, popcount(partners))
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
                points += rules.points[bit]
                spare ^= int64(1) << bit
            else:
                discards += 1
        if (of_left or not lefts) and (of_right or not rights):
            s.entries |= int64(1) << lane
    if rounds >= turn.tricks:
        return turn.total
    while discards > 0 and spare:
        best = int64(0)
        for lane in range(4):
            cards = spare & int64(SUIT) << 16 * lane
            if cards:
                bit = highest(cards)
                best = max(best, rules.points[bit] << 8 | bit)
        points += best >> 8
        spare ^= int64(1) << (best & 255)
        discards -= 1
    points += points_of(rules, winners) + rounds * rules.trick_points
    return max(points, sure) if is_drawn or rules.trick_points else points + sure


@kernel
def crossable(rules: Rules, s: PointsState, turn: SearchTurn, sure: int) -> int:
    """What the leader's side gets if they lead a suit in which their partner has an entry, who then leads winners."""
    if not s.hands[turn.seat ^ 2]:
        return sure
    points, hand = cashable(rules, s, turn.seat ^ 2, turn, sure), s.hands[turn.seat]
    for lane in range(4):
        if s.entries >> lane & 1 and hand & int64(SUIT) << 16 * lane:
            return points
    return sure


@kernel
def claim(s: PointsState, turn: SearchTurn, known: Bounds, ours: int, theirs: int) -> Bounds:
    """Better bounds by what the side on lead and the other one surely win of all points that are left."""
    low, high = (theirs, turn.total - ours) if turn.seat & 1 else (ours, turn.total - theirs)
    if turn.sweeper == 1:
        low, high = low + min(s.bonus, 0), high + max(s.bonus, 0)
    elif turn.sweeper == 2:
        low, high = low - max(s.bonus, 0), high - min(s.bonus, 0)
    return Bounds(max(known.low, low), min(known.high, high))
