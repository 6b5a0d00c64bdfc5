"""Why a card is good: what it does in its trick, and what it makes of the hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from overtrick.core.cards import Card, Cards
from overtrick.core.seats import Seat
from overtrick.reasons.knowing import Knowing
from overtrick.reasons.reason import Reason

LONG: Final = 4
"""a suit of so many cards may bring tricks by its length"""


def card_reasons(knowing: Knowing, card: Card) -> Iterator[Reason]:
    """The reasons for a card that lie in the cards, the most important first."""
    trick = knowing.trick
    if trick.master is None or trick.holder is None:
        yield from _leading(knowing, card)
    elif trick.holder is knowing.partner:
        yield from _with_partner(knowing, card, trick.master)
    elif card.bit & knowing.ranking.beaten_by[trick.master.index]:
        yield from _winning(knowing, card, trick.master)
    else:
        yield from _losing(knowing, card, trick.master)


def _leading(knowing: Knowing, card: Card) -> Iterator[Reason]:
    ranking, suit, strain = knowing.ranking, knowing.suit_of(card), knowing.strain_of(card)
    if knowing.is_trump(card) and (against := knowing.against & ranking.trumps):
        yield Reason("draw", number=against.bit_count())
    partner = knowing.partner
    if partner is not None and not knowing.is_trump(card) and _can_ruff(knowing, partner, suit):
        yield Reason("partner-ruffs", strain=strain)
    if knowing.is_certain(card):
        yield Reason("certain")
    elif knowing.is_master(card):
        yield Reason("master", card=card, strain=strain)
    elif (above := _driven_out(knowing, card)) is not None:
        yield Reason("drive-out", card=above)
    if partner is not None and not knowing.is_trump(card):
        if any(
            trick.leader is partner and trick.cards[0].bit & suit and not trick.cards[0].bit & ranking.trumps
            for trick in knowing.view.tricks
        ):
            yield Reason("return", strain=strain)
        elif any(caller is partner and call.strain is strain for caller, call in knowing.view.auction.made):
            yield Reason("partner-named", strain=strain)
    yield from _voiding(knowing, card)
    if not knowing.is_master(card):
        yield from _place_in_suit(knowing, card)


def _place_in_suit(knowing: Knowing, card: Card) -> Iterator[Reason]:
    """Which card of its suit is led, as the player has them."""
    own, strain = Cards.from_mask(knowing.hand.mask & knowing.suit_of(card)), knowing.strain_of(card)
    lower = [other for other in own if other.bit & ~knowing.ranking.above[card.index] and other is not card]
    if len(own) == 1:
        yield Reason("singleton", strain=strain)
    elif not lower and len(own) >= LONG and not knowing.is_trump(card) and len(own) == _longest(knowing):
        yield Reason("long-suit", strain=strain, number=len(own))
    elif not lower:
        yield Reason("low-lead", strain=strain)
    elif len(lower) == len(own) - 1:
        second = max(lower, key=lambda other: knowing.ranking.power_of[other.index])
        between = knowing.ranking.above[second.index] & ~knowing.ranking.above[card.index] & knowing.elsewhere
        yield Reason("top-lead" if between else "sequence", card=second, strain=strain)
    else:
        yield Reason("higher-stay", strain=strain)


def _with_partner(knowing: Knowing, card: Card, master: Card) -> Iterator[Reason]:
    """The partner holds the trick."""
    is_safe = knowing.is_certain(master)
    if card.bit & knowing.ranking.beaten_by[master.index]:
        if not knowing.is_certain(card):
            yield Reason("overtake-higher", card=master)
        else:
            yield Reason("overtake-lead") if is_safe else Reason("overtake", card=master)
        return
    points = [knowing.points[other.index] for other in knowing.legal]
    own = knowing.points[card.index]
    if own > min(points):
        yield Reason("feed-certain" if is_safe else "feed", card=master, number=own)
    elif own < max(points) and not is_safe:
        yield Reason("keep-points", card=master)
    else:
        yield Reason("leave", card=master)
    yield from _parting(knowing, card)


def _winning(knowing: Knowing, card: Card, master: Card) -> Iterator[Reason]:
    """The card takes the trick from an opponent."""
    ranking, trick = knowing.ranking, knowing.trick
    winners = [other for other in knowing.legal if other.bit & ranking.beaten_by[master.index]]
    led = knowing.suit_of(trick.cards[0])
    is_void = not knowing.hand.mask & led
    if knowing.is_trump(card) and led != ranking.trumps and (is_void or master.bit & ranking.trumps):
        strain = knowing.strain_of(trick.cards[0])
        won = sum(knowing.points[other.index] for other in trick.cards)
        if master.bit & ranking.trumps:
            yield Reason("overruff", card=master)
        elif won:
            yield Reason("ruff-points", strain=strain, number=won)
        else:
            yield Reason("ruff", strain=strain)
    elif len(winners) == 1:
        yield Reason("only-winner", card=master)
    elif knowing.is_certain(card) and knowing.points[card.index] > min(knowing.points[c.index] for c in winners):
        yield Reason("win-points", number=knowing.points[card.index])
    elif knowing.cost(card) == min(map(knowing.cost, winners)):
        yield Reason("win-low", card=master)
    elif not knowing.is_certain(card):
        yield Reason("win-high", card=master)
    if knowing.is_certain(card):
        yield Reason("certain")
    elif knowing.is_master(card) and card.bit & led:
        yield Reason("master", card=card, strain=knowing.strain_of(card))


def _losing(knowing: Knowing, card: Card, master: Card) -> Iterator[Reason]:
    """An opponent keeps the trick, unless the partner takes it."""
    winners = [other for other in knowing.legal if other.bit & knowing.ranking.beaten_by[master.index]]
    kept = [other for other in winners if knowing.is_master(other)]
    if kept:
        yield Reason("hold-back", card=max(kept, key=knowing.cost))
    elif winners:
        yield Reason("duck", card=master)
    elif knowing.is_cheapest(card):
        yield Reason("cannot-beat", card=master)
    yield from _parting(knowing, card)
    if not winners and not knowing.is_cheapest(card):
        yield Reason("no-winner", card=master)


def _parting(knowing: Knowing, card: Card) -> Iterator[Reason]:
    """What it brings to be without a card that does not win."""
    yield from _voiding(knowing, card)
    rest, suit = knowing.hand.mask & ~card.bit, knowing.suit_of(card)
    for other in knowing.legal:
        guarded = Cards.from_mask(rest & knowing.suit_of(other))
        if not other.bit & suit and not knowing.is_trump(other) and len(guarded) == 2:
            first = max(guarded, key=lambda each: knowing.ranking.power_of[each.index])
            if (knowing.elsewhere & knowing.ranking.above[first.index]).bit_count() == 1:
                yield Reason("guard", card=first)
                return


def _voiding(knowing: Knowing, card: Card) -> Iterator[Reason]:
    """That the player has no card of a plain suit after this one, and trumps."""
    rest, suit, trumps = knowing.hand.mask & ~card.bit, knowing.suit_of(card), knowing.ranking.trumps
    if not knowing.is_trump(card) and trumps & rest and not suit & rest and suit & knowing.elsewhere:
        yield Reason("void", strain=knowing.strain_of(card))


def _can_ruff(knowing: Knowing, partner: Seat, suit: int) -> bool:
    """Whether the partner has none of a suit for certain, and may have trumps."""
    return knowing.lacks(partner, suit) and not knowing.lacks(partner, knowing.ranking.trumps)


def _driven_out(knowing: Knowing, card: Card) -> Card | None:
    """The one card above another that others can have, if with it gone the player has the best one of the suit."""
    above = Cards.from_mask(knowing.elsewhere & knowing.ranking.above[card.index])
    if len(above) != 1 or not above.mask & knowing.against:
        return None
    rest = Cards.from_mask(knowing.hand.mask & knowing.suit_of(card) & ~card.bit)
    left = knowing.elsewhere & ~above.mask
    is_good = any(not left & knowing.ranking.above[other.index] for other in rest)
    return next(iter(above)) if is_good else None


def _longest(knowing: Knowing) -> int:
    """The length of the longest plain suit in the hand."""
    plain = [suit for suit in knowing.ranking.suits if suit != knowing.ranking.trumps]
    return max((knowing.hand.mask & suit).bit_count() for suit in plain)
