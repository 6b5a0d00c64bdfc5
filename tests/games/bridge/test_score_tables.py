"""The tables of tournament programs: what they tell of each table of a board, and the standings that follow."""

import pytest

from overtrick.arena.standings import standings
from overtrick.deal.record import Record
from overtrick.games.bridge import pbn
from overtrick.games.bridge.score_tables import names_of, rows_of, sittings_of

TOTALS = """[TotalScoreTable "Rank\\2R;PairId\\2R;Section;Names\\20L;TotalPercentage\\5R"]
 1  1 "A" "Ann Alt - Bea Bok"  61.00
 2  2 "A" "Cid & Dan"          50.00
 3  3 "A" "Eva / Fay"          45.00
 4  4 "A" "Gil - Hal"          44.00
 5  5 "A" -                    10.00
"""
HEAD = '[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n'


def records(*texts: str) -> list[Record]:
    return pbn.loads("\n".join(texts))


def ranked(*texts: str) -> list[tuple[object, ...]]:
    return [(row.rank, row.name, *row.values.values()) for row in standings([records(*texts)]).rows]


def table(columns: str, *rows: str) -> str:
    return f'{HEAD}[ScoreTable "{columns}"]\n' + "".join(f"{row}\n" for row in rows)


def test_cells_are_by_columns_whatever_their_widths() -> None:
    [record] = records(table("Table\\2R;+Contract\\4L;Names", ' 1 3NT   "a ; b"', "2 -     ?", "3 few"))
    assert list(rows_of(record, "ScoreTable")) == [
        {"table": "1", "contract": "3NT", "names": "a ; b"},
        {"table": "2", "contract": "", "names": ""},
    ]
    assert list(rows_of(record, "TotalScoreTable")) == []


@pytest.mark.parametrize(
    ("columns", "row", "names"),
    [
        ("PairId;Names_NS\\13;Names_EW", " 1 Van Ek-Bok     Cid Or-Dan Af", ("Van Ek-Bok", "Cid Or-Dan Af")),
        ("PairId;Names_NS\\5L;Names_EW", " 1 Van-Bokkelen Cid Or-Dan Af", ("Van-Bokkelen", "Cid Or-Dan Af")),
        ("PairId;Names_NS\\13;Names_EW\\20L;MP", " 1 Van Ek-Bok    Cid Or-Dan Af   7", ("Van Ek-Bok", "Cid Or-Dan Af")),
        ("PairId;Names_NS\\13;Names_EW", '1 "Van Ek" "Cid Or"', ("Van Ek", "Cid Or")),
    ],
)
def test_names_with_blanks_need_no_quotation_marks(columns: str, row: str, names: tuple[str, str]) -> None:
    [record] = records(table(columns, row))
    [cells] = rows_of(record, "ScoreTable")
    assert (cells["pairid"], cells["names_ns"], cells["names_ew"], cells.get("mp", "7")) == ("1", *names, "7")


@pytest.mark.parametrize("columns", ["PairId;MP", "Names_NS\\20;PairId;Names_EW", "PairId;Names_NS\\20;Names_EW"])
def test_a_row_with_more_cells_than_columns_is_left_out_where_no_names_explain_it(columns: str) -> None:
    [record] = records(table(columns, "1 2 3 4 5"))
    assert list(rows_of(record, "ScoreTable")) == []


def test_pairs_have_the_names_of_the_total_table_of_any_record() -> None:
    results = table("PairId_NS\\2R;PairId_EW\\2R;Score_NS\\6R;Score_EW", '1 3 "420" -', '2 4 - "50"', '9 8 "50" -')
    [record] = records(HEAD + TOTALS)
    assert names_of(record)["A1"] == names_of(record)["1"] == "Ann Alt - Bea Bok"
    assert "5" not in names_of(record)
    assert ranked(results, TOTALS) == [
        (1, "Ann Alt & Bea Bok", 1, 4, 100.0),
        (1, "Gil & Hal", 1, 4, 100.0),
        (3, "#8", 1, 2, 50.0),
        (3, "#9", 1, 2, 50.0),
        (5, "Cid & Dan", 1, 0, 0.0),
        (5, "Eva & Fay", 1, 0, 0.0),
    ]


BY_SIDES = table("PairId_NS;PairId_EW;Score_NS", "1 1 400", "2 2 -50", "1 2 420")


def test_numbers_that_both_sides_have_are_two_pairs() -> None:
    names = """[TotalScoreTable "PairId;Direction\\5L;Names"]
1 N-S "Ann - Bea"
2 N-S "Eva - Fay"
1 E-W "Cid - Dan"
"""
    [record] = records(BY_SIDES + names)
    assert [sitting.seats for sitting in sittings_of(record, names_of(record))] == [
        ("Ann", "Cid", "Bea", "Dan"),
        ("Eva", "#2 EW", "Fay", ""),
        ("Ann", "#2 EW", "Bea", ""),
    ]


@pytest.mark.parametrize("names", ["", '[TotalScoreTable "PairId;Names"]\n1 "a - b"\n1 "c - d"\n'])
def test_a_number_is_no_pair_where_it_would_meet_itself(names: str) -> None:
    [record] = records(BY_SIDES + names)
    shown = {seat for sitting in sittings_of(record, names_of(record)) for seat in sitting.seats if seat}
    assert shown >= {"#2 NS", "#2 EW"}
    assert not {"#1", "#2"} & shown


def test_a_pair_that_keeps_its_number_has_its_name_on_either_side() -> None:
    names = '[TotalScoreTable "PairId;Direction;Names"]\n1 NS "a & b"\n2 EW "c & d"\n'
    [record] = records(table("PairId_NS;PairId_EW;Score_NS", "2 1 50") + names)
    assert sittings_of(record, names_of(record))[0].seats == ("c", "a", "d", "b")


def test_a_pair_against_itself_is_told() -> None:
    rows = ('"a & b" "c & d" 50', '"b & a" "a & b" 50', '"e & f" "g & h" -50')
    ranking = standings([records(table("Names_NS;Names_EW;Score_NS", *rows))])
    assert [finding.message() for _, finding in ranking.left_out] == ["Both sides are one pair, a & b."]
    assert [row.values["boards"] for row in ranking.rows] == [1] * 4


def test_a_row_may_have_names_and_a_contract_instead_of_scores() -> None:
    text = table(
        "Names_NS;Names_EW;Contract\\5L;Declarer\\1R;Result\\2R",
        '"a - b" "c - d" 4H* S 10',
        '"e - f" "g - h" PASS - -',
        '"i - j" "k - l" 3NT E 8',
        '"m - n" "o - p" 9NT E 8',
    )
    [record] = records(text)
    assert [(sitting.seats, sitting.scores) for sitting in sittings_of(record, {})] == [
        (("a", "c", "b", "d"), (590, 0)),
        (("e", "g", "f", "h"), (0, 0)),
        (("i", "k", "j", "l"), (50, 0)),
    ]


@pytest.mark.parametrize(
    ("north_south", "east_west", "shares"),
    [
        *(("A+", "A-", (60.0, 40.0)), ("A", "A", (50.0, 50.0)), ("AVE+", "AVE+", (60.0, 60.0))),
        *(("60%", "-", (60.0, 40.0)), ("-", "45.5%", (54.5, 45.5)), ("A=", "A-", (50.0, 40.0))),
        *(("0%", "-", (0.0, 100.0)), ("-", "0%", (100.0, 0.0)), ("0%", "0%", (0.0, 0.0))),
    ],
)
def test_adjusted_scores_are_shares_of_the_best(north_south: str, east_west: str, shares: tuple[float, float]) -> None:
    rows = ("1 5 50 -", "2 6 - 50", f"3 7 {north_south} {east_west}")
    [record] = records(table("PairId_NS;PairId_EW;Score_NS;Score_EW", *rows))
    assert sittings_of(record, {})[-1].adjusted == shares
    percent = {row.name: row.values["percent"] for row in standings([[record]]).rows}
    assert percent == {"#1": 100, "#6": 100, "#2": 0, "#5": 0, "#3": shares[0], "#7": shares[1]}
    points = {row.name: row.values["matchpoints"] for row in standings([[record]]).rows}
    assert (points["#3"], points["#7"]) == tuple(2 * share / 100 for share in shares)
    imps = {row.name: row.values["imps"] for row in standings([[record]], "imp").rows}
    assert imps["#3"] == {100.0: 6, 60.0: 6, 54.5: 6, 50.0: 0, 0.0: -6}[shares[0]]


def test_the_scoring_tells_the_measure_and_players_may_change_partners() -> None:
    rows = ('1 2 3 4 "50"', '5 6 7 8 "100"')
    columns = "PlayerId_North;PlayerId_South;PlayerId_East;PlayerId_West;Score_NS"
    text = table(columns, *rows) + '[Scoring "IMP;Cross"]\n'
    assert ranked(text) == [
        (1, "#3 & #4", 1, 2),
        (1, "#5 & #6", 1, 2),
        (3, "#1 & #2", 1, -2),
        (3, "#7 & #8", 1, -2),
    ]


TEAMS = '[HomeTeam "Us"]\n[VisitTeam "Them"]\n[Scoring "IMP"]\n'
NAMES = '[North "{0}n"]\n[South "{0}s"]\n[East "{0}e"]\n[West "{0}w"]\n'
RESULT = '[Declarer "N"]\n[Contract "{}"]\n[Result "{}"]\n'


def test_a_match_says_its_teams_and_names_once_and_its_rooms_never() -> None:
    first, second = RESULT.format("4H", 10), RESULT.format("4H", 9)
    texts = [
        HEAD + TEAMS + NAMES.format("a") + first,
        HEAD + NAMES.format("b") + second,
        HEAD.replace('"1"', '"2"', 1) + second,
        HEAD.replace('"1"', '"2"', 1) + second,
    ]
    assert ranked(*texts) == [(1, "Us", 1, 2, 10), (2, "Them", 1, 2, -10)]
    rooms = [text + f'[Room "{room}"]\n' for text, room in zip(texts, ["Closed", "Open"] * 2, strict=True)]
    assert ranked(*rooms) == [(1, "Them", 1, 2, 10), (2, "Us", 1, 2, -10)]


def test_blanks_in_names_tell_nothing_however_many_there_are() -> None:
    blanks = " " * 300_000
    told = table("Names_NS;Names_EW;Score_NS", f'"Ann{blanks}-{blanks}Bea" "Cid{blanks}Dan" 420')
    [record] = records(told)
    [sitting] = sittings_of(record, {})
    assert sitting.seats == ("Ann", "Cid Dan", "Bea", "")


def test_results_beside_the_contract_count_too() -> None:
    results = table("Contract;Declarer;Result;PairId_NS;PairId_EW", "4S N = 1 2", "4S N +1 3 4", "4S N -1 5 6")
    [record] = records(results)
    assert [sitting.scores for sitting in sittings_of(record, {})] == [(420, 0), (450, 0), (0, 50)]


def test_numbers_of_pairs_are_those_of_their_own_file() -> None:
    results = table("PairId_NS;PairId_EW;Score_NS", "1 2 420", "3 4 -50")
    names = '[TotalScoreTable "PairId;Names"]\n' + "".join(f'{n} "{{week}}{n} & x"\n' for n in range(1, 5))
    weeks = [
        records(results.replace("[Board", f'[Date "2024.01.0{n}"]\n[Board') + names.format(week=w))
        for n, w in enumerate("ab")
    ]
    assert {row.name[:2]: row.values["matchpoints"] for row in standings(weeks).rows} == {
        **dict.fromkeys(("a1", "a4", "b1", "b4"), 2),
        **dict.fromkeys(("a2", "a3", "b2", "b3"), 0),
    }


def test_rows_that_cannot_be_read_are_told() -> None:
    told = records(table("PairId_NS;PairId_EW;Score_NS", "1 2 420", "3 4", "5 6 -50", "7 8 9 10"))
    ranked = standings([told])
    assert [row.name for row in ranked.rows] == ["#1", "#6", "#2", "#5"]
    [(number, finding)] = ranked.left_out
    assert (number, finding.message()) == (
        0,
        "Rows of the table of results (ScoreTable) that have not as many cells as there are columns: 2.",
    )
