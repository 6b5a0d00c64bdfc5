"""What a seat may know of a deal: the one function that decides it.

Tables, bots and spectators get a view and nothing else, so that a hidden card can reach nobody.
"""

from __future__ import annotations

from typing import NamedTuple

from overtrick.core.actions import Action, Call
from overtrick.core.cards import Card, Cards
from overtrick.core.game import Standing
from overtrick.core.scoring import DealScore, Scores
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.course import Course, OfCourse, OpenCards, told_by_course
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
    dummy: tuple[Seat, Cards] | None = None
    """the hand that lies open, as it is now"""
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


def view(round_: Round, seat: Seat | None, standing: Standing | None = None) -> View:
    """Exactly what a seat may know at this moment; None for a spectator. In a match, all know where it stands."""
    course, _, held, discard = round_
    dummy = course.dummy if course.plays else None
    open_hand = None if dummy is None else (dummy, Cards.from_mask(held[dummy - 1]))
    score = round_.score if course.phase == "over" else None
    if seat is None:
        return View(course, dummy=open_hand, score=score, standing=standing)
    legal = round_.legal() if seat is course.actor else ()
    out_of_turn = course.auction.legal_out_of_turn(seat) if course.phase == "auction" else ()
    laid_away = discard if seat is course.dealer else None
    fields = (course, seat, legal, out_of_turn, held[seat - 1], laid_away, open_hand, score, standing)
    return tuple.__new__(View, fields)  # quicker than its constructor


def views(round_: Round) -> dict[Seat | None, View]:
    """What the spectators and all seats may know at this moment."""
    return {seat: view(round_, seat) for seat in (None, *SEATS)}
