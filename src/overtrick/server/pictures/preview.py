"""A deal that is over in one picture and two lines, as messengers show a link to it."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from overtrick.conversation.words import Words
from overtrick.core.cards import Cards
from overtrick.core.drawing import scaled, table_picture
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.deal.record import Record
from overtrick.deal.replay import replay
from overtrick.deal.view import View, view
from overtrick.protocol.clean import clean_line, shortened
from overtrick.server.pictures.personas import persona

WIDTH: Final = 1200
HEIGHT: Final = 630
"""what messengers show whole"""
FONT_FILE: Final = Path(__file__).parent / "DejaVuSans-Bold.ttf"
"""pictures have the same letters wherever they are drawn, and need none of the system's"""
DRAWN: Final = re.compile(r"[ -~\u00a0-\u017f\u0386-\u03ce\u0400-\u045f\u2010-\u2026\u20ac\u2660-\u2667]+")
"""names that these letters can write"""
LONGEST_NAME: Final = 18
"""letters of a player in the picture"""
IS_POSSIBLE: Final = find_spec("resvg_py") is not None
"""whether pictures can be drawn: the package that does it is not everywhere"""


class Preview(NamedTuple):
    """What is told of a deal."""

    title: str
    """the game and its contract"""
    text: str
    """the players and what they have for it"""


def preview(record: Record, language: str) -> Preview:
    """What is told of a deal, in a language."""
    words = Words(language)

    def player(seat: Seat) -> str:
        return clean_line(_name(record, seat)) or _number(record, words, seat)

    sides = [words.listed(player(seat) for seat in SEATS if seat.side is side) for side in Side]
    scores = zip(sides, record.scores or (0, 0), strict=True)
    told = ", ".join(words.say("session.side-score", side=side, points=points) for side, points in scores)
    contract, passed = record.contract, words.say("contract.passed-out")
    played = passed if contract is None else words.contract_by(_seen(record), contract, player)
    title = words.say("preview.title", game=record.game.name.capitalize(), contract=played)
    return Preview(title, words.say("preview.text", scores=told))


def preview_svg(record: Record, language: str) -> str:
    """The hands as they were dealt, what was played by whom, and the scores."""
    words, game, contract = Words(language), record.game, record.contract

    def player(seat: Seat) -> str:
        name = shortened(_name(record, seat), LONGEST_NAME)
        return name if DRAWN.fullmatch(name) else _number(record, words, seat)

    if contract is None:
        played = [words.say("contract.passed-out")]
    elif contract.seat is None:
        played = [words.contract_by(_seen(record), contract, player)]
    else:
        played = [words.contract(_seen(record), contract), player(contract.seat)]
    lines = [game.name.capitalize(), *played, " : ".join(map(str, record.scores or ()))]
    hands = [Cards(hand or ()) for hand in record.deal.hands or ()]
    names = [player(seat) for seat in SEATS]
    below = next((seat for seat in SEATS if not _is_bot(record, seat)), SEATS[0])  # as the page shows it
    drawn = table_picture(hands, names, None, (), game.direction == "clockwise", lines, below, language)
    return scaled(drawn, WIDTH, HEIGHT)


def preview_png(record: Record, language: str) -> bytes:
    """The same as pixels."""
    from resvg_py import svg_to_bytes  # which is not everywhere

    drawn = preview_svg(record, language)
    return bytes(svg_to_bytes(svg_string=drawn, skip_system_fonts=True, font_files=[str(FONT_FILE)]))


def _name(record: Record, seat: Seat) -> str:
    """The name of a person, or what the page calls a bot."""
    name = record.seats[seat - 1]
    return persona(name.replace(" ", ":"), seat) if _is_bot(record, seat) else name


def _number(record: Record, words: Words, seat: Seat) -> str:
    return words.say("session.player", seat=record.game.seat_name(seat))


def _is_bot(record: Record, seat: Seat) -> bool:
    marks = (record.fair or {}).get("marks")
    return isinstance(marks, list) and marks[seat - 1] == "bot"


def _seen(record: Record) -> View:
    """What everybody saw of a deal."""
    return view(replay(record), None)
