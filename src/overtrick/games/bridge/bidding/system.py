"""The system: which page serves in a situation, the call of a player, and what calls show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from overtrick.bots.shown import Shown
from overtrick.core.actions import PASS, Call
from overtrick.core.auctions import BiddingAuction
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.deal.view import View
from overtrick.games.bridge.bidding import competing, continuing, notrump, opening, rebidding, responding, slams
from overtrick.games.bridge.bidding.hand import NO_TRUMPS, Hand
from overtrick.games.bridge.bidding.judgement import judge
from overtrick.games.bridge.bidding.meaning import Convention, Offer, meaning_of
from overtrick.games.bridge.bidding.situation import DOUBLE, WEAK, Situation, Step
from overtrick.games.bridge.rules import BIDDING

SYSTEMS: Final[dict[str, Callable[[Situation], Iterator[Offer]]]] = {
    "five_card_majors": opening.five_card_majors,
    "inn371": opening.course,
}
"""the openings of each system; `inn371` has those of the course of this number"""
ALIASES: Final = {"seed003": "inn371"}
"""older names of systems"""
DEFAULT: Final = "five_card_majors"
JUMP_SHIFT: Final = 18
"""the points that a jump in a new suit shows"""


ANSWERS: Final[Mapping[Convention | None, Callable[[Situation, Step], Iterator[Offer]]]] = {
    Convention.STRONG: lambda situation, _: opening.strong_answers(situation),
    Convention.WAITING: lambda situation, _: opening.strong_rebids(situation),
    Convention.STRONG_RAISE: lambda situation, _: rebidding.after_strong_raise(situation.mine[-1].strain),
    Convention.STAYMAN: notrump.stayman_answer,
    Convention.STAYMAN_ANSWER: notrump.after_stayman,
    Convention.TRANSFER: lambda situation, asked: notrump.transfer_answer(situation, asked.about, asked.level),
    Convention.MINORS: lambda situation, _: notrump.minors_answer(situation),
    Convention.QUANTITATIVE: lambda situation, _: slams.quantitative_answer(situation),
    Convention.KEY_CARDS: lambda _, asked: slams.answers(asked.about),
    Convention.KEY_CARDS_ANSWER: lambda situation, told: slams.after_answer(situation, told.about, told),
}
"""the page that follows a call of the partner, if nobody comes between"""


def call(view: View, system: str = DEFAULT) -> Call:
    """The call of a player, always a legal one."""
    return choose(_seen(view, system), Hand(view.hand), system)


def shown(view: View, system: str = DEFAULT) -> dict[Seat, Shown]:
    """What the calls so far have shown of each hand, by players of this system."""
    situation = _seen(view, system)
    return {seat: situation.shown_by(seat) for seat in SEATS}


def explain(view: View, call: str, system: str = DEFAULT) -> Shown | None:
    """What a call of this hand shows to the others; None where judgement decided, or if it shows nothing new."""
    situation, hand = _seen(view, system), Hand(view.hand)
    offers = [offer for offer in page(situation, system) if offer.call == call and offer.is_possible]
    if not any(offer.suits(hand) for offer in offers):
        return None
    shown = meaning_of(*offers)
    if situation.me.points.joined(shown.points) == shown.points:  # the points are no news
        shown = shown._replace(points=Shown().points)
    return None if shown == Shown() else shown


def partner_of(view: View, system: str = DEFAULT) -> Shown | None:
    """What the partner of the player on turn has shown; None if that is nothing."""
    shown = _seen(view, system).partner
    return None if shown == Shown() else shown


def _seen(view: View, system: str) -> Situation:
    return situation_of(view.dealer, view.vulnerable, view.auction.calls, system)


@lru_cache(1 << 12)
def situation_of(dealer: Seat, vulnerable: frozenset[Side], calls: tuple[str, ...], system: str) -> Situation:
    """The situation after some calls."""
    if not calls:
        return Situation(BiddingAuction(BIDDING, dealer), vulnerable)
    before, call = situation_of(dealer, vulnerable, calls[:-1], system), BIDDING.parse(calls[-1])
    assert call is not None, "only what was called is looked at"
    return before.after(call, tuple(page(before, system)))


def choose(situation: Situation, hand: Hand, system: str) -> Call:
    """The call for a hand: always a legal one."""
    text = _chosen(situation, hand, system)
    return next(call for call in situation.legal if call == text)


def _chosen(situation: Situation, hand: Hand, system: str) -> str:
    """The first call of the page that the hand is worth, else what judgement says."""
    below_game = situation.is_bound_for_game and situation.is_ours and not situation.is_game
    for offer in page(situation, system):
        if situation.is_legal(offer.call) and offer.suits(hand) and not (offer.call == PASS and below_game):
            return offer.call
    return judge(situation, hand, may_pass=not situation.is_forced)


def page(situation: Situation, system: str) -> Iterable[Offer]:
    """The offers of a situation; none where judgement decides."""
    first = situation.opening
    if first is None:
        return SYSTEMS[system](situation)
    is_ours = first.seat.side is situation.seat.side
    partners, right = situation.previous(2), situation.previous(1)
    if partners is not None and right is not None:
        if partners.call == DOUBLE and not partners.asks and situation.is_free:
            return (Offer(PASS),)  # partner wants to defend
        asked = _conventions(situation, partners, right)
        if asked is not None:
            return asked
    if not situation.mine and not situation.partners:
        return competing.over_opening(situation, situation.last or first)
    if situation.has_preempted and not situation.is_forced:
        return (Offer(PASS),)
    if is_ours:
        return _as_openers(situation, first)
    return _as_defenders(situation)


def _conventions(situation: Situation, partners: Step, right: Step) -> Iterable[Offer] | None:
    """The answer to what partner asked, if nobody came between."""
    asks, last = partners.asks, situation.last
    if last is None:
        return None
    if asks is Convention.TAKEOUT and not situation.mine and last.strain != NO_TRUMPS:
        return competing.answers_to_double(situation, last)
    if right.is_bid:
        return None
    if asks in ANSWERS:
        return ANSWERS[asks](situation, partners)
    mine = situation.mine
    if mine and mine[-1].asks is Convention.KEY_CARDS_ANSWER:
        return (Offer(PASS),)
    if mine and mine[-1].asks is Convention.MINORS:
        return notrump.after_minors(situation)
    if mine and mine[-1].asks is Convention.WAITING and partners.is_bid and partners.strain == NO_TRUMPS:
        return notrump.answers(situation, partners)
    return None


def _as_openers(situation: Situation, first: Step) -> Iterable[Offer]:
    mine, partners = situation.mine, situation.partners
    if not mine:
        return _answers(situation, first) if len(partners) == 1 and situation.partner_spoke else ()
    is_suit = first.level == 1 and first.strain != NO_TRUMPS
    if first.seat is situation.seat and len(mine) == 1 and is_suit:
        if not partners:
            return rebidding.reopening(situation, first)
        if len(partners) == 1 and situation.partner_spoke:
            return _rebids(situation, first, partners[0])
    return continuing.continuing(situation) if situation.is_free and situation.is_ours else ()


def _rebids(situation: Situation, first: Step, answer: Step) -> Iterable[Offer]:
    """The opener's second bid."""
    if answer.asks is Convention.TAKEOUT:
        return rebidding.after_negative_double(situation, first)
    if answer.is_bid and answer.strain not in (first.strain, NO_TRUMPS) and answer.asks is None:
        if not situation.is_free or (answer.level == 2 and situation.partner.points.least < responding.TWO_OVER_ONE):
            return rebidding.over_interference(situation, first, answer)
        if answer.level == 1:
            return rebidding.after_one_over_one(situation, first, answer)
        if answer.level == 2 and situation.partner.points.least < JUMP_SHIFT:
            return rebidding.after_two_over_one(situation, first, answer)
    if answer.call == "1NT" and not situation.theirs:
        return rebidding.after_one_no_trump(situation, first)
    return continuing.continuing(situation) if situation.is_free and situation.is_ours else ()


def _answers(situation: Situation, first: Step) -> Iterable[Offer]:
    if first.strain == NO_TRUMPS:
        return notrump.answers(situation, first) if situation.is_free else ()
    if first.asks is Convention.STRONG:
        return ()
    if first.level == 1:
        return responding.responses(situation, first)
    return opening.weak_answers(situation, first)


def _as_defenders(situation: Situation) -> Iterable[Offer]:
    mine, partners, last = situation.mine, situation.partners, situation.last
    first_answer = not mine and len(partners) == 1 and situation.partner_spoke
    if first_answer and partners[0].is_bid and last is not None:
        if partners[0].strain == NO_TRUMPS:
            return notrump.answers(situation, partners[0]) if situation.is_free else ()
        if situation.partner.points.most > WEAK:
            return competing.advances(situation, partners[0])
        return opening.weak_answers(situation, partners[0])
    return continuing.continuing(situation) if situation.is_ours and situation.is_free else ()
