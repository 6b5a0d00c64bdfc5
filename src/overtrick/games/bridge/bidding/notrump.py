"""What follows no trumps of the partner, opened, overcalled or rebid after 2C: Stayman and transfers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from overtrick.core.actions import PASS
from overtrick.games.bridge.bidding import slams
from overtrick.games.bridge.bidding.continuing import NO_TRUMP_GAME as GAME
from overtrick.games.bridge.bidding.hand import MAJORS, Condition
from overtrick.games.bridge.bidding.meaning import HIGH_CARDS, Convention, Forcing, Offer
from overtrick.games.bridge.bidding.situation import Situation, Step

BELOW: Final = {"H": "D", "S": "H"}
"""the suit that asks for a major"""


def answers(situation: Situation, opening: Step) -> Iterator[Offer]:
    """Answers to one or two no trumps, by the points that are missing for a game or a slam."""
    level, (low, high) = opening.level, situation.partner.points
    high = min(high, low + 3)
    game, slam = round(GAME - (low + high) / 2), 33 - low
    invitation = round(GAME - high) if level == 1 else game
    ask = level + 1
    yield Offer("6NT", slam, by=HIGH_CARDS, balanced=True, short=dict.fromkeys(MAJORS, 4))
    for suit in MAJORS:
        yield Offer(
            f"{ask}{BELOW[suit]}",
            long={suit: 5},
            when=longer_major(suit),
            forcing=Forcing.ONE_ROUND,
            asks=Convention.TRANSFER,
            about=suit,
        )
    for suit in MAJORS:
        yield Offer(
            f"{ask}C",
            invitation,
            long={suit: 4},
            forcing=Forcing.ONE_ROUND,
            asks=Convention.STAYMAN,
            when=lambda hand: hand.shape != (4, 3, 3, 3),
        )
    if level == 1:
        for minor in "DC":
            yield Offer("2S", 0, 6, long={minor: 6}, forcing=Forcing.ONE_ROUND, asks=Convention.MINORS)
    yield Offer("6NT", slam)
    yield Offer("4NT", 33 - high, slam - 1, by=HIGH_CARDS, asks=Convention.QUANTITATIVE)
    yield Offer("3NT", game, slam - 1)
    yield Offer("2NT", invitation, game - 1)
    yield Offer(PASS, 0, max(0, game - 1))


def longer_major(suit: str) -> Condition:
    """The major that is named first: the longer one, of equal ones spades."""
    return lambda hand: max(MAJORS, key=lambda major: hand.lengths[major]) == suit


def stayman_answer(situation: Situation, asked: Step) -> Iterator[Offer]:
    """Four hearts, four spades, or neither."""
    level = asked.level
    for suit in "HS":
        yield Offer(f"{level}{suit}", long={suit: 4}, asks=Convention.STAYMAN_ANSWER)
    yield Offer(f"{level}D", short={"S": 3, "H": 3}, asks=Convention.STAYMAN_ANSWER)


def after_stayman(situation: Situation, answer: Step) -> Iterator[Offer]:
    """A fit by its points, else no trumps, which over hearts show four spades."""
    least, most = situation.partner.points
    game, invitation, level = round(GAME - (least + most) / 2), round(GAME - most), answer.level
    found = answer.strain if answer.strain in MAJORS else None
    if found:
        yield from slams.tries(situation, least, most)
        yield Offer(f"4{found}", game, long={found: 4}, by=found)
        yield Offer(f"3{found}", invitation, game - 1, long={found: 4}, by=found)
    spades = {"S": 4} if found == "H" else {}
    yield Offer("6NT", slams.SLAM - least)
    yield Offer("4NT", slams.SLAM - most, slams.SLAM - least - 1, long=spades, asks=Convention.QUANTITATIVE)
    yield Offer("3NT", game, slams.SLAM - most - 1, long=spades)
    if level == 2:
        yield Offer("2NT", invitation, game - 1, long=spades)
    yield Offer(PASS)


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
