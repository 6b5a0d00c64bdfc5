"""Cards as the document writes them, such as `Nine of Spades`."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

if find_spec("overtrick") is None:  # a bare clone, with nothing installed
    sys.path.append(str(Path(__file__).resolve().parents[2] / "src"))

from overtrick import Card as Card
from overtrick import Strain, card_name, parse_card


def Card_read(text: str) -> Card:
    """The card of a text such as `Nine of Spades`."""
    return parse_card(text, "words")


def Card_print(card: Card) -> str:
    return card_name(card, "words")


def Suit_print(trump: Strain) -> str:
    return trump.name.capitalize()
