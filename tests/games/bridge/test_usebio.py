"""USEBIO: travellers, names, hands and adjusted scores, both ways."""

from pathlib import Path

import pytest
from games.bridge.bridge_files import DATA, FIRST_BOARD, hands_of
from hypothesis import given
from hypothesis import strategies as st

from overtrick.arena.standings import standings
from overtrick.cli import main
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat
from overtrick.deal.record import Deal
from overtrick.games.bridge import pbn, usebio

HEAD = """<?xml version="1.0" encoding="iso-8859-1"?>
<!DOCTYPE USEBIO SYSTEM "usebio.dtd">
<USEBIO Version="1.2"><EVENT EVENT_TYPE="PAIRS">
<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>
<EVENT_DESCRIPTION>Tuesday &amp; more</EVENT_DESCRIPTION><DATE>29/02/2024</DATE>
"""
PAIR = """<PAIR><PAIR_NUMBER>{}</PAIR_NUMBER>
<PLAYER><PLAYER_NAME>{}</PLAYER_NAME></PLAYER><PLAYER><PLAYER_NAME>{}</PLAYER_NAME></PLAYER></PAIR>
"""
PAIRS = "".join(PAIR.format(n, f"{n}a", f"{n}b") for n in range(1, 7))
LINE = """<TRAVELLER_LINE><NS_PAIR_NUMBER>{}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{}</EW_PAIR_NUMBER>
<CONTRACT>{}</CONTRACT><PLAYED_BY>{}</PLAYED_BY><LEAD>D10</LEAD><TRICKS>{}</TRICKS><SCORE>{}</SCORE></TRAVELLER_LINE>
"""
BOARD = f"""<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>
{LINE.format(1, 2, "3Hx", "N", 6, -500)}{LINE.format(3, 4, "PASS", "", "", 0)}{LINE.format(5, 6, "", "", "", "A6040")}
</BOARD>
"""
HANDS = """<HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>
<HAND><DIRECTION>North</DIRECTION><SPADES>KT9</SPADES><HEARTS>A42</HEARTS><DIAMONDS>KQ2</DIAMONDS><CLUBS>KJ87</CLUBS></HAND>
<HAND><DIRECTION>E</DIRECTION><SPADES>8765</SPADES><HEARTS>T98</HEARTS><DIAMONDS>65</DIAMONDS><CLUBS>QT52</CLUBS></HAND>
<HAND><DIRECTION>South</DIRECTION><SPADES>J43</SPADES><HEARTS>Q763</HEARTS><DIAMONDS>AJ43</DIAMONDS><CLUBS>A9</CLUBS></HAND>
<HAND><DIRECTION>West</DIRECTION><SPADES>AQ2</SPADES><HEARTS>KJ5</HEARTS><DIAMONDS>T987</DIAMONDS><CLUBS>643</CLUBS></HAND>
</BOARD></HANDSET>
"""
DOCUMENT = f"{HEAD}<PARTICIPANTS>{PAIRS}</PARTICIPANTS>{BOARD}</EVENT>{HANDS}</USEBIO>\n"


def test_a_traveller_is_a_score_table_and_counts() -> None:
    [record] = usebio.loads(DOCUMENT)
    assert hands_of(record) == hands_of(FIRST_BOARD)
    assert (record.dealer, record.board) == (Seat.NORTH, 1)
    assert record.tags["Event"] == "Tuesday & more"
    assert (record.tags["Date"], record.tags["Scoring"]) == ("2024.02.29", "MP")
    percent = {row.name: row.values["percent"] for row in standings([[record]]).rows}
    assert percent == {"3a & 3b": 100, "2a & 2b": 100, "1a & 1b": 0, "4a & 4b": 0, "5a & 5b": 60, "6a & 6b": 40}


def test_what_is_written_says_the_same() -> None:
    records = usebio.loads(DOCUMENT)
    again = usebio.loads(usebio.dumps(records))
    assert standings([again]).rows == standings([records]).rows
    assert [hands_of(record) for record in again] == [hands_of(record) for record in records]
    assert usebio.dumps(again) == usebio.dumps(records)
    [from_pbn] = pbn.loads(pbn.dumps(records))
    assert usebio.dumps([from_pbn]) == usebio.dumps(records)


def test_an_evening_of_single_results_becomes_travellers() -> None:
    club = pbn.loads((DATA / "club.pbn").read_text(encoding="utf-8"))[:6]
    written = usebio.loads(usebio.dumps(club))
    assert [record.board for record in written] == sorted({record.board or 0 for record in club})
    before, after = (standings([records], "mp").rows for records in (club, written))
    assert [(row.rank, row.values) for row in after] == [(row.rank, row.values) for row in before]
    with pytest.raises(Invalid, match="its boards need numbers"):
        usebio.dumps([FIRST_BOARD._replace(tags={})])


def test_pairs_of_sections_are_not_mixed() -> None:
    def section(name: str, letter: str) -> str:
        pairs = "".join(PAIR.format(n, f"{letter}{n}", f"{letter.lower()}{n}") for n in (1, 2))
        board = f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{LINE.format(1, 2, '1C', 'N', 7, 70)}</BOARD>"
        return f'<SECTION SECTION_ID="{name}"><PARTICIPANTS>{pairs}</PARTICIPANTS>{board}</SECTION>'

    text = f"{HEAD}<SESSION>{section('Red', 'A')}{section('Blue', 'B')}</SESSION></EVENT></USEBIO>"
    rows = standings([usebio.loads(text)]).rows
    assert sorted(row.name for row in rows) == ["A1 & a1", "A2 & a2", "B1 & b1", "B2 & b2"]


def test_pairs_of_both_sides_with_the_same_numbers_are_not_mixed() -> None:
    pairs = "".join(
        PAIR.format(n, f"{side}{n}", f"{side.lower()}{n}").replace(
            "<PLAYER>", f"<DIRECTION>{side}</DIRECTION><PLAYER>", 1
        )
        for n in (1, 2)
        for side in ("NS", "EW")
    )
    lines = LINE.format(1, 1, "1C", "N", 7, 70) + LINE.format(2, 2, "1C", "N", 6, -50)
    board = f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{lines}</BOARD>"
    [record] = usebio.loads(f"{HEAD}<PARTICIPANTS>{pairs}</PARTICIPANTS>{board}</EVENT></USEBIO>")
    percent = {row.name: row.values["percent"] for row in standings([[record]]).rows}
    assert percent == {"NS1 & ns1": 100, "EW2 & ew2": 100, "EW1 & ew1": 0, "NS2 & ns2": 0}


TOURNAMENT = """[Event "Tue"]
[Date "2024.??.??"]
[Scoring "MatchPoints;MP1"]
[Board "1"]
[TotalScoreTable "Section;PairId;Direction;Names"]
A 1 N-S "Ann - Bea"
A 1 E-W Cid-Dan
B 1 N-S "Eva & Fay"
B 1 E-W Gil
[ScoreTable "Section;PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW;MP_NS;MP_EW"]
A 1 1 3NT N 9 400 - 2 0
A 2 2 A+ - - A+ A- - -
A 3 3 - - - 100% - - -
B 1 1 3NT N 8 -50 - 0 2
"""


def test_tables_of_tournament_programs_are_written_with_sections_sides_players_and_rulings() -> None:
    records = pbn.loads(TOURNAMENT)
    text = usebio.dumps(records)
    assert "<SCORE>A6040</SCORE>" in text
    assert "<SCORE>A10000</SCORE>" in text
    assert "<PLAYER_NAME>Bea</PLAYER_NAME>" in text
    assert "<NS_MATCH_POINTS>2</NS_MATCH_POINTS>" in text
    assert "MATCH_POINTS</BOARD_SCORING_METHOD>" in text
    assert "<DATE>" not in text
    again = usebio.loads(text)
    before, after = ({row.name: row.values for row in standings([told]).rows} for told in (records, again))
    assert before == after
    percent = {name: values["percent"] for name, values in before.items()}
    assert percent["Ann & Bea"] == percent["Gil"] == percent["#A3 NS"] == 100
    assert (percent["#A2 NS"], percent["#A2 EW"], percent["Cid & Dan"], percent["Eva & Fay"]) == (60, 40, 0, 0)


def test_pairs_of_a_table_without_numbers_get_some() -> None:
    rows = "1NT N 7 90 Ann-Bea Cid-Dan\n1NT N 6 -50 Eva-Fay Gil-Hal\n"
    records = pbn.loads(f'[Board "1"]\n[ScoreTable "Contract;Declarer;Result;Score_NS;Names_NS;Names_EW"]\n{rows}')
    assert standings([usebio.loads(usebio.dumps(records))]).rows == standings([records]).rows


@pytest.mark.parametrize(
    ("points", "shares"),
    [((1.2, 0.8), (60, 40)), ((1, 1), (50, 50)), ((0, 2), (0, 100)), ((3, 0), (100, 0)), ((None, None), None)],
)
def test_an_artificial_score_is_told_by_match_points(
    points: tuple[float | None, float | None], shares: tuple[float, float] | None
) -> None:
    """Its line has 0 points, as if all had passed."""

    def line(first: int, tricks: int | str, score: int, *points: float | None) -> str:
        told = "".join(
            f"<{side}_MATCH_POINTS>{one}</{side}_MATCH_POINTS>"
            for side, one in zip(("NS", "EW"), points, strict=True)
            if one is not None
        )
        return LINE.format(first, first + 1, "2S" if score else "", "N", tricks, score).replace(
            "</SCORE>", f"</SCORE>{told}"
        )

    ruled = line(5, "", 0, *points).replace("</SCORE>", "</SCORE><ARTIFICIAL_SCORE>Adjusted</ARTIFICIAL_SCORE>")
    board = f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{line(1, 8, 110, 2, 0)}{line(3, 7, -50, 0, 2)}{ruled}</BOARD>"
    rows = standings([usebio.loads(f"{HEAD}{PAIRS}{board}</EVENT></USEBIO>")]).rows
    percent = {row.name: row.values["percent"] for row in rows}
    expected = {"1a & 1b": 100, "2a & 2b": 0, "3a & 3b": 0, "4a & 4b": 100}
    assert percent == expected | (dict(zip(("5a & 5b", "6a & 6b"), shares, strict=True)) if shares else {})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("<USEBIO>", "bad-xml"),
        ("<a>&b;</a>", "bad-xml"),
        ("<a>" * 3000 + "</a>" * 3000, "bad-xml"),
        (DOCUMENT.replace("KT9", "KK9"), "card-in-two-hands"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, code: str) -> None:
    [board] = usebio.games(text)
    assert board.finding is not None
    assert board.finding.code == code
    assert board.finding.line
    assert board.finding.message("pt")


def test_a_number_that_no_board_has_is_no_number() -> None:
    digits = "1" * 5000
    [record] = usebio.loads(DOCUMENT.replace("<BOARD_NUMBER>1<", f"<BOARD_NUMBER>{digits}<"))
    assert (record.board, record.dealer, hands_of(record)) == (None, None, hands_of(FIRST_BOARD))


def test_two_deals_are_not_one_board() -> None:
    board = FIRST_BOARD._replace(tags={"Board": "1"})
    other = board._replace(deal=Deal(tuple(reversed(board.deal.hands or ()))))
    assert usebio.dumps([board, board])
    with pytest.raises(Invalid, match="the same number"):
        usebio.dumps([board, other])


@given(st.integers(0, len(DOCUMENT) - 1), st.integers(0, 4), st.text(max_size=3))
def test_damaged_documents_are_told_and_never_break(at: int, cut: int, put: str) -> None:
    for board in usebio.games(DOCUMENT[:at] + put + DOCUMENT[at + cut :]):
        assert board.record is not None or board.finding is not None
        if board.record is not None and board.record.board is not None:
            usebio.dumps([board.record])


def test_commands_know_it_by_name_and_by_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("results.xml", "results.txt"):
        Path(name).write_text(DOCUMENT, encoding="utf-8")
        assert main(["standings", name]) == 0
        assert main(["convert", name, "results.pbn"]) == 0


def test_nothing_of_a_traveller_is_lost_in_pbn() -> None:
    records = usebio.loads(DOCUMENT)
    assert str(records[0].game) == "bridge:matchpoints"
    assert pbn.loads(pbn.dumps(records)) == records
