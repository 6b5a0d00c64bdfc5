"""Reviews as one HTML page that needs nothing else: hands, auction, curve, and what each card cost."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Final

from overtrick import texts
from overtrick.cli.review_text import DealSection, Telling, legend, player_rows
from overtrick.core.cards import SUIT_SYMBOLS, Card, Suit
from overtrick.core.markup import Markup, element, joined
from overtrick.core.seats import SEATS, Seat
from overtrick.reviewing import Review
from overtrick.reviewing.deal_review import CardReview

EDGES: Final = ("north", "east", "south", "west")
"""where the seats 1 to 4 are on the page, if the play goes clockwise"""
SMALL: Final = 0.04
LARGE: Final = 0.1
"""costs below these shares of a deal have a colour of their own"""
WIDTH: Final = 720
HEIGHT: Final = 240
LEFT: Final = 50
RIGHT: Final = 10
TOP: Final = 14
BOTTOM: Final = 30
"""the margins, in which the numbers stand"""

Point = tuple[float, float]


def page(sections: Sequence[DealSection], language: str, worlds: int) -> str:
    """The page of some reviewed deals."""
    title = texts.say(language, "review.title")
    with open(os.path.join(os.path.dirname(__file__), "review.css"), encoding="utf-8") as file:
        style = file.read()
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("style", Markup(style)),
    )
    deals = [_deal(section, language, worlds) for section in sections]
    contents = [_contents(sections, language)] if len(sections) > 1 else []
    body = element("body", element("h1", title), *contents, *deals, _legend(language, worlds))
    return f"<!DOCTYPE html>\n{element('html', head, body, lang=language)}\n"


def _contents(sections: Sequence[DealSection], language: str) -> Markup:
    """The deals of the page, each with its contract or why it was not reviewed."""
    entries = []
    for section in sections:
        found = section.found
        words = Telling(found, language).contract() if isinstance(found, Review) else found.message(language)
        link = element("a", _title(section, language), href=f"#{_anchor(section)}")
        entries.append(element("li", link, " ", _suited(words)))
    return element("nav", element("ol", *entries))


def _title(section: DealSection, language: str) -> str:
    found = section.found
    if isinstance(found, Review):
        return Telling(found, language).title(section.number)
    return texts.say(language, "deal.number", number=section.number)


def _anchor(section: DealSection) -> str:
    return f"deal-{section.number}"


def _deal(section: DealSection, language: str, worlds: int) -> Markup:
    found, heading = section.found, element("h2", _title(section, language))
    if not isinstance(found, Review):
        return element("section", heading, element("p", found.message(language)), id=_anchor(section))
    telling = Telling(found, language)
    return element(
        "section",
        heading,
        element("p", _suited(" · ".join([telling.contract(), *telling.facts()])), class_="facts"),
        element("div", _table(telling), element("div", *_story(telling)), class_="top"),
        _figure(telling),
        element("div", *_tricks(telling, bool(worlds)), class_="tricks"),
        _players(telling, bool(worlds)),
        id=_anchor(section),
    )


def _story(telling: Telling) -> Iterator[Markup]:
    """What is told in sentences, and the auction."""
    yield element("ul", *(element("li", sentence) for sentence in telling.sentences()), class_="story")
    calls = [
        element(
            "li", element("b", telling.review.record.game.seat_name(seat)), " ", _suited(telling.words.action(call))
        )
        for seat, call in telling.review.deal.end.auction.made
    ]
    if calls:
        yield element("h3", telling.words.say("review.auction"))
        yield element("ol", *calls, class_="auction")


def _table(telling: Telling) -> Markup:
    """The four hands around the contract."""
    deal, game = telling.review.deal, telling.review.record.game
    edges = EDGES if game.direction == "clockwise" else (EDGES[0], *EDGES[:0:-1])
    hands = [_hand(telling, seat, edge) for seat, edge in zip(SEATS, edges, strict=True)]
    trumps = element("div", _suited(telling.words.strain(deal.contract.strain)), class_="trumps")
    return element("div", *hands, trumps, class_="table")


def _hand(telling: Telling, seat: Seat, edge: str) -> Markup:
    game, deal = telling.review.record.game, telling.review.deal
    marks = [telling.words.say("screen.dealer")] if seat is deal.end.dealer else []
    marks += [telling.words.say("review.dummy")] if seat is deal.end.dummy else []
    name = element("div", element("b", game.seat_name(seat)), " ", telling.name(seat), class_="name")
    suits = [
        element("div", _suited(SUIT_SYMBOLS[suit]), *(joined(" ", rank) for rank in _ranks(telling, cards, suit)))
        for suit, cards in telling.suits(deal.hands[seat - 1])
    ]
    under = [element("div", ", ".join(marks), class_="marks")] if marks else []
    return element("div", name, *suits, *under, class_=f"hand {edge}")


def _ranks(telling: Telling, cards: Sequence[Card], suit: Suit) -> Iterator[Markup]:
    """The ranks of a suit; the left bower, which belongs to another one, with its own symbol."""
    for card in cards:
        name = telling.words.card(card)
        yield _suited(name.removesuffix(SUIT_SYMBOLS[suit]))


def _figure(telling: Telling) -> Markup:
    say, sides = telling.words.say, ("expected", "own", "others", "needed")
    keys = ("review.expected", "review.won", "review.won-by-others", "review.needed")
    marks = [element("span", say(key), class_=f"key {side}") for key, side in zip(keys, sides, strict=True)]
    who = say("points.one" if telling.review.deal.contract.side is None else "points.takers")
    return element("figure", _Curve(telling).drawn(), element("figcaption", element("b", who), *marks))


def _tricks(telling: Telling, with_known: bool) -> Iterator[Markup]:
    """A box for each trick."""
    review, tricks = telling.review, telling.review.deal.end.tricks
    for number in sorted({card.trick for card in review.cards}):
        winner = tricks[number - 1].holder if number <= len(tricks) else None
        plays = [_play(telling, card, card.seat is winner, with_known) for card in review.cards if card.trick == number]
        heading = f"{telling.words.say('review.trick')} {number}"
        yield element("article", element("h3", heading), element("ol", *plays))


def _play(telling: Telling, card: CardReview, wins: bool, with_known: bool) -> Markup:
    """A card with its player and its costs, and below it what was better and what it changed."""
    say, words = telling.words.say, telling.words
    notes = [f"{say('review.better')} {words.cards(card.better)}"] if card.better else []
    notes += [f"{say('review.known')} {words.card(card.wiser)}"] if card.wiser is not None else []
    if card.instead is not None and card.instead.reasons:
        notes.append(f"{words.card(card.instead.card)}: {telling.reasons(card.instead)}")
    parts = [
        element("span", telling.seat(card.seat), class_="seat"),
        element("span", _suited(words.card(card.card)), class_="card"),
        element("span", telling.cost(card), class_=f"cost {_gravity(telling, card)}"),
        element("span", telling.known(card), class_="known") if with_known else Markup(),
    ]
    parts += [element("small", *(element("span", _suited(note)) for note in notes))] if notes else []
    parts += [element("strong", telling.turn(card))] if card.turns else []
    return element("li", *parts, class_="wins" if wins else "loses")


def _gravity(telling: Telling, card: CardReview) -> str:
    """How bad a cost is, for its colour."""
    if not card.cost:
        return "none"
    share = card.cost / telling.review.total
    return "small" if share < SMALL else "large" if share < LARGE else "grave"


def _players(telling: Telling, with_known: bool) -> Markup:
    heads, *players = player_rows(telling, with_known)
    rows = [element("tr", *(element("th", head) for head in heads))]
    rows += [element("tr", *(element("td", cell) for cell in cells)) for cells in players]
    return element("table", *rows, class_="players")


def _legend(language: str, worlds: int) -> Markup:
    entries = [joined(element("dt", name), element("dd", meaning)) for name, meaning in legend(language, worlds)]
    return element("footer", element("dl", *entries))


def _suited(text: str) -> Markup:
    """A text whose symbols of red suits are red."""
    red = [SUIT_SYMBOLS[suit] for suit in (Suit.HEARTS, Suit.DIAMONDS)]
    return joined(*(element("span", letter, class_="red") if letter in red else letter for letter in text))


class _Curve:
    """The points of a deal card by card, for its takers or for side 1: what was won, and what best play would come to.

    Cards go from left to right; the side's points are below, those of the others above, what is open between.
    """

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
