"""PBN: the fields of a record from any shape of the notation, the export format, and laws that hold for both."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from games.bridge import bridge_files
from games.bridge.bridge_files import BRIDGE, FIRST_BOARD, GAMES, cards, hands_of
from hypothesis import given
from hypothesis import strategies as st
from strategies import Play, careless_plays, played_at_random, seats

from overtrick.core.auctions import Contract
from overtrick.core.cards import card_name
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.record import Record
from overtrick.formats import jsonl
from overtrick.games.bridge import pbn
from overtrick.games.bridge.notation import contract_of, declarer_tricks
from overtrick.referee.judging import judge

DEAL = "N:KT9.A42.KQ2.KJ87 8765.T98.65.QT52 J43.Q763.AJ43.A9 AQ2.KJ5.T987.643"
CONTRACT = '[Declarer "S"]\n[Contract "4H"]\n'


def one(text: str) -> Record:
    return bridge_files.one(pbn, text)


def finding(text: str) -> tuple[str, int | None, int | None]:
    return bridge_files.finding(pbn, text)


def warnings(text: str) -> list[tuple[str, int | None, int | None]]:
    return bridge_files.warnings(pbn, text)


def tags(text: str) -> Iterator[str]:
    """The names of the tags in a text, in order."""
    return (line[1:].partition(" ")[0] for line in text.splitlines() if line.startswith("["))


# Reading


def test_a_game_in_import_format_becomes_a_record() -> None:
    record = pbn.loads(GAMES)[0]
    assert record._replace(tags={}) == FIRST_BOARD._replace(
        game=find_game("bridge:matchpoints"),
        plays=cards("5s 3s As 9s 2s Ks 6s 4s Kd 5d 3d 7d Qd 6d 4d 8d 2d 7s Ad 9d Jd Td 7c 8s 9c 3c Jc Qc Th 3h Jh Ah"),
        seats=("Doe, Jane", 'O"Neil', "", ""),
        scores=(600, 0),
        said=((32, "claim 9"),),
    )
    assert record.tags == {
        "Event": "Club night",
        "Site": "Nowhere",
        "Date": "2024.02.29",
        "Board": "5",
        "Vulnerable": "All",
        "Scoring": "MP;MP1",
        "Result": "9",
        "Room": "Open",
        "Auction": {
            "marks": [[1, "=1="], [3, "=2="], [3, "$1"], [3, "$15"], [10, "{ a normal auction }"]],
            "notes": ["1:15-17", "2:asks"],
        },
        "Play": {"marks": [[1, "$12"], [1, "{from length}"]], "notes": ["1:never used"]},
        "OptimumResultTable": {
            "value": "Declarer;Denomination\\2R;Result\\2R",
            "rows": ["N NT 10", "S  H  9"],
        },
        "CardsPlayed": "32",
        "{}": {
            "": [" Two comments before any tag,", " and the second has a blank line\n\n % which is not an escape "],
            "Vulnerable": [" as it should not be"],
        },
        "%": ["Creator: nobody in particular"],
    }


def test_values_are_inherited_and_a_hand_may_be_unknown() -> None:
    record = pbn.loads(GAMES)[1]
    assert record.deal.hands == (None, None, cards("4s 3s 2s Ah Kh Qh Ad Kd Qd Ac Kc Qc Jc"), None)
    assert (record.dealer, record.contract, record.scores, record.said) == (Seat.EAST, None, (0, 0), None)
    assert record.auction == ("pass",) * 4
    assert record.tags == {
        "Board": "6",
        "Date": "2024.02.29",
        "Contract": "Pass",
        "Event": "Club night",
        "Site": "Nowhere",
    }


def test_an_end_position_names_its_leader() -> None:
    record = pbn.loads(GAMES)[2]
    assert record.contract == Contract(Strain.HEARTS)
    assert record.plays == cards("3s 2s Ks 3h 5c")
    assert record.tags["Play"] == {"marks": [[1, "^LE"]], "leader": "W"}
    assert record.tags["Event"] == "Endings"
    assert "Result" not in record.tags


def test_everything_has_its_place() -> None:
    first, second, third = pbn.games(GAMES)
    assert [first.line, second.line, third.line] == [8, 44, 53]
    assert first.record is not None
    lines = GAMES.splitlines()
    for card, (line, column) in zip(first.record.plays, first.cards, strict=True):
        assert lines[line - 1][column - 1 :].startswith(card_name(card, "pbn"))
    for call, (line, column) in zip(first.record.auction[:-3], first.calls, strict=False):
        assert lines[line - 1][column - 1 :].lower().startswith(call.lower())
    assert first.calls[-3:] == ((24, 18),) * 3
    for name, value in [("Event", "##Club"), ("Deal", "w:2QA"), ("Score", "NS 600"), ("East", 'O\\"'), ("Play", "E")]:
        line, column = first.fields[name]
        assert lines[line - 1][column - 1 :].startswith(value)
    assert "Event" not in second.fields


def test_a_game_that_cannot_be_read_does_not_hide_the_others() -> None:
    text = '[Board "1"]\n[Dealer "X"]\n\n[Board "2"]\nwhat\n\n[Board "3"]\n[Play "N"]\n{\n\n[Board "4"]\n'
    bad, stray, open_comment, good = pbn.games(text)
    assert bad.record is not None
    assert (bad.record.tags, bad.line, bad.fields["Board"]) == ({"Board": "1"}, 1, (1, 9))
    assert [(warning.code, warning.line, warning.column) for warning in bad.warnings] == [("bad-field", 2, 10)]
    assert stray.record is not None
    assert stray.record.tags == {"Board": "2", "{}": {"Board": ["what"]}}
    assert [(warning.code, warning.line, warning.column) for warning in stray.warnings] == [("pbn-text", 5, 1)]
    assert open_comment.finding is not None
    assert (open_comment.finding.code, open_comment.finding.line) == ("pbn-comment", 9)
    assert open_comment.record is not None
    assert open_comment.record.tags == {"Board": "3", "Play": {"leader": "N"}}
    assert good.record is not None
    assert good.record.tags == {"Board": "4"}


@pytest.mark.parametrize("text", ["", "\n\n", "% PBN 2.1\n", "; nothing here", "\ufeff{ nor\n\nhere }\n"])
def test_a_file_may_have_no_games(text: str) -> None:
    assert pbn.loads(text) == []


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_all_line_ends_and_kinds_of_source_are_read(line_end: str, tmp_path: Path) -> None:
    records = pbn.loads(GAMES)
    text = "\ufeff" + GAMES.replace("\n", line_end)
    assert pbn.loads(text) == records
    assert pbn.load(io.BytesIO(text.encode())) == records
    assert pbn.load(io.StringIO(text)) == records
    assert [game.record for game in pbn.games(text.splitlines())] == records
    (tmp_path / "games.pbn").write_bytes(text.encode())
    with open(tmp_path / "games.pbn", encoding="utf-8") as file:
        assert pbn.load(file) == records


def test_bytes_that_are_not_utf8_are_latin_1() -> None:
    text = '[West "Gösta"] {æble}\n[North "Bjørn"]\n'
    mixed = b"".join(
        line.encode(encoding) for line, encoding in zip(text.splitlines(True), ("latin-1", "utf-8"), strict=True)
    )
    [record] = pbn.load(io.BytesIO(mixed))
    assert record.seats == ("Bjørn", "", "", "Gösta")
    assert record.tags == {"{}": {"West": ["æble"]}}
    with pytest.raises(Invalid) as caught:
        pbn.load(io.TextIOWrapper(io.BytesIO(mixed), encoding="utf-8"))
    assert caught.value.finding.code == "not-utf8"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("3NT", Contract(Strain.NO_TRUMPS, Side.ONE, Seat.SOUTH, 3)),
        ("4sx", Contract(Strain.SPADES, Side.ONE, Seat.SOUTH, 4, 1)),
        ("1nXX", Contract(Strain.NO_TRUMPS, Side.ONE, Seat.SOUTH, 1, 2)),
        ("7H**", Contract(Strain.HEARTS, Side.ONE, Seat.SOUTH, 7, 2)),
        ("C", Contract(Strain.CLUBS, Side.ONE, Seat.SOUTH)),
        ("?", None),
        ("", None),
        ("pass", None),
    ],
)
def test_contracts(value: str, expected: Contract | None) -> None:
    assert one(f'[Declarer "s"]\n[Contract "{value}"]').contract == expected


@pytest.mark.parametrize(
    ("auction", "declarer", "double"),
    [
        ("1H Pass 2H Pass 4H AP", Seat.NORTH, 0),
        ("Pass 2D 2H 3D 3H AP", Seat.SOUTH, 0),
        ("1H X XX 2C 2H 3C 3H Pass Pass X Pass Pass Pass", Seat.NORTH, 1),
        ("1D ^S 1H AP", Seat.SOUTH, 0),
    ],
)
def test_the_calls_make_the_contract_where_no_tag_states_it(auction: str, declarer: Seat, double: int) -> None:
    contract = one(f'[Dealer "N"]\n[Auction "N"]\n{auction}').contract
    assert contract is not None
    assert (contract.strain, contract.seat, contract.double) == (Strain.HEARTS, declarer, double)


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("AP", ("pass",) * 4),
        ("Pass Pass AP", ("pass",) * 4),
        ("1C AP", ("1C", "pass", "pass", "pass")),
        ("1C Pass AP", ("1C", "pass", "pass", "pass")),
        ("1C X AP", ("1C", "X", "pass", "pass", "pass")),
        ("1N p d r\nPASS p DBL", ("1NT", "pass", "X", "XX", "pass", "pass", "X")),
        ("1S!!=1=$25 ^I1c +", ("1S", "1C")),
        ("- - 1C *", ("1C",)),
        ("Pass Pass - -", ("pass", "pass")),
        ("1C - -- *", ("1C",)),
    ],
)
def test_calls(text: str, calls: tuple[str, ...]) -> None:
    assert one(f'[Auction "N"]\n{text}').auction == calls


def test_who_calls_first_deals() -> None:
    assert one('[Auction "N"]\n- - 1C *').dealer is Seat.SOUTH
    assert one('[Auction "N"]\n1C *').dealer is Seat.NORTH
    assert one('[Dealer "W"]\n[Auction "?"]\n1C *').dealer is Seat.WEST
    assert warnings('[Dealer "W"]\n[Auction "N"]\n1C *') == [("auction-start", 3, 1)]
    assert one('[Dealer "W"]\n[Auction "N"]\n1C *').dealer is Seat.NORTH


def test_annotations_are_put_in_the_order_of_the_export_format() -> None:
    record = one('[Auction "N"]\n{first} ^I 1S {why} !! =1= $25 $3 ^S\n[Note "1:a"] {last}\n')
    assert record.auction == ("1S", "pass")
    assert record.tags["Auction"] == {
        "marks": [
            *([0, "{first}"], [1, "^I"], [1, "=1="], [1, "$3"], [1, "$25"], [1, "{why}"]),
            *([2, "^S"], [2, "{last}"]),
        ],
        "notes": ["1:a"],
    }


@pytest.mark.parametrize(
    ("result", "kept", "claim"),
    [("9", "9", 9), ("^9", "^9", 9), ("NS 9", "9", 9), ("EW 5", "8", 8), ("ew 5 ns 8", "8", 8), ("^EW 5", "^8", 8)],
)
def test_results_are_those_of_the_declarer(result: str, kept: str, claim: int) -> None:
    record = one(f'{CONTRACT}[Result "{result}"]\n[Play "W"]\nC2 *')
    assert record.tags == {"Result": kept}
    assert record.said == ((1, f"claim {claim}"),)
    assert declarer_tricks(record) == claim


@pytest.mark.parametrize(
    ("play", "result", "said"),
    [
        ("C2 - - -", "9", ((1, "claim 9"),)),
        ("C2", "?", None),
        ("C2 *", "?", None),
        ("*", "10", ((0, "claim 10"),)),
        ("C2 +", "9", None),
        ("", "9", ((0, "claim 9"),)),
        ("+", "9", None),
    ],
)
def test_a_play_that_ends_early_ends_by_a_claim_if_its_result_is_known(
    play: str, result: str, said: tuple[tuple[int, str], ...] | None
) -> None:
    assert one(f'{CONTRACT}[Result "{result}"]\n[Play "W"]\n{play}').said == said


@pytest.mark.parametrize(
    ("score", "scores"),
    [
        ("NS 420", (420, 0)),
        ("NS -50", (0, 50)),
        ("EW 100", (0, 100)),
        ("EW -100", (100, 0)),
        ("ns 420 ew -420", (420, 0)),
        ("NS 60 EW 50", (60, 50)),
        ("420", (420, 0)),
        ("-50", (0, 50)),
        ("0", (0, 0)),
        ("NS 400 EW -300", None),
        ("A+", None),
        ("", None),
        ("?", None),
    ],
)
def test_scores(score: str, scores: tuple[int, int] | None) -> None:
    record = one(f'{CONTRACT}[Score "{score}"]')
    assert record.scores == scores
    assert record.tags == ({"Score": score} if scores is None else {})


@pytest.mark.parametrize(
    ("scoring", "preset"),
    [
        ("Rubber", "rubber"),
        ("MP; chicago", "chicago"),
        ("MatchPoints", "matchpoints"),
        ("IMP", "duplicate"),
        ("", "duplicate"),
    ],
)
def test_the_scoring_tells_the_game(scoring: str, preset: str) -> None:
    assert one(f'[Scoring "{scoring}"]').game == find_game(f"bridge:{preset}")


def test_a_house_rule_tells_the_scoring() -> None:
    game = find_game("bridge,scoring=rubber")
    assert '[Scoring "Rubber"]' in pbn.dumps([Record(game)])
    assert '[Scoring "?"]' in pbn.dumps([Record(find_game("bridge:rubber,scoring=duplicate"))])


@pytest.mark.parametrize(
    ("value", "kept"),
    [("None", "None"), ("love", "None"), ("-", "None"), ("ns", "NS"), ("EW", "EW"), ("Both", "All"), ("all", "All")],
)
def test_vulnerability_has_one_spelling(value: str, kept: str) -> None:
    assert one(f'[Vulnerable "{value}"]').tags == {"Vulnerable": kept}


def test_declarer_and_dummy_may_be_swapped() -> None:
    record = one('[Declarer "^n"]\n[Contract "4H"]\n[Play "E"]\nC2 *')
    assert record.contract == Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, 4)
    assert record.tags == {"Declarer": "^N", "Play": {"end": "*"}}


def test_columns_are_seats_and_a_revoke_is_read_like_any_card() -> None:
    rows = "CA ^R S6 C3 C4\nC2 C5 ^L CQ CK\nH2 - - D3\n*"
    record = one(f'[Deal "{DEAL}"]\n{CONTRACT}[Play "W"]\n{rows}')
    assert record.plays == cards("Ac 6s 3c 4c Qc Kc 2c 5c 3d 2h")  # West wins and East leads, then South
    assert record.tags["Play"] == {"marks": [[2, "^R"], [5, "^LE"]], "end": "*"}


def test_the_stated_leader_leads_whatever_the_contract_says() -> None:
    text = f'[Deal "{DEAL}"]\n{CONTRACT}[Play "E"]\nC5 C9 C3 CK\n- - - D2\n*\n'
    [game] = pbn.games(text)
    assert game.record is not None
    assert game.record.plays == cards("5c 9c 3c Kc 2d")
    assert (game.leader, game.fields["Play"], game.record.tags["Play"]) == (
        *(Seat.EAST, (4, 8)),
        {"end": "*", "leader": "E"},
    )
    assert '[Declarer "S"]' in pbn.dumps([game.record])
    assert '[Play "E"]\r\nC5 C9 C3 CK\r\n- - - D2\r\n' in pbn.dumps([game.record])
    [unplayed, silent] = pbn.games(f'{CONTRACT}[Play "N"]\n\n{CONTRACT}[Play "?"]')
    assert (unplayed.leader, silent.leader) == (Seat.NORTH, None)
    assert unplayed.record is not None
    assert '[Play "N"]' in pbn.dumps([unplayed.record])


@pytest.mark.parametrize("declarer", ['[Declarer ""]\n', '[Declarer "?"]\n', ""])
def test_a_declarer_who_is_not_named_plays_before_the_leader(declarer: str) -> None:
    record = one(f'{declarer}[Contract "5C"]\n[Result "NS 9"]\n[Play "W"]\nC5 C4 C3 C2\n*')
    assert record.contract == Contract(Strain.CLUBS, Side.ONE, Seat.SOUTH, 5)
    assert record.said == ((4, "claim 9"),)
    assert record.tags == {"Result": "9"}


def test_the_auction_tells_the_declarer_before_the_leader_does() -> None:
    record = one('[Dealer "N"]\n[Contract "1C"]\n[Auction "N"]\n1C AP\n[Play "W"]\nC5 *')
    assert record.contract is not None
    assert record.contract.seat is Seat.NORTH


def test_a_result_needs_no_play() -> None:
    record = one(f'[Dealer "N"]\n[Vulnerable "None"]\n{CONTRACT}[Result "10"]\n[Score "NS 420"]')
    assert (record.said, record.scores) == (((0, "claim 10"),), (420, 0))
    assert "[Play" not in pbn.dumps([record])
    assert judge(record).status == "clean"
    wrong = judge(record._replace(scores=(450, 0))).finding
    assert wrong is not None
    assert wrong.code == "wrong-score"


def test_a_contract_of_nobody_is_an_auction_of_passes() -> None:
    [game] = pbn.games('[Dealer "N"]\n[Contract "pass"]\n[Score "NS 10"]')
    assert game.record is not None
    assert game.record.auction == ("pass",) * 4
    assert game.calls == ((2, 12),) * 4
    assert "[Auction" not in pbn.dumps([game.record])
    assert '[Contract "Pass"]' in pbn.dumps([game.record])
    assert judge(game.record).final == (0, 0)
    assert judge(game.record).status == "invalid"


def test_names_may_be_in_lower_case_and_only_the_first_of_two_tags_counts() -> None:
    record = one('[BOARD "1"]\n[board "2"]\n[WestType "program"]\n[westtype "human"]\n[mine "a"]\n[Mine "b"]\n')
    assert record.tags == {"Board": "1", "WestType": "program", "mine": "a", "Mine": "b"}


def test_tags_may_span_lines_and_quotation_marks_may_be_forgotten() -> None:
    record = one('[Event\n  "a \\\\ b"\n]\n[Site "The "Big" one"]\n')
    assert record.tags == {"Event": "a \\ b", "Site": 'The "Big" one'}


def test_tables_keep_their_columns_and_comments_their_tag() -> None:
    record = one('[ScoreTable "Rank\\2R;Names"]{best first}\n 1 "A;\tB"\n10  ?\n\t%5 ; odd\n}')
    assert record.tags == {
        "ScoreTable": {"value": "Rank\\2R;Names", "rows": ['1 "A; B"', "10  ?", "%5"]},
        "{}": {"ScoreTable": ["best first", " odd"]},
    }
    assert one(pbn.dumps([record])).tags["{}"] == record.tags["{}"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[Own "x"]\nb "a', ("pbn-string", 2, 3)),
        ("[Event]", ("pbn-tag", 1, 1)),
        ('[Event "a"', ("pbn-tag", 1, 1)),
        ('[Event {b} "a"]', ("pbn-tag", 1, 1)),
        ('[Event "a"]]', ("pbn-tag", 1, 12)),
        ('[Deal "N:- - -"]', ("bad-field", 1, 8)),
        ('[Deal "N:AK.Q.J - - -"]', ("bad-hand", 1, 10)),
        ('[Deal "N:AK.Q1.J. - - -"]', ("bad-rank", 1, 14)),
        ('[Deal "N:- AK.Q.J.A .A..A -"]', ("card-in-two-hands", 1, 25)),
        ('[Deal "N:AKA... - - -"]', ("card-in-two-hands", 1, 12)),
        ('[Deal "N:AKQJT98765432.A.. - - -"]', ("hand-size", 1, 10)),
        ('[Auction "N"]\n1C 1Z', ("not-a-call", 2, 4)),
        ('[Auction "N"]\n1C - - Pass', ("not-a-call", 2, 4)),
        ('[Auction "?"]\n- - 1C', ("not-a-call", 2, 1)),
        ('[Auction "N"]\n1C * 1D', ("not-a-call", 2, 6)),
        ('[Auction "N"]\n1C ^I', ("not-a-call", 2, 4)),
        ('[Auction "N"]\n"1C"', ("not-a-call", 2, 1)),
        (CONTRACT + '[Play "W"]\nC2 CX', ("bad-card", 4, 4)),
        (CONTRACT + '[Play "W"]\nC2 * C3', ("bad-card", 4, 6)),
        (CONTRACT + '[Play "W"]\n' + "C5 C4 C3 C2\n" * 14, ("too-many-tricks", 17, 1)),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str, expected: tuple[str, int, int]) -> None:
    assert finding(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('\n hello [Event "a"]', ("pbn-text", 2, 2)),
        ('[Event "a"] {b} c', ("pbn-text", 1, 17)),
        ('[Vulnerable "x"]', ("bad-field", 1, 14)),
        (CONTRACT + '[Play "W"]\n- C2', ("play-order", 4, 3)),
        (CONTRACT + '[Play "W"]\nC2 - - -\nC3', ("play-order", 5, 1)),
        (CONTRACT + '[Play "?"]\nC2', ("play-order", 4, 1)),
        ('[Play "W"]\nC2 C3 C4 C5\nC6', ("play-order", 3, 1)),
        (f'[Deal "{DEAL.replace(".KJ87", ".KJ8")}"]', ("unequal-hands", 1, 10)),
        ('[Deal "N:AK.Q.. J...A - T.A.."]', ("unequal-hands", 1, 17)),
        ('[Declarer "Z"]', ("bad-field", 1, 12)),
        ('[Contract "8S"]', ("bad-field", 1, 12)),
        ('[Contract "HX"]', ("bad-field", 1, 12)),
        ('[Result "14"]', ("bad-field", 1, 10)),
        ('[Declarer "S"][Contract "1C"][Result "NS 9 NS 4"]', ("bad-field", 1, 39)),
        ('[Result "many"]', ("bad-field", 1, 10)),
        ('[Auction "9"]\n1C', ("bad-field", 1, 11)),
        ('[Deal "N:AK.Q.J.A - -"]', ("bad-field", 1, 8)),
        ('[Deal "AK.Q.J.A - - -"]', ("bad-field", 1, 8)),
        ('[Auction "N"]\n1C AP Pass Pass', ("extra-passes", 2, 7)),
    ],
)
def test_what_makes_no_sense_is_told_and_the_rest_is_read(text: str, expected: tuple[str, int, int]) -> None:
    assert warnings(text) == [expected]


# Writing


def test_a_bare_record_is_written_in_export_format() -> None:
    record = played_at_random(BRIDGE, Seat.SOUTH, 53).record()
    text = pbn.dumps([record._replace(tags={"Board": 3, "Vulnerable": "Both"})])
    assert text.startswith("% PBN 2.1\r\n% EXPORT\r\n[Event ")
    assert text.count("\r\n") == text.count("\n") == text.count("\r")
    lines = text.split("\r\n")
    assert max(map(len, lines)) <= 253
    names = list(tags(text))
    assert names[:11] == "Event Site Date Board West North East South Dealer Vulnerable Deal".split()
    assert names[11:] == "Scoring Declarer Contract Result Score Auction Play".split()
    assert '[Board "3"]' in lines
    assert '[Vulnerable "All"]' in lines
    assert '[Event "?"]' in lines
    assert record.dealer is not None
    assert f'[Dealer "{record.dealer.letter}"]' in lines
    assert f'[Deal "{record.dealer.letter}:' in text
    assert lines[lines.index('[Auction "S"]') + 1] == "2C 2D X Pass"
    assert record.contract is not None
    assert record.contract.seat is not None
    play = lines[lines.index(f'[Play "{record.contract.seat.next.letter}"]') + 1 :]
    assert [len(row.split()) for row in play if row] == [4] * 13


def test_an_unfinished_game_is_written_so_that_it_can_be_continued() -> None:
    contract = Contract(Strain.CLUBS, Side.ONE, Seat.SOUTH, 1)
    record = Record(BRIDGE, cards("2c Ac 3c 4c 5s"), contract, dealer=Seat.SOUTH, auction=("1C", "pass"))
    text = pbn.dumps([record])
    assert '[Auction "S"]\r\n1C Pass\r\n*\r\n' in text  # the contract is known, though not all calls
    assert '[Play "W"]\r\nC2 CA C3 C4\r\n- S5 + -\r\n' in text
    assert '[Result "?"]' in text
    assert '[Play "W"]\r\nC2 CA C3 C4\r\n- + - -\r\n' in pbn.dumps([record._replace(plays=record.plays[:4])])
    assert "\r\n1C Pass\r\n+\r\n" in pbn.dumps([record._replace(contract=None, plays=())])
    claimed = pbn.dumps([record._replace(said=((5, "claim 8"),))])
    assert "- S5 - -\r\n*\r\n" in claimed
    assert '[Result "8"]' in claimed


def test_a_deal_that_all_passed_has_no_declarer() -> None:
    record = Record(BRIDGE, dealer=Seat.EAST, auction=("pass",) * 4, scores=(0, 0))
    text = pbn.dumps([record])
    assert '[Declarer ""]\r\n[Contract "Pass"]\r\n[Result ""]\r\n[Score "NS 0"]\r\n' in text
    assert one(text) == record


def test_games_stand_apart_and_those_who_annotate_much_get_more_lines() -> None:
    marks = [[number, f"{{{'x' * 100}}}"] for number in (1, 2, 3, 4)]
    record = Record(BRIDGE, dealer=Seat.EAST, auction=("pass",) * 4, tags={"Auction": {"marks": marks}})
    text = pbn.dumps([record, record])
    assert text.count("\r\n\r\n") == 1
    assert max(map(len, text.split("\r\n"))) <= 253
    assert pbn.loads(text) == [record, record]


@pytest.mark.parametrize(
    ("scores", "text"), [((420, 0), "NS 420"), ((0, 50), "EW 50"), ((0, 0), "NS 0"), ((60, 50), "NS 60 EW 50")]
)
def test_scores_are_written_for_the_side_that_has_them(scores: tuple[int, int], text: str) -> None:
    assert f'[Score "{text}"]' in pbn.dumps([Record(BRIDGE, scores=scores)])


def test_tags_that_only_look_inherited_and_texts_that_would_end_are_made_harmless() -> None:
    odd = {
        "Event": "#",
        "Site": "##x",
        "Mode": 'a"b\\',
        "Table": "two\nlines",
        "{}": {"": ["a}b", "a}\nb"], "Nowhere": ["c"]},
        "%": [" EXPORT", "x\ny"],
        "OptimumScore": True,
        "LIN": {"rest": []},
        "ScoreTable": {"value": "A", "rows": ["%1", "", "{", "\t2 \t3 "]},
        "event": "lost",
    }
    record = one(pbn.dumps([Record(BRIDGE, tags=odd)]))
    assert record.tags == {
        "Event": " #",
        "Site": " ##x",
        "Mode": 'a"b\\',
        "Table": "two lines",
        "ScoreTable": {"value": "A", "rows": ["%1", "2  3"]},
        "{}": {"": ["a}b", "a)\nb", "c"]},
        "%": ["x y"],
    }


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (Record(find_game("belote")), "only a deal of Bridge can"),
        (Record(BRIDGE, auction=("take",)), "it needs calls and a contract of Bridge"),
        (Record(BRIDGE, contract=Contract(Strain.HEARTS, value=8)), "it needs calls and a contract of Bridge"),
        (Record(BRIDGE, contract=Contract(Strain.ALL_TRUMPS, value=1)), "it needs calls and a contract of Bridge"),
        (Record(BRIDGE, cards("2c")), "it does not tell who leads to each trick"),
    ],
)
def test_what_is_no_deal_of_bridge_cannot_be_written(record: Record, reason: str) -> None:
    with pytest.raises(Invalid, match=f"^This record cannot be written in this format: {reason}.$"):
        pbn.dumps([record])


# Laws


def check_laws(text: str) -> None:
    records = pbn.loads(text)
    written = pbn.dumps(records)
    assert pbn.loads(written) == records
    assert pbn.dumps(pbn.loads(written)) == written
    assert jsonl.loads(jsonl.dumps(records)) == records
    file = io.StringIO(newline="")
    pbn.dump(records, file)
    assert file.getvalue() == written


@pytest.mark.parametrize(
    "text",
    [
        GAMES,
        '[Auction "W"]\n- ^I ^I 1NT ^I +',
        '[Contract "1NT"]\n[Auction "W"]\n- ^I +',
        '[Own "x"]\nS "ten" -\x1c',
        f'{CONTRACT}[Play "W"]\n^R ^R C2 ^R - $1 *',
        f'{CONTRACT}[Play "W"]\n^L - ^L C2 ^L C3 C4\n- -\n- - -',
        '[Play "N"]\nC2 C3 C4 C5 +\n[Result "9"]',
        f'{CONTRACT}[Play "E"]\nC2 C3 C4 C5\n+ - - C6\n',
        f'{CONTRACT}[Result "9"]',
        '[Contract "Pass"]\n[Auction "N"]\n{nobody}\n[Note "1:x"]',
        '[Contract "Pass"]\n[Auction "N"]\nPass Pass - -',
        '[Contract "Pass"]\n[Auction "N"]\nAP',
        '[Dealer "?"]\n[Auction "?"]\n1C Pass Pass Pass *',
        '[Event "####"]\n\n[Event "#"]\n[Note "x"]{y}\n[Score "?"]{z}\n\n{last}\n%line',
    ],
)
def test_what_was_read_is_written_so_that_it_is_read_again(text: str) -> None:
    check_laws(text)


SECTION_WORDS = [
    *(
        "1C",
        "2NT",
        "X",
        "XX",
        "Pass",
        "AP",
        "-",
        "--",
        "*",
        "+",
        "^I",
        "^S",
        "^R",
        "^L",
        "!",
        "??",
        "=1=",
        "$7",
        "$300",
    ),
    *("SA", "hk", "D10", "C2", "S3", "{a}", "{\n\n}", ";b", "%c", '"d"', "\n", "\n", "\n"),
]
section = st.lists(st.sampled_from(SECTION_WORDS), max_size=12).map(" ".join)
odd_text = st.text(st.sampled_from('ab \\"[]{};%#?\n\t^é'), max_size=6)
tag = st.builds(
    '[{} "{}"]{}\n'.format,
    st.sampled_from(
        [*"Event Dealer Deal Contract Declarer Result Score Auction Play Note Vulnerable Own board".split()]
    ),
    st.sampled_from(["", "?", "#", "##x", "N", "E", "^S", "3NT", "H", "Pass", "9", "NS 8", "All", "1:x", f"{DEAL}"]),
    st.one_of(st.just(""), section),
)


@given(st.lists(tag | odd_text | st.just("\n"), max_size=10).map("".join))
def test_any_text_is_read_or_refused_and_the_laws_hold(text: str) -> None:
    for game in pbn.games(text):
        assert game.record is not None or game.finding is not None
        for told_of in [*([game.finding] if game.finding else []), *game.warnings]:
            assert told_of.line
            assert told_of.column
            assert told_of.message()
    good = [game.record for game in pbn.games(text) if game.record is not None]
    check_laws(pbn.dumps(good))
    assert pbn.loads(pbn.dumps(good)) == good


@given(st.integers(0, 1 << 32), seats, st.sampled_from(["duplicate", "matchpoints", "rubber", "chicago"]))
def test_a_round_that_was_played_is_read_back(seed: int, dealer: Seat, preset: str) -> None:
    record = played_at_random(find_game(f"bridge:{preset}"), dealer, seed).record(("Ann", "Bob", "Cid", "Dee"))
    again = one(pbn.dumps([record]))
    assert hands_of(again) == hands_of(record)
    assert again._replace(deal=record.deal, tags={}) == record._replace(tags={})
    assert again.tags.items() >= record.tags.items()
    assert declarer_tricks(again) == declarer_tricks(record)


@given(careless_plays(("bridge",)), seats, st.integers(0, 51), st.integers(0, 13))
def test_revokes_and_claims_are_read_back(play: Play, declarer: Seat, count: int, tricks: int) -> None:
    game, strain = play.deal.game, play.deal.strain
    record = Record(
        game,
        plays=tuple(card for card in play.cards[:count]),
        contract=Contract(strain, declarer.side, declarer, 1),
        said=((count, f"claim {tricks}"),),
    )
    again = one(pbn.dumps([record]))
    assert again._replace(tags={}) == record
    assert declarer_tricks(again) == tricks


def test_tags_are_plain_data() -> None:
    for record in pbn.loads(GAMES):
        assert json.loads(json.dumps(record.tags)) == record.tags


def test_the_first_thing_in_the_file_that_is_wrong_is_reported() -> None:
    wrong = [
        '[Vulnerable "x"]',
        '[Contract "x"]',
        '[Deal "x"]',
        '[Declarer "x"]',
        '[Dealer "x"]',
        '[Auction "x"]',
        "[x",
    ]
    for first in range(len(wrong)):
        around = [*wrong[first:-1], *wrong[:first], wrong[-1]]
        [game] = pbn.games("\n".join(around))
        assert game.finding is not None
        found = sorted((told_of.line or 0, told_of.column) for told_of in [game.finding, *game.warnings])
        assert [line for line, _ in found] == [1, 2, 3, 4, 5, 6, 7], around[0]


def test_what_is_wrong_with_an_inherited_value_stands_where_the_game_begins() -> None:
    first, second = pbn.games('[Result "##many"]\n\n[Event ""]\n')
    assert [(warning.line, warning.column) for warning in first.warnings] == [(1, 10)]
    assert [(warning.line, warning.column) for warning in second.warnings] == [(3, 1)]


def test_a_hand_need_not_be_whole() -> None:
    record = one(f'[Deal "N:AK... - - -"]\n{CONTRACT}[Result "10"]\n[Play "W"]\nC5 C4 C3 C2\nC6\n*')
    assert record.said == ((5, "claim 10"),)


def test_the_contract_of_an_auction_that_goes_on_is_not_known() -> None:
    assert contract_of(Seat.NORTH, ("1C", "pass"), played=False) is None
    assert contract_of(None, ("1C", "pass", "pass", "pass"), played=False) is None
    assert contract_of(Seat.NORTH, ("pass",) * 4, played=True) is None


@pytest.mark.parametrize("calls", ["2C 1C", "X", "1C pass X", "1C pass pass pass pass"])
def test_calls_against_the_rules_make_no_contract(calls: str) -> None:
    assert contract_of(Seat.NORTH, calls.split(), played=True) is None
