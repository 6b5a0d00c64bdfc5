"""The actions of a game by number, between which a learner may choose.

All that can be chosen in a game stands in one list: the cards of its pack, what can be called, what the dealer can lay
away. What is said in the play (declare, belote, rebelote) is not in it: it costs nothing, brings points and goes with
a card, so that it is said by itself.
"""

from __future__ import annotations

from typing import SupportsIndex

import overtrick.core.actions as core
from overtrick.core.actions import Action, actions_of
from overtrick.core.catalogue import find_game
from overtrick.core.game import Game


def actions(game: Game | str) -> tuple[Action, ...]:
    """All actions between which players choose; the index of an action is its number.

    >>> [str(action) for action in actions("belote")[29:]]
    ['9c', '8c', '7c', 'pass', 'take', 'name S', 'name H', 'name D', 'name C']
    """
    return actions_of(find_game(game)).choices


def action_number(game: Game | str, action: Action | str) -> int:
    """The number of an action of a game."""
    return actions_of(find_game(game)).number(action)


def action_of(game: Game | str, number: SupportsIndex) -> Action:
    """The action of a game that has a number; what is no whole number is refused."""
    return core.action_of(find_game(game), number)
