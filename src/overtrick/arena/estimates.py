"""What is known of a number after some deals: the number itself, and where it is in 95 of 100 cases."""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

Z95: Final = 1.959963984540054
"""how many standard errors to both sides of a mean hold 95 % of a normal distribution"""
UNKNOWN: Final = "–"


class Estimate(NamedTuple):
    """A number and the ends of its 95 % interval; None is what cannot be told."""

    value: float | None
    low: float | None = None
    high: float | None = None

    @property
    def interval(self) -> tuple[float | None, float | None] | None:
        """Both ends, if one of them is known."""
        return None if self.low is None and self.high is None else (self.low, self.high)

    @property
    def margin(self) -> float | None:
        """Half the width of the interval, if it has both ends."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    def told(self, form: str) -> str:
        """The number with its margin, each in a format: `+1.25 ± 0.40`."""
        if self.value is None:
            return UNKNOWN
        margin = "" if self.margin is None else f" ± {self.margin:{form.removeprefix('+')}}"
        return f"{self.value:{form}}{margin}"


class Sample:
    """Whole numbers, of which only the mean and its interval are wanted."""

    def __init__(self) -> None:
        self.size = 0
        self._sum = 0
        self._squares = 0

    def add(self, value: int, times: int = 1) -> None:
        self.size += times
        self._sum += times * value
        self._squares += times * value * value

    def mean(self, parts: int = 1) -> Estimate:
        """The mean, each number of which is shared by some parts; of one number nobody can tell how sure it is."""
        if not self.size:
            return Estimate(None)
        mean = self._sum / self.size / parts
        if self.size < 2:
            return Estimate(mean)
        scatter = self.size * self._squares - self._sum**2  # a whole number: no digit of it is lost
        margin = Z95 * sqrt(scatter / (self.size - 1)) / self.size / parts
        return Estimate(mean, mean - margin, mean + margin)


def share_of(some: int, all_: int, alike: float = 1) -> Estimate:
    """How often something happens that happened `some` times of `all_`, with Wilson's interval.

    Where cases depend on each other, `alike` of them tell no more than one.
    """
    if not all_:
        return Estimate(None)
    share, spread = some / all_, Z95**2 * alike / all_
    middle = (share + spread / 2) / (1 + spread)
    half = sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
    return Estimate(share, max(middle - half, 0.0), min(middle + half, 1.0))
