"""Colours and layout of the screen, and texts with their suits in them."""

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

STYLE: Final = f"""
Screen {{ background: {BACKGROUND}; color: {INK}; layers: base; }}
Static {{ background: {BACKGROUND}; color: {INK}; }}

#header {{ height: 1; padding: 0 1; background: {RAISED}; }}
#banner {{ height: 1; padding: 0 1; background: {ALARM}; color: {INK}; text-style: bold; display: none; }}
.cut-off #banner {{ display: block; }}

#body {{ height: 1fr; }}
#table {{ width: 1fr; }}
#top, #bottom {{ height: auto; text-align: center; }}
#across {{ height: 1fr; }}
#left, #right {{ width: 15; height: 1fr; padding: 0 1; content-align: left middle; }}
#right {{ text-align: right; content-align: right middle; }}
#middle {{ width: 1fr; height: 1fr; text-align: center; content-align: center middle; }}
#score {{ width: 1fr; padding: 1 2; display: none; }}
.scored #table {{ display: none; }}
.scored #score {{ display: block; }}

#side {{ width: 29; border-left: solid {FAINT}; padding: 0 0 0 1; }}
#state {{ height: auto; margin: 0 0 1 0; }}
#log {{ height: 1fr; background: {BACKGROUND}; color: {INK}; scrollbar-size-vertical: 1; }}

#hand {{ height: auto; padding: 0 1; }}
#options-frame {{ height: auto; max-height: 7; scrollbar-size-vertical: 1; }}
#options {{ height: auto; padding: 0 1; }}
.lobby #options-frame {{ max-height: 14; }}
.lobby #hand, .lobby #state {{ display: none; }}

#prompt-line {{ height: 1; background: {RAISED}; }}
#prompt {{ width: auto; padding: 0 1; background: {RAISED}; color: {ACCENT}; text-style: bold; }}
#entry {{ width: 1fr; height: 1; border: none; padding: 0; background: {RAISED}; color: {INK}; }}
#entry:focus {{ border: none; }}
"""
"""the layout, which holds on a terminal of 80 columns and 24 lines"""

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
