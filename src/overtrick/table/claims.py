"""When bots agree to a claim: only if they can see that it is sure, whatever they play."""

from __future__ import annotations

from typing import Final

from overtrick.play.position import Position
from overtrick.seats import Side

MOST_TRICKS: Final = 3
"""left; more would take too long to play through"""


def is_sure(position: Position, side: Side | None, tricks: int) -> bool:
    """Whether a side can win so many more tricks against any defence; False also where that is too far off."""
    left = max(map(len, position.hands))
    return tricks == 0 or (side is not None and left <= MOST_TRICKS and _wins(position, side, tricks))


def _wins(position: Position, side: Side, tricks: int) -> bool:
    cards = position.legal()
    if tricks <= 0 or not cards:
        return tricks <= 0
    results = (_after(position, card_position, side, tricks) for card_position in map(position.play_unchecked, cards))
    return any(results) if position.turn.side is side else all(results)


def _after(before: Position, after: Position, side: Side, tricks: int) -> bool:
    is_complete = bool(before.trick.cards) and not after.trick.cards
    return _wins(after, side, tricks - (is_complete and after.trick.leader.side is side))
