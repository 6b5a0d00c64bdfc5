"""The script that plays matches: a few of every game, and what it refuses."""

import pytest

from overtrick import Round, Seat, find_game, game_names, play_deal, presets
from overtrick.core.scoring import DealScore, Part
from overtrick.core.seats import Side
from scripts.matches import VARIANTS, bot_of, check_deal, check_matches, main, plans, points_of

ALL = plans(list(game_names()), 2, 2, 2)


def test_every_preset_and_variant_is_played() -> None:
    assert len(ALL) == sum(len(presets(name)) for name in game_names()) + len(VARIANTS)
    assert plans(["sueca"], 5, 6, 7) == [("sueca:standard", 5), ("sueca:fctp", 5), (VARIANTS[-1], 7)]
    assert ("bridge:rubber", 6) in plans(["bridge"], 5, 6, 7)


@pytest.mark.parametrize(("name", "size"), ALL)
def test_matches_end_and_add_up(name: str, size: int) -> None:
    row = check_matches(name, "test", size).split()
    assert row[0] == bot_of(find_game(name))
    assert row[1] == "2"
    assert int(row[2]) >= 2
    assert row[4] == "1"
    assert row[-1] == name


def test_the_table_has_a_row_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sueca", "--matches", "1", "--variants", "1"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["bots", "matches", "deals", "passed", "again", "time", "game"]
    assert [row.split()[-1] for row in rows] == ["sueca:standard", "sueca:fctp", VARIANTS[-1]]


@pytest.mark.parametrize(
    ("name", "points"),
    [("belote", 162), ("coinche:dot_cardgames", 152), ("sueca", 120), ("euchre", None), ("bridge", None)],
)
def test_what_all_tricks_are_worth(name: str, points: int | None) -> None:
    assert points_of(find_game(name)) == points


def test_a_deal_that_is_not_over_is_refused() -> None:
    game = find_game("sueca")
    with pytest.raises(AssertionError, match="here"):
        check_deal(Round(game, Seat.NORTH, tuple(game.pack)), "here")


def test_a_wrong_score_is_refused() -> None:
    class Miscounted(Round):
        @property
        def score(self) -> DealScore:
            return DealScore((Part(Side.ONE, "tricks", 121),))

    played = play_deal(find_game("sueca"), ("simple",) * 4, "wrong", 1)
    miscounted = tuple.__new__(Miscounted, played)
    with pytest.raises(AssertionError, match=r"here: .*121 0"):
        check_deal(miscounted, "here")
