"""The strong opening of two clubs: partner waits, and the opener tells the hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from overtrick.bots.shown import SUITS
from overtrick.games.bridge.bidding.conditions import good, longest
from overtrick.games.bridge.bidding.meaning import HIGH_CARDS, Forcing, Offer
from overtrick.games.bridge.bidding.situation import Situation

WAITING: Final = "waiting"


def answers(situation: Situation) -> Iterator[Offer]:
    """Two diamonds says nothing; a suit is long, good, and shows eight points."""
    for suit in SUITS:
        level = situation.cheapest(suit) + (suit == "D")
        yield Offer(f"{level}{suit}", 8, long={suit: 5}, forcing=Forcing.GAME, when=good(suit))
    yield Offer("2D", forcing=Forcing.ONE_ROUND, asks=WAITING)


def rebids(situation: Situation) -> Iterator[Offer]:
    """No trumps by points, else the longest suit, which is forcing to game."""
    yield Offer("3NT", 25, 27, by=HIGH_CARDS, balanced=True)
    yield Offer("2NT", 22, 24, by=HIGH_CARDS, balanced=True)
    for suit in SUITS:
        yield Offer(
            f"{situation.cheapest(suit)}{suit}",
            22,
            long={suit: 5},
            forcing=Forcing.GAME,
            when=longest(suit),
        )
    yield Offer("2NT", 22, 24)
    yield Offer("3NT", 25)
