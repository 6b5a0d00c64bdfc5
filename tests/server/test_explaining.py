"""What a call shows, for whoever asks by HTTP."""

from typing import Any

import pytest
from pages import asked

from overtrick.protocol.answers import CallShown
from overtrick.server.explaining import shown_by_call


def shown(calls: str, dealer: str = "1", vulnerable: str = "None") -> CallShown:
    return shown_by_call("bridge", dealer, vulnerable, calls)


def test_an_opening_shows_its_suit_and_its_points() -> None:
    answer = shown("pass,1H")
    assert answer.seat == 2
    assert answer.shows is not None
    assert answer.shows.suits[1][0] >= 4
    assert answer.shows.points[0] >= 10


def test_one_no_trump_shows_a_balanced_hand() -> None:
    answer = shown("1NT", "3", "NS")
    assert answer.seat == 3
    assert answer.shows is not None
    assert set(answer.shows.suits) == {(2, 5)}
    assert answer.shows.points[0] >= 12


def test_what_a_player_shows_is_what_all_their_calls_do() -> None:
    raised, opened = shown("1S,pass,2S,pass,4S").shows, shown("1S").shows
    assert raised is not None
    assert opened is not None
    assert raised.points[0] > opened.points[0]
    assert raised.suits[0][0] >= 4


def test_it_can_be_asked_by_http() -> None:
    page: Any = asked("/api/calls/bridge?dealer=4&vulnerable=All&calls=1S").json
    assert page["seat"] == 4
    assert page["shows"]["suits"][0][0] >= 4
    assert asked("/api/calls/bridge?calls=1S").json["seat"] == 1


@pytest.mark.parametrize(
    ("path", "code", "status"),
    [
        ("coinche?calls=pass", "no-system", 404),
        ("tarot?calls=pass", "unknown-game", 400),
        ("bridge?calls=", "bad-call", 400),
        ("bridge?calls=1H,1C", "", 400),
        ("bridge?calls=pass,pass,pass,pass,pass", "", 400),
        ("bridge?calls=1H&dealer=5", "bad-seat", 400),
        ("bridge?calls=1H&vulnerable=me", "bad-vulnerable", 400),
    ],
)
def test_what_cannot_be_told_is_said(path: str, code: str, status: int) -> None:
    page = asked(f"/api/calls/{path}&lang=fr")
    assert page.status == status
    assert code in ("", page.json["code"])
    assert page.json["text"]
