"""Who made which call."""

import pytest

from overtrick.core.catalogue import find_game
from overtrick.core.seats import Seat
from overtrick.deal.callers import calls_of
from overtrick.deal.round import Round
from overtrick.deal.view import view


@pytest.mark.parametrize(
    ("game", "calls", "callers"),
    [
        ("sueca", [], []),
        ("bridge", ["pass", "1C", "X", "pass", "2C"], [4, 1, 2, 3, 4]),
        ("belote", ["pass", "pass", "take"], [1, 2, 3]),
        ("coinche:pagat", ["90 H", "pass", "coinche 2", "pass"], [1, 2, 2, 3]),
        ("euchre:hoyle,defend_alone=true", ["pass", "order alone", "pass", "alone"], [1, 2, 3, 1]),
    ],
)
def test_calls_with_those_who_made_them(game: str, calls: list[str], callers: list[int]) -> None:
    rules = find_game(game)
    round_ = Round(rules, Seat.WEST, tuple(rules.pack)).apply_all(calls)
    assert calls_of(view(round_, None)) == tuple(zip(callers, calls, strict=True))
