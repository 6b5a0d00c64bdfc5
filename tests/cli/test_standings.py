"""`overtrick standings`: tables, JSON, what is left out, and files of several formats."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from overtrick.cli import main
from overtrick.formats import jsonl
from overtrick.games.bridge import pbn

Capture = pytest.CaptureFixture[str]

CLUB = Path(__file__).parents[1] / "data" / "club.pbn"
WRONG = "The record claims the scores 0 400, but they are 0 600."


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The evening in one file, and in two of different formats without the record that is wrong."""
    monkeypatch.chdir(tmp_path)
    records = pbn.loads(CLUB.read_text(encoding="utf-8"))
    (tmp_path / "club.pbn").write_bytes(CLUB.read_bytes())
    (tmp_path / "first.jsonl").write_text(jsonl.dumps(records[:3]), encoding="utf-8")
    (tmp_path / "second.pbn").write_text(pbn.dumps(records[3:6]), encoding="utf-8", newline="")
    return tmp_path


def test_a_table_of_matchpoints(capsys: Capture) -> None:
    assert main(["standings", "first.jsonl", "second.pbn"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out == (
        "               boards  matchpoints       %\n"
        "1   Gil & Hal       2            8  100.00\n"
        "2   Ida & Jon       2            5   62.50\n"
        "3   Eva & Fay       2            4   50.00\n"
        "4=  Ann & Bea       2            3   37.50\n"
        "4=  Cid & Dan       2            3   37.50\n"
        "6   Kim & Lea       2            1   12.50\n"
    )


@pytest.mark.parametrize(("by", "column"), [("imp", "imps"), ("points", "points"), ("mp", "percent")])
def test_json_has_what_the_table_shows_and_what_was_left_out(by: str, column: str, capsys: Capture) -> None:
    assert main(["standings", "club.pbn", "--by", by, "--json"]) == 1
    out, err = capsys.readouterr()
    shown = json.loads(out)
    assert [row["rank"] for row in shown["standings"]] == sorted(row["rank"] for row in shown["standings"])
    assert [row[column] for row in shown["standings"]] == sorted(
        (row[column] for row in shown["standings"]), reverse=True
    )
    [left_out] = shown["left_out"]
    assert left_out["message"] == WRONG
    assert err == f"{left_out['place']}: {WRONG}\n"
    path, _, line = left_out["place"].partition(":")
    assert CLUB.read_text(encoding="utf-8").splitlines()[int(line) - 1].startswith('[Event "Club evening"]')
    assert path == "club.pbn"


def test_what_cannot_be_read_is_told_and_the_rest_is_ranked(folder: Path, capsys: Capture) -> None:
    (folder / "first.jsonl").write_text((folder / "first.jsonl").read_text(encoding="utf-8") + "{\n", encoding="utf-8")
    assert main(["standings", "first.jsonl", "second.pbn", "--lang", "fr"]) == 1
    out, err = capsys.readouterr()
    assert err.startswith("first.jsonl:4: Cette ligne n'est pas un objet JSON")
    assert "points de match" in out


def test_nobody_is_ranked_where_nothing_counts(folder: Path, capsys: Capture) -> None:
    (folder / "deal.belote").write_text("s 1\n", encoding="utf-8")
    assert main(["standings", "deal.belote"]) == 1
    out, err = capsys.readouterr()
    assert out == "Nobody can be ranked.\n"
    assert err == "deal.belote:1: The deal is not finished: 0 of 8 tricks are complete.\n"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nowhere.pbn"], "nowhere.pbn cannot be read"),
        (["club.pbn", "--by", "vp"], "Victory points are for teams"),
        (["club.pbn", "sueca.sueca"], "Standings are of one game, but there are records of bridge, sueca."),
        (["sueca.sueca", "--by", "mp"], "--by mp is for Bridge only."),
    ],
)
def test_what_has_no_standings_gets_a_sentence(words: list[str], complaint: str, folder: Path, capsys: Capture) -> None:
    (folder / "sueca.sueca").write_text("7D\nAH 2D 5H 2H\n", encoding="utf-8")
    assert main(["standings", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.startswith("overtrick standings: ")) == ("", True)
    assert complaint in err


def test_the_command_runs_by_itself(folder: Path) -> None:
    command = [sys.executable, "-m", "overtrick", "standings", "-", "--by", "points", "--json"]
    run = subprocess.run(command, input=(folder / "first.jsonl").read_bytes(), capture_output=True)
    assert (run.returncode, run.stderr) == (0, b"")
    assert {row["points"] for row in json.loads(run.stdout)["standings"]} == {420, -420, 50, -50}


def test_a_reason_to_be_left_out_is_one_line_however_many_records_it_holds_for(folder: Path, capsys: Capture) -> None:
    boards = "\n".join(f'[Board "{number}"]\n[North "Ann"]\n[East "Bob"]\n' for number in range(1, 41))
    (folder / "bare.pbn").write_text(boards, encoding="utf-8")
    assert main(["standings", "bare.pbn", "club.pbn"]) == 1
    _, err = capsys.readouterr()
    assert err.splitlines()[0] == ("bare.pbn:1: Nobody has played this deal. (39 more like this)")
    assert len(err.splitlines()) == 2
