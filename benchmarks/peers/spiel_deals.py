"""Random deals of OpenSpiel: by its native bots and by a loop in Python, whole ones and only the play of the cards.

    python -m benchmarks.peers.spiel_deals

A whole deal is dealt card by card, bid or called, and played. For the play alone, deals are brought to the first lead
before the time is taken; those of Euchre in which somebody plays alone are left out, so that all have 20 cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from importlib.metadata import version
from random import Random
from typing import Any, Final

import pyspiel

from benchmarks.peers.rates import Rate, rate_of, tell

NAME: Final = f"OpenSpiel {version('open_spiel')}"
GAMES: Final = {"euchre": "euchre", "bridge": "bridge(use_double_dummy_result=false)"}
"""without that setting a deal of Bridge is over after the auction"""
DEALS: Final = 2000
BRIDGE_PLAY: Final = 2
"""the number of the phase in which cards are played"""
PACK: Final = 52

_rng: Final = Random(1)


def play_by_bots(states: Sequence[Any]) -> Iterator[int]:
    """Play deals to their end in native code."""
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]
    for number, state in enumerate(states):
        pyspiel.evaluate_bots(state, bots, number)
    return map(cards_played, states)


def play_by_loop(states: Sequence[Any]) -> Iterator[int]:
    """Play deals to their end in Python; all outcomes of their chance have the same probability."""
    for state in states:
        while not state.is_terminal():
            state.apply_action(_rng.choice(state.legal_actions()))
    return map(cards_played, states)


def cards_played(state: Any) -> int:
    """How many cards were played until the end of a deal."""
    if hasattr(state, "num_cards_played"):
        return int(state.num_cards_played())
    passed_out = len(state.history()) == PACK + 4
    return 0 if passed_out else PACK


def before_deal(game: Any) -> list[Any]:
    """Deals that are to be dealt."""
    return [game.new_initial_state() for _ in range(DEALS)]


def before_lead(game: Any) -> list[Any]:
    """Deals whose first card is to be led."""
    states: list[Any] = []
    while len(states) < DEALS:
        state = game.new_initial_state()
        while not (state.is_terminal() or is_play(state)):
            state.apply_action(_rng.choice(state.legal_actions()))
        if not (state.is_terminal() or is_alone(state)):
            states.append(state)
    return states


def is_play(state: Any) -> bool:
    """Whether cards are being played."""
    phase = state.current_phase()
    return phase == BRIDGE_PLAY if isinstance(phase, int) else bool(phase.name == "PLAY")


def is_alone(state: Any) -> bool:
    """Whether somebody plays without his partner."""
    return hasattr(state, "declarer_go_alone") and bool(state.declarer_go_alone())


def rates() -> Iterator[Rate]:
    """All of them."""
    for name, spelled in GAMES.items():
        game = pyspiel.load_game(spelled)
        for begin, part in ((before_deal, "whole deals"), (before_lead, "play only")):
            for play, way in ((play_by_bots, "native bots"), (play_by_loop, "Python loop")):
                yield rate_of(name, f"{NAME}, {way}, {part}", partial(begin, game), play)


if __name__ == "__main__":
    tell(rates())
