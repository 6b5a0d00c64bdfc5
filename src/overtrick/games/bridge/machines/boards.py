"""What the formats of dealing machines share: whole deals with numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from overtrick.core.cards import CARDS, Cards, cards_in
from overtrick.core.errors import Finding, Invalid, Phrase
from overtrick.core.scoring import NOBODY
from overtrick.core.seats import SEATS
from overtrick.deal.record import Deal, Record, board_tags
from overtrick.formats.record_format import Located
from overtrick.games.bridge.notation import HAND_SIZE, bridge, check_writable

Masks = tuple[int, ...]
"""The hands of North, East, South and West."""
WHOLE: Final = sum(card.bit for card in CARDS)


def board_of(number: int, masks: Sequence[int], line: int, column: int) -> Located:
    """A board that stands somewhere; one whose hands are not a whole deal has no record."""
    if [mask.bit_count() for mask in masks] != [HAND_SIZE] * len(SEATS) or sum(masks) != WHOLE:
        return Located(None, Finding("deal-not-whole", {}, line, column), line)
    game = bridge()
    vulnerable = game.vulnerability.on_board(number) if game.vulnerability else None
    return Located(
        Record(
            game,
            deal=Deal(tuple(map(cards_in, masks))),
            dealer=SEATS[(number - 1) % len(SEATS)],
            tags=board_tags(number, vulnerable or NOBODY),
        ),
        line=line,
        fields={"Deal": (line, column)},
    )


def bad_board(text: str, line: int, column: int) -> Located:
    """A part of a file that is no board."""
    return Located(None, Finding("bad-board", {"text": text}, line, column), line)


def numbered(records: Iterable[Record]) -> list[tuple[int, Masks]]:
    """The hands of records with the numbers of their boards; refuses one that is not a whole deal of Bridge.

    A record without a number has the one after the last.
    """
    boards: list[tuple[int, Masks]] = []
    for record in records:
        check_writable(record)
        hands = record.deal.hands or ()
        masks = tuple(Cards(hand or ()).mask for hand in hands)
        if [mask.bit_count() for mask in masks] != [HAND_SIZE] * len(SEATS):
            raise Invalid("not-writable", reason=Phrase("reason.whole-deal"))
        boards.append((record.board or (boards[-1][0] + 1 if boards else 1), masks))
    return boards


def in_a_row(records: Iterable[Record]) -> list[tuple[int, Masks]]:
    """The same for a format that has no numbers but the first; refuses boards that are not in a row."""
    boards = numbered(records)
    if any(number != boards[0][0] + step for step, (number, _) in enumerate(boards)):
        raise Invalid("not-writable", reason=Phrase("reason.boards-in-a-row"))
    return boards
