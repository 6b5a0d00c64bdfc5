"""Calls and discards."""

from __future__ import annotations

from overtrick.bots.sampling.advice import Advice
from overtrick.bots.sampling.levels import Level
from overtrick.bots.simple import simple
from overtrick.play.view import View


def advise(view: View, level: Level, seed: int) -> Advice:
    """The best call or discard."""
    return Advice(simple(view))
