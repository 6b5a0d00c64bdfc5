"""The system: which page serves in a situation, and the call of a player."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final

from overtrick.auctions import PASS
from overtrick.bots.bridge import (
    competing,
    continuing,
    notrump,
    opening,
    preempts,
    rebidding,
    responding,
    slams,
    strong,
)
from overtrick.bots.bridge.hand import NO_TRUMPS, Hand
from overtrick.bots.bridge.judgement import judge
from overtrick.bots.bridge.meaning import Offer, Shown
from overtrick.bots.bridge.situation import TAKEOUT, Situation, Step
from overtrick.bots.openings import STRONG
from overtrick.play.view import View
from overtrick.seats import SEATS, Seat, Side

SYSTEMS: Final[dict[str, Callable[[Situation], Iterator[Offer]]]] = {
    "five_card_majors": opening.five_card_majors,
    "seed003": opening.course,
}
"""the openings of each preset"""
DEFAULT: Final = "five_card_majors"


def call(view: View, system: str = DEFAULT) -> str:
    """The call of a player, always a legal one."""
    situation = situation_of(view.dealer, view.vulnerable, view.auction.calls, system)
    return choose(situation, Hand(view.hand), system)


def shown(view: View, system: str = DEFAULT) -> dict[Seat, Shown]:
    """What the calls so far have shown of each hand, by players of this system."""
    situation = situation_of(view.dealer, view.vulnerable, view.auction.calls, system)
    return {seat: situation.shown_by(seat) for seat in SEATS}


@lru_cache(1 << 12)
def situation_of(dealer: Seat, vulnerable: frozenset[Side], calls: tuple[str, ...], system: str) -> Situation:
    """The situation after some calls."""
    if not calls:
        return Situation(dealer, vulnerable)
    before = situation_of(dealer, vulnerable, calls[:-1], system)
    return before.after(calls[-1], tuple(page(before, system)))


def choose(situation: Situation, hand: Hand, system: str) -> str:
    """The first call of the page that the hand is worth, else what judgement says."""
    forced = situation.is_forced
    for offer in page(situation, system):
        if situation.is_legal(offer.call) and offer.suits(hand):
            return offer.call
    return judge(situation, hand, may_pass=not forced)


def page(situation: Situation, system: str) -> Iterable[Offer]:
    """The offers of a situation; none where judgement decides."""
    first = situation.opening
    if first is None:
        return SYSTEMS[system](situation)
    is_ours = first.seat.side is situation.seat.side
    partners, right = situation.previous(2), situation.previous(1)
    if partners is not None and right is not None:
        asked = _conventions(situation, partners, right)
        if asked is not None:
            return asked
    if not situation.mine and not situation.partners:
        return competing.over_opening(situation, situation.last or first)
    if is_ours:
        return _as_openers(situation, first)
    return _as_defenders(situation)


def _conventions(situation: Situation, partners: Step, right: Step) -> Iterable[Offer] | None:
    """The answer to what partner asked, if nobody came between."""
    asks, last = partners.asks, situation.last
    if last is None:
        return None
    if (asks == TAKEOUT and right.call == PASS) or (asks == TAKEOUT and right.is_bid and len(situation.partners) == 1):
        return None if situation.mine else competing.answers_to_double(situation, last)
    if right.call != PASS:
        return None
    if asks == STRONG:
        return strong.answers(situation)
    if asks == strong.WAITING:
        return strong.rebids(situation)
    if asks == responding.STRONG_RAISE:
        return rebidding.after_strong_raise(situation.mine[-1].strain)
    if asks == notrump.STAYMAN:
        return notrump.stayman_answer(situation, partners)
    if asks.startswith(notrump.TRANSFER):
        return notrump.transfer_answer(situation, asks.removeprefix(notrump.TRANSFER), partners.level)
    if asks == notrump.MINORS:
        return notrump.minors_answer(situation)
    if asks == notrump.QUANTITATIVE:
        return notrump.quantitative_answer(situation)
    if asks.startswith(slams.KEY_CARDS):
        return slams.answers(asks.removeprefix(slams.KEY_CARDS))
    if asks.startswith(slams.KEY_CARDS_ANSWER):
        return slams.after_answer(situation, asks.removeprefix(slams.KEY_CARDS_ANSWER), partners)
    mine = situation.mine
    if mine and mine[-1].asks == notrump.MINORS:
        return notrump.after_minors(situation)
    if mine and mine[-1].asks == strong.WAITING and partners.is_bid and partners.strain == NO_TRUMPS:
        return notrump.answers(situation, partners)
    return None


def _as_openers(situation: Situation, first: Step) -> Iterable[Offer]:
    mine, partners, right = situation.mine, situation.partners, situation.previous(1)
    free = right is not None and right.call == PASS
    if not mine and len(partners) == 1:
        return _answers(situation, first, free)
    answer = partners[-1] if partners else None
    last_two = situation.previous(2)
    if answer is None or not free or last_two is None or last_two.call == PASS:
        return () if situation.theirs else continuing.continuing(situation)
    if (
        first.seat is situation.seat
        and len(mine) == 1
        and len(partners) == 1
        and first.level == 1
        and answer.is_bid
        and not situation.theirs
    ):
        if answer.call == "1NT" and first.strain != NO_TRUMPS:
            return rebidding.after_one_no_trump(situation, first)
        if answer.strain not in (first.strain, NO_TRUMPS) and first.strain != NO_TRUMPS:
            if answer.level == 1:
                return rebidding.after_one_over_one(situation, first, answer)
            if answer.level == 2 and situation.partner.points.least < 18:
                return rebidding.after_two_over_one(situation, first, answer)
    return continuing.continuing(situation)


def _answers(situation: Situation, first: Step, free: bool) -> Iterable[Offer]:
    if first.strain == NO_TRUMPS:
        return notrump.answers(situation, first) if free else ()
    if first.asks == STRONG:
        return ()
    if first.level == 1:
        return responding.responses(situation, first)
    return preempts.answers(situation, first)


def _as_defenders(situation: Situation) -> Iterable[Offer]:
    mine, partners, last = situation.mine, situation.partners, situation.last
    if not mine and len(partners) == 1 and partners[0].is_bid and last is not None:
        free = situation.previous(1)
        if partners[0].strain == NO_TRUMPS:
            return notrump.answers(situation, partners[0]) if free is not None and free.call == PASS else ()
        if partners[0].level <= 2 and situation.partner.points.most > 12:
            return competing.advances(situation, partners[0])
    if situation.is_ours:
        return continuing.continuing(situation)
    return ()
