"""What is known of a number after some deals: the number itself, and where it is in 95 of 100 cases."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from overtrick.arena.results import Z95, Sample


class Estimate(NamedTuple):
    """A number and the ends of its 95 % interval; None is what cannot be told."""

    value: float | None
    low: float | None = None
    high: float | None = None

    @property
    def margin(self) -> float | None:
        """Half the width of the interval, if it has both ends."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def mean_of(sample: Sample, parts: int = 1) -> Estimate:
    """The mean of a sample, each number of which is shared by some parts."""
    mean, margin = sample.mean / parts, sample.margin
    if not sample.size:
        return Estimate(None)
    return Estimate(mean) if margin is None else Estimate(mean, mean - margin / parts, mean + margin / parts)


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
