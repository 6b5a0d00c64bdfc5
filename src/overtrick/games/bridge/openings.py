"""Opening bids of Bridge by points and shape, as the course assignment on opening bids has them.

Points are high-card points and length points together, also for no trumps. Only 4-4-3-2 and 4-3-3-3 are balanced, and
a suit of four cards is enough to open a major.
"""

from __future__ import annotations

from typing import Final

from overtrick.core.actions import PASS
from overtrick.core.cards import Cards
from overtrick.core.errors import Invalid
from overtrick.core.hands import Lengths, high_card_points, is_balanced, length_points, lengths

HAND_SIZE: Final = 13
SUITS: Final = "SHDC"
STRONG: Final = "2C"
"""the bid of every hand with 22 points or more, whatever its clubs"""
STRONG_FROM: Final = 22
OPENING: Final = 13
"""the points of an opening of one"""
ONE_NO_TRUMPS: Final = (15, 17)
"""the points of balanced hands for it, both included"""
TWO_NO_TRUMPS: Final = 20
PREEMPTS: Final = {6: 2, 7: 3, 8: 4}
"""the level of a weak opening by the length of its suit; longer suits have none"""


def opening_bid(hand: Cards) -> str:
    """What a hand of thirteen cards bids if nobody has bid before: `pass`, `1S`, `1NT`, `2C` and so on."""
    if len(hand) != HAND_SIZE:
        raise Invalid("hand-size", game="bridge", size=HAND_SIZE, count=len(hand))
    points = high_card_points(hand) + length_points(hand)
    if points >= STRONG_FROM:
        return STRONG
    return _balanced(lengths(hand), points) if is_balanced(hand) else _unbalanced(lengths(hand), points)


def _balanced(by_suit: Lengths, points: int) -> str:
    if points < OPENING:
        return PASS
    if ONE_NO_TRUMPS[0] <= points <= ONE_NO_TRUMPS[1]:
        return "1NT"
    if points >= TWO_NO_TRUMPS:
        return "2NT"
    _, _, diamonds, clubs = by_suit
    return "1D" if diamonds > clubs or diamonds == clubs == 4 else "1C"


def _unbalanced(by_suit: Lengths, points: int) -> str:
    longest = max(by_suit)
    highest, lowest = SUITS[by_suit.index(longest)], SUITS[3 - by_suit[::-1].index(longest)]
    if points >= OPENING:
        return f"1{highest if longest > 4 else lowest}"
    bid = f"{PREEMPTS[longest]}{highest}" if longest in PREEMPTS else PASS
    return PASS if bid == STRONG else bid  # six clubs
