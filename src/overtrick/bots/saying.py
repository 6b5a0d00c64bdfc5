"""What is said with a card."""

from __future__ import annotations

from overtrick.core.cards import Card, Cards
from overtrick.deal.round import Action
from overtrick.deal.view import View
from overtrick.deal.words import BELOTE, REBELOTE


def word_with(view: View, action: Action) -> str | None:
    """The word that announces a card of king and queen of trumps, where it has to be said; None with anything else."""
    if view.contract is None or not isinstance(action, Card):
        return None
    own = Cards(played for seat, played in zip(view.players, view.plays, strict=True) if seat is view.seat)
    for pair in view.game.counting(view.contract.strain).pairs:
        if pair & action.bit and not pair & ~view.hand.mask and BELOTE in view.legal:
            return BELOTE
        if pair & action.bit and pair & own.mask and REBELOTE in view.legal:
            return REBELOTE
    return None
