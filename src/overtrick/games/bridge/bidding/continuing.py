"""Later bids, when partner's strength is known: part-score, invitation, game or slam, by the points of both hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from overtrick.bots.shown import SUITS, Range
from overtrick.core.actions import PASS
from overtrick.games.bridge.bidding import slams
from overtrick.games.bridge.bidding.hand import MAJORS, MINORS, NO_TRUMPS, Condition, both, stopped
from overtrick.games.bridge.bidding.meaning import Forcing, Offer
from overtrick.games.bridge.bidding.situation import FIT, Situation

GAME: Final = 25
"""how many points together are worth a game in a major"""
NO_TRUMP_GAME: Final = 25
MINOR_GAME: Final = 28
ALONE: Final = 6
"""how many cards of a suit are good trumps without known support"""
NOT_LIMITED: Final = 6
"""a hand without an upper limit is taken to have at most this many points more than it has shown"""


def continuing(situation: Situation) -> Iterator[Offer]:
    """What a player offers who knows what the partner has."""
    least = situation.partner.points.least
    most = min(situation.partner.points.most, least + NOT_LIMITED)
    typical = Range(least, most).typical
    if situation.last is None or situation.last.level < 5:
        yield from slams.tries(situation, least, most)
    if situation.is_game:
        yield from _better_game(situation)
        return
    game, invitation = round(GAME - typical), round(GAME - most)
    limit = max(game, round(slams.SUIT_SLAM - typical))
    yield from _major_games(situation, game, limit)
    yield from _ways_to_game(situation, game)
    yield from _other_games(situation, round(NO_TRUMP_GAME - typical), round(MINOR_GAME - typical), limit)
    yield from _invitations(situation, invitation, game - 1)
    if not situation.is_forced:
        yield from _part_scores(situation)


def _better_game(situation: Situation) -> Iterator[Offer]:
    """Partner's choice stands, but for a fit in a major that partner could not know of."""
    last = situation.last
    if last is not None and last.call == "3NT":
        for suit in MAJORS:
            if situation.partner.least(suit) >= 4:
                yield Offer(f"4{suit}", long={suit: FIT - situation.partner.least(suit)})
    yield Offer(PASS)


def _needed(situation: Situation, suit: str) -> int:
    """How many cards of a suit are enough for a fit."""
    return min(ALONE, max(0, FIT - situation.partner.least(suit)))


def _major_games(situation: Situation, game: int, limit: int) -> Iterator[Offer]:
    for suit in MAJORS:
        yield Offer(f"4{suit}", game, limit, long={suit: _needed(situation, suit)}, by=suit)


def _ways_to_game(situation: Situation, game: int) -> Iterator[Offer]:
    """Forcing to game below three no trumps: five cards of a major, then support and suits of unbalanced hands."""
    for suit in MAJORS:
        if _may_have_five(situation, suit) and situation.cheapest(suit) <= 3:
            yield Offer(f"3{suit}", game, long={suit: 5}, forcing=Forcing.GAME)
    for suit in SUITS:
        level = situation.cheapest(suit)
        if level <= 3 and _is_new(situation, suit) and suit not in situation.their_suits():
            level = max(level, 2)
            yield Offer(
                f"{level}{suit}",
                game,
                long={suit: 5 if suit in MAJORS else 4},
                forcing=Forcing.GAME,
                when=lambda hand: not hand.is_balanced,
            )


def _is_new(situation: Situation, suit: str) -> bool:
    """Whether neither partner has shown a suit."""
    return situation.me.least(suit) < 4 and situation.partner.least(suit) < 4


def _may_have_five(situation: Situation, suit: str) -> bool:
    """Whether a player who has shown four cards looks for three with the partner if there are five."""
    return situation.me.least(suit) == 4 and situation.partner.least(suit) < 4 and situation.partner.most(suit) >= 3


def _other_games(situation: Situation, game: int, minor_game: int, limit: int) -> Iterator[Offer]:
    yield Offer("3NT", game, limit, when=both(stopped(situation.their_suits()), _no_short_suit(situation)))
    for suit in MINORS:
        yield Offer(f"5{suit}", minor_game, long={suit: _needed(situation, suit)}, by=suit)
    yield Offer("3NT", game, limit, when=stopped(situation.their_suits()))


def _no_short_suit(situation: Situation) -> Condition:
    """No suit is short in both hands, as far as is known."""
    return lambda hand: all(hand.lengths[suit] >= 2 or situation.partner.least(suit) >= 4 for suit in SUITS)


def _invitations(situation: Situation, least: int, most: int) -> Iterator[Offer]:
    known = [suit for suit in SUITS if not _is_new(situation, suit)]
    for suit in known:
        if suit in MAJORS and not _may_have_five(situation, suit):
            yield Offer(f"3{suit}", least, most, long={suit: _needed(situation, suit)}, by=suit)
    yield Offer("2NT", least, most, when=both(stopped(situation.their_suits()), _no_short_suit(situation)))
    for suit in known:
        if suit in MINORS:
            yield Offer(f"3{suit}", least, most, long={suit: _needed(situation, suit)}, by=suit)


def _part_scores(situation: Situation) -> Iterator[Offer]:
    """Pass what is good enough, else go where more trumps are."""
    last = situation.last
    if last is None:
        return
    if last.strain == NO_TRUMPS:
        for suit in SUITS:
            if situation.cheapest(suit) == last.level + 1:
                yield Offer(f"{last.level + 1}{suit}", long={suit: 6})
                known = situation.me.least(suit)
                if known >= 4 or situation.partner.least(suit) >= 4:
                    yield Offer(
                        f"{last.level + 1}{suit}",
                        long={suit: 5 if known >= 4 else 4},
                        when=lambda hand: not hand.is_balanced,
                    )
        yield Offer(PASS)
        return
    yield Offer(PASS, long={last.strain: max(0, FIT - 1 - situation.partner.least(last.strain))})
    for suit in SUITS:
        level = situation.cheapest(suit)
        if suit != last.strain and level <= max(2, last.level):
            yield Offer(f"{level}{suit}", long={suit: min(ALONE, max(0, FIT - 1 - situation.partner.least(suit)))})
    if last.level == 1:
        yield Offer("1NT")
    yield Offer(PASS)
