"""Answers to an opening of one in a suit, whether the opponents have interfered or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from overtrick.bots.shown import SUITS
from overtrick.core.actions import PASS
from overtrick.games.bridge.bidding.hand import MAJORS, MINORS, NO_TRUMPS, Hand, good, high_cards, stopped
from overtrick.games.bridge.bidding.meaning import HIGH_CARDS, Convention, Forcing, Offer
from overtrick.games.bridge.bidding.situation import (
    DOUBLE,
    FIT,
    GAME_LEVELS,
    RANKING,
    REDOUBLE,
    TAKEOUT_DOUBLE,
    Situation,
    Step,
)

TWO_OVER_ONE: Final = 10
"""the least points of a new suit at the level of two that asks opener to go on"""


def responses(situation: Situation, opening: Step) -> Iterator[Offer]:
    """What partner's opening of one is answered with."""
    right = situation.previous(1)
    interference = right if right is not None and right.call != PASS else None
    if interference is None:
        yield from _free(situation, opening)
    elif interference.call == DOUBLE:
        yield Offer(REDOUBLE, 11, short={opening.strain: 3}, by=HIGH_CARDS)
        yield from _raises(situation, opening)
        yield from _new_suits(situation, opening, two_level=8)
        yield Offer("1NT", 7, 10, by=HIGH_CARDS)
        yield Offer(PASS, 0, 10)
    else:
        yield from _contested(situation, opening)


def _free(situation: Situation, opening: Step) -> Iterator[Offer]:
    suit = opening.strain
    passed = situation.has_passed
    most = 12 if passed else 40
    if suit in MAJORS:
        if not passed:
            enough = max(4, FIT + 1 - situation.partner.least(suit))
            strong = Offer("2NT", 13, long={suit: enough}, by=suit, forcing=Forcing.GAME, asks=Convention.STRONG_RAISE)
            yield strong._replace(when=lambda hand: hand.high_cards >= 10)
        yield from _raises(situation, opening)
    if not passed:
        yield from _jump_shifts(situation, opening)
    yield from _new_suits(situation, opening, two_level=11)
    if suit not in MAJORS:
        yield Offer("1NT", 6, 9, by=HIGH_CARDS, balanced=True)
        yield from _raises(situation, opening)
    yield Offer("3NT", 13, 15, by=HIGH_CARDS, balanced=True)
    if suit not in MAJORS or passed:
        yield Offer("2NT", 11, 12, by=HIGH_CARDS, balanced=True)
    yield Offer("1NT", 6, 10)
    yield Offer("1NT", 6, min(most, 12), when=high_cards(10))
    yield Offer(PASS, 0, 6)
    # Strong hands without a suit to name.
    if not passed:
        for other in RANKING:
            if other != suit:
                yield _new_suit(situation, other, 11, 4, Forcing.ONE_ROUND)
    yield Offer("3NT", 12, 18)


def _raises(situation: Situation, opening: Step) -> Iterator[Offer]:
    """The partner's suit by the points of support; a game at once with many trumps and little else."""
    suit, enough = opening.strain, max(3, FIT - situation.partner.least(opening.strain))
    contested = bool(situation.theirs)
    if suit in MAJORS:
        yield Offer(f"4{suit}", 5, 11, long={suit: 5}, by=suit, when=high_cards(9))
        yield Offer(f"3{suit}", 10, 12, long={suit: max(enough, 3)}, by=suit)
        yield Offer(f"2{suit}", 6, 9, long={suit: enough}, by=suit)
        if contested or situation.has_passed:
            yield Offer(f"4{suit}", 13, 16, long={suit: enough}, by=suit)
        return
    yield Offer(f"3{suit}", 10, 12, long={suit: 5}, by=suit, short={"S": 3, "H": 3})
    yield Offer(f"2{suit}", 6, 9, long={suit: 4 if suit == "D" else 5}, short={"S": 3, "H": 3}, by=suit)


def _jump_shifts(situation: Situation, opening: Step) -> Iterator[Offer]:
    for suit in SUITS:
        if suit != opening.strain:
            level = situation.cheapest(suit) + 1
            yield Offer(
                f"{level}{suit}",
                18,
                long={suit: 5},
                forcing=Forcing.GAME,
                when=good(suit),
            )


def _new_suits(situation: Situation, opening: Step, two_level: int) -> Iterator[Offer]:
    """A suit of one's own: the longest, of two long ones the higher, of suits of four cards the lowest."""
    forcing = Forcing.NOT if situation.has_passed else Forcing.ONE_ROUND
    others = [suit for suit in RANKING if suit != opening.strain and situation.cheapest(suit) <= 2]
    for suit in reversed(others):
        if situation.cheapest(suit) == 1:
            yield _new_suit(situation, suit, 6, 5, forcing)
    for suit in reversed(others):
        if situation.cheapest(suit) == 2:
            yield _new_suit(situation, suit, two_level, 5, forcing if two_level >= TWO_OVER_ONE else Forcing.NOT)
    for suit in others:
        if situation.cheapest(suit) == 1:
            yield _new_suit(situation, suit, 6, 4, forcing)


def _new_suit(situation: Situation, suit: str, least: int, length: int, forcing: Forcing) -> Offer:
    def longest(hand: Hand) -> bool:
        """Not a suit of four before a longer one that there is strength to name first."""
        return hand.lengths[suit] >= hand.longest() or hand.points < 11 or suit in MAJORS

    return Offer(situation.lowest(suit), least, long={suit: length}, forcing=forcing, when=longest)


def _contested(situation: Situation, opening: Step) -> Iterator[Offer]:
    """After an overcall: raises, of which a bid of their suit is the best; a double for unbid majors; no trumps."""
    suit, right = opening.strain, situation.previous(1)
    enough = max(3, FIT - situation.partner.least(suit))
    if right is None or not right.is_bid:
        return
    theirs = right.strain
    if right.level >= 3 or theirs == NO_TRUMPS:
        yield from _high(situation, opening, right)
        return
    strong = situation.lowest(theirs)
    yield Offer(strong, 11, long={suit: enough}, by=suit, forcing=Forcing.ONE_ROUND, asks=Convention.RAISE)
    if suit in MAJORS:
        yield Offer(f"4{suit}", 4, 10, long={suit: 5}, by=suit, when=high_cards(9))
        yield Offer(f"3{suit}", 5, 10, long={suit: 4}, by=suit, when=high_cards(8))
    yield Offer(f"2{suit}", 6, 10, long={suit: enough}, by=suit)
    forcing = Forcing.NOT if situation.has_passed else Forcing.ONE_ROUND
    unbid_majors = [major for major in MAJORS if major not in (suit, theirs)]
    for other in (own for own in SUITS if own not in (suit, theirs)):
        level = situation.cheapest(other)
        if other in MINORS:
            yield from _negative_doubles(right, unbid_majors)
        if level <= 2:
            yield _new_suit(situation, other, 6 if level == 1 else 10, 5, forcing)
    yield from _negative_doubles(right, unbid_majors)
    for call, least, most in (("3NT", 13, 16), ("2NT", 11, 12), ("1NT", 7, 10)):
        yield Offer(call, least, most, by=HIGH_CARDS, when=stopped([theirs]))
    for level, least, most in ((2, 6, 10), (3, 8, 10)):
        yield Offer(f"{level}{suit}", least, most, long={suit: 4 if suit == "D" else 5}, by=suit)
    yield TAKEOUT_DOUBLE._replace(least=11, short={theirs: 3})
    yield Offer(PASS, 0, 12)


def _negative_doubles(right: Step, majors: list[str]) -> Iterator[Offer]:
    """Four cards of an unbid major."""
    least = 6 if right.level == 1 else 8
    for major in majors:
        yield TAKEOUT_DOUBLE._replace(least=least, long={major: 4})


def _high(situation: Situation, opening: Step, right: Step) -> Iterator[Offer]:
    """After a jump of theirs, or no trumps, there is little room."""
    suit, theirs = opening.strain, right.strain
    if theirs == NO_TRUMPS:
        yield Offer(DOUBLE, 10, by=HIGH_CARDS)
        for own in SUITS:
            level = situation.cheapest(own)
            if level <= 2:
                yield Offer(f"{level}{own}", 5, 9, long={own: 3 if own == suit and own in MAJORS else 6})
        yield Offer(PASS, 0, 9)
        return
    enough = max(3, FIT - situation.partner.least(suit))
    game = f"{GAME_LEVELS[suit]}{suit}"
    if suit in MAJORS:
        yield Offer(game, 11, 18, long={suit: enough}, by=suit)
        yield Offer(f"3{suit}", 7, 11, long={suit: enough}, by=suit)
    yield Offer("3NT", 12, 18, by=HIGH_CARDS, when=stopped([theirs]))
    for own in SUITS:
        if own not in (suit, theirs) and situation.cheapest(own) <= 3:
            yield Offer(situation.lowest(own), 12, long={own: 5}, forcing=Forcing.ONE_ROUND)
    yield TAKEOUT_DOUBLE._replace(least=10, short={theirs: 2})
    if suit not in MAJORS:
        yield Offer(f"4{suit}", 9, 13, long={suit: 5}, by=suit)
    yield Offer(PASS, 0, 11)
