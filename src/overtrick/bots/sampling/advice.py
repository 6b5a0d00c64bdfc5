"""What the bot thinks of its choices: for its own play, and as a hint for a person."""

from __future__ import annotations

from typing import NamedTuple

from overtrick.bots.shown import Shown
from overtrick.core.actions import Action
from overtrick.reasons import Reason


class Option(NamedTuple):
    """A legal action, and what is expected of it for the side of the player."""

    action: Action
    worth: float
    """what decides: the points of the deal for the own side less those for the other, or the chance to win the match"""
    wins: float
    """in which share of the imagined deals the own side wins the deal, from 0 to 1"""
    points: float
    """what the own side has in tricks at the end of the deal, in card points or tricks"""


class Advice(NamedTuple):
    """The best action and why."""

    action: Action
    options: tuple[Option, ...] = ()
    """what was weighed, the best one first; nothing where a rule of thumb was enough"""
    worlds: int = 0
    """how many deals were imagined"""
    for_match: bool = False
    """whether the worth of an option is a chance to win the match"""
    shows: Shown | None = None
    """what a call shows by a system; None where judgement decided, or there is none"""
    partner: Shown | None = None
    """what the partner has shown, where judgement decided"""
    reasons: tuple[Reason, ...] = ()
    """why, as players say it, the most important first; only for who asks for advice"""
