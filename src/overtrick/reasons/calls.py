"""Why a call, a discard or a gift is good: what the hand is worth for it, in the words of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from overtrick.core.actions import PASS, Action, Call, Discard, Gift
from overtrick.core.cards import Card, Cards
from overtrick.core.hands import high_card_points, is_balanced, length_points, lengths
from overtrick.core.number_bidding import NumberBiddingAuction
from overtrick.core.seats import Seat
from overtrick.core.tricks import SUIT_STRAINS, Ranking, Strain
from overtrick.deal.view import View
from overtrick.reasons.reason import Reason

TOPS: Final = 3
"""so many trumps from the highest down are named"""
LIKELY: Final = 0.5
"""the share of imagined deals from which on something is expected"""


class Prospect(NamedTuple):
    """What is expected of an action for the side of the player, by imagined deals."""

    worth: float
    """what decides, in any unit"""
    wins: float
    """the share of the deals that the side wins"""
    points: float
    """what the side has in tricks at the end, in card points or tricks"""


def call_reasons(view: View, call: Call, weighed: Mapping[Action, Prospect]) -> Iterator[Reason]:
    """The reasons for a call that was weighed against others, the most important first."""
    strain, prospect = view.auction.named_by(call), weighed.get(call)
    if strain is not None:
        yield from _for_strain(view, call, strain)
        if prospect is not None and isinstance(call.value, int) and prospect.points >= call.value:
            yield Reason("expects", number=round(prospect.points))
    elif call.kind == "pass":
        yield from _for_pass(view, weighed)
    elif call.kind == "bid":
        yield from _for_number(view, call, prospect)
    elif call.kind == "promise" and isinstance(call.value, int):
        yield from _for_strain(view, call, view.game.strains[0])
    elif call.kind == "double" and prospect is not None:
        yield Reason("they-fail", number=round(100 * prospect.wins))
    elif call.kind == "redouble" and prospect is not None:
        yield Reason("we-make", number=round(100 * prospect.wins))


def system_reasons(view: View) -> Iterator[Reason]:
    """What a hand is worth by the count of systems of calls: points, and the longest suit or a balanced shape."""
    yield Reason("hand-points", number=high_card_points(view.hand) + length_points(view.hand))
    yield Reason("balanced") if is_balanced(view.hand) else _longest(view)


def _longest(view: View) -> Reason:
    length, strain = max(zip(lengths(view.hand), SUIT_STRAINS, strict=True), key=lambda pair: pair[0])
    return Reason("longest", strain=strain, number=length)


def gift_reasons(view: View, gift: Gift) -> Iterator[Reason]:
    """Why a player gives a card to their partner: who has promised nothing gives high cards, and gets low ones."""
    suit = [card.rank for card in view.hand if card.suit is gift.card.suit]
    is_blind = view.contract is not None and view.seat in view.contract.blinds
    if is_blind and gift.card.rank == max(suit):
        yield Reason("gift-away")
    elif not is_blind and gift.card.rank == min(suit):
        yield Reason("gift-safe")


def discard_reasons(view: View, discard: Discard) -> Iterator[Reason]:
    """The reasons to lay a card away."""
    rules, _ = view.course.in_play
    ranking, card, rest = rules.tricks.ranking, discard.card, view.hand.mask & ~discard.card.bit
    if card.bit & ranking.trumps:
        return
    suit = ranking.suit_of[card.index]
    if not rest & ranking.suits[suit] and rest & ranking.trumps:
        yield Reason("void", strain=Strain.of(suit))
    plain = [other for other in view.hand if not other.bit & ranking.trumps]
    if ranking.power_of[card.index] == min(ranking.power_of[other.index] for other in plain):
        yield Reason("lowest-plain")
    elif rest & ranking.trumps:
        yield Reason("keep-trumps")


def _for_strain(view: View, call: Call, strain: Strain) -> Iterator[Reason]:
    ranking, hand = view.game.rules(strain).ranking, _hand_with(view, call)
    best = [card for card in hand if not ranking.above[card.index]]
    aces = tuple(card for card in best if not card.bit & ranking.trumps)
    if not ranking.trumps:
        if aces:
            yield Reason("masters", cards=aces)
        return
    contract, seat = view.auction.contract, view.seat
    number = (hand.mask & ranking.trumps).bit_count()
    if contract is not None and seat is not None and contract.side is seat.side and contract.strain is strain:
        yield Reason("support", strain=strain, number=number)
    else:
        tops = tuple(card for card in _tops(ranking) if card in hand)
        yield Reason("trumps" if tops else "trumps-low", cards=tops, strain=strain, number=number)
    if aces:
        yield Reason("aces", cards=aces)


def _for_number(view: View, bid: Call, prospect: Prospect | None) -> Iterator[Reason]:
    """For a bid that names no trumps yet."""
    if prospect is not None and isinstance(bid.value, int) and prospect.points >= bid.value:
        yield Reason("expects-tricks", number=round(prospect.points))
    yield _longest(view)


def _for_pass(view: View, weighed: Mapping[Action, Prospect]) -> Iterator[Reason]:
    contract, seat, passing = view.auction.contract, view.seat, weighed.get(PASS)
    bidder = view.auction.bidder if isinstance(view.auction, NumberBiddingAuction) else contract and contract.seat
    side = bidder.side if bidder is not None else contract and contract.side
    if side is not None and seat is not None and side is seat.side:
        if bidder is not seat:
            yield Reason("partner-contract")
        elif passing is not None:  # the own one was doubled
            yield Reason("we-make", number=round(100 * passing.wins))
        return
    if contract is not None and contract.side is not None and passing is not None and passing.wins >= LIKELY:
        is_open = seat is not None and _may_still_speak(view, seat.partner)  # who may take it from the opponents
        yield Reason("pass-wins" if is_open else "they-fail", number=round(100 * passing.wins))
        return
    strain = _best_named(view, weighed)
    if strain is not None:
        ranking = view.game.rules(strain).ranking
        number = (view.held & ranking.trumps).bit_count()
        missing = tuple(card for card in _tops(ranking)[:2] if not card.bit & view.held and card is not view.turn_up)
        yield Reason("weak-without" if missing else "weak", cards=missing, strain=strain, number=number)


def _may_still_speak(view: View, seat: Seat) -> bool:
    """Whether a player gets a turn in the auction if all pass from now on."""
    auction = view.auction.call(PASS)
    while auction.turn is not None:
        if auction.turn is seat:
            return True
        auction = auction.call(PASS)
    return False


def _best_named(view: View, weighed: Mapping[Action, Prospect]) -> Strain | None:
    """The best trump suit of all that were weighed; without any, the one of which the hand has most cards."""
    auction = view.auction
    named = (auction.named_by(action) for action in weighed if isinstance(action, Call))
    first = next((strain for strain in named if strain is not None), None)
    if first is not None:
        return first if first.suit is not None else None
    is_open = isinstance(auction, NumberBiddingAuction)  # what is named follows the bids
    open_ = view.game.strains if is_open else {auction.named_by(call) for call in view.legal if isinstance(call, Call)}
    suits = [strain for strain in view.game.strains if strain in open_ and strain.suit is not None]
    return max(suits, key=lambda strain: (view.held & view.game.rules(strain).ranking.trumps).bit_count(), default=None)


def _hand_with(view: View, call: Call) -> Cards:
    """The hand, with the turned-up card if the call brings it there."""
    if call.kind != "accept" or view.turn_up is None:
        return view.hand
    gets_it = view.game.dealing.later or (view.game.pick_up.is_played and view.dealer is view.seat)
    return view.hand | Cards([view.turn_up]) if gets_it else view.hand


def _tops(ranking: Ranking) -> list[Card]:
    """The highest trumps."""
    return sorted(Cards.from_mask(ranking.trumps), key=lambda card: -ranking.power_of[card.index])[:TOPS]
