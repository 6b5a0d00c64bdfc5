"""A plain strategy for Jass: name what the hand is best for, or push where the partner may have more."""

from __future__ import annotations

from typing import Final

from overtrick.bots.simple_play import play
from overtrick.core.actions import Action, Call
from overtrick.core.cards import Cards, Rank
from overtrick.core.tricks import Strain
from overtrick.deal.view import View
from overtrick.games.jass.cards import WHOLE

TRUMPS: Final = (15, 11, 10, 26, 13, 18, 9, 8, 8)
PLAIN: Final = (3, 2, 1, 0, 0, 0, 0, 0, 0)
OBENABE: Final = (15, 8, 4, 2, 1, 2, 0, 2, 1)
UNDENUFE: Final = (2, 0, 0, 2, 2, 2, 6, 6, 16)
"""from the ace down, how many points more a side wins with a card in the hand of the one who named and leads (least
squares over 60,000 deals that were played in the plain way)"""
BASE: Final = 45
"""what it wins with cards that are worth nothing"""
TO_NAME: Final = 44
"""by so many points, multiplied by the mean of all factors, the side must be ahead to name: as much as the best choice
of a partner brings"""


def act(view: View) -> Action:
    """The call, the word or the card of this strategy."""
    return _call(view) if view.phase == "auction" else play(view)


def ahead(hand: Cards, strain: Strain) -> int:
    """By how many points the side of a hand is thought to be ahead under a strain."""
    without = {Strain.NO_TRUMPS: OBENABE, Strain.LOW: UNDENUFE}.get(strain, PLAIN)
    won = sum((TRUMPS if card.suit is strain.suit else without)[Rank.ACE - card.rank] for card in hand)
    return 2 * (BASE + won) - WHOLE


def _call(view: View) -> Action:
    """Name the best strain if it is good, or if nobody may push."""
    factor, strains = view.game.factor, view.game.strains
    calls = [call for call in view.legal if isinstance(call, Call)]
    leads = {call: factor(call.strain) * ahead(view.hand, call.strain) for call in calls if call.strain is not None}
    best = max(leads, key=lambda call: leads[call])
    is_good = leads[best] * len(strains) >= TO_NAME * sum(map(factor, strains))
    return best if is_good or calls[0] in leads else calls[0]
