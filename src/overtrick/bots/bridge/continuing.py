"""Later bids, when partner's strength is known: part-score, invitation, game or slam, by the points of both hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from overtrick.auctions import PASS
from overtrick.bots.bridge import slams
from overtrick.bots.bridge.hand import MAJORS, MINORS, NO_TRUMPS, SUITS
from overtrick.bots.bridge.meaning import HAND_SIZE, Forcing, Offer
from overtrick.bots.bridge.situation import FIT, Situation

MAJOR_GAME: Final = 25
NO_TRUMP_GAME: Final = 25
MINOR_GAME: Final = 28
OPEN_ENDED: Final = 6
"""a hand without an upper limit is taken to have up to so many points more than it has shown"""


def continuing(situation: Situation) -> Iterator[Offer]:
    """What a player offers who knows what his partner has."""
    least = situation.partner.points.least
    most = min(situation.partner.points.most, least + OPEN_ENDED)
    typical = (least + most) // 2
    yield from slams.tries(situation, least)
    yield from _games(situation, typical)
    if situation.is_bound_for_game:
        yield from _exploring(situation)
    yield from _invitations(situation, typical, most)
    if not situation.is_forced:
        yield from _part_scores(situation)


def _games(situation: Situation, typical: int) -> Iterator[Offer]:
    for suit in MAJORS:
        needed = max(0, FIT - situation.partner.least(suit))
        if needed <= max(6, situation.me.most(suit)):
            yield Offer(f"4{suit}", MAJOR_GAME - typical, long={suit: needed}, by=suit)
    yield from _five_card_majors(situation, typical)
    stops = situation.their_suits()
    yield Offer(
        "3NT",
        NO_TRUMP_GAME - typical,
        when=lambda hand: all(hand.stops(suit) for suit in stops) and _no_trumps_play(situation, hand.lengths),
    )
    for suit in MINORS:
        needed = FIT - situation.partner.least(suit)
        yield Offer(f"5{suit}", MINOR_GAME - typical, long={suit: needed}, by=suit)


def _five_card_majors(situation: Situation, typical: int) -> Iterator[Offer]:
    """A major of five cards of which only four are known, when partner may have three: forcing to game."""
    for suit in MAJORS:
        level = situation.cheapest(suit)
        if situation.me.least(suit) == 4 and level <= 3 and situation.partner.most(suit) >= 3:
            yield Offer(f"3{suit}", NO_TRUMP_GAME - typical, long={suit: 5}, forcing=Forcing.GAME)


def _no_trumps_play(situation: Situation, lengths: dict[str, int]) -> bool:
    """Whether no suit is without length in both hands as far as is known."""
    return all(lengths[suit] >= 2 or situation.partner.least(suit) >= 4 for suit in SUITS)


def _exploring(situation: Situation) -> Iterator[Offer]:
    """On the way to a game: more length, support, a new suit, below three no trumps."""
    for suit in SUITS:
        level = situation.cheapest(suit)
        if level > 3:
            continue
        if situation.partner.least(suit) >= 4:
            needed = FIT - situation.partner.least(suit)
            yield Offer(f"{level}{suit}", long={suit: needed}, forcing=Forcing.GAME)
        elif situation.me.least(suit) >= 4:
            yield Offer(f"{level}{suit}", long={suit: situation.me.least(suit) + 1}, forcing=Forcing.GAME)
        else:
            yield Offer(f"{level}{suit}", long={suit: 5 if suit in MAJORS else 4}, forcing=Forcing.GAME)


def _invitations(situation: Situation, typical: int, most: int) -> Iterator[Offer]:
    for suit in MAJORS:
        needed = FIT - situation.partner.least(suit)
        if needed <= 6:
            yield Offer(f"3{suit}", MAJOR_GAME - most, MAJOR_GAME - typical - 1, long={suit: max(0, needed)}, by=suit)
    stops = situation.their_suits()
    yield Offer(
        "2NT",
        NO_TRUMP_GAME - most,
        NO_TRUMP_GAME - typical - 1,
        when=lambda hand: all(hand.stops(suit) for suit in stops) and _no_trumps_play(situation, hand.lengths),
    )


def _part_scores(situation: Situation) -> Iterator[Offer]:
    """Pass what is good enough, else go where more trumps are."""
    last = situation.last
    if last is None:
        return
    if last.strain == NO_TRUMPS:
        for suit in SUITS:
            needed = max(6, 9 - situation.partner.least(suit))
            if situation.cheapest(suit) <= last.level + (suit in MAJORS):
                yield Offer(f"{situation.cheapest(suit)}{suit}", long={suit: needed})
        yield Offer(PASS)
        return
    known = situation.partner.least(last.strain)
    yield Offer(PASS, long={last.strain: max(0, FIT - 1 - known)})
    for suit in SUITS:
        needed = max(0, FIT - 1 - situation.partner.least(suit))
        level = situation.cheapest(suit)
        if suit != last.strain and needed <= HAND_SIZE and level <= max(2, last.level):
            yield Offer(f"{level}{suit}", long={suit: needed})
    if last.level == 1:
        yield Offer("1NT")
    yield Offer(PASS)
