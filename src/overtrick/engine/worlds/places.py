"""What a view tells of the places of cards: where they are, and where they cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from overtrick.core.actions import BELOTE, REBELOTE
from overtrick.core.auctions import TurnUpAuction
from overtrick.core.cards import Cards
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.view import View

STOCK: Final = 0
"""the place of cards that nobody was dealt"""
DISCARD: Final = 5
"""the place of the card that the dealer laid away; the places 1 to 4 are the hands"""
PLACES: Final = (STOCK, *SEATS, DISCARD)


class Known(NamedTuple):
    """What a seat knows of the places of cards."""

    placed: dict[int, int]
    """cards whose place is known, as masks by place; cards that were played are in none"""
    unseen: int
    """cards whose place is not known, as a mask"""
    room: dict[int, int]
    """how many unseen cards each place has"""
    barred: dict[int, int]
    """unseen cards that cannot be in a place, as masks"""
    wanted: tuple[Seat, int] | None = None
    """a player whose unseen cards must have one of some cards, as a mask"""

    def without_wanted(self) -> Known:
        """The same, but that the player has none of the cards that he must have one of."""
        if self.wanted is None:
            return self
        seat, cards = self.wanted
        return self._replace(barred={**self.barred, seat: self.barred[seat] | (cards & self.unseen)}, wanted=None)


def known_places(view: View) -> Known:
    """All that a view tells of where cards are."""
    placed = dict.fromkeys(PLACES, 0)
    played = sum(view.course.played)
    if view.seat is not None:
        placed[view.seat] = view.hand.mask
    if view.dummy is not None:
        placed[view.dummy[0]] = view.dummy[1].mask
    if view.discard is not None:
        placed[DISCARD] = view.discard.bit
    for place, cards in _pins(view):
        placed[place] |= cards & ~played
    sizes = _sizes(view)
    unseen = view.game.pack.mask & ~played
    for cards in placed.values():
        unseen &= ~cards
    if view.turn_up is not None and not _is_dealt(view):
        unseen &= ~view.turn_up.bit  # it lies on the table
    room = {place: sizes[place] - placed[place].bit_count() for place in sizes}
    barred = _barred(view)
    wanted = _wanted(view, played)
    if wanted is not None and placed[wanted[0]] & wanted[1]:
        wanted = None
    return Known(placed, unseen, room, {place: barred[place] & unseen for place in room}, wanted)


def _is_dealt(view: View) -> bool:
    """Whether the turned-up card is in a hand, or was, or may have been laid away from one."""
    contract, game = view.contract, view.game
    if game.turn_up_is_trumps:
        return True
    if contract is None:
        return False
    return bool(game.dealing.later) or game.dealer_picks_up(contract, view.turn_up, view.dealer)


def _sizes(view: View) -> dict[int, int]:
    """How many cards each place has that were not played."""
    sizes: dict[int, int] = {seat: view.sizes[seat - 1] for seat in SEATS}
    on_table = view.turn_up is not None and not _is_dealt(view)
    laid_away = _dealer_has_laid_away(view)
    rest = len(view.game.pack) - len(view.plays) - sum(view.sizes) - on_table - laid_away
    return {STOCK: rest, **sizes, DISCARD: int(laid_away)}


def _dealer_has_laid_away(view: View) -> bool:
    contract, game = view.contract, view.game
    return (
        contract is not None and game.dealer_picks_up(contract, view.turn_up, view.dealer) and view.phase != "discard"
    )


def _pins(view: View) -> Iterator[tuple[int, int]]:
    """Places of cards that are known by what all have seen or heard; some of the cards may have been played since."""
    turn_up, contract = view.turn_up, view.contract
    if turn_up is not None:
        if view.game.turn_up_is_trumps:
            yield view.dealer, turn_up.bit
        elif contract is not None and view.game.dealing.later and contract.seat is not None:
            yield contract.seat, turn_up.bit
        elif view.phase == "discard":
            yield view.dealer, turn_up.bit
    for seat, cards in view.shown:
        yield seat, cards.mask
    rules = view.course.rules
    for number, word in view.said if rules is not None else ():
        if word == BELOTE and rules is not None:
            if number < len(view.plays):
                yield view.players[number], rules.pair_of(view.plays[number])
            elif view.turn is not None:
                yield view.turn, rules.pair_cards  # said before the card, under one trump suit: both are held


def _barred(view: View) -> dict[int, int]:
    """The cards that the plays prove to be in no hand of their players, and the turned-up card outside the dealer's."""
    course, rules = view.course, view.course.rules
    barred: dict[int, int] = dict(zip(PLACES, (0, *course.lacking, 0), strict=True))
    if rules is None:
        return barred
    if course.trick is not None and (BELOTE in course.just_said or REBELOTE in course.just_said):
        # The next player has announced a card, and so may play one of the pair; both stand on the same rung.
        pair = Cards.from_mask(rules.pair_cards & ~sum(course.played))
        barred[course.trick.turn] |= rules.tricks.duty(course.trick).proves(next(iter(pair)))
    if rules.pair_cards and not rules.must_say:
        announced = {number for number, word in course.said if word in (BELOTE, REBELOTE)}
        for number, (seat, card) in enumerate(zip(course.players, course.plays, strict=True)):
            if card.bit & rules.pair_cards and number not in announced:
                barred[seat] |= rules.pair_of(card) & ~card.bit  # a belote would have been announced
    if view.turn_up is not None and _dealer_has_laid_away(view):
        for place in (STOCK, *SEATS):
            if place != view.dealer:
                barred[place] |= view.turn_up.bit
    return barred


def _wanted(view: View, played: int) -> tuple[Seat, int] | None:
    """Where accepting the turned-up card needs a trump: who accepted it and has not shown one yet."""
    auction, contract = view.auction, view.auction.contract
    if not isinstance(auction, TurnUpAuction) or not auction.rules.accepting_needs or not auction.is_accepted:
        return None
    maker = contract.seat if contract is not None else None
    if maker is None or maker in (view.dealer, view.seat):
        return None
    trumps = auction.rules.accepting_needs[auction.turn_up.suit].mask
    return None if view.course.played[maker - 1] & trumps else (maker, trumps & ~played)
