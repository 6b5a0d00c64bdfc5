"""Addresses of the hand viewer: both forms, what belongs to a hand in them, and what does not."""

from pathlib import Path
from urllib.parse import quote

import pytest
from games.bridge.bridge_files import BOARDS, FIRST_BOARD, cards, hands_of, told

from overtrick.cli import main
from overtrick.core.seats import Seat
from overtrick.games.bridge import handviewer, lin, rbn

VIEWER = "https://www.bridgebase.com/tools/handviewer.html"
HANDS = "n=skt9ha42dkq2ckj87&e=s8765ht98d65cqt52&s=sj43hq763daj43ca9"
CALLS = "a=1N(15-17)P2C!PPP&p=S5S3SAS9&c=9"


def test_an_address_with_lin_is_its_board() -> None:
    records = lin.loads(BOARDS)
    text = handviewer.dumps(records)
    assert len(text.splitlines()) == len(records)
    assert "|" not in text
    assert list(map(told, handviewer.loads(text))) == list(map(told, records))
    [board] = handviewer.games(f"see {VIEWER}?bbo=y&lin={quote('md|1SAK,,,|mb|p|')} there")
    assert board.record is not None
    assert board.record.dealer is Seat.SOUTH
    assert (board.calls, board.warnings) == (((1, 5),), ())


def test_an_address_with_hands_is_a_board_and_the_fourth_hand_has_the_rest() -> None:
    [record] = handviewer.loads(f"{VIEWER}?{HANDS}&d=n&v=b&b=7&{CALLS}&nn=Ann&sn=Bea&en=Cid&wn=Dan&tbt=y")
    assert hands_of(record) == hands_of(FIRST_BOARD)
    assert (record.dealer, record.seats) == (Seat.NORTH, ("Ann", "Cid", "Bea", "Dan"))
    assert record.auction == ("1NT", "pass", "2C", "pass", "pass", "pass")
    assert record.plays == cards("5s 3s As 9s")
    assert (record.tags["Board"], record.tags["Vulnerable"], record.tags["Result"]) == ("7", "All", "9")
    assert record.tags["Auction"] == {"marks": [[1, "=1="], [3, "!"]], "notes": ["1:15-17"]}
    assert told(handviewer.loads(handviewer.dumps([record]))[0]) == told(record)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nothing here\n", "no-address"),
        (f"{VIEWER}?q=1", "no-deal-in-address"),
        ("https://[www?q=1", "no-deal-in-address"),
        (f"{VIEWER}?n=skk", "card-in-two-hands"),
        (f"{VIEWER}?{HANDS}&a=1NZ", "not-a-call"),
        (f"{VIEWER}?{HANDS}&p=Z9", "bad-card"),
    ],
)
def test_what_is_wrong_is_told_at_the_address(text: str, code: str) -> None:
    [board] = handviewer.games(f"\n{text}")
    assert board.finding is not None
    assert (board.finding.code, board.finding.line, board.finding.column) == (code, 2, 1)
    assert board.finding.message("fr")


def test_parameters_that_mean_nothing_are_told() -> None:
    [board] = handviewer.games(f"{VIEWER}?{HANDS}&colour=blue")
    assert [(warning.code, warning.values["text"]) for warning in board.warnings] == [("useless-parameter", "colour")]


def test_commands_read_and_write_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hand.url").write_text(f"[InternetShortcut]\nURL={VIEWER}?{HANDS}&d=n\n", encoding="utf-8")
    assert main(["convert", "hand.url", "hand.pbn"]) == 0
    assert main(["convert", "hand.pbn", "hand.bbo"]) == 0
    assert Path("hand.bbo").read_text(encoding="utf-8").startswith(handviewer.ADDRESS)
    Path("hand.txt").write_text(f"{VIEWER}?{HANDS}\n", encoding="utf-8")
    assert main(["judge", "hand.txt"]) == 0


def test_an_address_stands_on_the_command_line_in_place_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    address = f"{VIEWER}?{HANDS}&d=n&nn=Ann Lee&a=1NPPP&p=S5"
    assert main(["judge", address]) == 0
    assert capsys.readouterr().out.startswith(f"{VIEWER}?…:1:1: incomplete: ")
    assert main(["convert", address, "hand.lin"]) == 0
    assert lin.loads(Path("hand.lin").read_text(encoding="utf-8"))[0].seats[0] == "Ann Lee"
    assert main(["solve", "--at-least", "1", address]) == 0
    assert capsys.readouterr().out.startswith(f"{VIEWER}?…:1: ")
    assert main(["review", "--open", address]) == 0
    assert capsys.readouterr().out.startswith(f"{VIEWER}?…:1: ")
    assert main(["judge", "https://example.org/short"]) == 2
    assert "There is no deal in the address 'https://example.org/short'" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("calls", "made"),
    [
        ("1CXXXPPP", "1C X XX pass pass pass"),
        ("1CXPPXXPPP", "1C X pass pass XX pass pass pass"),
        ("1CDRPPP", "1C X XX pass pass pass"),
    ],
)
def test_calls_that_touch_are_told_apart(calls: str, made: str) -> None:
    for text in (calls, calls.lower()):
        address = f"{VIEWER}?{HANDS}&d=n&a={text}"
        boards = [*handviewer.loads(address), *rbn.loads(f"A NZ:{text}\n"), *lin.loads(f"md|3,,,|mb|{text}|")]
        assert [" ".join(board.auction) for board in boards] == [made] * 3


def test_comments_may_stand_among_calls_and_cards() -> None:
    address = f"{VIEWER}?{HANDS}&d=n&a=1N!({{15}}-17)PP{{what%20a%20bid}}P{{}}&p={{a|b}}S5S3{{low}}SA"
    [game] = handviewer.games(address)
    assert (game.finding, game.warnings) == (None, ())
    assert game.record is not None
    assert game.record.auction == ("1NT", "pass", "pass", "pass")
    assert game.record.plays == cards("5s 3s As")
    auction, play = (game.record.tags[section] for section in ("Auction", "Play"))
    assert isinstance(auction, dict)
    assert auction["marks"] == [[1, "!"], [1, "=1="], [3, "{what a bid}"], [4, "{a/b}"]]
    assert play == {"marks": [[2, "{low}"]]}


def test_characters_as_pages_write_them_and_comments_without_an_end() -> None:
    address = f"{VIEWER}?{HANDS.replace('&', '&amp;')}&amp;d=n&a=1NPPP&p={{&lt;b&gt;&quot;so"
    [game] = handviewer.games(address)
    assert (game.finding, game.warnings) == (None, ())
    assert game.record is not None
    assert game.record.plays == ()
    assert game.record.tags["Auction"] == {"marks": [[4, '{<b>"so}']]}


@pytest.mark.parametrize("query", ["", "?a=1CPPP", "?bbo=y&myhand=M-1-2"])
def test_an_address_without_a_deal_says_so(query: str) -> None:
    [game] = handviewer.games(VIEWER + query)
    assert game.record is None
    assert game.finding is not None
    assert game.finding.code == "no-deal-in-address"
