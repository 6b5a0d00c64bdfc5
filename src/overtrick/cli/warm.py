"""`overtrick warm`: compile all kernels now, so that no later command has to wait for it."""

from __future__ import annotations

from collections.abc import Sequence

from overtrick.bots.native import simple_act
from overtrick.cli.options import Parser
from overtrick.core.catalogue import find_game
from overtrick.engine.kernel.engine import PURPOSES, cache_folder, prepare
from overtrick.plugins import our_games
from overtrick.texts import say


def run(arguments: Sequence[str]) -> int:
    """Compile what is not compiled yet, and say where it is kept."""
    parser = Parser("warm", "Compile all kernels, so that the first solve, playout or review need not.")
    parser.parse_args(arguments)
    if not prepare(*PURPOSES):
        print(say("en", "kernel.nothing-to-compile"))
        return 0
    for name in our_games():
        simple_act(find_game(name))
    folder = cache_folder()
    print(say("en", "kernel.not-kept") if folder is None else say("en", "kernel.kept", folder=str(folder)))
    return 0
