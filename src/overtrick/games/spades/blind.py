"""A plain strategy for blind nil: whether to bid it, and which cards to give to the partner.

Without a card seen a nil fails more often than not; it is for those who would lose the match by playing on.
"""

from __future__ import annotations

from typing import Final

from overtrick.core.actions import GIFTS, LOOK, Action, Call, Gift
from overtrick.core.cards import Card, Suit
from overtrick.core.short_auctions import BLIND_NIL
from overtrick.deal.view import View

LAST_DEAL: Final = 100
"""a side that has the target but for so many points may well win with the next deal"""
DESPERATE: Final = 200
"""a side that is so many points behind then does not win by what others bid"""
SPADE: Final = 6
"""by how many ranks a spade is more likely to win a trick than another card"""


def call(view: View) -> Call:
    """A blind nil where the match is lost otherwise, else a look."""
    blind = next(call for call in view.legal if isinstance(call, Call) and call.value == BLIND_NIL)
    standing, target = view.standing, view.game.match_target
    if standing is None or target is None or view.seat is None:
        return LOOK
    own, other = (standing.totals[side - 1] for side in (view.seat.side, view.seat.side.other))
    return blind if other >= target - LAST_DEAL and other - own >= DESPERATE else LOOK


def gift(view: View) -> Gift:
    """What most likely wins a trick, from a player who bid blind nil; from the partner, what least likely does."""
    is_blind = view.contract is not None and view.seat in view.contract.blinds
    order = sorted(view.hand, key=danger, reverse=is_blind)
    return GIFTS[order[0]]


def danger(card: Card) -> int:
    """How likely a card wins a trick, in ranks."""
    return card.rank + (SPADE if card.suit is Suit.SPADES else 0)


def act(view: View) -> Action | None:
    """The call or the gift of this strategy; None where neither is to be made."""
    if view.phase == "exchange":
        return gift(view)
    return call(view) if LOOK in view.legal else None
