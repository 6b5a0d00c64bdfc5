"""RBN: all labels both ways, what is inherited, what is odd, and damaged files."""

from pathlib import Path

import pytest
from games.bridge.bridge_files import BOARDS, BRIDGE, FIRST_BOARD, GAMES, cards, finding, hands_of, one, told, warnings
from hypothesis import given
from hypothesis import strategies as st
from strategies import played_at_random

from overtrick.cli import main
from overtrick.core.auctions import Contract
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain
from overtrick.formats.catalogue import format_of, telling_line
from overtrick.games.bridge import lin, pbn, rbn
from overtrick.games.bridge.notation import scored

HANDS = "W:AQ2.KJ5.T987.643:KT9.A42.KQ2.KJ87:8765.T98.65.QT52:"
MATCH = f"""% made by hand
D 20230107:1930
T A hand::One of many:Jo Writer
E A regional:Open teams
S S:3
F I
K Reds:Blues:12:4

{{Before the first board.}}

N Ann+Sue:Wes+Eve:O
{{They have met
before.}}
B 7
H {HANDS}
A NE:1N^1P2C*P:2D!?P3NA
1 15-17
{{Nothing special.}}
C 3N:N
P S53A9:S2K64:DK!
0 a fair start
R 9+400:+2
M ::9876A=:!!

N Nan+Sam:Wim+Ed:C
A NE:1NA
C 1N:N
R 7+90:-2
I one
two
"""


def test_a_match_is_read_with_all_that_it_tells() -> None:
    first, second = rbn.loads(MATCH)
    assert hands_of(first) == hands_of(second) == hands_of(FIRST_BOARD)
    assert (first.seats, second.seats) == (("Ann", "Eve", "Sue", "Wes"), ("Nan", "Ed", "Sam", "Wim"))
    assert first.auction == FIRST_BOARD.auction
    assert first.contract == FIRST_BOARD.contract
    assert first.plays == FIRST_BOARD.plays
    assert (first.said, second.said) == (((9, "claim 9"),), ((0, "claim 7"),))
    assert (first.scores, second.scores) == ((400, 0), (90, 0))
    assert scored(first) == (400, 0)
    assert first.tags == {
        "Date": "2023.01.07",
        "Description": "A hand:One of many",
        "Annotator": "Jo Writer",
        "Event": "A regional, Open teams",
        "Stage": "Semifinal",
        "Round": "3",
        "Scoring": "IMP",
        "HomeTeam": "Reds",
        "VisitTeam": "Blues",
        "Room": "Open",
        "Board": "7",
        "Vulnerable": "EW",
        "Result": "9",
        "Auction": {
            "marks": [[1, "=1="], [3, "!"], [5, "$5"], [10, "{Nothing special.}"]],
            "notes": ["1:15-17"],
        },
        "Play": {"marks": [[9, "$1"]], "notes": ["0:a fair start"]},
        "{}": {"": ["Before the first board."], "South": ["They have met\nbefore."]},
        "RBN": {
            "D": "20230107:1930",
            "E": "A regional:Open teams",
            "K": "Reds:Blues:12:4",
            "R": "9+400:+2",
            "M": "::9876A=:!!",
        },
    }
    assert isinstance(second.tags["RBN"], dict)
    assert second.tags["RBN"]["I"] == "one\ntwo"


def test_what_was_read_is_written_as_it_was_but_that_board_and_hands_are_repeated() -> None:
    records = rbn.loads(MATCH)
    text = rbn.dumps(records)
    assert rbn.loads(text) == records
    assert rbn.dumps(rbn.loads(text)) == text
    lines = MATCH.splitlines()
    assert [line for line in lines if line not in text.splitlines() and line] == [lines[0], "two"]
    assert text.count("D 2023") == 1
    assert text.count(f"B 7\nH {HANDS}") == 2


def test_spots_are_those_of_calls_cards_and_labels() -> None:
    game = next(rbn.games(MATCH))
    assert game.line == 11
    assert (game.calls[0], game.calls[1], game.calls[4], game.calls[9]) == ((16, 6), (16, 10), (16, 16), (16, 23))
    assert (game.cards[0], game.cards[1], game.cards[8]) == ((20, 3), (20, 5), (20, 15))
    assert (game.fields["Deal"], game.fields["Contract"], game.leader) == ((15, 3), (19, 3), None)


@pytest.mark.parametrize(("form", "text"), [(pbn, GAMES), (lin, BOARDS)])
def test_records_of_other_formats_are_kept(form: object, text: str) -> None:
    records = [game.record for game in form.games(text) if game.record is not None]  # type: ignore[attr-defined]
    again = rbn.loads(rbn.dumps(records))
    for record, other in zip(records, again, strict=True):
        assert told(other)[:1] + told(other)[2:] == told(record)[:1] + told(record)[2:]
        assert (other.seats, other.scores) == (record.seats, record.scores)
    assert rbn.dumps(again) == rbn.dumps(rbn.loads(rbn.dumps(again)))


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=3))
def test_played_deals_are_read_back(seeds: list[int]) -> None:
    records = [played_at_random(BRIDGE, Seat(1 + seed % 4), seed).record() for seed in seeds]
    again = rbn.loads(rbn.dumps(records))
    assert list(map(told, again)) == list(map(told, records))
    assert [record.scores for record in again] == [record.scores for record in records]


def test_a_label_that_is_left_out_is_inherited_and_an_empty_one_is_not() -> None:
    first, second, third = rbn.loads(f"E One\nB 1\nH {HANDS}\n\nR 9\n\nE\nB 2\nH\n")
    assert (second.tags["Event"], second.tags["Board"], hands_of(second)) == ("One", "1", hands_of(first))
    assert (third.tags, third.deal.hands) == ({"Board": "2"}, None)
    assert rbn.loads(rbn.dumps([first, second, third])) == [first, second, third]
    assert rbn.loads(rbn.dumps([first, third, third._replace(tags={})]))[2].tags == {}


@pytest.mark.parametrize(
    ("line", "contract", "leader"),
    [
        ("C 4S:E", Contract(Strain.SPADES, Side.TWO, Seat.EAST, 4), None),
        ("C 6NR:E", Contract(Strain.NO_TRUMPS, Side.TWO, Seat.EAST, 6, 2), None),
        ("C 4SX8:S", Contract(Strain.SPADES, Side.ONE, Seat.SOUTH, 4, 1), None),
        ("C H6:S:S", Contract(Strain.HEARTS, Side.ONE, Seat.SOUTH), Seat.SOUTH),
        ("C CM:W:N", Contract(Strain.CLUBS, Side.TWO, Seat.WEST), Seat.NORTH),
    ],
)
def test_contracts(line: str, contract: Contract, leader: Seat | None) -> None:
    [game] = rbn.games(line)
    assert game.record is not None
    assert (game.record.contract, game.leader) == (contract, leader)
    assert line in rbn.dumps([game.record])
    assert rbn.loads(rbn.dumps([game.record])) == [game.record]


@pytest.mark.parametrize(
    "line",
    [
        "A SZ:1SP2SP:4SA",
        "A WE:A",
        "A NB:1SXY",
        "A S?:1SP2CP:2D",
        "A EB:3C*P3N?P:P??X!RA",
        "A NZ:PPP1N:A",
        "H W:K9.K9.9.:3.A3.Q.4:Q82..J.A:A7.7.K8.",
        "H W::T4.8642.AKT8.K65",
        "H W:A8765.QT.K9.AT87;J42.AJ7632.J.632;QT3.85.Q86.KQJ54;",
        "H W:AKxx.xxx.Kxx.xxx",
        "P SK54T:SA87H3:HA245:HKQ8J",
        "P HQ*3J2:HK47A:DJA53:HT68C7^1\n1 subtle",
        "P SK54T;SA87H3",
        "R 8-300:+4",
        "R :66.67",
        "R +2140:+12.29",
        "R P:-2",
        "N +Roth:A machine 4.0",
        "N :Jan+Joe:O:last round",
        "N Jan:+Joe:17",
        "B 15:C",
        "D 1955C",
        "S R32:1",
        "F A:no honours",
    ],
)
def test_lines_are_written_as_they_were_read(line: str) -> None:
    text = f"B x\n{line}\n" if line[0] in "DSF" else f"{line}\n"
    assert set(rbn.dumps(rbn.loads(text)).splitlines()) >= set(line.splitlines())
    assert rbn.loads(rbn.dumps(rbn.loads(text))) == rbn.loads(text)


def test_values() -> None:
    record = one(rbn, "F C\nB 1\nA 1SPP\n")
    assert (str(record.game), record.dealer, record.vulnerable) == ("bridge:chicago", Seat.WEST, frozenset())
    assert one(rbn, "R P+0").auction == ("pass",) * 4
    assert one(rbn, "N Soloway").seats == ("Soloway", "", "", "")
    assert one(rbn, "D 199709\nB 3").tags["Date"] == "1997.09.??"
    assert one(rbn, "H E:T4.8642.AKT8.K65").deal.hands == (
        None,
        cards("Ts 4s 8h 6h 4h 2h Ad Kd Td 8d Kc 6c 5c"),
        *[None] * 2,
    )
    assert one(rbn, "H N:AK...:QJ...").deal.hands is not None


@pytest.mark.parametrize(
    ("text", "told_at"),
    [
        ("B 1\nH N:AKA...", ("card-in-two-hands", 2, 7)),
        ("B 1\nH four hands", ("bad-field", 2, 3)),
        ("A NZ:1SPZP", ("not-a-call", 1, 9)),
        ("P SK5:SA", ("play-order", 1, 6)),
        ("P SK54T:9", ("bad-card", 1, 9)),
        ("P SK5ZT", ("bad-card", 1, 6)),
        ("nothing at all\n", ("rbn-label", 1, 1)),
    ],
)
def test_what_cannot_be_read_is_told(text: str, told_at: tuple[str, int, int]) -> None:
    assert finding(rbn, text) == told_at


@pytest.mark.parametrize(
    ("text", "told_at"),
    [
        ("B 1\nwhat is this\n", ("rbn-label", 2, 1)),
        ("B 1\nB 2\n", ("rbn-twice", 2, 1)),
        ("B 1\n{never ends\n\nB 2\n", ("pbn-comment", 2, 1)),
        ("C 8S:N", ("bad-field", 1, 3)),
        ("R 14", ("bad-field", 1, 3)),
        ("C 4S:N\nR P", ("bad-field", 2, 3)),
        ("A NQ:1S", ("bad-field", 1, 4)),
        ("A NZ:1SY2S", ("calls-awaited", 1, 8)),
        ("A NZ:1SAP", ("extra-passes", 1, 9)),
        ("P SK--.:STQA.", ("cards-unnamed", 1, 5)),
        ("H W:43:KJ2:Q976:AT85", ("unequal-hands", 1, 8)),
    ],
)
def test_what_is_odd_is_told_and_the_rest_read(text: str, told_at: tuple[str, int, int]) -> None:
    assert told_at in warnings(rbn, text)
    records = rbn.loads(text)
    assert rbn.dumps(rbn.loads(rbn.dumps(records))) == rbn.dumps(records)


def test_calls_without_a_dealer_cannot_be_written() -> None:
    with pytest.raises(Invalid, match="who deals"):
        rbn.dumps([FIRST_BOARD._replace(dealer=None)])


def test_more_notes_than_digits_become_texts() -> None:
    marks = [[number, f"={number}="] for number in range(1, 11)]
    notes = [f"{number}:note {number}" for number in range(1, 11)]
    text = rbn.dumps([FIRST_BOARD._replace(tags={"Auction": {"marks": marks, "notes": notes}})])
    assert "9 note 9\n{note 10}\n" in text
    assert one(rbn, text).auction == FIRST_BOARD.auction


@given(
    st.integers(0, len(MATCH) - 1), st.integers(0, 5), st.text(max_size=4) | st.sampled_from(list("\n{}:;^*!?AY.-x"))
)
def test_damaged_files_are_told_and_never_break(at: int, cut: int, put: str) -> None:
    records, is_whole = [], True
    for game in rbn.games(MATCH[:at] + put + MATCH[at + cut :]):
        assert game.record is not None or game.finding is not None
        found = [one for one in (game.finding, *game.warnings) if one is not None]
        assert all(one.line and one.column and one.message() for one in found)
        is_whole = is_whole and game.finding is None
        if game.record is not None:
            records.append(game.record)
            assert len(game.cards) == len(game.record.plays)
            assert len(game.calls) == len(game.record.auction)
    written = rbn.dumps(records)
    assert rbn.loads(written) == records or not is_whole
    assert rbn.dumps(rbn.loads(written)) == written


@pytest.mark.parametrize("first", MATCH.splitlines()[1:7] + MATCH.splitlines()[10:11] + [f"H {HANDS}", "A NE:1NA"])
def test_the_content_tells_the_format(first: str) -> None:
    assert format_of(telling_line(["% RBN\n", "{a text}\n", f"{first}\n"])[0]) == "rbn"


@pytest.mark.parametrize("belote", ["s 2", "S 2", "H 1", "D 1", "C 2"])
def test_trumps_and_a_team_are_no_labels(belote: str) -> None:
    assert format_of(telling_line([belote])[0]) == "belote"


def test_commands_know_the_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("match.rbn").write_text(MATCH, encoding="utf-8")
    assert main(["judge", "match.rbn"]) == 0
    assert main(["convert", "match.rbn", "match.pbn"]) == 0
    assert main(["convert", "match.pbn", "again.rbn"]) == 0
    assert list(map(told, rbn.loads(Path("again.rbn").read_text(encoding="utf-8")))) == list(
        map(told, rbn.loads(MATCH))
    )


def test_a_long_row_of_blanks_is_read_at_once() -> None:
    """Of which a pattern with two places for them would try every way to share them out: this would take for ever."""
    blanks = " " * 300_000
    text = f"B 1\nA N{blanks}q\nC 4S:{blanks}:{blanks}q\nR 10{blanks}q\n"
    [game] = rbn.games(text)
    assert [(warning.code, warning.line) for warning in game.warnings] == [("bad-field", line) for line in (2, 3, 4)]
