"""The opener's second bid after an opening of one in a suit."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.bots.shown import SUITS
from overtrick.core.actions import PASS
from overtrick.games.bridge.bidding.hand import MAJORS, NO_TRUMPS, cards, either, good, stopped
from overtrick.games.bridge.bidding.meaning import HIGH_CARDS, Forcing, Offer
from overtrick.games.bridge.bidding.situation import RANKING, TAKEOUT_DOUBLE, Situation, Step


def after_one_over_one(situation: Situation, opening: Step, answer: Step) -> Iterator[Offer]:
    """Partner has named a suit at the level of one: four cards and six points."""
    suit, named = opening.strain, answer.strain
    yield Offer(f"4{named}", 19, long={named: 4}, by=named)
    yield Offer(f"3{named}", 16, 18, long={named: 4}, by=named)
    yield Offer(f"2{named}", 12, 15, long={named: 4}, by=named)
    yield Offer("2NT", 18, 19, by=HIGH_CARDS, balanced=True)
    yield from _one_level_suits(situation, suit, named)
    yield Offer("1NT", 12, 14, by=HIGH_CARDS, balanced=True)
    yield from _shape(situation, suit, named)
    yield Offer("1NT", 11, 15)
    yield Offer("2NT", 17, 19)


def _one_level_suits(situation: Situation, suit: str, named: str) -> Iterator[Offer]:
    for other in RANKING:
        if other not in (suit, named) and situation.cheapest(other) == 1:
            yield Offer(f"2{other}", 19, long={other: 4, suit: 4}, forcing=Forcing.GAME)
            yield Offer(f"1{other}", 11, 18, long={other: 4})


def _shape(situation: Situation, suit: str, named: str) -> Iterator[Offer]:
    """Second suits and long suits: lower ones with any opening, higher ones and jumps with more."""
    level = situation.cheapest(suit)
    if suit in MAJORS:
        yield Offer(f"4{suit}", 19, long={suit: 6}, when=either(cards(suit, 7), good(suit)))
    for other in SUITS:
        if other in (suit, named):
            continue
        cheapest = situation.cheapest(other)
        if cheapest == 1:
            continue
        is_lower = cheapest == 2 and RANKING.index(other) < RANKING.index(suit)
        if is_lower:
            yield Offer(f"3{other}", 19, long={other: 4, suit: 5}, forcing=Forcing.GAME)
        elif cheapest == 2:
            yield Offer(f"2{other}", 17, long={other: 4, suit: 5}, forcing=Forcing.ONE_ROUND)
    yield Offer(f"{level + 1}{suit}", 17, long={suit: 6})
    yield Offer(f"{level}{suit}", 11, 16, long={suit: 6})
    for other in SUITS:
        if other not in (suit, named) and situation.cheapest(other) == 2 and RANKING.index(other) < RANKING.index(suit):
            yield Offer(f"2{other}", 11, 18, long={other: 4, suit: 4})
    yield Offer(f"{level}{suit}", 11, 16, long={suit: 5})


def over_interference(situation: Situation, opening: Step, answer: Step) -> Iterator[Offer]:
    """Partner has named a suit and the right opponent has spoken too: more than the least is needed to go on."""
    suit, named, theirs = opening.strain, answer.strain, situation.their_suits()
    yield Offer(f"4{named}", 19, long={named: 4}, by=named)
    yield Offer(f"3{named}", 16, 18, long={named: 4}, by=named)
    yield Offer(situation.lowest(named), 12, 18, long={named: 4}, by=named)
    yield Offer("2NT", 18, 19, by=HIGH_CARDS, balanced=True, when=stopped(theirs))
    yield Offer(f"3{suit}", 17, long={suit: 6})
    yield Offer(f"2{suit}", 11, 18, long={suit: 6})
    for other in SUITS:
        if other not in (suit, named, *theirs) and situation.cheapest(other) <= 2:
            yield Offer(situation.lowest(other), 12, 18, long={other: 4, suit: 5})
    yield Offer(PASS, 11, 16)


def after_negative_double(situation: Situation, opening: Step) -> Iterator[Offer]:
    """Partner has the unbid major and some points: opener names a suit or no trumps by the hand."""
    suit, theirs = opening.strain, situation.their_suits()
    for other in SUITS:
        level = situation.cheapest(other)
        if other != suit and other not in theirs and level <= 3:
            if other in MAJORS:
                yield Offer(f"4{other}", 19, long={other: 4}, by=other)
                yield Offer(f"{level + 1}{other}", 16, 18, long={other: 4}, by=other)
            yield Offer(f"{level}{other}", 11, 15 if other in MAJORS else 18, long={other: 4})
    cheapest = situation.cheapest(NO_TRUMPS)
    yield Offer(f"{cheapest + 1}NT", 18, 19, by=HIGH_CARDS, when=stopped(theirs))
    yield Offer(f"{situation.cheapest(suit) + 1}{suit}", 17, long={suit: 6})
    yield Offer(situation.lowest(suit), 11, 16, long={suit: 6})
    right = situation.previous(1)
    if right is not None and right.is_bid:
        yield Offer(PASS, 11, 16)
    yield Offer(f"{cheapest}NT", 11, 15, by=HIGH_CARDS, when=stopped(theirs))
    yield Offer(situation.lowest(suit), 11, 16, long={suit: 5})


def reopening(situation: Situation, opening: Step) -> Iterator[Offer]:
    """Partner has passed and the opponents bid: a good hand tries again."""
    suit, theirs = opening.strain, situation.their_suits()
    last = situation.last
    if last is not None and last.level <= 2 and last.strain != NO_TRUMPS:
        yield Offer(situation.lowest(suit), 15, long={suit: 6})
        for other in SUITS:
            if other != suit and other not in theirs and situation.cheapest(other) <= 2:
                yield Offer(situation.lowest(other), 15, long={suit: 5, other: 5})
        yield TAKEOUT_DOUBLE._replace(least=15, short=dict.fromkeys(theirs, 2), by=HIGH_CARDS)
    yield Offer(PASS)


def after_one_no_trump(situation: Situation, opening: Step) -> Iterator[Offer]:
    """Partner has six to ten points and no fit."""
    suit = opening.strain
    yield Offer("2NT", 18, 19, by=HIGH_CARDS, balanced=True)
    yield Offer(PASS, 11, 16, balanced=True)
    yield from _shape(situation, suit, NO_TRUMPS)
    yield Offer(PASS, 11, 16)
    yield Offer("2NT", 17, 18)
    yield Offer("3NT", 19)


def after_two_over_one(situation: Situation, opening: Step, answer: Step) -> Iterator[Offer]:
    """Partner has named a suit at the level of two, with eleven points and five cards as a rule."""
    suit, named = opening.strain, answer.strain
    cheap = situation.cheapest(suit)
    if named in MAJORS:
        yield Offer(f"4{named}", 14, 18, long={named: 3}, by=named)
        yield Offer(f"3{named}", 12, 13, long={named: 3}, by=named)
    yield Offer(f"{cheap}{suit}", 11, 16, long={suit: 6}, forcing=Forcing.ONE_ROUND)
    yield Offer(f"{cheap + 1}{suit}", 17, long={suit: 6}, forcing=Forcing.GAME)
    for other in SUITS:
        if other not in (suit, named):
            level = situation.cheapest(other)
            is_high = level == 3 or RANKING.index(other) > RANKING.index(suit)
            yield Offer(
                f"{level}{other}",
                15 if is_high else 11,
                long={other: 4, suit: 5},
                forcing=Forcing.GAME if is_high else Forcing.ONE_ROUND,
            )
    yield Offer(situation.lowest(named), 11, long={named: 4}, by=named, forcing=Forcing.ONE_ROUND)
    yield Offer("3NT", 18, 19, by=HIGH_CARDS, balanced=True)
    yield Offer("2NT", 12, 14, by=HIGH_CARDS, balanced=True)
    yield Offer(f"{cheap}{suit}", 11, 17, long={suit: 5}, forcing=Forcing.ONE_ROUND)
    yield Offer("2NT", 11, 15)
    yield Offer("3NT", 16)


def after_strong_raise(suit: str) -> Iterator[Offer]:
    """Partner has four trumps and thirteen points: a game at once with the least, else room for a slam try."""
    yield Offer(f"4{suit}", 11, 14)
    yield Offer(f"3{suit}", 15, forcing=Forcing.GAME)
