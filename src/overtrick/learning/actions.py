"""The actions of a game by number, between which a learner may choose.

All that can be chosen in a game stands in one list: the cards of its pack, what can be called, what the dealer can lay
away. What is said in the play (declare, belote, rebelote) is not in it: it costs nothing, brings points and goes with
a card, so that it is said by itself.
"""

from __future__ import annotations

from overtrick.core.actions import Action, action_of, actions_of
from overtrick.core.game import Game

__all__ = ["action_number", "action_of", "actions"]


def actions(game: Game) -> tuple[Action, ...]:
    """All actions between which players choose; the index of an action is its number.

    >>> from overtrick.core.catalogue import find_game
    >>> [str(action) for action in actions(find_game("belote"))[29:]]
    ['9c', '8c', '7c', 'pass', 'take', 'name S', 'name H', 'name D', 'name C']
    """
    return actions_of(game).choices


def action_number(game: Game, action: Action | str) -> int:
    """The number of an action of a game."""
    return actions_of(game).number(action)
