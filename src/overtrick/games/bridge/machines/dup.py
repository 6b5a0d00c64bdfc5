"""DUP: a deal in 156 bytes, as BRI has it and then as DGE does; ten more of the first one tell its number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from overtrick.deal.record import Record
from overtrick.formats.record_format import Located, RecordFormat
from overtrick.games.bridge.machines import bri, dge
from overtrick.games.bridge.machines.boards import bad_board, board_of, in_a_row

TAIL: Final = 10
SIZE: Final = 156
_TAIL: Final = re.compile(r"[YN][YN](\d{1,3}) *.*", re.ASCII | re.DOTALL)


def read(text: str) -> Iterator[Located]:
    """The boards of a text; where the two forms of a deal are not the same, the board is not read."""
    text = text.rstrip("\n")
    tail = _TAIL.fullmatch(text[SIZE - TAIL : SIZE])
    first = int(tail[1]) if tail else 1
    for number, start in enumerate(range(0, len(text), SIZE), max(first, 1)):
        part = text[start : start + SIZE]
        masks = bri.masks_of(part)
        again = dge.masks_of(part[bri.DIGITS :])
        if masks is None or masks != again:
            yield bad_board(part, 1, start + 1)
        else:
            yield board_of(number, masks, 1, start + 1)


def write(records: Iterable[Record]) -> str:
    """The text of some boards."""
    boards = in_a_row(records)
    parts = [bri.digits_of(masks) + dge.signs_of(masks) for _, masks in boards]
    tails = [f"YN{boards[0][0]:<3}0 {boards[-1][0]:02} "[:TAIL]] if boards else []
    tails += ["\0" * TAIL] * (len(boards) - 1)
    return "".join(part.ljust(SIZE - TAIL, "\0") + tail for part, tail in zip(parts, tails, strict=True))


FORMAT: Final = RecordFormat(read, write)
games, load, loads, dump, dumps = FORMAT.games, FORMAT.load, FORMAT.loads, FORMAT.dump, FORMAT.dumps
