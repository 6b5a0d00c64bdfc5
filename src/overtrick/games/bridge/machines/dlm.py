"""DLM, the format of Duplimate: lines `Board 01=…` with 26 letters, each of which tells who has two cards.

The cards go from the ace of spades to the two of clubs; a letter from a to p is four times the place of the first
card's hand and that of the second's. Three digits behind them are the letters and the number, all xored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import xor
from typing import Final

from overtrick.core.cards import CARDS
from overtrick.core.errors import Finding, Invalid, Phrase
from overtrick.core.seats import SEATS
from overtrick.deal.record import Record
from overtrick.formats.record_format import Located, RecordFormat
from overtrick.games.bridge.machines.boards import bad_board, board_of, numbered
from overtrick.games.bridge.notation import Masks

HIGHEST: Final = 999
_BOARD: Final = re.compile(r"Board (\d{1,3})=(.*)", re.IGNORECASE | re.ASCII)
_DEAL: Final = re.compile(r"([a-p]{26})(\d{3})?\s*", re.ASCII)
_LIMIT: Final = re.compile(r"(From|To) board=(\d{1,3})\s*", re.IGNORECASE | re.ASCII)


def read(text: str) -> Iterator[Located]:
    """The boards of a text, from the first to the last that it names; a wrong sum is a warning."""
    limits = {"from": 1, "to": HIGHEST}
    for line, row in enumerate(text.split("\n"), 1):
        limit, board = _LIMIT.fullmatch(row), _BOARD.fullmatch(row)
        if limit is not None:
            limits[limit[1].lower()] = int(limit[2])
        if board is None or not limits["from"] <= int(board[1]) <= limits["to"]:
            continue
        number, column = int(board[1]), board.start(2) + 1
        deal = _DEAL.fullmatch(board[2])
        if deal is None or not number:
            yield bad_board(board[2], line, column)
            continue
        located = board_of(number, _masks(deal[1]), line, column)
        if deal[2] and int(deal[2]) != _sum(deal[1], number):
            located = located._replace(warnings=(Finding("wrong-sum", {"board": number}, line, column + len(deal[1])),))
        yield located


def _masks(letters: str) -> Masks:
    masks = [0] * len(SEATS)
    for number, letter in enumerate(letters):
        first, second = divmod(ord(letter) - ord("a"), len(SEATS))
        masks[first] |= CARDS[2 * number].bit
        masks[second] |= CARDS[2 * number + 1].bit
    return tuple(masks)


def _letters(masks: Masks) -> str:
    places = [next(place for place, mask in enumerate(masks) if card.bit & mask) for card in CARDS]
    pairs = zip(places[::2], places[1::2], strict=True)
    return "".join(chr(ord("a") + len(SEATS) * first + second) for first, second in pairs)


def _sum(letters: str, number: int) -> int:
    return reduce(xor, map(ord, letters), number)


def write(records: Iterable[Record]) -> str:
    """The text of some boards."""
    boards = numbered(records)
    first, last = min(boards, default=1), max(boards, default=0)
    if last > HIGHEST:
        raise Invalid("not-writable", reason=Phrase("reason.high-board-number"))
    lines = [
        "[Document]",
        "Headline=",
        "Status=Show",
        "Duplicates=1",
        f"From board={first}",
        f"To board={last}",
        "Next board to duplimate=0",
        "PrintOuts=0",
        "Crypto key=0",
        f"Checksum={first ^ last}",
    ]
    for number, masks in sorted(boards.items()):
        letters = _letters(masks)
        lines += [f"Duplicates {number:02}=0", f"Board {number:02}={letters}{_sum(letters, number):03}"]
    return "".join(f"{line}\r\n" for line in lines)


FORMAT: Final = RecordFormat(read, write)
games, load, loads, dump, dumps = FORMAT.games, FORMAT.load, FORMAT.loads, FORMAT.dump, FORMAT.dumps
