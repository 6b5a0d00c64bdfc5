"""The bot itself: who decides what in which phase of a deal."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Final

from overtrick.bots.bot import Making
from overtrick.bots.sampling import bidding, cards
from overtrick.bots.sampling.advice import Advice
from overtrick.bots.sampling.knowledge import System, is_system, knowledge_of, system_names
from overtrick.bots.sampling.levels import DEFAULT, LEVELS, Level
from overtrick.bots.simple_play import paying_word, simple
from overtrick.core.actions import LOOK, Action, Call
from overtrick.core.errors import Invalid
from overtrick.deal.view import View
from overtrick.reasons import Prospect, why

SEED_BITS: Final = 63


class Sampling:
    """A player that imagines deals and solves them.

    >>> from overtrick.deal.deals import numbered_deal
    >>> from overtrick.deal.view import view
    >>> from overtrick.core.catalogue import find_game
    >>> deal = numbered_deal(find_game("euchre"), "example", 1)
    >>> Sampling(Random(1), level=1)(view(deal, deal.actor)) in deal.legal()
    True
    """

    def __init__(
        self,
        rng: Random,
        level: int = DEFAULT,
        seconds: float | None = None,
        clock: Callable[[], float] = monotonic,
        system: str = "",
    ) -> None:
        """A player of a level from 1 to 5; at live tables `seconds` by a clock limit each decision further.

        `system` is that of its calls in a game that has some, if not the usual one.
        """
        self._rng, self._system = rng, system
        self._level: Level = LEVELS[level]
        self._seconds, self._clock = seconds, clock

    @classmethod
    def make(cls, making: Making) -> Sampling:
        """The bot of a text such as `sampling:4`, or `sampling:4:SYSTEM` with a system of calls."""
        level, colon, system = making.options.partition(":")
        if (making.options and level not in map(str, LEVELS)) or (colon and not is_system(system)):
            known = ", ".join([*map(str, LEVELS), *(f"{DEFAULT}:{system}" for system in system_names())])
            raise Invalid("bad-bot-options", bot="sampling", options=making.options, known=known)
        return cls(making.rng, int(level or DEFAULT), making.seconds, system=system)

    def __call__(self, view: View) -> Action:
        return self._decide(view).action

    def advise(self, view: View) -> Advice:
        """The best action, what was weighed to find it, why, and what a call by a system shows."""
        advice, system = self._decide(view), self._system_of(view)
        weighed = {option.action: Prospect(option.worth, option.wins, option.points) for option in advice.options}
        by_system = system is not None and view.phase == "auction"
        # A word goes with the card that was weighed.
        action = advice.options[0].action if advice.options else advice.action
        advice = advice._replace(reasons=why(view, action, weighed, by_system=by_system))
        if not by_system or system is None or not isinstance(action, Call):
            return advice
        shows = system.shows(view, action)
        return advice._replace(shows=shows, partner=system.partner(view) if shows is None else None)

    def _decide(self, view: View) -> Advice:
        """The best action, and what was weighed to find it."""
        if len(view.legal) == 1:
            return Advice(view.legal[0])
        seed, is_late = self._rng.getrandbits(SEED_BITS), self._alarm()
        system = self._system_of(view)
        if view.phase == "exchange" or LOOK in view.legal:
            return Advice(simple(view))
        if system is not None and view.phase == "auction":
            return Advice(system.call(view, self._level.deals, seed))
        if view.phase != "play":
            return bidding.advise(view, self._level, seed, is_late)
        paying = paying_word(view)
        if paying is not None:
            return Advice(paying)
        advice = cards.advise(view, self._level, seed, self._system, is_late)
        word = view.course.word_with(advice.action, view.held)
        return advice if word is None else advice._replace(action=word)

    def _system_of(self, view: View) -> System | None:
        """That of the calls, in a game that has one."""
        return knowledge_of(view.game).system(self._system)

    def _alarm(self) -> Callable[[], bool]:
        """What tells whether the time for a decision that begins now is up."""
        if self._seconds is None:
            return lambda: False
        end = self._clock() + self._seconds
        return lambda: self._clock() >= end
