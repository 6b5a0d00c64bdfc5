"""Ginsberg's library: deals and what can be won with them, both ways, by the word of our own solver too."""

from pathlib import Path

import pytest
from games.bridge.bridge_files import BRIDGE, FIRST_BOARD, finding, warnings
from hypothesis import given
from hypothesis import strategies as st
from strategies import played_at_random

from overtrick.cli import main
from overtrick.core.cards import Cards
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat
from overtrick.deal.record import Deal
from overtrick.formats.catalogue import format_of, telling_line
from overtrick.games.bridge import gib, pbn
from overtrick.games.bridge.double_dummy import dd_table

DEAL = "T5.K4.652.A98542 K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K"
LINE = f"{DEAL}:65658888888843433232\n"


def test_a_line_has_the_hands_from_west_on_and_the_tricks_of_north_and_south() -> None:
    [record] = gib.loads(LINE)
    hands = [Cards(hand or ()) for hand in record.deal.hands or ()]
    assert hands[Seat.WEST - 1] == Cards("Ts 5s Kh 4h 6d 5d 2d Ac 9c 8c 5c 4c 2c")
    table = record.tags["OptimumResultTable"]
    assert isinstance(table, dict)
    assert table["rows"][:5] == ["N  C  2", "N  D  3", "N  H  8", "N  S  8", "N NT  5"]
    solved = dd_table(hands).tricks
    rows = {
        f"{seat.letter} {strain!s:>2} {won[seat - 1]:>2}" for strain, won in solved.items() for seat in list(Seat)[:4]
    }
    assert set(table["rows"]) == rows
    assert gib.dumps([record]) == LINE
    assert gib.dumps(pbn.loads(pbn.dumps([record]))) == LINE


@given(st.integers(0, 1000))
def test_deals_are_read_back(seed: int) -> None:
    record = played_at_random(BRIDGE, Seat.NORTH, seed).record()
    [again] = gib.loads(gib.dumps([record]))
    assert list(map(Cards, again.deal.hands or ())) == list(map(Cards, record.deal.hands or ()))  # type: ignore[arg-type]


def test_tricks_that_are_not_all_known_are_not_written() -> None:
    [record] = gib.loads(LINE)
    table = record.tags["OptimumResultTable"]
    assert isinstance(table, dict)
    some = record._replace(tags={"OptimumResultTable": {**table, "rows": table["rows"][1:]}})
    assert gib.dumps([some]) == f"{DEAL}\n"


def test_what_is_no_deal_is_told() -> None:
    assert finding(gib, f"{LINE}\nT5.K4 nothing\n") == ("bad-board", 3, 1)
    assert finding(gib, LINE.replace("T5.", "TT.")) == ("deal-not-whole", 1, 1)
    assert finding(gib, LINE.replace("T5.", "T.")) == ("deal-not-whole", 1, 1)
    assert warnings(gib, f"{DEAL}:6565\n") == [("bad-field", 1, 69)]
    assert warnings(gib, DEAL) == []


@pytest.mark.parametrize("deal", [Deal(), Deal((None, *(FIRST_BOARD.deal.hands or ())[1:]))])
def test_a_deal_that_is_not_whole_cannot_be_written(deal: Deal) -> None:
    with pytest.raises(Invalid, match="it needs all four hands"):
        gib.dumps([FIRST_BOARD._replace(deal=deal)])


@given(st.integers(0, len(LINE) - 1), st.integers(0, 3), st.text(max_size=3))
def test_damaged_lines_are_told_and_never_break(at: int, cut: int, put: str) -> None:
    for game in gib.games(LINE + LINE[:at] + put + LINE[at + cut :]):
        assert game.record is not None or game.finding is not None
        told = [one for one in (game.finding, *game.warnings) if one is not None]
        assert all(one.line and one.column and one.message() for one in told)
        if game.record is not None:
            assert gib.loads(gib.dumps([game.record])) == [game.record]


def test_commands_know_the_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert format_of(telling_line([LINE])[0]) == "gib"
    Path("deals.txt").write_text(LINE, encoding="ascii")
    assert main(["convert", "deals.txt", "deals.pbn"]) == 0
    assert main(["convert", "deals.pbn", "deals.gib"]) == 0
    assert Path("deals.gib").read_text(encoding="ascii") == LINE
    assert main(["judge", "deals.gib"]) == 0
