"""Unseen cards: the worlds, deals consistent with all that a seat has seen, counted exactly and drawn uniformly.

A world gives each card that the seat has not seen a place: another hand, the stock, the dealer's discard. It is
consistent if it agrees with every fact (cards played, the turned-up card, dummy, what was announced or shown) and with
every duty: no card was played against the rules. With annonces, only cards that were shown and belotes count as facts;
annonces that were declared but not shown, and silence, do not.

Which places a card may have is all that matters of it, so the cards fall into few classes. How many cards of each class
a place takes is a table; tables are counted by going through the classes with the room that is left as the state.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import factorial, prod
from random import Random
from typing import Final, NamedTuple

from overtrick.auctions import TurnUpAuction
from overtrick.cards import Card, Cards
from overtrick.errors import Invalid
from overtrick.play.dealing import deck_of
from overtrick.play.record import Deal
from overtrick.play.replay import play_through
from overtrick.play.round import Round
from overtrick.play.view import View
from overtrick.play.words import BELOTE, REBELOTE
from overtrick.seats import SEATS, Seat

STOCK: Final = 0
"""the place of cards that nobody was dealt"""
DISCARD: Final = 5
"""the place of the card that the dealer laid away; the places 1 to 4 are the hands"""


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


def count_worlds(view: View) -> int:
    """How many deals are consistent with a view."""
    known = known_places(view)
    every = _Tables(known).count
    if known.wanted is None:
        return every
    return every - _Tables(_without_wanted(known, known.wanted)).count


def worlds(view: View, rng: Random) -> Iterator[Round]:
    """Deals drawn from all that are consistent with a view, each with the same chance, for ever.

    Each is given as the round at the moment of the view. Raises `Invalid` if there is none, which happens only to
    views of deals that were not played by the rules.
    """
    known = known_places(view)
    tables = _Tables(known)
    if count_worlds(view) == 0:
        raise Invalid("impossible-deal")
    while True:
        places = tables.draw(rng)
        if known.wanted is None or places[known.wanted[0]] & known.wanted[1]:
            yield round_of(view, known, places, rng)


def known_places(view: View) -> Known:
    """All that a view tells of where cards are."""
    placed = dict.fromkeys((STOCK, *SEATS, DISCARD), 0)
    played = Cards(view.plays).mask
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
    for number, word in view.said:
        if word == BELOTE and number < len(view.plays):
            yield view.players[number], _pair_of(view, view.plays[number])
        elif word == BELOTE and view.turn is not None:
            yield view.turn, sum(_pairs(view))  # said before the card, under one trump suit: he holds both


def _is_about_to_play(view: View) -> bool:
    """Whether the next player has announced the card that he will play."""
    return any(number == len(view.plays) and word in (BELOTE, REBELOTE) for number, word in view.said)


def _pairs(view: View) -> tuple[int, ...]:
    return () if view.contract is None else view.game.counting(view.contract.strain).pairs


def _pair_of(view: View, card: Card) -> int:
    return next((pair for pair in _pairs(view) if pair & card.bit), 0)


def _barred(view: View) -> dict[int, int]:
    """The cards that the plays prove to be in no hand of their players, and the turned-up card outside the dealer's."""
    barred = dict.fromkeys((STOCK, *SEATS, DISCARD), 0)
    if view.contract is None:
        return barred
    rules = view.game.rules(view.contract.strain)
    tricks = [*view.tricks, *([view.trick] if view.trick is not None else [])]
    for trick in tricks:
        so_far = trick._replace(cards=(), master=None, holder=None)
        for card in trick.cards:
            barred[so_far.turn] |= rules.duty(so_far).proves(card)
            so_far = rules.add(so_far, card)
        if view.trick is trick and _is_about_to_play(view):
            # He has said belote or rebelote, so he may play one of the pair; both stand on the same rung.
            pair = Cards.from_mask(sum(_pairs(view)) & ~Cards(view.plays).mask)
            barred[so_far.turn] |= rules.duty(so_far).proves(next(iter(pair)))
    if not view.game.must_say_belote(view.contract.strain):
        said = {number for number, word in view.said if word in (BELOTE, REBELOTE)}
        for number, (seat, card) in enumerate(zip(view.players, view.plays, strict=True)):
            if number not in said:
                barred[seat] |= _pair_of(view, card) & ~card.bit  # a belote would have been announced
    if view.turn_up is not None and _dealer_has_laid_away(view):
        for place in (STOCK, *SEATS):
            if place != view.dealer:
                barred[place] |= view.turn_up.bit
    return barred


def _wanted(view: View, played: int) -> tuple[Seat, int] | None:
    """Where accepting the turned-up card needs a trump: who accepted it and has not shown one yet."""
    auction, contract = view.auction, view.auction.contract
    if not isinstance(auction, TurnUpAuction) or auction.rules.accepting_needs is None:
        return None
    accepted = any(call.split()[0] == auction.rules.accept for call in auction.calls)
    maker = contract.seat if contract is not None else None
    if not accepted or maker is None or maker in (view.dealer, view.seat):
        return None
    trumps = auction.rules.accepting_needs.mask
    own_plays = Cards(card for seat, card in zip(view.players, view.plays, strict=True) if seat is maker)
    return None if own_plays.mask & trumps else (maker, trumps & ~played)


def _without_wanted(known: Known, wanted: tuple[Seat, int]) -> Known:
    seat, cards = wanted
    return known._replace(barred={**known.barred, seat: known.barred[seat] | (cards & known.unseen)})


class _Tables:
    """All ways to give the unseen cards places, counted once so that they can be drawn from."""

    def __init__(self, known: Known) -> None:
        self.places = tuple(place for place, room in known.room.items() if room)
        self.room = tuple(known.room[place] for place in self.places)
        classes: dict[tuple[bool, ...], list[Card]] = {}
        for card in Cards.from_mask(known.unseen):
            permitted = tuple(not known.barred[place] & card.bit for place in self.places)
            classes.setdefault(permitted, []).append(card)
        self.classes = sorted(classes.items(), key=lambda item: sum(item[0]))  # the least free first: fewer states
        self._counts: dict[tuple[int, tuple[int, ...]], int] = {}
        self.count = self._count(0, self.room)

    def _count(self, number: int, room: tuple[int, ...]) -> int:
        """In how many ways the classes from a number on fill the room that is left."""
        if number == len(self.classes):
            return int(not any(room))
        key = (number, room)
        if key not in self._counts:
            self._counts[key] = sum(
                ways * self._count(number + 1, left) for _, ways, left in self._choices(number, room)
            )
        return self._counts[key]

    def _choices(self, number: int, room: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int, tuple[int, ...]]]:
        """How many cards of a class each place can take, in how many ways that is done, and the room it leaves."""
        permitted, cards = self.classes[number]
        size = len(cards)
        most = [min(size, left) if may else 0 for may, left in zip(permitted, room, strict=True)]
        for taken in product(*(range(most_here + 1) for most_here in most[:-1])):
            last = size - sum(taken)
            if 0 <= last <= most[-1]:
                counts = (*taken, last)
                ways = factorial(size) // prod(map(factorial, counts))
                yield counts, ways, tuple(left - count for left, count in zip(room, counts, strict=True))

    def draw(self, rng: Random) -> dict[int, int]:
        """The cards of each place in one of the ways, each with the same chance, as masks."""
        places, room = dict.fromkeys((STOCK, *SEATS, DISCARD), 0), self.room
        for number, (_, cards) in enumerate(self.classes):
            target = rng.randrange(self._count(number, room))
            for counts, ways, left in self._choices(number, room):
                target -= ways * self._count(number + 1, left)
                if target < 0:
                    shuffled = rng.sample(cards, len(cards))
                    for place, count in zip(self.places, counts, strict=True):
                        places[place] |= sum(card.bit for card in shuffled[:count])
                        del shuffled[:count]
                    room = left
                    break
        return places


def round_of(view: View, known: Known, places: dict[int, int], rng: Random) -> Round:
    """The round at the moment of a view, if the cards unseen by what is known are in the given places (masks).

    In which order cards were dealt is drawn, for it is no part of what a seat knows.
    """
    cards = {place: Cards.from_mask(known.placed[place] | places[place]) for place in places}
    hands = {seat: cards[seat] for seat in SEATS}
    for seat, card in zip(view.players, view.plays, strict=True):
        hands[seat] |= Cards([card])
    hands[view.dealer] |= cards[DISCARD]
    discard = next(iter(cards[DISCARD]), None)
    turn_up = None if view.turn_up is None else Cards([view.turn_up])
    dealt = []
    for seat in SEATS:
        hand = hands[seat]
        taken = turn_up is not None and not view.game.turn_up_is_trumps and turn_up <= hand
        hand = hand - turn_up if taken and turn_up is not None else hand
        in_order = rng.sample(list(hand), len(hand))
        # The taker of Belote got the turned-up card after the first packets; the dealer of Euchre was not dealt it.
        if taken and view.turn_up is not None and view.game.dealing.later:
            in_order.append(view.turn_up)
        dealt.append(tuple(in_order))
    stock = tuple(rng.sample(list(cards[STOCK]), len(cards[STOCK])))
    deck = deck_of(view.game, view.dealer, Deal(tuple(dealt), view.turn_up, stock))
    return _replay(Round(view.game, view.dealer, deck, vulnerable=view.vulnerable, number=view.number), view, discard)


def _replay(round_: Round, view: View, discard: Card | None) -> Round:
    """A round after everything that happened in a view."""
    round_ = round_.apply_all(view.auction.calls)
    if discard is not None:
        round_ = round_.apply(discard)
    says = view.contract is not None and view.game.must_say_belote(view.contract.strain)
    said = [(n, word) for n, word in view.said if says or word not in (BELOTE, REBELOTE)]
    return play_through(round_, view.plays, said, Round.apply_unchecked)
