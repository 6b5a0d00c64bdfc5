"""Why a call was chosen: what it shows, or what it rests on."""

from __future__ import annotations

from overtrick.bots.shown import Shown
from overtrick.deal.view import View
from overtrick.games.bridge.bidding.hand import Hand
from overtrick.games.bridge.bidding.meaning import meaning_of
from overtrick.games.bridge.bidding.system import DEFAULT, page, situation_of


def explain(view: View, call: str, system: str = DEFAULT) -> Shown | None:
    """What a call of this hand shows to the others; None where judgement decided, or if it shows nothing new."""
    situation = situation_of(view.dealer, view.vulnerable, view.auction.calls, system)
    offers = [offer for offer in page(situation, system) if offer.call == call and offer.is_possible]
    hand = Hand(view.hand)
    if not any(offer.suits(hand) for offer in offers):
        return None
    shown, before = meaning_of(*offers), situation.me.points
    if before.joined(shown.points) == shown.points:  # the points are no news
        shown = shown._replace(points=Shown().points)
    return _unless_nothing(shown)


def partner_of(view: View, system: str = DEFAULT) -> Shown | None:
    """What the partner of the player on turn has shown; None if that is nothing."""
    return _unless_nothing(situation_of(view.dealer, view.vulnerable, view.auction.calls, system).partner)


def _unless_nothing(shown: Shown) -> Shown | None:
    return None if shown == Shown() else shown
