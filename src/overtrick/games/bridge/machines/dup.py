"""DUP: a deal in 156 bytes, as BRI has it and then as DGE does; ten more of the first one tell its number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from overtrick.deal.record import Record
from overtrick.formats.record_format import Located, RecordFormat
from overtrick.games.bridge.machines import bri, dge
from overtrick.games.bridge.machines.boards import boards_in, in_a_row
from overtrick.games.bridge.notation import Masks

TAIL: Final = 10
SIZE: Final = 156
_TAIL: Final = re.compile(r"[YN][YN](\d{1,3}) *.*", re.ASCII | re.DOTALL)


def read(text: str) -> Iterator[Located]:
    """The boards of a text; where the two forms of a deal are not the same, the board is not read."""
    tail = _TAIL.fullmatch(text[SIZE - TAIL : SIZE])
    return boards_in(text, SIZE, masks_of, max(int(tail[1]), 1) if tail else 1)


def masks_of(text: str) -> Masks | None:
    """The four hands at the beginning of a text, if both forms of it tell the same."""
    masks = bri.masks_of(text)
    return masks if masks == dge.masks_of(text[bri.DIGITS :]) else None


def write(records: Iterable[Record]) -> str:
    """The text of some boards."""
    boards = in_a_row(records)
    parts = [bri.digits_of(masks) + dge.signs_of(masks) for _, masks in boards]
    tails = [f"YN{boards[0][0]:<3}0 {boards[-1][0]:02} "[:TAIL]] if boards else []
    tails += ["\0" * TAIL] * (len(boards) - 1)
    return "".join(part.ljust(SIZE - TAIL, "\0") + tail for part, tail in zip(parts, tails, strict=True))


FORMAT: Final = RecordFormat(read, write)
games, load, loads, dump, dumps = FORMAT.games, FORMAT.load, FORMAT.loads, FORMAT.dump, FORMAT.dumps
