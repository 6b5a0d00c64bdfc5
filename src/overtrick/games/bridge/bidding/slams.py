"""Slam tries: no trumps by points, and in a suit the question for key cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from overtrick.bots.shown import Range
from overtrick.core.actions import PASS
from overtrick.core.cards import Rank
from overtrick.games.bridge.bidding.hand import NO_TRUMPS, Condition, Hand
from overtrick.games.bridge.bidding.meaning import HIGH_CARDS, Convention, Forcing, Offer
from overtrick.games.bridge.bidding.situation import FIT, Situation, Step
from overtrick.games.bridge.rules import BIDS

SLAM: Final = 33
SLAM_TRY: Final = 31
"""how many points together, as partner has them on average, are worth an invitation to six no trumps"""
SUIT_SLAM: Final = 33
GRAND_SLAM: Final = 37
ANSWERS: Final = {"5C": (0, 3), "5D": (1, 4), "5H": (2, 5), "5S": (2, 5)}
"""the key cards that an answer shows: the aces and the king of trumps; 5S with the queen of trumps"""


def tries(situation: Situation, least: int, most: int) -> Iterator[Offer]:
    """The question for key cards with a fit, and slams in no trumps or the invitation to them, by partner's points."""
    trumps, typical = trumps_of(situation), Range(least, most).typical
    if trumps is not None:
        yield Offer(
            "4NT",
            round(SUIT_SLAM - typical),
            long={trumps: max(0, FIT - situation.partner.least(trumps))},
            by=trumps,
            forcing=Forcing.ONE_ROUND,
            asks=Convention.KEY_CARDS,
            about=trumps,
        )
    yield Offer("7NT", GRAND_SLAM - least, by=HIGH_CARDS)
    yield Offer("6NT", SLAM - least, by=HIGH_CARDS)
    if trumps is None:
        enough = max(SLAM - most, round(SLAM_TRY - typical))
        yield Offer("4NT", enough, SLAM - least - 1, by=HIGH_CARDS, asks=Convention.QUANTITATIVE)


def trumps_of(situation: Situation) -> str | None:
    """The suit whose key cards are asked for: the agreed one, else the last that partner bid and has."""
    if situation.agreed:
        return situation.agreed
    last = situation.previous(2)
    is_suit = last is not None and last.is_bid and last.strain != NO_TRUMPS
    return last.strain if last is not None and is_suit and situation.partner.least(last.strain) >= 4 else None


def quantitative_answer(situation: Situation) -> Iterator[Offer]:
    """Six with more than the middle of what was shown."""
    least, most = situation.me.points
    yield Offer("6NT", (least + min(most, least + 4) + 1) // 2)
    yield Offer(PASS)


def answers(trumps: str) -> Iterator[Offer]:
    """How many key cards there are; what names trumps may be passed."""
    for call, counts in ANSWERS.items():
        yield Offer(
            call,
            when=_holds(trumps, counts, queen=call == "5S"),
            forcing=Forcing.NOT if str(BIDS[call].strain) == trumps else Forcing.ONE_ROUND,
            asks=Convention.KEY_CARDS_ANSWER,
            about=trumps,
        )


def _holds(trumps: str, counts: tuple[int, int], queen: bool) -> Condition:
    """One of two numbers of key cards; with two the queen of trumps tells more."""

    def holds(hand: Hand) -> bool:
        has_queen = Rank.QUEEN in hand.ranks[trumps]
        return hand.key_cards(trumps) in counts and (2 not in counts or has_queen is queen)

    return holds


def after_answer(situation: Situation, trumps: str, answer: Step) -> Iterator[Offer]:
    """Six with at most one key card missing, seven with none and the points for it."""
    counts = ANSWERS[answer.call]
    least = situation.partner.points.least

    def total(hand: Hand) -> int:
        """The key cards of both hands: partner's are the greater number if that and the points are possible."""
        mine = hand.key_cards(trumps)
        more = mine + counts[1] <= 5 and least >= 12
        return mine + counts[more]

    yield Offer(f"7{trumps}", GRAND_SLAM - least, by=trumps, when=lambda hand: total(hand) == 5)
    yield Offer(f"6{trumps}", when=lambda hand: total(hand) >= 4)
    if situation.cheapest(trumps) == 5:
        yield Offer(f"5{trumps}")
    if answer.strain == trumps:
        yield Offer(PASS)
    yield Offer(f"6{trumps}")
