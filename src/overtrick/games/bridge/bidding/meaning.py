"""What a call shows, and what the calls of a player together show of the hand."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, IntEnum, auto
from typing import Final, NamedTuple

from overtrick.bots.shown import BALANCED, HAND_SIZE, MOST_POINTS, SUITS, Range, Shown
from overtrick.games.bridge.bidding.hand import Condition, Hand

HIGH_CARDS: Final = "high cards"
"""the way to count for no trumps: high-card points alone"""


class Forcing(IntEnum):
    """What a call asks of the partner."""

    NOT = 0
    ONE_ROUND = 1
    GAME = 2


class Convention(Enum):
    """What a call begins or goes on with that is not to be taken as it sounds."""

    TAKEOUT = auto()
    """a double that wants the partner to bid"""
    STRONG = auto()
    """an opening of any strong hand"""
    WAITING = auto()
    """the answer that says nothing"""
    RAISE = auto()
    """a bid of the opponents' suit that raises the partner's"""
    STRONG_RAISE = auto()
    """two no trumps over a major: four trumps, and forcing to game"""
    STAYMAN = auto()
    STAYMAN_ANSWER = auto()
    TRANSFER = auto()
    MINORS = auto()
    QUANTITATIVE = auto()
    KEY_CARDS = auto()
    KEY_CARDS_ANSWER = auto()


class Offer(NamedTuple):
    """A call that a page offers, and what it shows."""

    call: str
    least: int = 0
    """the points that it needs"""
    most: int = MOST_POINTS
    long: Mapping[str, int] = {}
    """the least lengths of suits"""
    short: Mapping[str, int] = {}
    """the greatest lengths of suits"""
    by: str = ""
    """how points are counted: `HIGH_CARDS`, or the suit that they support; else with length"""
    balanced: bool = False
    when: Condition | None = None
    """what else the player looks at, and the others do not learn"""
    forcing: Forcing = Forcing.NOT
    asks: Convention | None = None
    about: str = ""
    """the suit to which it transfers, or whose key cards it asks for or tells"""

    def suits(self, hand: Hand) -> bool:
        """Whether a hand is worth the call."""
        return (
            self.least <= self._points(hand) <= self.most
            and all(hand.lengths[suit] >= length for suit, length in self.long.items())
            and all(hand.lengths[suit] <= length for suit, length in self.short.items())
            and (hand.is_balanced or not self.balanced)
            and (self.when is None or self.when(hand))
        )

    def _points(self, hand: Hand) -> int:
        if not self.by:
            return hand.points
        return hand.high_cards if self.by == HIGH_CARDS else hand.support(self.by)

    @property
    def shown(self) -> Shown:
        """What the others learn."""
        least, most = BALANCED if self.balanced else (0, HAND_SIZE)
        suits = (Range(self.long.get(suit, least), self.short.get(suit, most)) for suit in SUITS)
        return Shown(Range(max(0, self.least), min(MOST_POINTS, self.most)), tuple(suits))

    @property
    def is_possible(self) -> bool:
        """Whether any hand can be worth the call; limits that follow from those of the partner may leave none."""
        return all(least <= most for least, most in (self.shown.points, *self.shown.suits))


def meaning_of(first: Offer, *others: Offer) -> Shown:
    """What a call shows that some offers have."""
    shown = first.shown
    for offer in others:
        shown = shown.joined(offer.shown)
    return shown
