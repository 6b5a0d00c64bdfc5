"""What the tests of PBN and LIN share: their files, and the board that stands first in both."""

from pathlib import Path
from types import ModuleType

import pytest

from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.record import Deal, Record
from overtrick.formats.record_format import Located
from overtrick.games.bridge.notation import declarer_tricks
from overtrick.texts import LANGUAGES

DATA = Path(__file__).parents[2] / "data"
GAMES = (DATA / "games.pbn").read_text(encoding="utf-8")
BOARDS = (DATA / "games.lin").read_text(encoding="utf-8")
BRIDGE = find_game("bridge")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


FIRST_BOARD = Record(
    BRIDGE,
    plays=cards("5s 3s As 9s 2s Ks 6s 4s Kd"),
    contract=Contract(Strain.NO_TRUMPS, Side.ONE, Seat.NORTH, 3),
    deal=Deal(
        (
            cards("Ks Ts 9s Ah 4h 2h Kd Qd 2d Kc Jc 8c 7c"),
            cards("8s 7s 6s 5s Th 9h 8h 6d 5d Qc Tc 5c 2c"),
            cards("Js 4s 3s Qh 7h 6h 3h Ad Jd 4d 3d Ac 9c"),
            cards("As Qs 2s Kh Jh 5h Td 9d 8d 7d 6c 4c 3c"),
        )
    ),
    dealer=Seat.NORTH,
    auction=("1NT", "pass", "2C", "pass", "2D", "pass", "3NT", "pass", "pass", "pass"),
)
"""as far as both files tell it alike"""


def one(form: ModuleType, text: str) -> Record:
    """The only record of a text."""
    record: Record
    [record] = form.loads(text)
    return record


def finding(form: ModuleType, text: str) -> tuple[str, int | None, int | None]:
    """Why a text cannot be read, and where."""
    with pytest.raises(Invalid) as caught:
        form.loads(text)
    assert str(caught.value)
    return caught.value.finding.code, caught.value.finding.line, caught.value.finding.column


def warnings(form: ModuleType, text: str) -> list[tuple[str, int | None, int | None]]:
    """What is odd in a text that can be read, and where."""
    games: list[Located] = list(form.games(text))
    assert not any(game.finding for game in games)
    found = [warning for game in games for warning in game.warnings]
    assert all(warning.message(language) for warning in found for language in LANGUAGES)
    return [(warning.code, warning.line, warning.column) for warning in found]


def hands_of(record: Record) -> list[Cards | None] | None:
    """The hands without the order in which they were dealt, which neither format tells."""
    return None if record.deal.hands is None else [None if hand is None else Cards(hand) for hand in record.deal.hands]


def told(record: Record) -> tuple[object, ...]:
    """What both formats tell of a deal."""
    return hands_of(record), record.dealer, record.auction, record.contract, record.plays, declarer_tricks(record)
