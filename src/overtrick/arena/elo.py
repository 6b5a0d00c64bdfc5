"""Elo from meetings: strengths by which what happened is most likely (Bradley and Terry).

A bot of strength s beats one of strength t with the chance 1 / (1 + 10 ** ((t - s) / 400)); a meeting that nobody won
is half a win of each. Strengths are told relative to the first bot. Who always won, or never, has no finite strength:
then only a bound is known; and nothing where nobody has won anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import exp, log, sqrt
from typing import Final

from overtrick.arena.duplicate import Couple
from overtrick.arena.estimates import Z95, Estimate

Outcome = tuple[int, ...]
"""Who won each meeting of a deal: 1 the first bot, -1 the second, 0 nobody."""
Matrix = list[list[float]]

SCALE: Final = 400 / log(10)
"""so much Elo is one unit of the natural logarithm"""
LONGEST_STEP: Final = 1.0
PRECISION: Final = 1e-10
MOST_STEPS: Final = 1000


class _Fit:
    """The strengths of some bots, none of which always won or always lost; that of the first is 0."""

    def __init__(self, couples: Sequence[tuple[int, int]], outcomes: Mapping[Outcome, int], size: int) -> None:
        self.couples = couples
        self.outcomes = outcomes
        self.deals = sum(outcomes.values())
        self.results = [
            sum(outcome[n] * times for outcome, times in outcomes.items()) / self.deals / 2 + 0.5
            for n in range(len(couples))
        ]
        self.strengths = [0.0] * size

    def run(self) -> None:
        """Newton's method; the likelihood has one summit, and short steps do not lose the way to it."""
        for _ in range(MOST_STEPS):
            slope = self._by_bot(result - chance for result, chance in zip(self.results, self.chances(), strict=True))
            step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse(self.information())]
            longest = max(map(abs, step))
            for bot, change in enumerate(step, 1):
                self.strengths[bot] += change * min(1.0, LONGEST_STEP / max(longest, PRECISION))
            if longest < PRECISION:
                return

    def chances(self) -> list[float]:
        """That of the first bot of each couple to win."""
        return [1 / (1 + exp(self.strengths[second] - self.strengths[first])) for first, second in self.couples]

    def information(self) -> Matrix:
        """What a deal tells about the strengths, apart from the first."""
        size = len(self.strengths)
        found = [[0.0] * size for _ in range(size)]
        for (first, second), chance in zip(self.couples, self.chances(), strict=True):
            for row, column, sign in ((first, first, 1), (second, second, 1), (first, second, -1), (second, first, -1)):
                found[row][column] += sign * chance * (1 - chance)
        return [row[1:] for row in found[1:]]

    def margins(self) -> list[float | None]:
        """Of all but the first, by how much the deals differ in what they tell.

        It does not matter that the meetings on a deal are alike.
        """
        if self.deals < 2:
            return [None] * (len(self.strengths) - 1)
        chances, weights = self.chances(), inverse(self.information())
        squares = [0.0] * len(weights)
        for outcome, times in self.outcomes.items():
            surprise = self._by_bot(won / 2 + 0.5 - chance for won, chance in zip(outcome, chances, strict=True))
            for bot, row in enumerate(weights):
                squares[bot] += times * sum(a * b for a, b in zip(row, surprise, strict=True)) ** 2
        return [Z95 * sqrt(square / (self.deals - 1) / self.deals) for square in squares]

    def _by_bot(self, of_couples: Iterable[float]) -> list[float]:
        """What couples contribute to their bots, the first bot left out."""
        found = [0.0] * len(self.strengths)
        for (first, second), value in zip(self.couples, of_couples, strict=True):
            found[first] += value
            found[second] -= value
        return found[1:]


def elo(bots: Sequence[str], couples: Sequence[Couple], outcomes: Mapping[Outcome, int]) -> dict[str, Estimate]:
    """The strengths of bots relative to the first one, by how often each outcome of the meetings on a deal happened."""
    anchor, *_ = bots
    if not any(map(any, outcomes)):
        return {bot: Estimate(0.0, 0.0, 0.0) if bot == anchor else Estimate(None) for bot in bots}
    lifts = {
        (winner, loser)
        for n, (first, second) in enumerate(couples)
        for winner, loser, lost in ((first, second, -1), (second, first, 1))
        if any(outcome[n] != lost for outcome in outcomes)
    }
    above, below = _reached(anchor, {(loser, winner) for winner, loser in lifts}), _reached(anchor, lifts)
    rated = [bot for bot in bots if bot in above & below]
    found = {anchor: Estimate(0.0, 0.0, 0.0)}
    if len(rated) > 1:
        kept = [n for n, couple in enumerate(couples) if set(couple) <= set(rated)]
        numbers = [(rated.index(couples[n][0]), rated.index(couples[n][1])) for n in kept]
        fit = _Fit(numbers, _narrowed(outcomes, kept), len(rated))
        fit.run()
        for bot, strength, margin in zip(rated[1:], fit.strengths[1:], fit.margins(), strict=True):
            ends = (None, None) if margin is None else (SCALE * (strength - margin), SCALE * (strength + margin))
            found[bot] = Estimate(SCALE * strength, *ends)
    deals = sum(outcomes.values())
    return {bot: found[bot] if bot in found else _bound(bot in above, deals) for bot in bots}


def _narrowed(outcomes: Mapping[Outcome, int], kept: Sequence[int]) -> dict[Outcome, int]:
    """The outcomes of some of the meetings only."""
    found = Counter[Outcome]()
    for outcome, times in outcomes.items():
        found[tuple(outcome[n] for n in kept)] += times
    return found


def _reached(start: str, steps: Iterable[tuple[str, str]]) -> set[str]:
    """Everybody who is reached by steps from one to another."""
    ways, found, new = list(steps), {start}, {start}
    while new:
        new = {after for before, after in ways if before in new} - found
        found |= new
    return found


def _bound(is_above: bool, deals: int) -> Estimate:
    """What is known of a bot that won all its meetings with the first one, or none of them."""
    low = deals / (deals + Z95**2)  # that of `share_of`, where all are won
    least = SCALE * log(low / (1 - low))
    return Estimate(None, least, None) if is_above else Estimate(None, None, -least)


def inverse(matrix: Sequence[Sequence[float]]) -> Matrix:
    """The inverse of a positive definite matrix (Gauss and Jordan)."""
    size = len(matrix)
    rows = [[*row, *(float(n == column) for column in range(size))] for n, row in enumerate(matrix)]
    for n in range(size):
        pivot = rows[n][n]
        rows[n] = [value / pivot for value in rows[n]]
        for other in range(size):
            if other != n:
                factor = rows[other][n]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[n], strict=True)]
    return [row[size:] for row in rows]
