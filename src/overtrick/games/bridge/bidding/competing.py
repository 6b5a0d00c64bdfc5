"""Bids over the opponents' opening: overcalls, takeout doubles, and the answers to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from overtrick.bots.shown import SUITS
from overtrick.core.actions import PASS
from overtrick.games.bridge.bidding.hand import (
    MAJORS,
    NO_TRUMPS,
    best_of,
    both,
    cards,
    either,
    good,
    honours,
    longest,
    stopped,
)
from overtrick.games.bridge.bidding.meaning import HIGH_CARDS, Offer
from overtrick.games.bridge.bidding.situation import DOUBLE, FIT, TAKEOUT_DOUBLE, Situation, Step

BALANCING: Final = 3
"""how many points less are enough for a player who could end the auction by a pass"""


def over_opening(situation: Situation, last: Step) -> Iterator[Offer]:
    """The first action of a side whose opponents have opened."""
    if last.strain == NO_TRUMPS:
        yield from _over_no_trumps(situation, last)
        return
    theirs = [suit for suit in SUITS if any(step.strain == suit for step in situation.theirs if step.is_bid)]
    less = BALANCING if _is_last_chance(situation) and last.level <= 2 else 0
    level = last.level
    if level <= 2 and len(theirs) == 1:
        no_trumps = situation.lowest(NO_TRUMPS)
        yield Offer(no_trumps, 15 - less, 18 - less, by=HIGH_CARDS, balanced=True, when=stopped(theirs))
    yield TAKEOUT_DOUBLE._replace(least=18 - less, by=HIGH_CARDS)
    if level == 3:
        yield Offer("3NT", 16, by=HIGH_CARDS, when=stopped(theirs))
    yield from _overcalls(situation, theirs, less)
    others = [suit for suit in SUITS if suit not in theirs]
    least = (12, 12, 13, 14, 16)[min(level, 5) - 1] - less + 2 * (level > 1 and len(situation.theirs) > 1)
    short, majors = dict.fromkeys(theirs, 3), dict.fromkeys([suit for suit in others if suit in MAJORS], 4)
    shortest = dict.fromkeys(theirs, 2) if len(theirs) == 1 else short
    yield TAKEOUT_DOUBLE._replace(least=least, short=shortest, long=dict.fromkeys(others, 3))
    yield TAKEOUT_DOUBLE._replace(least=least + 1, short=short, long=majors)
    yield Offer(PASS, 0, 17)


def _is_last_chance(situation: Situation) -> bool:
    return len(situation.steps) >= 3 and all(step.call == PASS for step in situation.steps[-2:])


def _overcalls(situation: Situation, theirs: list[str], less: int) -> Iterator[Offer]:
    vulnerable = situation.seat.side in situation.vulnerable
    for suit in SUITS:
        if suit in theirs:
            continue
        level = situation.cheapest(suit)
        if level == 1:
            yield Offer(f"1{suit}", 9 - less, 17, long={suit: 5}, when=longest(suit))
            yield Offer(f"2{suit}", 5, 10, long={suit: 6}, by=HIGH_CARDS, when=honours(suit, 2))
        elif level == 2:
            yield Offer(
                f"2{suit}",
                12 - less,
                17,
                long={suit: 5},
                when=both(longest(suit), either(cards(suit, 6), honours(suit, 2))),
            )
        elif level == 3:
            yield Offer(
                f"3{suit}",
                14 - less,
                18,
                long={suit: 5},
                when=both(longest(suit), either(cards(suit, 6), good(suit))),
            )
        elif level == 4 and suit in MAJORS:
            yield Offer(f"4{suit}", 15, 20, long={suit: 6})
        if level <= 3:
            yield Offer(
                f"3{suit}",
                5,
                10,
                long={suit: 7},
                by=HIGH_CARDS,
                when=honours(suit, 3 if vulnerable else 2),
            )


def _over_no_trumps(situation: Situation, last: Step) -> Iterator[Offer]:
    for level, length in ((4, 8), (3, 7)):
        for suit in SUITS:
            yield Offer(f"{level}{suit}", 5, 14, long={suit: length})
    if last.level == 1:
        yield Offer(DOUBLE, 16, by=HIGH_CARDS)
        for suit in SUITS:
            yield Offer(f"2{suit}", 9, 15, long={suit: 6})
            if suit in MAJORS:
                yield Offer(
                    f"2{suit}",
                    11,
                    15,
                    long={suit: 5},
                    when=both(honours(suit, 2), lambda hand: hand.shape[1] >= 4),
                )
    yield Offer(PASS, 0, 15)


def advances(situation: Situation, overcall: Step) -> Iterator[Offer]:
    """What partner's overcall in a suit is answered with."""
    suit, level = overcall.strain, overcall.level
    enough = max(2 if situation.partner.least(suit) >= 6 else 3, FIT - situation.partner.least(suit))
    stops = situation.their_suits()
    typical = (situation.partner.points.least + min(17, situation.partner.points.most)) // 2
    if suit in MAJORS:
        yield Offer(f"4{suit}", 26 - typical, long={suit: enough}, by=suit)
        yield Offer(f"4{suit}", 5, 12, long={suit: 5}, by=suit)
        yield Offer(f"3{suit}", 23 - typical, 25 - typical, long={suit: enough}, by=suit)
    if level == 1:
        yield Offer(f"2{suit}", 6, 22 - typical, long={suit: enough}, by=suit)
        if suit in MAJORS:
            yield Offer(f"3{suit}", 4, 10, long={suit: 4}, by=suit)
    for call, points in (("3NT", 26 - typical), ("2NT", 23 - typical), ("1NT", 20 - typical)):
        yield Offer(call, points, points + 3, by=HIGH_CARDS, when=stopped(stops))
    for other in SUITS:
        if other != suit and other not in stops and situation.cheapest(other) <= 2:
            yield Offer(situation.lowest(other), 20 - typical, long={other: 5}, short={suit: 2})
    yield Offer(situation.lowest(suit), 16, long={suit: enough}, by=suit)
    yield Offer(PASS, 0, 14)


def answers_to_double(situation: Situation, doubled: Step) -> Iterator[Offer]:
    """What partner's takeout double is answered with: the longest suit, higher with more, no trumps with a stop."""
    theirs = situation.their_suits() or [doubled.strain]
    others = [suit for suit in SUITS if suit not in theirs and suit != doubled.strain]
    must = situation.is_free
    least = max(12, situation.partner.points.least)
    game = 25 - least
    for suit in others:
        if suit in MAJORS:
            yield Offer(f"4{suit}", game, game + 5, long={suit: 4}, by=suit, when=best_of(suit, others))
    yield Offer("3NT", game, by=HIGH_CARDS, when=stopped([doubled.strain]))
    for suit in others:
        level = situation.cheapest(suit)
        if level <= 2:
            yield Offer(
                f"{level + 1}{suit}",
                9,
                game - 1,
                long={suit: 4},
                by=suit,
                when=best_of(suit, others),
            )
    yield Offer("2NT", 10, 12, by=HIGH_CARDS, when=stopped([doubled.strain]))
    yield Offer(PASS, 8, long={doubled.strain: 5}, when=honours(doubled.strain, 3))
    least = 0 if must else 6
    for suit in others:
        level = situation.cheapest(suit)
        yield Offer(
            f"{level}{suit}",
            least if must or level < 3 else 2 * level + 2,
            9 if level < 3 else 11,
            long={suit: 4},
            when=best_of(suit, others),
        )
    yield Offer("1NT", 6, 10, by=HIGH_CARDS, when=stopped([doubled.strain]))
    if must:
        for suit in reversed(others):
            yield Offer(situation.lowest(suit), 0, 11, long={suit: 3}, when=best_of(suit, others))
    else:
        yield Offer(PASS, 0, 9)
