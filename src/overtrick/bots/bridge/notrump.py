"""What follows no trumps of the partner, opened, overcalled or rebid after 2C: Stayman and transfers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from overtrick.auctions import PASS
from overtrick.bots.bridge.hand import MAJORS
from overtrick.bots.bridge.meaning import HIGH_CARDS, Condition, Forcing, Offer
from overtrick.bots.bridge.situation import Situation, Step

STAYMAN: Final = "Stayman"
STAYMAN_ANSWER: Final = "Stayman answer"
TRANSFER: Final = "transfer to "
MINORS: Final = "minors"
QUANTITATIVE: Final = "quantitative"
BELOW: Final = {"H": "D", "S": "H"}
"""the suit that asks for a major"""


def answers(situation: Situation, opening: Step) -> Iterator[Offer]:
    """Answers to one, two or three no trumps, by the points that are missing for a game or a slam."""
    level, low = opening.level, situation.partner.points.least
    high = min(situation.partner.points.most, low + 3)
    game, slam = 25 - low, 33 - low
    invites = level == 1
    ask = level + 1
    least = 25 - high if invites else game - 1
    if level < 3:
        yield Offer("6NT", slam, 40, by=HIGH_CARDS, balanced=True, when=lambda hand: hand.longest() < 5)
        for suit in MAJORS:
            yield Offer(
                f"{ask}{BELOW[suit]}",
                long={suit: 5},
                when=longer_major(suit),
                forcing=Forcing.ONE_ROUND,
                asks=TRANSFER + suit,
            )
        for suit in MAJORS:
            yield Offer(
                f"{ask}C",
                least,
                long={suit: 4},
                forcing=Forcing.ONE_ROUND,
                asks=STAYMAN,
                when=lambda hand: hand.shape != (4, 3, 3, 3),
            )
    if level == 1:
        for minor in "DC":
            yield Offer("2S", 0, 6, long={minor: 6}, forcing=Forcing.ONE_ROUND, asks=MINORS)
    yield Offer("6NT", slam, 40)
    if level < 3:
        yield Offer("4NT", 33 - high, slam - 1, by=HIGH_CARDS, asks=QUANTITATIVE)
        yield Offer("3NT", game, slam - 1)
    if level == 1:
        yield Offer("2NT", least, game - 1)
    yield Offer(PASS, 0, least)


def longer_major(suit: str) -> Condition:
    """The major that is named first: the longer one, of equal ones spades."""
    return lambda hand: max(MAJORS, key=lambda major: hand.lengths[major]) == suit


def stayman_answer(situation: Situation, asked: Step) -> Iterator[Offer]:
    """Four hearts, four spades, or neither."""
    level = asked.level
    for suit in "HS":
        yield Offer(f"{level}{suit}", long={suit: 4}, asks=STAYMAN_ANSWER)
    yield Offer(f"{level}D", short={"S": 3, "H": 3}, asks=STAYMAN_ANSWER)


def transfer_answer(situation: Situation, suit: str, level: int) -> Iterator[Offer]:
    """The suit that was asked for; one higher with four cards and the most points."""
    most = situation.me.points.most
    if level == 2:
        yield Offer(f"3{suit}", most - 1, most + 1, long={suit: 4}, by=HIGH_CARDS)
    yield Offer(f"{level}{suit}")


def minors_answer(situation: Situation) -> Iterator[Offer]:
    """Three clubs, which partner passes or corrects."""
    yield Offer("3C")


def after_minors(situation: Situation) -> Iterator[Offer]:
    """Clubs are passed, diamonds corrected."""
    yield Offer("3D", long={"D": 6})
    yield Offer(PASS, long={"C": 6})


def quantitative_answer(situation: Situation) -> Iterator[Offer]:
    """Six with more than the least."""
    yield Offer("6NT", situation.me.points.least + 1, 40)
    yield Offer(PASS)
