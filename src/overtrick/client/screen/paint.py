"""Colours of the screen, and texts with their suits in them."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Final

from rich.style import Style
from rich.text import Text

from overtrick.core.cards import SUIT_SYMBOLS, Card, Suit

BACKGROUND: Final = "#10161d"
RAISED: Final = "#1e2933"
"""the background of what can be chosen"""
INK: Final = "#e9e6df"
RED: Final = "#ff8a80"
"""of hearts and diamonds"""
FAINT: Final = "#97a1ab"
"""what matters less, such as cards that may not be played"""
ACCENT: Final = "#ffd479"
"""what is to be done now"""
ALARM: Final = "#a3242f"
"""the background of bad news"""

OPTION: Final = "option"
CARD: Final = "card"
"""what a mouse finds under itself: the number of an option, or a card"""

_RED_SUITS: Final = re.compile("[0-9A-Z]{0,2}[♥♦]")


def painted(text: str, style: str = INK) -> Text:
    """A text whose red suits are red."""
    result = Text(text, style)
    result.highlight_regex(_RED_SUITS, RED)
    return result


def card_style(card: Card, legal: Container[Card] | None) -> Style:
    """How a card looks where it is to be chosen from the legal ones, which are bold too, or where none is (None)."""
    colour = RED if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else INK
    if legal is None:
        return Style(color=colour)
    return Style(color=colour, bold=True) if card in legal else Style(color=FAINT)


def clickable(option: int | None, card: Card | None = None) -> Style:
    """What a click on a text means: an option, or a card that is none."""
    if option is not None:
        return Style.from_meta({OPTION: option})
    return Style.null() if card is None else Style.from_meta({CARD: f"{card.rank}{SUIT_SYMBOLS[card.suit]}"})
