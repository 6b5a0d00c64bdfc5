"""The moves of a search: which need not be tried, and which are tried first."""

from typing import Final, NamedTuple

from overtrick.engine.kernel.compiled.moves import legal_cards
from overtrick.engine.kernel.compiled.native import highest, int64, kernel, lowest
from overtrick.engine.kernel.compiled.points_bounds import trump_cards
from overtrick.engine.kernel.points import SUIT, PointsState, SearchTurn
from overtrick.engine.kernel.tables import Rules

FIRST: Final = 1 << 14
"""the score of the card that decided such a turn before; below it are all others"""

# The kinds of moves, by who holds the trick after the card and whether they keep it.
LEADS: Final = 0
TAKES: Final = 3
LEAVES_TO_PARTNER: Final = 6
"""of these three: 0 if no opponent can beat it, 1 if partner beats all who can, 2 if an opponent does"""
PARTNER_CAN_WIN: Final = 9
LOSES: Final = 10


class Strongest(NamedTuple):
    """The strongest cards that two sides can still play to a trick, as bit numbers; -1 where there is none."""

    ours: int
    theirs: int


@kernel
def look_ahead(rules: Rules, s: PointsState, seat: int, left: int, lane: int) -> Strongest:
    """What those who play after a seat can still play to a trick.

    Where no trump is free, only who has none of the suit that was led can win with a trump.
    """
    ours, theirs, player = int64(-1), int64(-1), seat
    for _ in range(left):
        player = s.after[player]
        cards = s.hands[player] & (int64(SUIT) << 16 * lane | rules.free_trumps)
        if not cards:
            cards = s.hands[player] & trump_cards(rules)
        if cards:
            if (player ^ seat) & 1:
                theirs = max(theirs, highest(cards))
            else:
                ours = max(ours, highest(cards))
    return Strongest(ours, theirs)


@kernel
def insert(s: PointsState, ply: int, count: int, move: int) -> None:
    """Put a move among those that stand in a ply already."""
    slot = ply + count
    while slot > ply and s.moves[slot - 1] < move:
        s.moves[slot] = s.moves[slot - 1]
        slot -= 1
    s.moves[slot] = move


@kernel
def without(s: PointsState, ply: int, count: int, bit: int) -> int:
    """Take the move with a card out of a ply; how many are left."""
    slot = ply
    while s.moves[slot] & 255 != bit:
        slot += 1
    for later in range(slot, ply + count - 1):
        s.moves[later] = s.moves[later + 1]
    return count - 1


@kernel
def moves_of(rules: Rules, s: PointsState, ply: int, turn: SearchTurn, refutation: int, fences: int) -> int:
    """Write the moves of a turn into a ply, those that are likely to be good first; their number.

    A move is `score << 16 | run << 8 | bit number`. The cards of a run are neighbours: none but the player has a card
    between them, and no bit of `fences` is there. Of neighbours with equal points one is enough, and if the trick is
    decided, the one with most points if it goes to one's own side, with least if it does not: the others win and lose
    the same tricks.
    """
    seat, laid = turn.seat, turn.laid
    hand, left = s.hands[seat], s.count - laid.size - 1
    others = (s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3]) & ~hand | fences
    cards, strongest = hand, Strongest(int64(-1), int64(-1))
    if laid.size:
        cards = legal_cards(rules, hand, laid, seat)
        if not cards & (cards - 1):
            s.moves[ply] = lowest(cards)
            return int64(1)
        others |= int64(1) << laid.master
        strongest = look_ahead(rules, s, seat, left, laid.lane)
    count, run, last, led = int64(0), int64(0), int64(-1), int64(-1)
    while cards:
        bit = lowest(cards)
        cards &= cards - 1
        points = rules.points[bit]
        is_next = last >= 0 and not others & ((int64(1) << bit) - (int64(1) << last))
        if is_next and rules.points[last] == points:
            continue
        if not is_next:
            run += 1
        best, is_ours, kind = bit, True, int64(LEADS)
        if laid.size == 0:
            if bit >> 4 != led:
                led = bit >> 4
                strongest = look_ahead(rules, s, seat, left, led)
        elif rules.beaten_by[laid.master] >> bit & 1:
            kind = int64(TAKES)
        else:
            best, is_ours, kind = laid.master, (laid.holder ^ seat) & 1 == 0, int64(LEAVES_TO_PARTNER)
        ours, theirs = strongest
        is_decided = best > (theirs if is_ours else ours)
        if not is_ours:
            kind = int64(PARTNER_CAN_WIN) if ours > max(best, theirs) else int64(LOSES)
        elif not is_decided:
            kind += 1 if ours > theirs else 2
        if is_next and is_decided:
            if (points > rules.points[last]) != is_ours:
                continue
            count = without(s, ply, count, last)
        last = bit
        at, weights = kind * 4, s.weights
        score = (
            weights[at] + weights[at + 1] * points + weights[at + 2] * (bit & 15) + weights[at + 3] * (bit >> 4 == 3)
        )
        if bit == refutation:
            score = int64(FIRST)
        insert(s, ply, count, score << 16 | run << 8 | bit)
        count += 1
    return count


@kernel
def is_settled(rules: Rules, s: PointsState, ply: int, number: int, maximises: bool, alpha: int, beta: int) -> bool:
    """Whether the results of its neighbours leave a move no chance to be better; its bound is written down as result.

    Neighbours differ by the difference of their points at most: whatever follows the one can follow the other, and
    each of the two counts in one trick.
    """
    move = s.moves[ply + number]
    for earlier in range(ply, ply + number):
        if (s.moves[earlier] ^ move) & 0xFF00 == 0:
            gap = abs(rules.points[move & 255] - rules.points[s.moves[earlier] & 255])
            bound = s.results[earlier] + (gap if maximises else -gap)
            if bound <= alpha if maximises else bound >= beta:
                s.results[ply + number] = bound
                return True
    return False
