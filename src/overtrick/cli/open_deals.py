"""Deals with all hands open, as a command reads them: a deal text or position a line, or a file of records."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from overtrick.cli.files import STANDARD, read_lines
from overtrick.core.cards import Card, Cards
from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position
from overtrick.deal.text import Hands, parse_deal
from overtrick.formats.catalogue import FORMATS, HOLDING_MANY, FormatName, format_of, format_of_path
from overtrick.formats.lines import Line, filled_lines, from_first, text_lines
from overtrick.formats.places import Placed

COMMENT: Final = "#"
WORDS_OF_DEAL: Final = 4
WORDS_OF_POSITION: Final = 7
"""the fewest that there can be"""


class Known(NamedTuple):
    """What is known of a deal besides its hands, by what the user says or by the deal itself."""

    game: Game | None = None
    strain: Strain | None = None
    leader: Seat | None = None
    out: tuple[Seat, ...] = ()
    """who sits out"""
    dealer: Seat | None = None
    vulnerable: frozenset[Side] | None = None


class OpenDeal(NamedTuple):
    """Four hands, the cards on the table, and what else is known."""

    hands: Hands
    known: Known
    trick: tuple[Card, ...] = ()

    @property
    def game(self) -> Game:
        """The game; refuses a deal of which it is not known."""
        if self.known.game is None:
            raise Invalid("no-game-named")
        return self.known.game

    @property
    def position(self) -> Position:
        """The position; refuses a deal of which trumps or leader are not known."""
        game, strain, leader = self.game, self.known.strain, self.known.leader
        if strain is None:
            raise Invalid("no-trumps-named", allowed=" ".join(map(str, game.strains)))
        if leader is None:
            raise Invalid("no-leader-named")
        return Position(game, strain, self.hands, leader, self.trick, self.known.out)


def read_deals(words: Sequence[str], told: Known) -> Iterator[tuple[str, OpenDeal | Finding]]:
    """The deals of a file, `-` for standard input, with their places, or the deal that is given itself, without one.

    What the user told stands above what a deal says itself, but for a position, which says all.
    """
    path = " ".join(words)
    if not os.path.exists(path) and ":" in path and len(path.split()) >= WORDS_OF_DEAL:
        yield "", _deal_of_line(path, told)
        return
    lines = read_lines(path)
    first, texts = from_first(text_lines(lines))
    form = _record_format(path, first)
    if form is not None:
        if told.game is not None:
            format_of(first, told.game)  # refuses another game
        for placed in FORMATS[form].games(lines):
            yield f"{path}:{placed.line}", _deal_of_board(placed, told)
        return
    for line in filled_lines(texts):
        if not line.text.lstrip().startswith(COMMENT):
            yield f"{path}:{line.number}", _deal_of_line(line.text, told)


def _record_format(path: str, first: Line) -> FormatName | None:
    """The format of a file of records, if it is one."""
    name = None if path == STANDARD else format_of_path(path)
    if name is None:
        try:
            name = format_of(first)
        except Invalid:
            return None
    return name if name in HOLDING_MANY else None


def _deal_of_line(text: str, told: Known) -> OpenDeal | Finding:
    try:
        if len(text.split()) >= WORDS_OF_POSITION:
            position = Position.parse(text)
            trick = position.trick
            known = told._replace(game=position.game, strain=position.strain, leader=trick.leader, out=trick.out)
            return OpenDeal(position.hands, known, trick.cards)
        first, hands = parse_deal(text)
    except Invalid as error:
        return error.finding
    return OpenDeal(hands, told._replace(leader=told.leader or first, dealer=told.dealer or first))


def _deal_of_board(placed: Placed, told: Known) -> OpenDeal | Finding:
    record = placed.record
    if record is None:
        return placed.finding or Finding("empty")
    hands = [Cards(hand) for hand in record.deal.hands or () if hand is not None]
    if len(hands) != len(SEATS):
        return Finding("deal-not-whole")
    north, east, south, west = hands
    known = told._replace(
        game=told.game or record.game,
        strain=told.strain or record.strain,
        leader=told.leader or placed.leader or record.leader,
        dealer=told.dealer or record.dealer,
        vulnerable=record.vulnerable if told.vulnerable is None else told.vulnerable,
    )
    return OpenDeal((north, east, south, west), known)
