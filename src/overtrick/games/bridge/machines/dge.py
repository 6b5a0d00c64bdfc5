r"""DGE: a deal in 128 bytes. The hands of North, East, South and West have a sign for each suit before its ranks.

The signs are those of the first personal computers: \x06 spades, \x03 hearts, \x04 diamonds and \x05 clubs. A file has
no numbers of boards: the first one is 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from overtrick.core.cards import Cards, hand_text
from overtrick.core.seats import SEATS
from overtrick.deal.record import Record
from overtrick.formats.record_format import Located, RecordFormat
from overtrick.games.bridge.hands import mask_of
from overtrick.games.bridge.machines.boards import boards_in, in_a_row

SIZE: Final = 128
SIGNS: Final = "\x06\x03\x04\x05"
_RANKS: Final = "([2-9TJQKA]*)"
_HAND: Final = "".join(f"{sign}{_RANKS}" for sign in SIGNS)
_DEAL: Final = re.compile(_HAND * len(SEATS))


def masks_of(text: str) -> tuple[int, ...] | None:
    """The four hands at the beginning of a text, if there are any."""
    match = _DEAL.match(text)
    if match is None:
        return None
    suits = match.groups()
    masks = tuple(mask_of(suits[at : at + len(SIGNS)]) for at in range(0, len(suits), len(SIGNS)))
    return masks if min(masks) >= 0 else None


def signs_of(masks: Iterable[int]) -> str:
    """The text of the four hands."""
    hands = (hand_text(Cards.from_mask(mask)).split(".") for mask in masks)
    return "".join(sign + ranks for suits in hands for sign, ranks in zip(SIGNS, suits, strict=True))


def read(text: str) -> Iterator[Located]:
    """The boards of a text."""
    return boards_in(text, SIZE, masks_of)


def write(records: Iterable[Record]) -> str:
    """The text of some boards."""
    return "".join(signs_of(masks).ljust(SIZE, "\0") for _, masks in in_a_row(records))


FORMAT: Final = RecordFormat(read, write)
games, load, loads, dump, dumps = FORMAT.games, FORMAT.load, FORMAT.loads, FORMAT.dump, FORMAT.dumps
