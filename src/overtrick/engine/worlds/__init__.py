"""Unseen cards: the worlds, deals consistent with all that a seat has seen, counted exactly and drawn uniformly.

A world gives each card that the seat has not seen a place: another hand, the stock, the dealer's discard. It is
consistent if it agrees with every fact (cards played, the turned-up card, dummy, what was announced or shown) and with
every duty: no card was played against the rules. With annonces, only cards that were shown and belotes count as facts;
annonces that were declared but not shown, and silence, do not, whether or not they are declared by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from overtrick.core.actions import GIFTS
from overtrick.core.cards import Card, Cards
from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.dealing import deck_of, in_turn
from overtrick.deal.record import Deal
from overtrick.deal.replay import play_through
from overtrick.deal.round import Round
from overtrick.deal.view import View
from overtrick.engine.worlds.bulk import Worlds, sample_worlds
from overtrick.engine.worlds.places import DISCARD, STOCK, Known, known_places
from overtrick.engine.worlds.ways import Ways

__all__ = ["Known", "Worlds", "count_worlds", "known_places", "round_of", "sample_worlds", "worlds"]


def count_worlds(view: View) -> int:
    """How many deals are consistent with a view."""
    return Ways(known_places(view)).count


def worlds(view: View, rng: Random) -> Iterator[Round]:
    """Deals drawn from all that are consistent with a view, each with the same chance, for ever.

    Each is given as the round at the moment of the view. Raises `Invalid` if there is none, which happens only to
    views of deals that were not played by the rules.
    """
    known = known_places(view)
    ways = Ways(known)
    if not ways.count:
        raise Invalid("impossible-deal")
    while True:
        yield round_of(view, known, ways.draw(rng), rng)


def round_of(view: View, known: Known, places: Sequence[int], rng: Random) -> Round:
    """The round at the moment of a view, if the cards unseen by what is known are in the given places (masks).

    In which order cards were dealt is drawn, for it is no part of what a seat knows.
    """
    cards = [Cards.from_mask(placed | drawn) for placed, drawn in zip(known.placed, places, strict=True)]
    hands = {seat: cards[seat] for seat in SEATS}
    for seat, card in zip(view.players, view.plays, strict=True):
        hands[seat] |= Cards([card])
    hands[view.dealer] |= cards[DISCARD]
    discard = next(iter(cards[DISCARD]), None)
    given = _taken_back(view, hands, rng)
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
    if view.game.dealing.beside:
        unturned = view.game.dealing.beside - Cards(view.turned)
        stock = tuple(in_turn((*view.turned, *rng.sample(list(unturned), len(unturned))))[1:])
    deck = deck_of(view.game, view.dealer, Deal(tuple(dealt), next(iter(view.turned), None), stock))
    begun = Round(view.game, view.dealer, deck, vulnerable=view.vulnerable, number=view.number)
    return _replay(begun, view, discard, given)


def _taken_back(view: View, hands: dict[Seat, Cards], rng: Random) -> list[Card]:
    """Give hands back what their players have given their partners; the gifts in order, those of others drawn."""
    course, own = view.course, list(view.given)
    given = list[Card]()
    for giver in reversed(course.givers[: course.given]):
        is_own = view.seat is not None and giver.side is view.seat.side and bool(own)
        card = own.pop() if is_own else rng.choice(list(hands[giver.partner]))
        hands[giver.partner] -= Cards([card])
        hands[giver] |= Cards([card])
        given.append(card)
    return given[::-1]


def _replay(round_: Round, view: View, discard: Card | None, given: Sequence[Card]) -> Round:
    """A round after everything that happened in a view."""
    round_ = round_.apply_all(view.auction.calls)
    if discard is not None:
        round_ = round_.apply(discard)
    round_ = round_.apply_all(GIFTS[card] for card in given)
    return play_through(round_, view.plays, view.course.said_aloud, Round.apply_unchecked)
