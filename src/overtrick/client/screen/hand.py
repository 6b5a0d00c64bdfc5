"""The player's own cards and whatever else they can choose, each with the number to type for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.style import Style
from rich.text import Text

from overtrick.client.screen.paint import ACCENT, RAISED, card_style, clickable, painted
from overtrick.conversation.choices import Choices
from overtrick.conversation.words import Words, by_suit
from overtrick.core.actions import DISCARDS
from overtrick.core.cards import Card
from overtrick.deal.view import View

CARD_WIDTH: Final = 4
SUIT_GAP: Final = 2
LONGEST_BUTTON: Final = 20
"""if an option has more letters, all of them stand one a line"""


def card_numbers(view: View, choices: Choices | None) -> dict[Card, int]:
    """The numbers of those options that are cards of the player's own hand."""
    if choices is None or view.turn is not view.seat:
        return {}
    numbers = {option.line: number for number, option in enumerate(choices.options, 1)}
    found = ((card, numbers.get(str(card)) or numbers.get(DISCARDS[card])) for card in view.hand)
    return {card: number for card, number in found if number is not None}


def hand_text(words: Words, view: View, numbers: Mapping[Card, int], cursor: int) -> Text:
    """The hand by suits; where a card is to be chosen, with the numbers of those that can be below them."""
    cards, below = Text(), Text()
    for suit in by_suit(view, view.hand):
        for card in suit:
            number = numbers.get(card)
            style = card_style(card, numbers or None) + clickable(number, card)
            _add_cell(cards, words.card(card), style + Style(reverse=number == cursor), CARD_WIDTH)
            _add_cell(below, str(number or ""), Style(color=ACCENT) + clickable(number), CARD_WIDTH)
        for line in (cards, below):
            line.append(" " * SUIT_GAP)
    return Text("\n").join([cards, below])


def options_text(choices: Choices, besides: Mapping[Card, int], width: int, cursor: int) -> Text:
    """The options that are no cards of the hand, as buttons in columns or, where they are long, one a line."""
    shown = set(besides.values())
    options = [(n, option.words) for n, option in enumerate(choices.options, 1) if n not in shown]
    if not options:
        return Text()
    longest = max(len(name) for _, name in options)
    digits = len(str(options[-1][0]))
    columns = 1 if longest > LONGEST_BUTTON else max(1, width // (digits + longest + 4))
    lines = [Text() for _ in range(-(-len(options) // columns))]
    for index, (number, name) in enumerate(options):
        line, what = lines[index // columns], clickable(number)
        is_chosen = number == cursor
        line.append(f" {number:>{digits}} ", Style(color=ACCENT, bgcolor=RAISED, reverse=is_chosen) + what)
        button = painted(f"{name} ".ljust(longest + 1 if columns > 1 else 0))
        button.stylize(Style(bgcolor=RAISED, reverse=is_chosen) + what)
        line.append_text(button)
        line.append(" ")
    return Text("\n").join(lines)


def _add_cell(line: Text, text: str, style: Style, width: int) -> None:
    line.append(text, style)
    line.append(" " * (width - len(text)))
