"""Answers to a weak opening or overcall with a long suit."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.core.actions import PASS
from overtrick.games.bridge.bidding.hand import MAJORS
from overtrick.games.bridge.bidding.meaning import HIGH_CARDS, Offer
from overtrick.games.bridge.bidding.situation import GAME_LEVELS, Situation, Step


def answers(situation: Situation, opening: Step) -> Iterator[Offer]:
    """A game with the strength of an opening and more, a raise with trumps to make it hard for the opponents."""
    suit, level = opening.strain, opening.level
    length = situation.partner.least(suit)
    game = GAME_LEVELS[suit]
    if suit in MAJORS and level < 4:
        yield Offer(f"4{suit}", 16 - 2 * (length - 6), long={suit: 2}, by=suit)
        yield Offer(f"4{suit}", long={suit: 10 - length}, by=suit)
    yield Offer("3NT", 17, by=HIGH_CARDS, long={suit: 2})
    if length + 3 >= 9 and level == 2:
        yield Offer(f"3{suit}", 0, 16, long={suit: 3})
    if suit not in MAJORS and level == 3:
        yield Offer(f"{game}{suit}", 17, long={suit: 3}, by=suit)
    yield Offer(PASS, 0, 18)
