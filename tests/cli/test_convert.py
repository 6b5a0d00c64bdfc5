"""`overtrick convert`: every format into every other, what is left out, what is lost, and whole files only."""

import io
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from overtrick.cli import main
from overtrick.core.auctions import Contract
from overtrick.core.catalogue import find_game
from overtrick.core.seats import Side
from overtrick.core.tricks import Strain
from overtrick.deal.record import Record
from overtrick.engine.dealing import deals
from overtrick.formats import jsonl
from overtrick.games.belote import belote_text
from overtrick.games.bridge import lin, pbn
from overtrick.games.sueca import sueca_file

Capture = pytest.CaptureFixture[str]

BOARDS = [
    board.record(("Ann", "Bob", "Cid", "Dan")) for board, _ in zip(deals(find_game("bridge")), "123", strict=False)
]
BELOTE = Record(find_game("belote:info0004"), contract=Contract(Strain.SPADES, Side.TWO))
SUECA = sueca_file.loads("7D\nAH 2D 5H 2H\n")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "boards.jsonl").write_text(jsonl.dumps(BOARDS), encoding="utf-8")
    (tmp_path / "boards.pbn").write_text(pbn.dumps(BOARDS), encoding="utf-8", newline="")
    (tmp_path / "boards.lin").write_text(lin.dumps(BOARDS), encoding="utf-8")
    (tmp_path / "deal.belote").write_text(belote_text.dumps(BELOTE), encoding="utf-8")
    (tmp_path / "deal.txt").write_text(belote_text.dumps(BELOTE), encoding="utf-8")
    (tmp_path / "deal.sueca").write_text(sueca_file.dumps(SUECA), encoding="utf-8")
    (tmp_path / "mixed.jsonl").write_text(
        jsonl.dumps([BOARDS[0], BELOTE, BOARDS[1]]) + '{"game":1}\n', encoding="utf-8"
    )
    return tmp_path


@pytest.mark.parametrize("source", ["boards.jsonl", "boards.pbn", "boards.lin"])
@pytest.mark.parametrize("target", ["out.json", "out.jsonl", "out.pbn", "out.PBN", "out.lin"])
def test_boards_go_into_every_format_of_bridge(source: str, target: str, folder: Path, capsys: Capture) -> None:
    assert main(["convert", source, target]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == ("", "")
    read = {"pbn": pbn, "lin": lin}.get(target[-3:].lower(), jsonl).loads((folder / target).read_text(encoding="utf-8"))
    assert [(r.board, r.dealer, r.vulnerable, r.seats) for r in read] == [
        (r.board, r.dealer, r.vulnerable, r.seats) for r in BOARDS
    ]
    assert [sorted(r.deal.hands[0] or ()) for r in read if r.deal.hands] == [
        sorted(r.deal.hands[0] or ()) for r in BOARDS if r.deal.hands
    ]


@pytest.mark.parametrize(("source", "record"), [("deal.belote", BELOTE), ("deal.txt", BELOTE), ("deal.sueca", SUECA)])
def test_texts_of_tricks_become_records_and_come_back(source: str, record: Record, folder: Path) -> None:
    assert main(["convert", source, "out.jsonl"]) == 0
    assert jsonl.loads((folder / "out.jsonl").read_text(encoding="utf-8")) == [record]
    back = "back.sueca" if source == "deal.sueca" else "back.belote"
    assert main(["convert", "out.jsonl", back]) == 0
    assert (folder / back).read_bytes() == (folder / source).read_bytes()


def test_pbn_has_the_line_ends_that_its_standard_demands(folder: Path) -> None:
    assert main(["convert", "boards.lin", "out.pbn"]) == 0
    data = (folder / "out.pbn").read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n") > 30


def test_what_a_format_cannot_hold_is_told_and_the_others_are_written(folder: Path, capsys: Capture) -> None:
    assert main(["convert", "mixed.jsonl", "out.pbn"]) == 1
    assert capsys.readouterr().err == (
        "mixed.jsonl:2: This record cannot be written in this format: only a deal of Bridge can.\n"
        """mixed.jsonl:4: The field 'game' is 1, but a text was expected.\n"""
    )
    assert [record.board for record in pbn.loads((folder / "out.pbn").read_text(encoding="utf-8"))] == [1, 2]


def test_a_format_of_one_game_takes_the_first_that_it_can_hold(folder: Path, capsys: Capture) -> None:
    (folder / "two.jsonl").write_text(jsonl.dumps([BOARDS[0], BELOTE, BELOTE]), encoding="utf-8")
    assert main(["convert", "two.jsonl", "out.belote", "--lang", "fr"]) == 1
    told = capsys.readouterr().err.splitlines()
    assert [line.partition(" ")[0] for line in told] == ["two.jsonl:1:", "two.jsonl:3:"]
    assert "une seule partie" in told[1]
    assert (folder / "out.belote").read_text(encoding="utf-8") == "s 2\n"


def test_fields_that_are_lost_are_told_once_for_all_games(folder: Path, capsys: Capture) -> None:
    records = [board._replace(fair={"seed": "x"}, tags={**board.tags, "Site": "here"}) for board in BOARDS]
    (folder / "more.jsonl").write_text(jsonl.dumps(records), encoding="utf-8")
    assert main(["convert", "more.jsonl", "out.lin"]) == 0
    told = "more.jsonl: what this format does not hold is lost: fair and tags.Site (games: 3)\n"
    assert capsys.readouterr().err == told
    assert main(["convert", "more.jsonl", "out.jsonl"]) == 0
    assert capsys.readouterr().err == ""


def test_nothing_is_written_where_nothing_can_be(folder: Path, capsys: Capture) -> None:
    (folder / "out.sueca").write_text("kept", encoding="utf-8")
    assert main(["convert", "boards.pbn", "out.sueca"]) == 1
    assert (folder / "out.sueca").read_text(encoding="utf-8") == "kept"
    assert len(capsys.readouterr().err.splitlines()) == 3


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nowhere.pbn", "out.lin"], "nowhere.pbn cannot be read: No such file or directory."),
        ([".", "out.lin"], ". cannot be read: Is a directory."),
        (["boards.pbn", "nowhere/out.lin"], "nowhere/out.lin cannot be written: No such file or directory."),
        (["boards.pbn", "."], "The format of . is not known by its name"),
        (["boards.pbn", ".", "--to", "lin"], ". cannot be written: Is a directory."),
        (["boards.pbn", "out.x"], "The format of out.x is not known by its name: --to is needed"),
        (["boards.pbn", "-"], "The format of - is not known by its name"),
        (["boards.pbn", "a\0.lin"], "cannot be written"),
        (["empty", "out.lin"], "There is no game here: the input is empty."),
        (["empty.pbn", "out.lin"], "There is no game here: the input is empty."),
        (["empty", "out.lin", "--from", "json"], "There is no game here: the input is empty."),
        (["prose", "out.lin"], "This is not a game in a known format"),
    ],
)
def test_what_cannot_be_done_gets_a_sentence(words: list[str], complaint: str, folder: Path, capsys: Capture) -> None:
    (folder / "empty").write_text("\n\n", encoding="utf-8")
    (folder / "empty.pbn").write_bytes(b"")
    (folder / "prose").write_text("This is not a game.\n", encoding="utf-8")
    before = sorted(os.listdir(folder))
    assert main(["convert", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.startswith("overtrick convert: ")) == ("", True)
    assert complaint in err
    assert sorted(os.listdir(folder)) == before


@pytest.mark.parametrize("words", [["convert", "head.pbn", "out.lin"], ["solve", "head.pbn"], ["review", "head.pbn"]])
def test_a_file_that_is_only_a_head_has_no_games_and_is_not_wrong(
    words: list[str], folder: Path, capsys: Capture
) -> None:
    (folder / "head.pbn").write_text("% PBN 2.1\n% EXPORT\n", encoding="utf-8")
    assert main(words) == 0
    assert capsys.readouterr() == ("", "head.pbn: This file has no games.\n")
    assert main(["standings", "head.pbn"]) == 0
    assert capsys.readouterr() == ("Nobody can be ranked.\n", "head.pbn: This file has no games.\n")


@pytest.mark.parametrize(("word", "end"), [("url", "bbo"), ("jsonl", "json"), ("lin", "lin")])
def test_formats_are_named_by_the_ends_of_files_too(word: str, end: str, folder: Path) -> None:
    assert main(["convert", "boards.pbn", "one", "--to", word]) == main(["convert", "boards.pbn", f"two.{end}"])
    assert (folder / "one").read_bytes() == (folder / f"two.{end}").read_bytes()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_files_in_utf_16_are_read(encoding: str, folder: Path) -> None:
    text = "\ufeff" * (encoding == "utf-16-be") + (folder / "boards.pbn").read_text(encoding="utf-8")
    (folder / "wide.pbn").write_bytes(text.replace("\n", "\r\n").encode(encoding))
    assert main(["convert", "wide.pbn", "again.pbn"]) == 0
    assert (folder / "again.pbn").read_bytes() == (folder / "boards.pbn").read_bytes()
    assert main(["judge", "wide.pbn"]) == main(["judge", "boards.pbn"])


def test_standard_streams(folder: Path) -> None:
    command = [sys.executable, "-m", "overtrick", "convert", "-", "-", "--to", "pbn"]
    run = subprocess.run(command, input=(folder / "boards.lin").read_bytes(), capture_output=True, cwd=folder)
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout == (folder / "boards.pbn").read_bytes()


def test_a_file_can_be_converted_into_itself(folder: Path) -> None:
    assert main(["convert", "boards.pbn", "boards.pbn", "--to", "json"]) == 0
    assert len(jsonl.loads((folder / "boards.pbn").read_text(encoding="utf-8"))) == 3


def test_bytes_that_are_not_utf8_are_names_in_latin_1(folder: Path) -> None:
    data = (folder / "boards.pbn").read_bytes().replace(b"Ann", "Zoé".encode("latin-1"))
    (folder / "old.pbn").write_bytes(data)
    assert main(["convert", "old.pbn", "out.jsonl"]) == 0
    assert jsonl.loads((folder / "out.jsonl").read_text(encoding="utf-8"))[0].seats[0] == "Zoé"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_a_disk_that_is_full_leaves_the_old_file_and_nothing_else(folder: Path) -> None:
    (folder / "out.pbn").write_text("kept", encoding="utf-8")
    before = sorted(os.listdir(folder))
    limit = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)); from overtrick.cli import main; "
    )
    run = subprocess.run(
        [sys.executable, "-c", limit + "sys.exit(main(['convert', 'boards.lin', 'out.pbn']))"],
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("overtrick convert: out.pbn cannot be written: ")
    assert (folder / "out.pbn").read_text(encoding="utf-8") == "kept"
    assert sorted(os.listdir(folder)) == before


@pytest.mark.skipif(sys.platform == "win32", reason="modes are of POSIX")
def test_the_mode_of_a_file_stays_and_a_link_stays_a_link(folder: Path) -> None:
    (folder / "out.pbn").write_text("old", encoding="utf-8")
    (folder / "out.pbn").chmod(0o640)
    (folder / "link.pbn").symlink_to("out.pbn")
    assert main(["convert", "boards.lin", "link.pbn"]) == 0
    assert (folder / "link.pbn").is_symlink()
    assert stat.S_IMODE((folder / "out.pbn").stat().st_mode) == 0o640
    assert len(pbn.loads((folder / "out.pbn").read_text(encoding="utf-8"))) == 3


def test_without_standard_input_there_is_no_game(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    assert main(["convert", "-", "out.pbn"]) == 2
    assert "the input is empty" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", ["convert boards.lin - --to pbn", "deal bridge --seed x --format json", "rules sueca"]
)
def test_a_closed_output_gets_no_traceback(command: str, folder: Path) -> None:
    run = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m overtrick {command} >&-"], capture_output=True, cwd=folder
    )
    assert (run.returncode, run.stderr) == (0, b"")


def test_a_full_output_gets_a_sentence(folder: Path) -> None:
    command = f"{sys.executable} -m overtrick convert boards.lin - --to pbn > /dev/full"
    run = subprocess.run(["bash", "-c", command], capture_output=True, cwd=folder)
    assert (run.returncode, run.stderr) == (2, b"overtrick: cannot go on: No space left on device\n")
