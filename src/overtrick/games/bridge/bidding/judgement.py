"""Judgement where no page of the system has a call: the tricks that both hands are worth, and what contracts score.

The figures of `tricks` come from the double-dummy tables of random deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb, erf, sqrt
from typing import Final

from overtrick.bots.shown import HAND_SIZE, SUITS, Expectation, Range, expected
from overtrick.core.actions import PASS
from overtrick.core.tricks import parse_strain
from overtrick.games.bridge.bidding.hand import NO_TRUMPS, Hand
from overtrick.games.bridge.bidding.situation import DOUBLE, FIT, GAME_LEVELS, Situation
from overtrick.games.bridge.rules import BOOK, contract_score

ALL_POINTS: Final = 40
TRICK_SPREAD: Final = 1.3
"""how much the tricks vary for hands of the same points and lengths"""
TRICKS: Final = 8.0
"""won with half of the points and a fit of eight trumps"""
PER_POINT: Final = 0.39
PER_TRUMP: Final = 0.87
PER_SHORTNESS: Final = 0.21
USUAL_SHORTNESS: Final = 1.4
"""the cards that a hand lacks for three in each suit but trumps"""
NO_TRUMP_TRICKS: Final = 6.0
PER_POINT_NO_TRUMPS: Final = 0.51
POINTS_FOR_GAME: Final = {NO_TRUMPS: 24, "S": 23, "H": 23, "D": 26, "C": 26}
"""how many high-card points together let a player bid a game with too few trumps for it by their number"""
MARGIN: Final = 40
"""how many points more than a pass a bid must promise"""


def judge(situation: Situation, hand: Hand, may_pass: bool) -> str:
    """The call whose contract promises most if it is the last one; who has declined to compete bids no more."""
    worths = {call: worth for call, worth in _worths(situation, hand, may_pass) if may_pass or call != PASS}
    best = max(worths, key=lambda call: worths[call])
    return PASS if may_pass and worths[best] < worths[PASS] + MARGIN else best


def _worths(situation: Situation, hand: Hand, may_pass: bool) -> Iterator[tuple[str, float]]:
    last = situation.last
    if last is None:
        yield PASS, 0
    else:
        ours = last.seat.side is situation.seat.side
        stand = tricks(situation, hand, last.strain)
        if not ours:  # they know their hands better
            stand = stand._replace(mean=(HAND_SIZE - stand.mean + BOOK + last.level) / 2)
        sign = 1 if ours else -1
        vulnerable = last.seat.side in situation.vulnerable
        yield PASS, sign * worth(last.level, last.strain, situation.doubles, vulnerable, stand)
        if situation.is_legal(DOUBLE):
            yield DOUBLE, -worth(last.level, last.strain, 1, vulnerable, stand)
    if may_pass and situation.has_declined:
        return
    vulnerable = situation.seat.side in situation.vulnerable
    for strain in (*(suit for suit in SUITS if suit not in situation.their_suits()), NO_TRUMPS):
        won = tricks(situation, hand, strain)
        cheapest = situation.cheapest(strain)
        most = _highest(situation, hand, strain)
        for level in {cheapest, max(cheapest, GAME_LEVELS[strain])}:
            if situation.is_legal(f"{level}{strain}") and (level <= most or not may_pass):
                yield f"{level}{strain}", worth(level, strain, None, vulnerable, won)


def _highest(situation: Situation, hand: Hand, strain: str) -> int:
    """How high the player's side may bid: as many tricks as it has trumps, or a game with the points for it."""
    points = hand.high_cards + points_of_partner(situation, hand).mean
    game = GAME_LEVELS[strain] if points >= POINTS_FOR_GAME[strain] else 1
    if strain == NO_TRUMPS:
        return game
    trumps = hand.lengths[strain] + length_of_partner(situation, hand, strain)
    return max(game, round(trumps) - BOOK)


def tricks(situation: Situation, hand: Hand, strain: str) -> Expectation:
    """How many tricks the player's side wins in a strain."""
    partner = points_of_partner(situation, hand)
    points = hand.high_cards + partner.mean
    if strain == NO_TRUMPS:
        mean = NO_TRUMP_TRICKS + PER_POINT_NO_TRUMPS * (points - ALL_POINTS / 2)
        spread = PER_POINT_NO_TRUMPS * partner.spread
    else:
        trumps = hand.lengths[strain] + length_of_partner(situation, hand, strain)
        short = sum(max(0, 3 - length) for suit, length in hand.lengths.items() if suit != strain)
        value = PER_POINT * (points - ALL_POINTS / 2) + PER_TRUMP * (trumps - FIT)
        mean = TRICKS + value + PER_SHORTNESS * (short - USUAL_SHORTNESS)
        spread = PER_POINT * partner.spread
        if trumps < HAND_SIZE / 2:  # the opponents' suit: as they see it
            mean = HAND_SIZE - TRICKS + value + PER_TRUMP * (2 * FIT - HAND_SIZE)
    return Expectation(mean, sqrt(TRICK_SPREAD**2 + spread**2))


def points_of_partner(situation: Situation, hand: Hand) -> Expectation:
    """The high-card points that partner has, by what all have shown."""
    average = (ALL_POINTS - hand.high_cards) / 3
    partner, *others = (expected(shown.points, average) for shown in (situation.partner, *situation.opponents))
    missing = ALL_POINTS - hand.high_cards - partner.mean - sum(other.mean for other in others)
    share = partner.spread**2 / (sum(other.spread**2 for other in others) + partner.spread**2 + 0.01)
    least, most = situation.partner.points
    return partner._replace(mean=min(most, max(least, partner.mean + missing * share)))


def length_of_partner(situation: Situation, hand: Hand, suit: str) -> float:
    """The cards of a suit that partner has on average, by what all have shown."""
    shown = situation.partner
    others = sum(shown.least(other) for other in SUITS if other != suit)
    told = {other: sum(opponent.least(other) for opponent in situation.opponents) for other in SUITS}
    hidden = HAND_SIZE - hand.lengths[suit] - told[suit]
    unknown = 3 * HAND_SIZE - others - sum(told.values())
    return _mean_length(shown.range_of(suit), hidden, HAND_SIZE - others, unknown)


@lru_cache(1 << 12)
def _mean_length(shown: Range, hidden: int, room: int, unknown: int) -> float:
    """The cards of a suit in `room` of the `unknown` cards, if `hidden` ones are of it; what was shown is believed."""
    weights = {
        length: comb(hidden, length) * comb(unknown - hidden, room - length)
        for length in range(shown.least, min(shown.most, hidden, room) + 1)
        if unknown - hidden >= room - length
    }
    total = sum(weights.values())
    return sum(length * weight for length, weight in weights.items()) / total if total else shown.least


def worth(level: int, strain: str, double: int | None, vulnerable: bool, won: Expectation) -> float:
    """What a contract brings to its side on average; without a word about doubles it is doubled if two tricks fail."""
    total, trumps = 0.0, parse_strain(strain)
    for number in range(HAND_SIZE + 1):
        chance = _chance(number, won)
        if chance > 0.001:
            doubled = int(number < BOOK + level - 1 - (level < 4)) if double is None else double
            total += chance * contract_score(level, trumps, doubled, vulnerable, number)
    return total


def _chance(number: int, won: Expectation) -> float:
    def below(bound: float) -> float:
        return (1 + erf((bound - won.mean) / (won.spread * sqrt(2)))) / 2

    low = below(number - 0.5) if number else 0.0
    return (below(number + 0.5) if number < HAND_SIZE else 1.0) - low
