"""What a view tells of the places of cards: where they are, and where they cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from overtrick.core.actions import BELOTE, PAIR_WORDS, STOECK
from overtrick.core.auctions import TurnUpAuction
from overtrick.core.cards import Card, Cards
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.course import Course
from overtrick.deal.view import View

STOCK: Final = 0
"""the place of cards that nobody was dealt"""
DISCARD: Final = 5
"""the place of the card that the dealer laid away; the places 1 to 4 are the hands"""
PLACES: Final = (STOCK, *SEATS, DISCARD)


class Known(NamedTuple):
    """What a seat knows of the places of cards; sequences are by place, sets of cards are masks."""

    placed: Sequence[int]
    """cards whose place is known; cards that were played are in none"""
    unseen: int
    """cards whose place is not known"""
    room: Sequence[int]
    """how many unseen cards each place has"""
    barred: Sequence[int]
    """unseen cards that cannot be in a place"""
    wanted: tuple[Seat, int] | None = None
    """a player whose unseen cards must have one of some cards"""

    def without_wanted(self) -> Known:
        """The same, but that the player has none of the cards that they must have one of."""
        if self.wanted is None:
            return self
        seat, cards = self.wanted
        barred = [*self.barred]
        barred[seat] |= cards & self.unseen
        return self._replace(barred=barred, wanted=None)


def known_places(view: View) -> Known:
    """All that a view tells of where cards are."""
    course, seat, turn_up = view.course, view.seat, view.course.turn_up
    first, second, third, fourth = course.played
    played = first | second | third | fourth
    placed = [0] * len(PLACES)
    if seat is not None:
        placed[seat] = view.held
    if view.open_hand is not None:
        placed[view.open_hand[0]] = view.open_hand[1].mask
    if view.discard is not None:
        placed[DISCARD] = view.discard.bit
    for card, holder in view_gifts(view).items():
        placed[holder] |= card.bit & ~played
    if turn_up is not None or course.said or course.shown:
        for place, cards in _pins(course):
            placed[place] |= cards & ~played
    unseen = course.game.pack.mask & ~played
    for cards in placed:
        unseen &= ~cards
    lies_open = turn_up is not None and turn_up in course.game.pack and not _is_dealt(course)
    if turn_up is not None and lies_open:
        unseen &= ~turn_up.bit
    laid_away = turn_up is not None and _dealer_has_laid_away(course)
    sizes = course.sizes
    rest = len(course.game.pack) - len(course.plays) - sum(sizes) - lies_open - laid_away
    room = [size - cards.bit_count() for size, cards in zip((rest, *sizes, int(laid_away)), placed, strict=True)]
    barred = [cards & unseen for cards in _barred(course, laid_away)]
    wanted = _wanted(view, played)
    if wanted is not None and placed[wanted[0]] & wanted[1]:
        wanted = None
    return Known(placed, unseen, room, barred, wanted)


def view_gifts(view: View) -> dict[Card, Seat]:
    """Who got the cards that a seat and its partner have given each other."""
    givers = [giver for giver in view.course.givers if view.seat is not None and giver.side is view.seat.side]
    return {card: giver.partner for giver, card in zip(givers, view.given, strict=False)}


def _is_dealt(course: Course) -> bool:
    """Whether the turned-up card is in a hand, or was, or may have been laid away from one."""
    contract, game = course.contract, course.game
    if game.turn_up_is_trumps:
        return True
    if contract is None:
        return False
    return bool(game.dealing.later) or game.pick_up.happens(contract, course.turn_up, course.dealer)


def _dealer_has_laid_away(course: Course) -> bool:
    contract, game = course.contract, course.game
    if contract is None or course.phase == "discard" or not game.pick_up.is_played:
        return False
    return game.pick_up.happens(contract, course.turn_up, course.dealer)


def _pins(course: Course) -> Iterator[tuple[int, int]]:
    """Places of cards that are known by what all have seen or heard; some of the cards may have been played since."""
    turn_up, contract, rules = course.turn_up, course.contract, course.rules
    if turn_up is not None:
        if course.game.turn_up_is_trumps or course.phase == "discard":
            yield course.dealer, turn_up.bit
        elif contract is not None and contract.seat is not None and course.game.dealing.later:
            yield contract.seat, turn_up.bit
    for seat, cards in course.shown:
        yield seat, cards.mask
    for number, word in course.said if rules is not None else ():
        if word == BELOTE and rules is not None:
            if number < len(course.plays):
                yield course.players[number], rules.pair_of(course.plays[number])
            elif course.turn is not None:
                yield course.turn, rules.pair_cards  # said before the card, under one trump suit: both are held
        elif word == STOECK and rules is not None and number == len(course.plays) and course.turn is not None:
            yield course.turn, rules.pair_cards & ~sum(course.played)


def _barred(course: Course, laid_away: bool) -> list[int]:
    """The cards that the plays prove to be in no hand of their players, and the turned-up card outside the dealer's."""
    rules = course.rules
    barred = [0, *course.lacking, 0]
    if rules is None:
        return barred
    if course.said and course.trick is not None and any(word in PAIR_WORDS for word in course.just_said):
        # The next player has announced a card, and so may play one of the pair; both stand on the same rung.
        pair = Cards.from_mask(rules.pair_cards & ~sum(course.played))
        barred[course.trick.turn] |= rules.tricks.duty(course.trick).proves(next(iter(pair)))
    if course.turn_up is not None and laid_away:
        for place in (STOCK, *SEATS):
            if place != course.dealer:
                barred[place] |= course.turn_up.bit
    return barred


def _wanted(view: View, played: int) -> tuple[Seat, int] | None:
    """Where accepting the turned-up card needs a trump: who accepted it and has not shown one yet."""
    auction = view.auction
    if not isinstance(auction, TurnUpAuction) or not auction.rules.accepting_needs or not auction.is_accepted:
        return None
    contract = auction.contract
    maker = contract.seat if contract is not None else None
    if maker is None or maker in (view.dealer, view.seat):
        return None
    trumps = auction.rules.accepting_needs[auction.turn_up.suit].mask
    return None if view.course.played[maker - 1] & trumps else (maker, trumps & ~played)
