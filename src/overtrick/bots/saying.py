"""What is said with a card."""

from __future__ import annotations

from overtrick.core.actions import BELOTE, REBELOTE, Action, Word
from overtrick.core.cards import Card
from overtrick.deal.view import View


def word_with(view: View, action: Action) -> Word | None:
    """The word that announces a card of king and queen of trumps, where it has to be said; None with anything else."""
    course, seat = view.course, view.seat
    if seat is None or not isinstance(action, Card):
        return None
    for word in (BELOTE, REBELOTE):
        if word in view.legal and action.bit & course.announceable(word, seat, view.hand.mask):
            return word
    return None
