"""What the cards played prove together, and whether any deal of the unseen cards explains them.

Facts are who played which card, and pins: where a card must have been when play began. The duty of a play is "then
the player held nothing of the rungs above this card". A play breaks the rules exactly when its duty is not true, so
the plays can all be legal exactly when a deal exists that satisfies all facts and duties.

A deal gives each unseen card a place: a hand that still has room for it, or a dead place. By Hall's theorem one exists
exactly when, for every set of places, the cards that are barred from all of it have room in the other places. Here that
is tested over all sets of the five places; a set from which nothing is barred needs no test, nor do those that hold it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from overtrick.core.cards import CARDS, Card, Cards, Suit
from overtrick.core.game import DEAD, Game, Pins
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Duty
from overtrick.deal.text import check_cards

PLACES = (DEAD, *SEATS)


class PlayedCard(NamedTuple):
    """A card that was played."""

    trick: int
    """the number of the trick, from 1"""
    seat: Seat
    card: Card


class Play(NamedTuple):
    """A card that was played, with what its player owed at that moment."""

    trick: int
    """the number of the trick, from 1"""
    seat: Seat
    card: Card
    led: Suit
    """the effective suit that was led to the trick"""
    master: Card
    """the card that held the trick before; the card itself where it was led"""
    duty: Duty
    proves: int
    """the cards that the player did not hold at that moment, if they played by the rules, as a mask"""

    def as_json(self) -> dict[str, object]:
        """Who played which card when, as plain data."""
        return {"trick": self.trick, "player": int(self.seat), "card": str(self.card)}


class Shortage(NamedTuple):
    """Cards that have more members than places left for them."""

    cards: Cards
    barred_from: tuple[int, ...]
    """the places in which none of the cards can be"""
    room: int
    """how many cards the other places can take"""


class Evidence:
    """Facts and duties, collected play by play."""

    def __init__(self, pack: Cards, hand_size: int, pinned_out: Sequence[int]) -> None:
        self.plays: list[Play] = []
        self.unseen = pack.mask
        self.room = [len(pack) - len(SEATS) * hand_size, *(hand_size for _ in SEATS)]
        """how many unseen cards each place still has"""
        self.pinned_out = pinned_out
        """the cards that pins keep out of each place, as `kept_out` gives them"""
        self.barred = list(pinned_out)
        """the cards that pins and duties keep out of each place"""

    @property
    def pins(self) -> Pins:
        """Where the cards can have been of which something is known."""
        return pins_of(self.pinned_out)

    def add(self, play: Play) -> None:
        """Add a play: a fact, and its duty."""
        _, seat, card, _, _, _, proves = play
        self.plays.append(play)
        self.unseen &= ~card.bit
        self.room[seat] -= 1
        self.barred[seat] |= proves

    def deal_exists(self) -> bool:
        """Whether the unseen cards can be dealt so that all facts and duties hold.

        The caller has seen to it that no player has played a card that their own duties barred.
        """
        return _all_fit(self.unseen, self.room, self.barred)

    def deal_exists_with(self, duties: Iterable[int]) -> bool:
        """Whether a deal satisfies all facts and only the duties of the plays with these numbers."""
        chosen = list(duties)
        if any(self.plays[number].proves & self._played_later(number) for number in chosen):
            return False
        return _all_fit(self.unseen, self.room, self._barred_by(chosen))

    def must_hold(self, seat: Seat) -> int:
        """The unseen cards that, by the pins, can be nowhere but in a hand, as a mask."""
        cards = self.unseen
        for place in PLACES:
            if place != seat:
                cards &= self.pinned_out[place]
        return cards

    def can_have_lacked(self, number: int, cards: int) -> bool:
        """Whether, by the facts, the player of a play can have held none of these cards at that moment."""
        barred = list(self.pinned_out)
        barred[self.plays[number].seat] |= cards
        return not cards & self._played_later(number) and _all_fit(self.unseen, self.room, barred)

    def shortage(self, duties: Collection[int]) -> Shortage | None:
        """The smallest set of places from which too many cards are barred, under some duties and the pins."""
        barred = self._barred_by(duties)
        for size in range(1, len(PLACES) + 1):
            for places in combinations(PLACES, size):
                cards = self.unseen
                for place in places:
                    cards &= barred[place]
                room = sum(self.room[place] for place in PLACES if place not in places)
                if cards.bit_count() > room:
                    return Shortage(Cards.from_mask(cards), places, room)
        return None

    def smallest_proof(self) -> tuple[int, ...]:
        """The numbers of the fewest plays whose duties cannot all hold; of several such sets the earliest."""
        candidates = self._undominated()
        for size in range(1, len(candidates) + 1):
            for numbers in combinations(candidates, size):
                if not self.deal_exists_with(numbers):
                    return numbers
        return ()

    def explanations(self) -> list[frozenset[Seat]]:
        """The minimal sets of players who must have broken a duty, if all others kept theirs."""
        found: list[frozenset[Seat]] = []
        for size in range(1, len(SEATS) + 1):
            for seats in map(frozenset, combinations(SEATS, size)):
                if any(smaller <= seats for smaller in found):
                    continue
                kept = [n for n, play in enumerate(self.plays) if play.proves and play.seat not in seats]
                if self.deal_exists_with(kept):
                    found.append(seats)
        return found

    def _played_later(self, number: int) -> int:
        """The cards that the player of a play played after it."""
        seat = self.plays[number].seat
        return sum(play.card.bit for play in self.plays[number + 1 :] if play.seat is seat)

    def _barred_by(self, duties: Iterable[int]) -> list[int]:
        barred = list(self.pinned_out)
        for number in duties:
            play = self.plays[number]
            barred[play.seat] |= play.proves
        return barred

    def _undominated(self) -> list[int]:
        """The plays that a smallest, earliest proof can need.

        A duty that says no more than an earlier one of the same player about the cards that still matter can always be
        replaced by that one.
        """
        says = {
            number: play.proves & (self.unseen | self._played_later(number)) for number, play in enumerate(self.plays)
        }
        return [
            number
            for number, cards in says.items()
            if cards
            and not any(
                self.plays[earlier].seat is self.plays[number].seat and not cards & ~says[earlier]
                for earlier in range(number)
            )
        ]


def kept_out(game: Game, hands: Sequence[Cards | None] | None, pins: Pins) -> list[int]:
    """The cards that what is known of the hands, and pins, keep out of each place, as masks."""
    kept = [0] * len(PLACES)
    known: dict[int, Cards] = {}
    if hands is not None:
        known = {seat: hand for seat, hand in zip(SEATS, hands, strict=True) if hand is not None}
    if known:
        check_cards(game, list(known.values()))
        held = sum(hand.mask for hand in known.values())
        for place in PLACES:
            kept[place] = game.pack.mask & ~known[place].mask if place in known else held
        if not game.dead_cards:
            kept[DEAD] = game.pack.mask
    for card, places in pins.items():
        for place in PLACES:
            if place not in places:
                kept[place] |= card.bit
    return kept


def pins_of(kept: Sequence[int]) -> Pins:
    """The places that are left to each card that is kept out of some."""
    pinned = (card for card in CARDS if any(cards & card.bit for cards in kept))
    return {card: frozenset(place for place in PLACES if not kept[place] & card.bit) for card in pinned}


def _all_fit(unseen: int, room: Sequence[int], barred: Sequence[int]) -> bool:
    total = unseen.bit_count()
    sets = [(unseen, total)]  # the cards barred from a set of places, and the room outside it
    for place_barred, place_room in zip(barred, room, strict=True):
        for cards, outside in sets[:]:
            cards &= place_barred
            if cards:
                outside -= place_room
                if cards.bit_count() > outside:
                    return False
                sets.append((cards, outside))
    return True
