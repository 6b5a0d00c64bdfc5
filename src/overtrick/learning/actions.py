"""The actions of a game by number, between which a learner may choose.

All that can be chosen in a game stands in one list: the cards of its pack, what can be called, what the dealer can lay
away. What is said in the play (declare, belote, rebelote) is not in it: it costs nothing, brings points and goes with
a card, so that it is said by itself.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from overtrick.core.actions import Action, Word, action_of, actions_of
from overtrick.core.game import Game
from overtrick.deal.view import View

__all__ = ["action_mask", "action_number", "action_of", "actions"]


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


def action_mask(view: View) -> npt.NDArray[np.int8]:
    """1 for each action that the seat of a view may choose now, by number; all are 0 when it is not its turn."""
    known = actions_of(view.game)
    mask = np.zeros(len(known.choices), np.int8)
    for action in view.legal:
        if not isinstance(action, Word):
            mask[known.numbers[action]] = 1
    return mask
