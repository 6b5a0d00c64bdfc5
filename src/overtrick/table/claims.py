"""When bots agree to a claim: only if it holds whatever they have and whatever they play, for all that its maker knows.

Whether they agree must not depend on anything else: else somebody could find out by claims where the cards are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from overtrick.core.cards import Card, Cards
from overtrick.core.seats import SEATS, Side
from overtrick.deal.position import Position
from overtrick.deal.view import View
from overtrick.engine.worlds import Known, known_places

MOST_TRICKS: Final = 3
"""left; more would take too long to play through"""


def is_sure(seen: View, tricks: int) -> bool:
    """Whether the side of a seat, which sees dummy, has a play that wins some more tricks in all possible deals.

    False also where too many cards are left to tell.
    """
    if tricks == 0:
        return True
    if seen.seat is None or seen.dummy is None or max(seen.sizes) > MOST_TRICKS:
        return False
    return _wins(list(positions(seen)), seen.seat.side, tricks)


def positions(seen: View) -> Iterator[Position]:
    """All positions in the play that a view leaves open."""
    known, contract, trick = known_places(seen), seen.contract, seen.trick
    if contract is not None and trick is not None:
        for places in _ways(known, known.unseen, [place for place, room in enumerate(known.room) if room]):
            hands = [Cards.from_mask(known.placed[seat] | places.get(seat, 0)) for seat in SEATS]
            yield Position(seen.game, contract.strain, hands, trick.leader, trick.cards, trick.out)


def _ways(known: Known, unseen: int, places: Sequence[int]) -> Iterator[dict[int, int]]:
    """All ways to give unseen cards some places, as masks by place."""
    if not places:
        yield {}
        return
    place, *others = places
    for cards in combinations(Cards.from_mask(unseen & ~known.barred[place]), known.room[place]):
        mask = Cards(cards).mask
        for way in _ways(known, unseen & ~mask, others):
            yield {place: mask, **way}


def _wins(possible: Sequence[Position], side: Side, tricks: int) -> bool:
    """Whether a side wins a number of tricks in all of some positions that it cannot tell apart."""
    mine = possible[0].turn.side is side
    cards = {card: None for position in possible for card in position.legal()}
    if tricks <= 0 or not cards:
        return tricks <= 0
    results = (_wins_after(possible, card, side, tricks) for card in cards)
    return any(results) if mine else all(results)


def _wins_after(possible: Sequence[Position], card: Card, side: Side, tricks: int) -> bool:
    """The same after a card, which shows that positions in which it could not be played are not the real one."""
    after = [position.play_unchecked(card) for position in possible if card in position.legal()]
    before, trick = possible[0].trick, after[0].trick
    is_won = bool(before.cards) and not trick.cards and trick.leader.side is side
    return _wins(after, side, tricks - is_won)
