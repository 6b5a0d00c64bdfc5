"""What a game tells the bot that no rule does: how much hands are worth, and how players call.

A game brings it as a part `knowledge` of its package. Of a game that tells nothing of calls the bot takes it that the
others call as `simple` does, or without a kernel for that, that they pass; it tries its own calls all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from overtrick.bots.masks import Floats, MaskArray
from overtrick.bots.shown import Shown
from overtrick.core.actions import Call
from overtrick.core.catalogue import installed_parts, our_parts, part_of
from overtrick.core.game import Game
from overtrick.deal.view import View


class Pace(NamedTuple):
    """What a deal brings, measured in deals of equal players."""

    mean: float
    """what a side has on average"""
    scatter: float
    """the standard deviation of the difference between the sides"""


class Weights(NamedTuple):
    """What single cards are worth to takers, by their ranks; ranks that are missing are worth nothing.

    They are those of least squares over tens of thousands of deals that were played on (`rollouts`), in the points of
    the game: how much more a side wins that took the contract, if one of its players has the card instead of a low
    plain one.
    """

    trumps: dict[str, float]
    plain: dict[str, float]
    """under a trump suit"""
    no_trumps: dict[str, float]
    all_trumps: dict[str, float]
    left_bower: float = 0
    low: Mapping[str, float] = MappingProxyType({})
    """where the ranks are turned round"""


class Taking(NamedTuple):
    """How strong the hands are with which players take a contract, in the unit of the weights."""

    to_take: float
    to_name: float
    to_play_alone: float
    """with more of it, players who take play alone rather than not"""
    spread: float
    """so much more, or less, makes a call likely, or not"""
    by_place: tuple[float, float, float, float] = (0, 0, 0, 0)
    """what those need more who take the turned-up card, from the player after the dealer to the dealer"""


class BidLimits(NamedTuple):
    """How strong the hands are with which players bid for points."""

    base: float
    """what the side of a taker wins whose hand is worth nothing"""
    mean: float
    """what a hand is worth under any trump suit"""
    together: float
    """what a hand counts where that of the partner is known"""
    margin: float
    """how many points more than their bid bidders expect"""
    secure: float
    """the least that a contract needs, whatever was bid"""
    all_tricks: float
    """how many points those expect who bid all tricks"""
    spread: float
    to_raise: float
    """how many points more are expected where the partner's bid is raised without need"""
    to_double: float
    """what a hand is worth that doubles the lowest bid; ten points more in the bid count as five in the hand"""
    hopeless: float
    """contracts that fail by more points are doubled"""
    sweeps: tuple[tuple[str, float], ...]
    """the bids for all tricks that are thought of, and from how many expected points on"""


class System(NamedTuple):
    """Calls on which partners have agreed what they show."""

    call: Callable[[View, int, int], Call]
    """the call of the player on turn; a number of deals may be imagined for it, from a seed"""
    shows: Callable[[View, Call], Shown | None]
    """what a call of the own hand shows; None where judgement decides"""
    partner: Callable[[View], Shown | None]
    """what the partner has shown, if anything"""
    likelihood: Callable[[View, MaskArray], Floats]
    """how likely the calls of the others are in each of some deals, whose hands are whole"""
    drawn_from: int
    """how many times more deals there are to draw from by that, for a card"""


class Knowledge(NamedTuple):
    """All that a game may tell."""

    pace: Pace | None = None
    weights: Weights | None = None
    taking: Taking | None = None
    bidding: BidLimits | None = None
    likelihood: Callable[[View, MaskArray], Floats] | None = None
    """how likely the calls of the others are in each of some deals, whose hands are whole, where no limits tell it"""
    believes_calls: bool = False
    """whether it wins to play for hands that agree with the calls"""
    playouts: float = 0
    """how much of what a card is worth comes from deals that are played on in the plain way, instead of searched"""
    systems: Mapping[str, System] = {}
    """by name, the usual one first"""
    aliases: Mapping[str, str] = {}
    """older names of systems"""

    def system(self, name: str) -> System | None:
        """The system of a name, or the usual one."""
        return self.systems.get(self.aliases.get(name, name)) or next(iter(self.systems.values()), None)


NOTHING: Final = Knowledge()


def knowledge_of(game: Game) -> Knowledge:
    """What a game tells."""
    part = part_of(game, "knowledge")
    known: Knowledge = NOTHING if part is None else part.KNOWLEDGE
    return known


def system_names() -> list[str]:
    """The names of the systems of all games."""
    return [name for known in _all() for name in known.systems]


def is_system(name: str) -> bool:
    """Whether a game has a system of this name, or had one."""
    return any(name in known.systems or name in known.aliases for known in _all())


def _all() -> list[Knowledge]:
    return [part.KNOWLEDGE for part in (*our_parts("knowledge"), *installed_parts("knowledge"))]
