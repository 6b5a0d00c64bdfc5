"""The bot `simple`: a plain strategy for each game, so that there is always somebody to play with.

It decides from its view alone and by fixed rules: the same view, the same action. A game has its own strategy in a file
`simple_NAME.py`; where it has none, the bot passes as long as it may and plays the cards as in any game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from overtrick.bots import simple_belote, simple_bridge, simple_euchre, simple_play
from overtrick.core.actions import PASS, Action
from overtrick.deal.view import View


def _plain(view: View) -> Action:
    if view.phase != "play":
        return PASS if PASS in view.legal else view.legal[0]
    return simple_play.choose(view)


STRATEGIES: Final[dict[str, Callable[[View], Action]]] = {
    "belote": simple_belote.act,
    "coinche": simple_belote.act,
    "bridge": simple_bridge.act,
    "euchre": simple_euchre.act,
}
"""by the name of the game"""


def simple(view: View) -> Action:
    """What the strategy of the game does."""
    return STRATEGIES.get(view.game.name, _plain)(view)
