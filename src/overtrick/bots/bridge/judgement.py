"""Judgement where no page of the system has a call: the tricks that both hands are worth, and what contracts score.

The figures of `tricks` come from the double-dummy tables of random deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import erf, exp, sqrt
from typing import Final, NamedTuple

from overtrick.auctions import PASS, Contract
from overtrick.bots.bridge.hand import NO_TRUMPS, SUITS, Hand
from overtrick.bots.bridge.meaning import HAND_SIZE, Range
from overtrick.bots.bridge.situation import DOUBLE, GAME_LEVELS, Situation
from overtrick.rules.bridge import BOOK, PRESETS
from overtrick.rules.game import Outcome
from overtrick.scoring import NOBODY
from overtrick.seats import Seat, Side
from overtrick.tricks import parse_strain

ALL_POINTS: Final = 40
SPREAD: Final = 4.0
"""how much the points of a hand vary"""
TRICK_SPREAD: Final = 1.3
"""how much the tricks vary for hands of the same points and lengths"""
PER_POINT: Final = 0.33
MARGIN: Final = 10
"""a bid must promise so many points more than a pass"""
GAME: Final = PRESETS["duplicate"]


class Estimate(NamedTuple):
    """What is expected of a number."""

    mean: float
    spread: float


def judge(situation: Situation, hand: Hand, may_pass: bool) -> str:
    """The call whose contract promises most if it is the last one."""
    worths = {call: worth for call, worth in _worths(situation, hand) if may_pass or call != PASS}
    best = max(worths, key=lambda call: worths[call])
    return PASS if may_pass and worths[best] < worths[PASS] + MARGIN else best


def _worths(situation: Situation, hand: Hand) -> Iterator[tuple[str, float]]:
    last = situation.last
    if last is None:
        yield PASS, 0
    else:
        ours = last.seat.side is situation.seat.side
        stand = tricks(situation, hand, last.strain)
        if not ours:
            stand = stand._replace(mean=HAND_SIZE - stand.mean)
        sign = 1 if ours else -1
        vulnerable = last.seat.side in situation.vulnerable
        yield PASS, sign * worth(last.level, last.strain, situation.doubles, vulnerable, stand)
        if situation.is_legal(DOUBLE):
            yield DOUBLE, -worth(last.level, last.strain, 1, vulnerable, stand)
    vulnerable = situation.seat.side in situation.vulnerable
    for strain in (*SUITS, NO_TRUMPS):
        won = tricks(situation, hand, strain)
        cheapest = situation.cheapest(strain)
        for level in {cheapest, max(cheapest, GAME_LEVELS[strain])}:
            if level <= 7:
                yield f"{level}{strain}", worth(level, strain, None, vulnerable, won)


def tricks(situation: Situation, hand: Hand, strain: str) -> Estimate:
    """How many tricks the player's side wins in a strain."""
    partner = points_of_partner(situation, hand)
    points = hand.high_cards + partner.mean
    spread = sqrt(TRICK_SPREAD**2 + (PER_POINT * partner.spread) ** 2)
    if strain == NO_TRUMPS:
        long = max(hand.lengths[suit] + situation.partner.least(suit) for suit in SUITS)
        unstopped = sum(not hand.stops(suit) for suit in situation.their_suits())
        return Estimate(PER_POINT * points - 0.5 + 0.1 * (long - 8) - unstopped, spread)
    trumps = hand.lengths[strain] + length_of_partner(situation, hand, strain)
    short = sum(max(0, 3 - length) for suit, length in hand.lengths.items() if suit != strain)
    return Estimate(PER_POINT * points + 0.6 * (trumps - 8) + 0.2 * short + 1.0, spread)


def points_of_partner(situation: Situation, hand: Hand) -> Estimate:
    """The high-card points that partner has, by what all have shown."""
    average = (ALL_POINTS - hand.high_cards) / 3
    partner, *others = (_within(shown.points, average) for shown in (situation.partner, *situation.opponents))
    missing = ALL_POINTS - hand.high_cards - partner.mean - sum(other.mean for other in others)
    share = partner.spread**2 / (sum(other.spread**2 for other in others) + partner.spread**2 + 0.01)
    least, most = situation.partner.points
    return partner._replace(mean=min(most, max(least, partner.mean + missing * share)))


@lru_cache(1 << 12)
def _within(points: Range, average: float) -> Estimate:
    """Points in a range, of hands that have so many on average."""
    weights = {
        number: exp(-(((number - average) / SPREAD) ** 2) / 2) for number in range(points.least, points.most + 1)
    }
    total = sum(weights.values())
    mean = sum(number * weight for number, weight in weights.items()) / total
    return Estimate(mean, sqrt(sum(weight * (number - mean) ** 2 for number, weight in weights.items()) / total))


def length_of_partner(situation: Situation, hand: Hand, suit: str) -> float:
    """The cards of a suit that partner has on average: what he has shown, and a share of what else he has."""
    shown = situation.partner
    hidden = {other: HAND_SIZE - hand.lengths[other] - _least_of_all(situation, other) for other in SUITS}
    rest = HAND_SIZE - sum(shown.least(other) for other in SUITS)
    share = max(0, hidden[suit]) / max(1, sum(max(0, number) for number in hidden.values()))
    return min(shown.most(suit), shown.least(suit) + rest * share)


def _least_of_all(situation: Situation, suit: str) -> int:
    return sum(shown.least(suit) for shown in (situation.partner, *situation.opponents))


def worth(level: int, strain: str, double: int | None, vulnerable: bool, won: Estimate) -> float:
    """What a contract brings to its side on average; without a word about doubles it is doubled if two tricks fail."""
    total = 0.0
    for number in range(HAND_SIZE + 1):
        chance = _chance(number, won)
        if chance > 0.001:
            doubled = int(number < BOOK + level - 1) if double is None else double
            total += chance * score(level, strain, doubled, vulnerable, number)
    return total


def _chance(number: int, won: Estimate) -> float:
    def below(bound: float) -> float:
        return (1 + erf((bound - won.mean) / (won.spread * sqrt(2)))) / 2

    low = below(number - 0.5) if number else 0.0
    return (below(number + 0.5) if number < HAND_SIZE else 1.0) - low


@lru_cache(1 << 13)
def score(level: int, strain: str, double: int, vulnerable: bool, won: int) -> int:
    """What a contract brings to its side with so many tricks."""
    contract = Contract(parse_strain(strain), Side.ONE, Seat.NORTH, level, double)
    sides = frozenset([Side.ONE]) if vulnerable else NOBODY
    score = GAME.score(Outcome(contract, (0, 0), (won, HAND_SIZE - won), vulnerable=sides))
    return score.scores[0] - score.scores[1] if score else 0
