"""The moves of a search: which need not be tried, and which are tried first."""

from __future__ import annotations

from typing import Final

from overtrick.engine.kernel.moves import legal_cards
from overtrick.engine.kernel.native import Memory, highest, int64, kernel, lowest
from overtrick.engine.kernel.search_bounds import trump_cards
from overtrick.engine.kernel.search_table import HANDS, NEXT, PLAYERS, RESULTS, STRONGEST, SUIT, WEIGHTS
from overtrick.engine.kernel.tables import BEATEN_BY, POINTS

FENCES: Final = 0x4000_4000_4000_4000
"""a bit above each lane, so that cards of two lanes are never neighbours"""
FIRST: Final = 1 << 14
"""the score of the card that decided such a turn before; below it are all others"""

# The kinds of moves, by who holds the trick after the card and whether he keeps it.
LEADS: Final = 0
TAKES: Final = 3
LEAVES_TO_PARTNER: Final = 6
"""of these three: 0 if no opponent can beat it, 1 if partner beats all who can, 2 if an opponent does"""
PARTNER_CAN_WIN: Final = 9
LOSES: Final = 10

ORDER: Final = (
    (900, 10, 1, -80),
    (900, 40, -10, 0),
    (500, -25, 1, 230),
    (1160, 20, -10, -180),
    (1100, 35, 20, 0),
    (500, -35, 0, 0),
    (860, 10, 5, 0),
    (1000, 25, 0, 0),
    (500, -15, 0, 40),
    (940, 15, 0, -160),
    (500, -20, -5, 0),
)
"""by kind: the score of a move, and what is added for each point of the card, each card below it in its suit, and a
trump; found by trying what makes searches short"""


@kernel("void(memory, memory, int64, int64, int64)")
def look_ahead(t: Memory, s: Memory, seat: int, left: int, lane: int) -> None:
    """Find the strongest cards that partner and opponents can still play to a trick, after a seat.

    A suit that is led must be followed under every ladder, so that only who has none of it can win with a trump.
    """
    s[STRONGEST] = s[STRONGEST + 1] = -1
    player = seat
    for _ in range(left):
        player = s[NEXT + player]
        cards = s[HANDS + player] & int64(SUIT) << 16 * lane
        if not cards:
            cards = s[HANDS + player] & trump_cards(t)
        if cards:
            side = (player ^ seat) & 1
            s[STRONGEST + side] = max(s[STRONGEST + side], highest(cards))


@kernel("void(memory, int64, int64, int64)")
def insert(s: Memory, ply: int, count: int, move: int) -> None:
    """Put a move among those that stand in a ply already."""
    place = ply + count
    while place > ply and s[place - 1] < move:
        s[place] = s[place - 1]
        place -= 1
    s[place] = move


@kernel("int64(memory, int64, int64, int64)")
def without(s: Memory, ply: int, count: int, bit: int) -> int:
    """Take the move with a card out of a ply; how many are left."""
    place = ply
    while s[place] & 255 != bit:
        place += 1
    for later in range(place, ply + count - 1):
        s[later] = s[later + 1]
    return count - 1


@kernel("int64(memory, memory, int64, int64, int64, int64, int64, int64, int64)")
def moves_of(
    t: Memory, s: Memory, ply: int, seat: int, turn: int, lane: int, master: int, holder: int, refutation: int
) -> int:
    """Write the moves of a turn into a ply, those that are likely to be good first; their number.

    A move is `score << 16 | run << 8 | bit number`. The cards of a run are neighbours: none but the player himself has
    a card between them. Of neighbours with equal points one is enough, and if the trick is decided, the one with most
    points if it goes to one's own side, with least if it does not: the others win and lose the same tricks.
    """
    hand, left = s[HANDS + seat], s[PLAYERS] - turn - 1
    others = (s[HANDS] | s[HANDS + 1] | s[HANDS + 2] | s[HANDS + 3]) & ~hand | int64(FENCES)
    cards = hand
    if turn:
        cards = legal_cards(t, hand, lane, master, int64((holder ^ seat) == 2))
        if not cards & (cards - 1):
            s[ply] = lowest(cards)
            return int64(1)
        others |= int64(1) << master
        look_ahead(t, s, seat, left, lane)
    count, run, last, led = int64(0), int64(0), int64(-1), int64(-1)
    while cards:
        bit = lowest(cards)
        cards &= cards - 1
        points = t[POINTS + bit]
        is_next = last >= 0 and not others & ((int64(1) << bit) - (int64(1) << last))
        if is_next and t[POINTS + last] == points:
            continue
        if not is_next:
            run += 1
        best, is_ours, kind = bit, True, int64(LEADS)
        if turn == 0:
            if bit >> 4 != led:
                led = bit >> 4
                look_ahead(t, s, seat, left, led)
        elif t[BEATEN_BY + master] >> bit & 1:
            kind = int64(TAKES)
        else:
            best, is_ours, kind = master, (holder ^ seat) & 1 == 0, int64(LEAVES_TO_PARTNER)
        ours, theirs = s[STRONGEST], s[STRONGEST + 1]
        is_decided = best > (theirs if is_ours else ours)
        if not is_ours:
            kind = int64(PARTNER_CAN_WIN) if ours > max(best, theirs) else int64(LOSES)
        elif not is_decided:
            kind += 1 if ours > theirs else 2
        if is_next and is_decided:
            if (points > t[POINTS + last]) != is_ours:
                continue
            count = without(s, ply, count, last)
        last = bit
        weights = WEIGHTS + kind * 4
        score = s[weights] + s[weights + 1] * points + s[weights + 2] * (bit & 15) + s[weights + 3] * (bit >> 4 == 3)
        if bit == refutation:
            score = int64(FIRST)
        insert(s, ply, count, score << 16 | run << 8 | bit)
        count += 1
    return count


@kernel("boolean(memory, memory, int64, int64, boolean, int64, int64)")
def is_settled(t: Memory, s: Memory, ply: int, number: int, maximises: bool, alpha: int, beta: int) -> bool:
    """Whether the results of its neighbours leave a move no chance to be better; its bound is written down as result.

    Neighbours differ by the difference of their points at most: whatever follows the one can follow the other, and
    each of the two counts in one trick.
    """
    move = s[ply + number]
    for earlier in range(ply, ply + number):
        if (s[earlier] ^ move) & 0xFF00 == 0:
            gap = abs(t[POINTS + (move & 255)] - t[POINTS + (s[earlier] & 255)])
            bound = s[earlier + RESULTS] + (gap if maximises else -gap)
            if bound <= alpha if maximises else bound >= beta:
                s[ply + RESULTS + number] = bound
                return True
    return False
