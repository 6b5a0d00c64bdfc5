"""`overtrick records`: what a server has stored, while the server has its file."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from threading import Event

import pytest
from patience import PATIENCE

from overtrick.cli import main
from overtrick.core.catalogue import find_game
from overtrick.deal.record import Record
from overtrick.engine.dealing import deals
from overtrick.formats import jsonl
from overtrick.games.bridge import lin, pbn
from overtrick.server import database
from overtrick.server.store.sqlite import SqliteStore
from overtrick.table.output import Kept, KeptRecord, Output

Capture = pytest.CaptureFixture[str]

BOARDS = [board.record(("Ann", "Bob", "Cid", "Zoë")) for board in islice(deals(find_game("bridge")), 3)]
SUECA = Record(find_game("sueca"))
STORED = [
    KeptRecord("t1", 1, False, BOARDS[0]),
    KeptRecord("t2", 1, True, SUECA, ("key",)),
    KeptRecord("t1", 2, False, BOARDS[1]),
    KeptRecord("t3", 1, True, BOARDS[2], ("key",)),
]


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqliteStore]:
    """A server that runs."""
    monkeypatch.chdir(tmp_path)
    with closing(SqliteStore("tables.db")) as store:
        settled = Event()
        store.submit(Output([Kept("t1", 1, b"x")], STORED), lambda _: settled.set())
        assert settled.wait(PATIENCE)
        yield store


@pytest.mark.parametrize(
    ("options", "records"),
    [
        ([], [kept.record for kept in STORED]),
        (["--format", "json"], [kept.record for kept in STORED]),
        (["--table", "t1"], BOARDS[:2]),
        (["--table", "t2", "--output", "-"], [SUECA]),
    ],
)
def test_deals_that_are_over_are_written_as_json_lines(
    options: list[str], records: list[Record], capsys: Capture
) -> None:
    assert main(["records", "export", "tables.db", *options]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == (jsonl.dumps(records), "")


@pytest.mark.parametrize(
    ("options", "file"),
    [
        (["--format", "pbn"], "-"),
        (["--output", "out.pbn"], "out.pbn"),
        (["--output", "out.txt", "--format", "pbn"], "out.txt"),
        (["--output", "out.json", "--format", "pbn"], "out.json"),
    ],
)
def test_boards_are_written_as_pbn_and_other_games_are_told(options: list[str], file: str, capsys: Capture) -> None:
    assert main(["records", "export", "tables.db", *options]) == 1
    out, err = capsys.readouterr()
    written = out if file == "-" else Path(file).read_bytes().decode()
    assert written == pbn.dumps(BOARDS)
    assert err == "table t2, deal 1: This record cannot be written in this format: only a deal of Bridge can.\n"


@pytest.mark.parametrize(("output", "format_"), [("out.lin", lin), ("out.jsonl", jsonl), ("out.sueca", jsonl)])
def test_the_name_of_the_output_tells_the_format(output: str, format_: object) -> None:
    assert main(["records", "export", "tables.db", "--table", "t1", "--output", output]) == 0
    assert Path(output).read_text(encoding="utf-8") == (lin if format_ is lin else jsonl).dumps(BOARDS[:2])


def test_a_table_without_deals_is_told(capsys: Capture) -> None:
    assert main(["records", "export", "tables.db", "--table", "t9", "--output", "out.jsonl"]) == 2
    assert capsys.readouterr().err == "overtrick records: No deal of such a table is stored.\n"
    assert not Path("out.jsonl").exists()


def test_a_file_stays_as_it_was_if_no_deal_can_be_written() -> None:
    Path("out.pbn").write_text("ours", encoding="utf-8")
    assert main(["records", "export", "tables.db", "--table", "t2", "--output", "out.pbn"]) == 1
    assert Path("out.pbn").read_text(encoding="utf-8") == "ours"


def test_a_server_that_has_stored_nothing_gives_nothing(capsys: Capture) -> None:
    SqliteStore("empty.db").close()
    for form in ("json", "pbn"):
        assert main(["records", "export", "empty.db", "--format", form]) == 0
        assert capsys.readouterr().out == ""


def test_a_copy_has_everything_and_the_server_goes_on(store: SqliteStore, capsys: Capture) -> None:
    assert main(["records", "backup", "tables.db", "copy.db"]) == 0
    assert stat.S_IMODE(os.stat("copy.db").st_mode) == 0o600
    assert list(database.records("copy.db")) == store.records()
    assert database.table_log("copy.db", "t1") == [b"x"]
    assert main(["records", "backup", "tables.db", "copy.db", "--lang", "fr"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "overtrick records: copy.db existe déjà et n'est pas remplacé.\n")


def test_a_file_that_is_damaged_gives_no_copy(store: SqliteStore, capsys: Capture) -> None:
    store.close()
    content = bytearray(Path("tables.db").read_bytes())
    page = int.from_bytes(content[16:18])
    with closing(sqlite3.connect("tables.db")) as file:
        ((root,),) = file.execute("SELECT rootpage FROM sqlite_master WHERE name = 'record'").fetchall()
    content[(root - 1) * page : root * page] = b"\xff" * page
    Path("damaged.db").write_bytes(content)
    assert main(["records", "backup", "damaged.db", "copy.db"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("overtrick records: damaged.db is damaged: ")
    assert not list(Path().glob("copy.db*"))


@pytest.mark.parametrize("command", [["export", "FILE"], ["backup", "FILE", "copy.db"]])
@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("none.db", "none.db cannot be read: No such file or directory."),
        ("no.db", "no.db is not a file of an Overtrick server."),
        (".", ". is not a file of an Overtrick server."),
    ],
)
def test_a_file_that_is_none_of_a_server_is_refused(
    command: list[str], file: str, sentence: str, capsys: Capture
) -> None:
    Path("no.db").write_text("nothing of the kind", encoding="utf-8")
    assert main(["records", *[file if word == "FILE" else word for word in command]]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"overtrick records: {sentence}\n")
    assert not Path("copy.db").exists()


@pytest.mark.parametrize("arguments", [[], ["import"], ["export"], ["backup", "tables.db"]])
def test_bad_usage_is_told(arguments: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["records", *arguments])
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("usage: overtrick records")
