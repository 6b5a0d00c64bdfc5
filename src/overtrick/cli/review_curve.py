"""The points of a deal card by card as SVG: what was won, and what best play would still come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from overtrick.cli.markup import Markup, element
from overtrick.cli.review_text import Telling

WIDTH: Final = 720
HEIGHT: Final = 240
LEFT: Final = 50
RIGHT: Final = 10
TOP: Final = 14
BOTTOM: Final = 30
"""the margins, in which the numbers stand"""

Point = tuple[float, float]


def curve(telling: Telling) -> Markup:
    """The curve of a deal: for its takers, or for side 1, from nothing below to all above."""
    return _Curve(telling).drawn()


class _Curve:
    """Cards go from left to right; the side's points are below, those of the others above, what is open between."""

    def __init__(self, telling: Telling) -> None:
        self.telling, self.review = telling, telling.review
        review = telling.review
        index = review.deal.side - 1
        self.own = [0, *(card.won[index] for card in review.cards)]
        self.others = [0, *(card.won[1 - index] for card in review.cards)]
        self.expected = [review.value, *(card.expected for card in review.cards)]

    def x(self, number: float) -> float:
        """Where the moment after some cards is."""
        return round(LEFT + number * (WIDTH - LEFT - RIGHT) / (len(self.review.cards) + 1), 1)

    def y(self, points: float) -> float:
        """Where some points are."""
        return round(TOP + (1 - points / max(self.review.total, 1)) * (HEIGHT - TOP - BOTTOM), 1)

    def drawn(self) -> Markup:
        """The whole picture."""
        review, say = self.review, self.telling.words.say
        name = ", ".join(say(key) for key in ("review.expected", "review.won", "review.won-by-others"))
        bottom, top = self.y(0), self.y(review.total)
        own = self._steps([(n, self.y(points)) for n, points in enumerate(self.own)])
        others = self._steps([(n, self.y(review.total - points)) for n, points in enumerate(self.others)])
        return element(
            "svg",
            element("title", name),
            *self._grid(),
            element("path", d=f"{own}V{bottom}H{self.x(0)}Z", class_="own"),
            element("path", d=f"{others}V{top}H{self.x(0)}Z", class_="others"),
            *self._needed(),
            *(element("path", d=self._steps(run), class_="expected") for run in self._known_runs()),
            *self._turning_points(),
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            role="img",
            class_="curve",
        )

    def _steps(self, points: Sequence[Point]) -> str:
        """A line that goes level until it jumps; points have the number of cards and the height, the last one lasts."""
        (first, height), *rest = points
        last = self.x(points[-1][0] + 1)
        return f"M{self.x(first)} {height}" + "".join(f"H{self.x(number)}V{y}" for number, y in rest) + f"H{last}"

    def _known_runs(self) -> Iterator[list[Point]]:
        """The parts of the expectation between moments at which nobody knows it."""
        run: list[Point] = []
        for number, points in enumerate((*self.expected, None)):
            if points is not None:
                run.append((number, self.y(points)))
            elif run:
                yield run
                run = []

    def _grid(self) -> Iterator[Markup]:
        review = self.review
        for points in (0, review.total):
            yield element("text", str(points), x=LEFT - 6, y=self.y(points) + 4, class_="scale")
        starts = [
            number
            for number, round_ in enumerate(review.deal.rounds)
            if round_.trick is not None and not round_.trick.cards
        ]
        for trick, number in enumerate(starts, 1):
            x = self.x(number)
            yield element("line", x1=x, x2=x, y1=self.y(review.total), y2=self.y(0), class_="grid")
            yield element("text", str(trick), x=x + 3, y=HEIGHT - 8)

    def _needed(self) -> Iterator[Markup]:
        needed = self.review.needed
        if needed is None:
            return
        y = self.y(needed)
        yield element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="needed")
        if 0 < needed < self.review.total:
            yield element("text", str(needed), x=LEFT - 6, y=y + 4, class_="scale")

    def _turning_points(self) -> Iterator[Markup]:
        for number, card in enumerate(self.review.cards, 1):
            if card.turns and card.expected is not None:
                name = f"{self.telling.words.card(card.card)}: {self.telling.turn(card)}"
                title = element("title", name)
                yield element("circle", title, cx=self.x(number), cy=self.y(card.expected), r=5, class_="turn")
