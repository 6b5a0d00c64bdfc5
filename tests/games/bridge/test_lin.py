"""LIN: matches, tournaments and single deals of Bridge Base Online, and the way between LIN and PBN."""

import io
import json

import pytest
from games.bridge import bridge_files
from games.bridge.bridge_files import BOARDS, BRIDGE, FIRST_BOARD, GAMES, cards, told
from hypothesis import given
from hypothesis import strategies as st
from strategies import Play, careless_plays, played_at_random, seats

from overtrick.arena.standings import standings
from overtrick.core.auctions import Contract
from overtrick.core.cards import card_name
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.record import Deal, Record
from overtrick.formats import jsonl
from overtrick.games.bridge import lin, pbn
from overtrick.games.bridge.notation import contract_of


def one(text: str) -> Record:
    return bridge_files.one(lin, text)


def finding(text: str) -> tuple[str, int | None, int | None]:
    return bridge_files.finding(lin, text)


# Reading


MATCH = {
    "Event": "Friendly match",
    "Stage": "Second half",
    "Scoring": "IMP",
    "HomeTeam": "Reds",
    "VisitTeam": "Blues",
}


def test_a_match_has_two_rooms() -> None:
    first, second, *_ = lin.loads(BOARDS)
    assert first._replace(tags={}) == FIRST_BOARD._replace(seats=("Ned", "Eve", "Sue", "Walt"), said=((9, "claim 9"),))
    assert first.tags == {
        **MATCH,
        "Board": "1",
        "Room": "Open",
        "Result": "9",
        "Auction": {"marks": [[1, "=1="], [3, "!"], [3, "=2="], [7, "!"]], "notes": ["1:15-17", "2:asks"]},
        "Play": {"marks": [[4, "{He gave up\nthe ace.}"]]},
        "LIN": {
            "head": [["vg", "Friendly match,Second half,I,1,2,Reds,3,Blues,4"], ["rs", "3NN=,1NN+1,,PASS"]],
        },
    }
    assert (second.deal, second.seats) == (first.deal, ("Nan", "Ed", "Sam", "Wim"))  # the fourth hand is the rest
    assert second.plays == cards("Tc")
    assert second.tags == {
        **MATCH,
        "Board": "1",
        "Vulnerable": "None",
        "Room": "Closed",
        "Result": "8",
        "LIN": {"rest": [[0, 0, "rh", ""], [0, 0, "sk", "NS"], [4, 1, "xx", "1"]]},
    }


def test_a_board_need_not_be_dealt_or_played() -> None:
    _, _, third, fourth, _ = lin.loads(BOARDS)
    assert (third.auction, third.contract, third.plays, third.said) == ((), None, (), None)
    assert third.deal.hands == (cards("As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s"), None, None, None)
    assert (fourth.deal.hands, fourth.dealer) == (None, Seat.EAST)
    assert (fourth.auction, fourth.contract) == (("pass",) * 4, None)


def test_a_single_deal_has_a_label_and_no_room() -> None:
    *_, last = lin.loads(BOARDS)
    assert last.seats == ("three", "four", "one", "two")
    assert last.auction == ("1S", "X", "2H", "X", "XX", "pass", "pass", "pass")
    assert last.contract == Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, 2, 2)
    assert last.tags == {
        **MATCH,
        "Vulnerable": "All",
        "Board": "7",
        "LIN": {"rest": [[0, 0, "rh", ""]]},
    }


def test_everything_has_its_place() -> None:
    boards, lines = list(lin.games(BOARDS)), BOARDS.splitlines()
    assert [board.line for board in boards] == [4, 9, 10, 11, 12]
    for board in boards:
        assert board.record is not None
        for card, (line, column) in zip(board.record.plays, board.cards, strict=True):
            text = lines[line - 1][column - 1 :].upper().replace("10", "T")
            assert text.startswith(card_name(card, "pbn"))
        assert len(board.calls) == len(board.record.auction)
    assert boards[0].calls[4:6] == ((6, 4), (6, 10))
    assert boards[4].calls == tuple((12, lines[11].index("1Sd2hdrppp") + place) for place in (1, 3, 4, 6, 7, 8, 9, 10))
    assert boards[0].fields == {"Board": (4, 4), "Deal": (5, 4), "Result": (8, lines[7].index("mc|") + 4)}


@pytest.mark.parametrize(
    ("text", "room", "board", "own"),
    [
        ("qx|o3|", "Open", "3", {}),
        ("qx|C3|", "Closed", "3", {}),
        ("qx|o3|ah|Board 3|", None, "3", {}),
        ("qx|c3|ah|board  3|", "Closed", "3", {}),
        ("qx|o3,BOARD 3|", "Open", "3", {"qx": "o3,BOARD 3"}),
        ("qx|o3|ah|Board 4|", None, "3", {"ah": "Board 4"}),
        ("qx|3|", None, None, {"qx": "3"}),
        ("md|1|ah|Board 3|", None, "3", {}),
        ("md|1|ah|Final, 3|", None, None, {"ah": "Final, 3"}),
    ],
)
def test_rooms_and_boards(text: str, room: str | None, board: str | None, own: dict[str, str]) -> None:
    tags = one(text).tags
    assert (tags.get("Room"), tags.get("Board"), tags.get("LIN", {})) == (room, board, own)
    assert one(lin.dumps(lin.loads(text))).tags == tags


@pytest.mark.parametrize(
    ("text", "calls"),
    [("mb|P|mb|-|mb|1nt|", ("pass", "pass", "1NT")), ("mb|1c!D!r!|", ("1C", "X", "XX")), ("mb| 7N |", ("7NT",))],
)
def test_calls(text: str, calls: tuple[str, ...]) -> None:
    assert one(text).auction == calls


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("pc|C2c10CAdJ|", (4, 6, 9, 11)),
        ("pc| C2, C10,CA,DJ|", (5, 9, 13, 16)),
        ("pc|C2|pc|CTCA|pc|DJ|", (4, 10, 12, 18)),
    ],
)
def test_cards(text: str, columns: tuple[int, ...]) -> None:
    [board] = lin.games(text)
    assert board.record is not None
    assert board.record.plays == cards("2c Tc Ac Jd")
    assert board.cards == tuple((1, column) for column in columns)


@pytest.mark.parametrize(
    ("text", "said", "result"),
    [
        ("pc|S2|mc|9|", ((1, "claim 9"),), "9"),
        ("mc|9|", None, None),
        ("md|1|mc|9|", None, "9"),
        ("md|1|mb|1c|mb|p|mc|9|", None, "9"),
        ("md|1|mb|1cppp|mc|9|", ((0, "claim 9"),), "9"),
        ("pc|S2|mc|9|pc|S3|mc|8|", ((1, "claim 9"), (2, "claim 8")), "8"),
        ("mc|7|pc|S2|", ((0, "claim 7"),), "7"),
    ],
)
def test_claims(text: str, said: tuple[tuple[int, str], ...] | None, result: str | None) -> None:
    if result is None:
        assert lin.loads(text) == []
        return
    assert (one(text).said, one(text).tags["Result"]) == (said, result)
    assert lin.loads(lin.dumps([one(text)])) == [one(text)]


@pytest.mark.parametrize("text", ["", " \n", "vg|A match,,|pn|a,b,c,d|pg||"])
def test_a_file_may_have_no_boards(text: str) -> None:
    assert lin.loads(text) == []


def test_a_board_that_cannot_be_read_does_not_hide_the_others() -> None:
    text = "qx|o1|md|9|\nqx|c1|mb|1C|what a mess\nqx|o2|md|1|\nmd|2SA,SA|pc|S2|\npn|a,b,c,d|md|3|mb|p|pn|e,f,g,h|md|4|"
    dealer, mess, good, twice, third, last = lin.games(text)
    findings = [board.finding for board in (dealer, mess, twice)]
    assert [(found.code, found.line, found.column) for found in findings if found] == [
        ("bad-field", 1, 10),
        ("lin-tag", 2, 13),
        ("card-in-two-hands", 4, 9),
    ]
    assert good.record is not None
    assert good.record.tags == {"Board": "2", "Room": "Open"}
    assert third.record is not None
    assert (third.record.dealer, third.record.seats) == (Seat.NORTH, ("c", "d", "a", "b"))
    assert last.record is not None
    assert (last.record.dealer, last.record.seats) == (Seat.EAST, ("g", "h", "e", "f"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hello", ("lin-tag", 1, 1)),
        ("\n  md|1|\n 12|a|", ("lin-tag", 3, 2)),
        ("md|5|", ("bad-field", 1, 4)),
        ("md|1,,,,|", ("bad-field", 1, 4)),
        ("md|1S2,A|", ("bad-suit", 1, 8)),
        ("md|1SAKQJT98765432H2|", ("hand-size", 1, 5)),
        ("md|1SAHKSA|", ("card-in-two-hands", 1, 10)),
        ("mb|p|sv|x|", ("bad-field", 1, 9)),
        ("mb|1c2z|", ("not-a-call", 1, 6)),
        ("mb|p|\npc| s|", ("bad-card", 2, 5)),
        ("pc|!sa|", ("bad-card", 1, 4)),
        ("pc|SAS|", ("bad-card", 1, 6)),
        ("pc|SA,,SK|", ("bad-card", 1, 7)),
        ("pc|s2|" * 51 + "pc|s2s2|", ("too-many-tricks", 1, 312)),
        ("pc|s2|mc|14|", ("bad-field", 1, 10)),
        ("pc|s2|" * 53, ("too-many-tricks", 1, 316)),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str, expected: tuple[str, int, int]) -> None:
    assert finding(text) == expected


# Writing


def test_a_board_is_a_line() -> None:
    record = Record(
        BRIDGE,
        plays=cards("2c Ac 3c 4c Kc"),
        contract=Contract(Strain.NO_TRUMPS, Side.ONE, Seat.SOUTH, 1, 1),
        deal=Deal((None, None, cards("As 2h"), ())),
        dealer=Seat.SOUTH,
        seats=("Doe, N.", "", "South|ern", "W"),
        auction=("1NT", "X", "pass", "pass", "pass"),
        said=((5, "claim 8"),),
        tags={
            "Board": 3,
            "Vulnerable": "Love",
            "Auction": {"marks": [[1, "!"], [1, "=1="], [2, "=7="], [2, "$1"]], "notes": ["1:weak"]},
            "Play": {"marks": [[0, "{now}"], [1, "{a | b}"], [1, "^R"]]},
        },
    )
    assert lin.dumps([record]) == (
        "qx|o3|pn|South/ern,W,Doe N.,|st||md|1SAH2DC,,,|sv|o|ah|Board 3|mb|1N!|an|weak|mb|d!|mb|p|mb|p|mb|p|nt|now|pg||"
        "pc|C2|nt|a / b|pc|CA|pc|C3|pc|C4|pg||pc|CK|mc|8|pg||\n"
    )


def test_an_event_is_told_once() -> None:
    boards = [Record(BRIDGE, dealer=Seat.EAST, tags={"Event": "Cup, final", "Room": "Closed"})] * 2
    assert lin.dumps(boards) == "vg|Cup final|pg||\n" + "qx|c|pn|,,,|st||md|4,,,|pg||\n" * 2
    assert [board.tags["Event"] for board in lin.loads(lin.dumps(boards))] == ["Cup final"] * 2
    assert not lin.dumps([boards[0], Record(BRIDGE)]).startswith("vg")


@pytest.mark.parametrize("word", ["AP", "ap", "allpass"])
def test_all_pass_is_what_it_is_elsewhere(word: str) -> None:
    assert one(f"md|3,,,|mb|1N|mb|{word}|").auction == ("1NT", "pass", "pass", "pass")
    assert one(f"md|3,,,|mb|{word}|").auction == ("pass",) * 4


def test_a_call_that_is_asked_for_is_not_made_yet() -> None:
    assert one("md|3,,,|mb|1N|mb|p|mb|?|").auction == ("1NT", "pass")


def test_teams_of_a_match_are_ranked_and_written() -> None:
    boards = lin.loads(BOARDS)[:2]
    assert {row.name: row.values["imps"] for row in standings([boards]).rows} == {"Reds": 7, "Blues": -7}
    own = [board._replace(tags={name: tag for name, tag in board.tags.items() if name != "LIN"}) for board in boards]
    assert lin.dumps(own).splitlines()[0] == "vg|Friendly match,Second half,I,1,1,Reds,0,Blues,0|pg||"
    assert [board.tags["VisitTeam"] for board in lin.loads(lin.dumps(own))] == ["Blues"] * 2


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (Record(find_game("belote")), "only a deal of Bridge can"),
        (Record(BRIDGE, auction=("take",)), "it needs calls and a contract of Bridge"),
        (
            Record(BRIDGE, contract=Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, 1), dealer=Seat.NORTH),
            "its calls do not make its contract",
        ),
    ],
)
def test_what_lin_cannot_hold_is_refused(record: Record, reason: str) -> None:
    with pytest.raises(Invalid, match=f"^This record cannot be written in this format: {reason}.$"):
        lin.dumps([record])


# Laws


def check_laws(text: str) -> None:
    records = lin.loads(text)
    written = lin.dumps(records)
    assert lin.loads(written) == records
    assert lin.dumps(lin.loads(written)) == written
    assert jsonl.loads(jsonl.dumps(records)) == records
    assert json.loads(json.dumps([record.tags for record in records])) == [record.tags for record in records]
    file = io.StringIO()
    lin.dump(records, file)
    assert file.getvalue() == written
    assert lin.load(io.BytesIO(b"\xef\xbb\xbf" + written.replace("\n", "\r\n").encode())) == records


@pytest.mark.parametrize(
    "text",
    [
        BOARDS,
        "ah|Board 12,H3,,|mb|p|",
        "qx|c,,BOARD 2|md|3|ah|Board 2|",
        "md|1|mb|p|md|0,SA|pc|S2|mb|p|rh||",
        "mb|p|an||an|a|an|a|mb|p|an||pc|S2|an|b|",
        "pg|x|mn|y|md|1|pg||rs|z|qx|c1|",
        "mc||qx|o1|st|x|",
    ],
)
def test_what_was_read_is_written_so_that_it_is_read_again(text: str) -> None:
    check_laws(text)


TOKENS = [
    *(
        "qx|o1|",
        "qx|c2,x|",
        "qx||",
        "pn|a,b,c,d|",
        "pn|a,b,c,d,e,f,g,h|",
        "st||",
        "st|x|",
        "md|1S2,H3|",
        "md|0|",
        "md||",
    ),
    *(
        "sv|n|",
        "mb|p|",
        "mb|1c!|",
        "mb||",
        "an|x|",
        "an||",
        "nt|y}|",
        "nt||",
        "pc|S2|",
        "pc||",
        "mc|7|",
        "mc||",
        "pg||",
    ),
    *("pg|z|", "ah|Board 1|", "ah|Board 1, x|", "ah||", "rh||", "sk|S|", "vg|E,|", "rs|,|", "mn|t|", "zz|\n|", "\n"),
]


@given(st.lists(st.sampled_from(TOKENS) | st.text(max_size=3), max_size=16).map("".join))
def test_any_text_is_read_or_refused_and_the_laws_hold(text: str) -> None:
    boards = list(lin.games(text))
    for board in boards:
        assert board.record is not None or board.finding is not None
        for told_of in [*([board.finding] if board.finding else []), *board.warnings]:
            assert told_of.line
            assert told_of.column
            assert told_of.message()
    if all(board.finding is None for board in boards):
        check_laws(text)
        with_leader = [record for record in lin.loads(text) if record.contract or not record.plays]
        assert list(map(told, pbn.loads(pbn.dumps(with_leader)))) == list(map(told, with_leader))


@given(st.integers(0, 1 << 32), seats)
def test_a_round_that_was_played_is_read_back_from_both_formats(seed: int, dealer: Seat) -> None:
    record = played_at_random(BRIDGE, dealer, seed).record()
    [from_lin], [from_pbn] = lin.loads(lin.dumps([record])), pbn.loads(pbn.dumps([record]))
    assert told(from_lin) == told(from_pbn) == told(record)
    assert told(one(lin.dumps([from_pbn]))) == told(record)
    assert from_lin.tags.items() >= record.tags.items()


@given(careless_plays(("bridge",)), st.integers(1, 51), st.integers(0, 13))
def test_revokes_and_claims_are_read_back(play: Play, count: int, tricks: int) -> None:
    dealer = play.deal.leader.previous
    auction = (f"1{play.deal.strain}", "pass", "pass", "pass")
    contract = contract_of(dealer, auction, played=False)
    record = Record(
        BRIDGE,
        plays=play.cards[:count],
        contract=contract,
        deal=Deal(tuple(map(tuple, play.deal.hands))),
        dealer=dealer,
        auction=auction,
        said=((count, f"claim {tricks}"),),
    )
    again = one(lin.dumps([record]))
    assert again._replace(tags={}) == record
    assert told(again) == told(record)
    [converted] = pbn.loads(pbn.dumps([again]))
    assert told(converted) == told(record)
    assert converted.said == record.said


def test_a_result_of_hands_that_are_not_whole_is_converted() -> None:
    board = one("md|1S2,H3|mc|7|")
    assert told(bridge_files.one(pbn, pbn.dumps([board]))) == told(board)


def test_alerts_notes_and_comments_are_converted() -> None:
    boards = lin.loads(BOARDS)
    [first, *_] = pbn.loads(pbn.dumps(boards))
    assert first.tags["Auction"] == {
        "marks": [[1, "=1="], [3, "=2="], [7, "=3="]],
        "notes": ["1:15-17", "2:asks", "3:Alerted"],
    }
    assert (first.tags["Event"], first.tags["Room"]) == ("Friendly match", "Open")
    assert first.tags["Play"] == boards[0].tags["Play"]


def test_games_of_pbn_are_converted_if_their_calls_make_their_contracts() -> None:
    first, second, third = pbn.loads(GAMES)
    again = one(lin.dumps([first]))
    assert told(again) == told(first)
    assert again.tags["Auction"] == {
        "marks": [[1, "=1="], [3, "=2="], [10, "{ a normal auction }"]],
        "notes": ["1:15-17", "2:asks"],
    }
    assert told(one(lin.dumps([second]))) == told(second)
    with pytest.raises(Invalid, match="its calls do not make its contract"):
        lin.dumps([third])


def test_what_the_field_writes_is_read() -> None:
    text = (
        "% a comment\nqx|o1|md|1SAK,,,|mb|p|mb|p|mb|p|mb|p|mb|p|pg|mc|6|pg||\n||qx|o2|md|3SAx,SKQJ,,|mb|1C|mb|zz|mb|p|"
    )
    first, second = lin.games(text)
    assert first.record is not None
    assert (first.record.auction, first.record.tags["Result"]) == (("pass",) * 4, "6")
    assert [warning.code for warning in first.warnings] == ["lin-bar", "lin-bar", "extra-passes"]
    assert second.record is not None
    assert second.record.auction == ("1C",)
    assert second.finding is not None
    assert second.finding.code == "not-a-call"
    assert [len(hand) for hand in second.record.deal.known] == [0, 0, 1, 3]
    assert lin.loads(lin.dumps([second.record])) == [second.record]
