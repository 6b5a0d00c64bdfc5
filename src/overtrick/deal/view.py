"""What a seat may know of a deal: the one function that decides it.

Tables, bots and spectators get a view and nothing else, so that a hidden card can reach nobody.
"""

from __future__ import annotations

from itertools import starmap
from typing import Any, NamedTuple

from overtrick.core.actions import Action, Call
from overtrick.core.cards import Card, Cards
from overtrick.core.game import Standing
from overtrick.core.scoring import DealScore, Scores
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.course import Course, OfCourse, OpenCards, course_picture, told_by_course
from overtrick.deal.round import Round


class _Own(NamedTuple):
    course: Course
    seat: Seat | None = None
    legal: tuple[Action, ...] = ()
    """what this seat may do now"""
    out_of_turn: tuple[Call, ...] = ()
    """what this seat may call although it is not its turn"""
    held: int = 0
    """what this seat holds now, as a mask"""
    discard: Card | None = None
    """what this seat has laid away"""
    given: tuple[Card, ...] = ()
    """what this seat and its partner have given each other, in order"""
    open_hand: tuple[Seat, Cards] | None = None
    """whose hand lies open, and what it holds now: dummy, after the first lead"""
    score: DealScore | None = None
    """what the deal is worth, once it is over"""
    standing: Standing | None = None
    """where the match stood before this deal, if it is one of a match"""


@told_by_course
class View(_Own, OfCourse):
    """A deal as one seat sees it, or as a spectator does, who has no seat and no cards: the course, and its own."""

    __slots__ = ()

    sizes: tuple[int, ...]
    """how many cards the seats 1 to 4 hold now"""
    declared: tuple[tuple[Seat, str], ...]
    """the names of the annonces that were declared"""
    shown: OpenCards
    """the annonces that count, which their side shows after the first trick"""
    points: Scores
    """what the sides have won so far"""
    tricks_won: Scores
    """the tricks that the sides have won so far"""

    @property
    def hand(self) -> Cards:
        """What this seat holds now."""
        return Cards.from_mask(self.held)

    def _repr_svg_(self) -> str:
        """A picture, for notebooks: hands that this seat does not see show their backs."""
        hands: list[Cards | int] = [*self.sizes]
        for seat, cards in [(self.seat, self.hand), *([self.open_hand] if self.open_hand else [])]:
            if seat is not None:
                hands[seat - 1] = cards
        return course_picture(self.course, hands)


def view(round_: Round, seat: Seat | None, standing: Standing | None = None) -> View:
    """Exactly what a seat may know at this moment; None for a spectator. In a match, all know where it stands."""
    course, _, held, discard, given = round_
    dummy = course.dummy if course.plays else None
    open_hand = None if dummy is None else (dummy, Cards.from_mask(held[dummy - 1]))
    score = round_.score if course.phase == "over" else None
    if seat is None:
        return View(course, open_hand=open_hand, score=score, standing=standing)
    legal = round_.legal() if seat is course.actor else ()
    out_of_turn = course.auction.legal_out_of_turn(seat) if course.phase == "auction" else ()
    laid_away = discard if seat is course.dealer else None
    hand = 0 if course.phase == "auction" and seat in course.auction.hidden else held[seat - 1]
    if given:
        givers = course.givers
        given = tuple(card for giver, card in zip(givers, given, strict=False) if giver.side is seat.side)
    fields = (course, seat, legal, out_of_turn, hand, laid_away, given, open_hand, score, standing)
    return tuple.__new__(View, fields)  # quicker than its constructor


def views(round_: Round) -> dict[Seat | None, View]:
    """What the spectators and all seats may know at this moment."""
    return {seat: view(round_, seat) for seat in (None, *SEATS)}


def view_fields(seen: View) -> dict[str, Any]:
    """A view as plain data, for all who are told of it."""
    return {
        "board": seen.number,
        "dealer": seen.dealer,
        "vulnerable": tuple(sorted(seen.vulnerable)),
        "phase": seen.phase,
        "turn": seen.turn,
        "legal": tuple(map(str, seen.legal)),
        "hand": tuple(map(str, seen.hand)),
        "sizes": seen.sizes,
        "turn_up": None if seen.turn_up is None else str(seen.turn_up),
        "turned": tuple(map(str, seen.turned[:-1])),
        "discard": None if seen.discard is None else str(seen.discard),
        "exchanged": seen.course.given,
        "given": tuple(map(str, seen.given)),
        "calls": tuple(map(str, seen.auction.calls)),
        "callers": tuple(seen.auction.callers),
        "contract": seen.contract and seen.contract.as_json(),
        "plays": tuple(map(str, seen.plays)),
        "players": seen.players,
        "takers": tuple(trick.next_trick().leader for trick in seen.tricks),
        "said": tuple((number, str(word)) for number, word in seen.said),
        "declared": seen.declared,
        "shown": tuple(starmap(open_cards, seen.shown)),
        "dummy": seen.open_hand and open_cards(*seen.open_hand),
        "points": seen.points,
        "tricks": seen.tricks_won,
    }


def open_cards(seat: Seat, cards: Cards) -> tuple[int, tuple[str, ...]]:
    """Cards that lie open, and whose they are, as plain data."""
    return seat, tuple(map(str, cards))
