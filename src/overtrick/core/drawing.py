"""Cards as pictures for notebooks, in SVG that needs nothing else: a hand, a trick, and four hands around a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from overtrick.core.cards import SUIT_SYMBOLS, Card, Cards, Suit, rank_sign
from overtrick.core.markup import Markup, element
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Trick

WIDTH: Final = 34
HEIGHT: Final = 48
"""of a card"""
STEP: Final = 21
"""from one card of a row to the next, which lies on it"""
LABEL: Final = 18
"""the height of a line of text"""
GAP: Final = 8
COMPASS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""where the seats 1 to 4 are from the middle, if the play goes clockwise"""
RED: Final = "#c0202a"
BLACK: Final = "#1b1b1b"
FELT: Final = "#1d5c45"
BACK: Final = "#3f6ea8"
EDGE: Final = "#777777"
FRAME: Final = "#e3b341"
FONT: Final = "DejaVu Sans, Arial, sans-serif"


def hand_picture(cards: Cards) -> str:
    """Cards side by side."""
    return _picture(_row_width(len(cards)), HEIGHT + 2, *_row(cards, 1, 1))


def trick_picture(trick: Trick, clockwise: bool = True) -> str:
    """The cards of a trick where their players sit; the one that holds it has a frame."""
    side = 3 * HEIGHT + GAP
    return _picture(side, side, _felt(side, side), *_trick(trick, side / 2, side / 2, clockwise))


def table_picture(
    hands: Sequence[Cards | int],
    names: Sequence[str],
    trick: Trick | None,
    lines: Sequence[str],
    clockwise: bool,
    middle_lines: Sequence[str] = (),
    below: Seat = Seat.SOUTH,
    language: str = "en",
) -> Markup:
    """Four hands around a trick, or only how many cards a hand has; some lines of text stand in the corner.

    Others can stand in the middle, where there is no trick. Cards have the letters of a language; one seat is below.
    """
    row = max(_row_width(_size(hand)) for hand in hands)
    middle = 3 * HEIGHT + 2 * GAP
    width, height = 2 * row + middle + 4 * GAP, 2 * (HEIGHT + LABEL + 2 * GAP) + middle
    content = [_felt(width, height)]
    for seat, hand, name in zip(SEATS, hands, names, strict=True):
        right, down = _way(seat, clockwise, below)
        x = width / 2 + right * (middle / 2 + GAP + row / 2) - _row_width(_size(hand)) / 2
        y = height / 2 + down * (middle / 2 + GAP / 2 + (HEIGHT + LABEL) / 2) - (HEIGHT + LABEL) / 2
        content += [_text(name, x, y + LABEL - 5), *_row(hand, x, y + LABEL, language)]
    content += [_text(line, GAP, LABEL * (1 + number)) for number, line in enumerate(lines)]
    top = height / 2 - LABEL * (len(middle_lines) / 2 - 1) - 4
    content += [
        _text(line, width / 2, top + LABEL * number, text_anchor="middle") for number, line in enumerate(middle_lines)
    ]
    content += _trick(trick, width / 2, height / 2, clockwise, below, language) if trick is not None else ()
    return _picture(width, height, *content)


def _way(seat: Seat, clockwise: bool, below: Seat = Seat.SOUTH) -> tuple[int, int]:
    """From the middle to a seat, to the right and down."""
    right, down = COMPASS[(seat - below + 2) % len(COMPASS)]
    return (right if clockwise else -right), down


def scaled(picture: Markup, width: float, height: float) -> Markup:
    """A picture on the middle of a felt of another size, as large as can be."""
    inner = Markup(_SIZE.sub(f'width="{width:g}" height="{height:g}"', picture, count=1))
    return _picture(width, height, element("rect", width=width, height=height, fill=FELT), inner)


_SIZE: Final = re.compile(r'width="[^"]*" height="[^"]*"')


def _picture(width: float, height: float, *content: Markup) -> Markup:
    box = f"0 0 {width:g} {height:g}"
    return element(
        "svg", *content, xmlns="http://www.w3.org/2000/svg", width=width, height=height, viewBox=box, font_family=FONT
    )


def _felt(width: float, height: float) -> Markup:
    return element("rect", width=width, height=height, rx=8, fill=FELT)


def _size(hand: Cards | int) -> int:
    return hand if isinstance(hand, int) else len(hand)


def _row_width(cards: int) -> int:
    return WIDTH + STEP * max(cards - 1, 0) + 2


def _row(hand: Cards | int, x: float, y: float, language: str = "en") -> list[Markup]:
    cards: Iterable[Card | None] = [None] * hand if isinstance(hand, int) else hand
    return [_card(card, x + STEP * number, y, language) for number, card in enumerate(cards)]


def _trick(
    trick: Trick, x: float, y: float, clockwise: bool, below: Seat = Seat.SOUTH, language: str = "en"
) -> list[Markup]:
    cards = []
    for seat, card in zip(trick.players, trick.cards, strict=False):
        right, down = _way(seat, clockwise, below)
        left, top = x + right * (WIDTH + GAP) - WIDTH / 2, y + down * (HEIGHT / 2 + GAP) - HEIGHT / 2
        cards.append(_card(card, left, top, language, is_marked=card is trick.master))
    return cards


def _card(card: Card | None, x: float, y: float, language: str, is_marked: bool = False) -> Markup:
    """A card with its upper left corner somewhere; None for its back."""
    fill, stroke, thick = BACK if card is None else "#fff", FRAME if is_marked else EDGE, 3 if is_marked else 1
    face = element("rect", width=WIDTH, height=HEIGHT, rx=4, fill=fill, stroke=stroke, stroke_width=thick)
    corner = []
    if card is not None:
        colour = RED if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else BLACK
        rank = rank_sign(str(card.rank), language)
        corner = [
            element("text", rank, x=3, y=16, font_size=14, font_weight="bold", fill=colour, letter_spacing=-2),
            element("text", SUIT_SYMBOLS[card.suit], x=3, y=31, font_size=14, fill=colour),
        ]
    return element("g", face, *corner, transform=f"translate({x:g} {y:g})")


def _text(words: str, x: float, y: float, **more: str) -> Markup:
    return element("text", words, x=x, y=y, font_size=12, fill="#fff", **more)
