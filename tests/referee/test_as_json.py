"""The parts of a proof as plain data."""

from typing import Any, cast

import pytest
from hypothesis import given
from strategies import Play, revokes

from overtrick.core.auctions import Contract
from overtrick.core.seats import Side
from overtrick.deal.record import Record
from overtrick.referee.judging import judge

COUNTING = "s 2\nAs Ks Qs Js\nQh Jh 8h Ah\n7s Ts Th Qd\n7d Jd 8d 9d\nKd 7c Ad Qc\n"


def fault_of(text: str, language: str = "en") -> dict[str, Any]:
    return cast("dict[str, Any]", judge(text).as_json(language)["fault"])


def test_a_proof_by_counting_tells_each_reason_and_what_has_no_place() -> None:
    fault = fault_of(COUNTING, "fr")
    assert (fault["kind"], fault["certain"], fault["suspects"]) == ("counting", [], [1, 2, 3, 4])
    assert [(play["card"], play["trick"], play["player"]) for play in fault["proof"]] == [
        ("Ks", 1, 2),
        ("Qs", 1, 3),
        ("Th", 3, 1),
        ("Qc", 5, 4),
    ]
    assert all(play["message"] in fault["message"] and play["shown"] in play["message"] for play in fault["proof"])
    shortage = fault["shortage"]
    assert (shortage["cards"], shortage["room"], shortage["known"]) == (["9s"], 0, [])
    assert shortage["message"] in fault["message"]


def test_a_card_that_is_known_to_be_elsewhere_is_named() -> None:
    """The dealer, player 2, holds the trump card 7d of a Sueca file, and trumps are led while he plays a heart."""
    fault = fault_of("7D\nAD 2H 5D 2D\n")
    assert (fault["kind"], fault["card"], fault["held"], fault["shortage"]) == ("known", "2h", ["7d"], None)


@pytest.mark.parametrize("language", ["en", "pt"])
@given(revokes())
def test_every_play_of_a_proof_is_among_the_plays(language: str, play: Play) -> None:
    record = Record(play.deal.game, play.cards, Contract(play.deal.strain, Side.ONE))
    judged = judge(record).as_json(language)
    fault = cast("dict[str, Any] | None", judged["fault"])
    if fault is None:
        return
    cards, players = cast("list[str]", judged["plays"]), cast("list[int]", judged["players"])
    assert (cards[-1], players[-1]) == (fault["card"], fault["player"])
    for each in fault["proof"]:
        assert players[cards.index(each["card"])] == each["player"]
    assert (fault["kind"] == "counting") == (fault["shortage"] is not None)
