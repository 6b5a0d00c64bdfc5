"""What commands do with files that are odd, bare or begin with comments: they go on, and tell each kind once."""

import json
from pathlib import Path

import pytest

from overtrick.cli import main
from overtrick.formats import jsonl
from overtrick.games.bridge import pbn

Capture = pytest.CaptureFixture[str]

DEAL = "N:KT9.A42.KQ2.KJ87 8765.T98.65.QT52 J43.Q763.AJ43.A9 AQ2.KJ5.T987.643"
BOARD = f'[Dealer "N"]\n[Deal "{DEAL}"]\n'
ODD = "\n".join(f'[Board "{number}"]\n{BOARD}[Vulnerable "x"]\n' for number in (1, 2, 3))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def test_a_kind_of_warning_is_one_line_with_its_spot(capsys: Capture) -> None:
    wrong = "The field 'Vulnerable' is \"x\", but None, NS, EW or All was expected."
    told = f"odd.pbn:4:14: warning: {wrong} (2 more like this)\n"
    assert main(["judge", written("odd.pbn", ODD)]) == 0
    assert capsys.readouterr().err == told
    assert main(["convert", "odd.pbn", "odd.jsonl"]) == 0
    assert capsys.readouterr().err == told
    assert len(jsonl.loads(Path("odd.jsonl").read_text(encoding="utf-8"))) == 3
    assert main(["judge", "--json", "odd.pbn"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert [[warning["code"] for warning in json.loads(line)["warnings"]] for line in out.splitlines()] == [
        ["bad-field"]
    ] * 3


def test_what_cannot_be_read_of_a_game_is_told_and_the_rest_is_written(capsys: Capture) -> None:
    text = f'[Board "1"]\n{BOARD}[Auction "N"]\n1C nonsense 1D\n\n[Board "2"]\n{BOARD}'
    assert main(["convert", written("odd.pbn", text), "new.pbn"]) == 1
    assert capsys.readouterr().err.startswith("odd.pbn:5: 'nonsense' is not a call")
    first, second = pbn.loads(Path("new.pbn").read_text(encoding="utf-8"))
    assert (first.auction, first.deal) == (("1C",), second.deal)


@pytest.mark.parametrize("text", ["% PBN 2.1\n% EXPORT\n", "; nobody\n", "{ nothing }\n"])
def test_a_file_without_games_is_no_error(text: str, capsys: Capture) -> None:
    assert main(["judge", written("bare.pbn", text)]) == 0
    assert "This file has no games." in capsys.readouterr().out
    assert main(["solve", "bare.pbn", "--table"]) == 0


@pytest.mark.parametrize("name", ["boards.pbn", "boards.txt"])
@pytest.mark.parametrize("head", ["{ of two\nmd|lines| }\n", "; a line\n", "% PBN 2.1\n\n{x} ; y\n", "{x}\n"])
def test_comments_may_stand_before_the_first_tag(head: str, name: str) -> None:
    assert main(["judge", written(name, head + BOARD)]) == 0


@pytest.mark.parametrize("name", ["board.lin", "board.txt"])
def test_a_lin_file_may_begin_with_percent_signs(name: str) -> None:
    text = "% from somewhere\npn|a,b,c,d|st||md|1SAK,,,|sv|o|mb|p|pg||\n"
    assert main(["judge", written(name, text)]) == 0


def test_the_name_of_a_file_tells_its_format_before_its_content(capsys: Capture) -> None:
    assert main(["judge", written("report.pbn", f"s 2 is not trumps here\n\n{BOARD}")]) == 0
    assert (
        "warning: 's 2 is not trumps here' stands where only a tag or a comment can stand." in capsys.readouterr().err
    )
    assert main(["judge", "--game", "belote", "report.pbn"]) == 2


def test_deals_without_a_contract_are_deals(capsys: Capture) -> None:
    assert main(["judge", written("deals.pbn", '[Board "1"]\n\n[Board "2"]\n[Deal "?"]\n')]) == 0
    assert "invalid: " not in capsys.readouterr().out
