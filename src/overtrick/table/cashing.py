"""Tricks that a side takes from the top: sure whatever the others hold, since every one of them is won by a master.

That is less than what is sure, and found at once however many cards are left. The unseen cards are thought to be where
they hurt most: of a suit that is led only one is certain to fall, and that is the lowest.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from overtrick.core.tricks import Ranking

MOST_POSITIONS: Final = 20_000
"""that are looked at before it is given up"""

Hands = tuple[int, int]
"""what the two partners hold, as masks; the first of them leads"""


class Cashing:
    """Counts the tricks that two hands take from the top, against some unseen cards."""

    def __init__(self, ranking: Ranking, unseen: int) -> None:
        self._ranking, self._suits = ranking, tuple(ranking.suits)
        self._unseen = [self._upwards(unseen & suit) for suit in self._suits]
        self._positions = 0

    def takes(self, hands: Hands, tricks: int) -> bool:
        """Whether the hand that leads and its partner take so many tricks in a row."""
        self._positions, self._find = 0, lru_cache(None)(self._takes)
        return self._find(hands, tricks, tuple(0 for _ in self._suits))

    def _takes(self, hands: Hands, tricks: int, led: tuple[int, ...]) -> bool:
        """The same after so many leads of each suit."""
        self._positions += 1
        if tricks <= 0:
            return True
        if tricks > hands[0].bit_count() or self._positions > MOST_POSITIONS:
            return False
        return any(self._find(after, tricks - 1, led_then) for after, led_then in self._won(hands, led))

    def _won(self, hands: Hands, led: tuple[int, ...]) -> Iterator[tuple[Hands, tuple[int, ...]]]:
        """The hands after each trick that is won for sure, again with the leader first."""
        leader, partner = hands
        left = sum(sum(cards[fallen:]) for cards, fallen in zip(self._unseen, led, strict=True))
        for number, suit in enumerate(self._suits):
            led_then = (*led[:number], led[number] + 1, *led[number + 1 :])
            for card in self._ends(leader & suit):
                for other in self._answers(partner, suit):
                    best = other if other & self._beaten_by(card) else card
                    if not left & self._beaten_by(best):
                        after = leader & ~card, partner & ~other
                        yield after if best == card else after[::-1], led_then

    def _beaten_by(self, card: int) -> int:
        """The cards that take a trick from a card that holds it."""
        return self._ranking.beaten_by[card.bit_length() - 1]

    def _answers(self, partner: int, suit: int) -> Iterator[int]:
        """What the partner may play to a lead of a suit; the middle cards of a suit are as good as its ends."""
        if partner & suit:
            yield from self._ends(partner & suit)
        else:
            for other in self._suits:
                yield from self._ends(partner & other)

    def _ends(self, cards: int) -> Iterator[int]:
        """The highest and the lowest of some cards of a suit."""
        ordered = self._upwards(cards)
        yield from dict.fromkeys((*ordered[-1:], *ordered[:1]))

    def _upwards(self, cards: int) -> list[int]:
        """Single cards as masks, from the lowest up."""
        bits = [1 << index for index in range(cards.bit_length()) if cards >> index & 1]
        return sorted(bits, key=lambda bit: self._ranking.power_of[bit.bit_length() - 1])
