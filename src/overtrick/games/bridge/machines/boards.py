"""What the formats of dealing machines share: whole deals with numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from overtrick.core.cards import CARDS, Cards, cards_in
from overtrick.core.errors import Finding, Invalid, Phrase
from overtrick.core.scoring import NOBODY
from overtrick.core.seats import SEATS
from overtrick.deal.record import Deal, Record, board_tags
from overtrick.formats.record_format import Located
from overtrick.games.bridge.notation import HAND_SIZE, Masks, add_board, bridge, check_writable

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


def boards_in(text: str, size: int, masks_of: Callable[[str], Masks | None], first: int = 1) -> Iterator[Located]:
    """The boards of a text that has one after the other, each of the same size."""
    text = text.rstrip("\n")
    for number, start in enumerate(range(0, len(text), size), first):
        part = text[start : start + size]
        masks = masks_of(part)
        yield bad_board(part, 1, start + 1) if masks is None else board_of(number, masks, 1, start + 1)


def numbered(records: Iterable[Record]) -> dict[int, Masks]:
    """The hands by the numbers of their boards; refuses records that are not whole deals of Bridge.

    A record without a number has the one after the last. A board that was played at several tables is there once.
    """
    boards: dict[int, Masks] = {}
    number = 0
    for record in records:
        check_writable(record)
        hands = record.deal.hands or ()
        masks = tuple(Cards(hand or ()).mask for hand in hands)
        if [mask.bit_count() for mask in masks] != [HAND_SIZE] * len(SEATS):
            raise Invalid("not-writable", reason=Phrase("reason.whole-deal"))
        number = record.board or number + 1
        add_board(boards, number, masks)
    return boards


def in_a_row(records: Iterable[Record]) -> list[tuple[int, Masks]]:
    """The same for a format that has no numbers but the first; refuses boards that are not in a row."""
    boards = list(numbered(records).items())
    if any(number != boards[0][0] + step for step, (number, _) in enumerate(boards)):
        raise Invalid("not-writable", reason=Phrase("reason.boards-in-a-row"))
    return boards
