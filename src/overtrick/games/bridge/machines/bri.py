"""BRI: a deal in 128 bytes. The cards of North, East and South are numbers of two digits, and West has the others.

Card 01 is the ace of spades and 52 the two of clubs: spades, hearts, diamonds and clubs, each from the ace down. A file
has no numbers of boards: the first one is 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from overtrick.core.cards import CARDS, cards_in
from overtrick.core.seats import SEATS
from overtrick.deal.record import Record
from overtrick.formats.record_format import Located, RecordFormat
from overtrick.games.bridge.machines.boards import WHOLE, boards_in, in_a_row
from overtrick.games.bridge.notation import HAND_SIZE

SIZE: Final = 128
DIGITS: Final = 2 * HAND_SIZE * (len(SEATS) - 1)
"""of a deal"""
BLANKS: Final = 32
_DEAL: Final = re.compile(rf"\d{{{DIGITS}}}", re.ASCII)


def masks_of(text: str) -> tuple[int, ...] | None:
    """The four hands of the digits at the beginning of a text, if there are any."""
    match = _DEAL.match(text)
    numbers = [int(text[at : at + 2]) for at in range(0, DIGITS, 2)] if match else []
    if not numbers or not all(1 <= number <= len(CARDS) for number in numbers):
        return None
    masks = [0, 0, 0]
    for place, number in enumerate(numbers):
        masks[place // HAND_SIZE] |= CARDS[number - 1].bit
    return *masks, WHOLE & ~(masks[0] | masks[1] | masks[2])


def digits_of(masks: tuple[int, ...]) -> str:
    """The cards of North, East and South."""
    return "".join(f"{card.index + 1:02}" for mask in masks[:-1] for card in cards_in(mask))


def read(text: str) -> Iterator[Located]:
    """The boards of a text."""
    return boards_in(text, SIZE, masks_of)


def write(records: Iterable[Record]) -> str:
    """The text of some boards."""
    return "".join((digits_of(masks) + " " * BLANKS).ljust(SIZE, "\0") for _, masks in in_a_row(records))


FORMAT: Final = RecordFormat(read, write)
games, load, loads, dump, dumps = FORMAT.games, FORMAT.load, FORMAT.loads, FORMAT.dump, FORMAT.dumps
