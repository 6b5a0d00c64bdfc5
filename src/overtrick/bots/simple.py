"""The bot `simple`: a plain strategy for each game, so that there is always somebody to play with.

It decides from its view alone and by fixed rules: the same view, the same action. A game brings its own strategy as a
part of its package; one that does not is played by what all games have in common.
"""

from __future__ import annotations

from typing import Final

from overtrick.bots.simple_play import allowed, play
from overtrick.core.actions import PASS, Action, Call
from overtrick.core.cards import Cards
from overtrick.core.catalogue import part_of
from overtrick.core.tricks import Strain
from overtrick.deal.view import View

GOOD: Final = 0.6
"""so great a share of a hand must be trumps, or the highest of their suits, to take a contract with it"""


def simple(view: View) -> Action:
    """What the strategy of the game does."""
    part = part_of(view.game, "strategy")
    if part is not None:
        action: Action = part.act(view)
        return action
    return play(view) if view.phase == "play" else allowed(view, _call(view))


def _call(view: View) -> Call:
    """The first contract that the hand is good for, unless somebody has one already; else a pass."""
    if view.auction.contract is not None:
        return PASS
    calls = (call for call in view.legal if isinstance(call, Call) and not call.alone)
    return next((call for call in calls if (strain := _strain(view, call)) and _worth(view, strain) >= GOOD), PASS)


def _strain(view: View, call: Call) -> Strain | None:
    """What a call would make trumps."""
    return Strain.of(view.turn_up.suit) if call.kind == "accept" and view.turn_up is not None else call.strain


def _worth(view: View, strain: Strain) -> float:
    """How many of the cards are trumps, or the highest of a plain suit."""
    ranking, pack = view.game.rules(strain).ranking, view.game.pack.mask
    masters = sum(card.bit for card in view.game.pack if not ranking.above[card.index] & pack)
    return len(Cards.from_mask(view.hand.mask & (ranking.trumps | masters))) / len(view.hand)
