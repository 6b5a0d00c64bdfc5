"""`overtrick judge`: live input, files, many games, JSON, exit codes."""

import json
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from overtrick.cli import main
from overtrick.core.auctions import Contract
from overtrick.core.catalogue import find_game
from overtrick.core.seats import Side
from overtrick.core.tricks import Strain
from overtrick.deal.record import Record
from overtrick.engine.dealing import deals
from overtrick.formats import jsonl
from overtrick.games.bridge import lin, pbn
from overtrick.referee.judging import judge

FAULT = "s 2\nQh 8h Ah 9h\nKh Th 7h Qs\nJh 9s 8s Js\n"
UNFINISHED = "s 2\nQh 8h Ah 9h\n"
INVALID = "s 2\nQh 8h Ah 9x\n"
COUNTING = "s 1\n7h 7s 8s 9s\n7d 8d 9d Td\n"
RECORD = jsonl.dumps([Record(find_game("belote"), contract=Contract(Strain.SPADES, Side.ONE))])
BAD_RECORD = '{"game":"belote","plays":["1h"]}\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    files = {"fault": FAULT, "unfinished": UNFINISHED, "invalid": INVALID, "counting": COUNTING}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "many").write_text(RECORD + BAD_RECORD + "\n" + RECORD, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["unfinished"], 0),
        (["fault"], 1),
        (["invalid"], 2),
        (["unfinished", "fault"], 1),
        (["fault", "invalid", "unfinished"], 2),
        (["nowhere"], 2),
        (["."], 2),
        (["--evidence", "player", "counting"], 0),
        (["counting"], 1),
        (["--game", "coinche:dot_cardgames", "fault"], 1),
        (["--game", "no such game", "fault"], 2),
    ],
)
@pytest.mark.usefixtures("folder")
def test_the_exit_code_is_that_of_the_worst_game(words: list[str], code: int) -> None:
    assert main(["judge", *words]) == code
    assert main(["judge", "--json", *words]) == code


@pytest.mark.usefixtures("folder")
def test_json_gives_one_object_a_game_in_the_order_of_the_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    main(["judge", "--json", "fault", "many", "nowhere", "unfinished"])
    out, err = capsys.readouterr()
    judged = [json.loads(line) for line in out.splitlines()]
    assert [game["status"] for game in judged] == [
        "fault",
        "incomplete",
        "invalid",
        "incomplete",
        "invalid",
        "incomplete",
    ]
    assert judged[0] == judge(FAULT).as_json()
    assert [game["findings"][0]["line"] for game in judged[1:4]] == [1, 2, 4]
    assert judged[4]["findings"][0]["code"] == "unreadable"
    assert err == ""


@pytest.mark.usefixtures("folder")
def test_a_game_alone_is_shown_trick_by_trick(capsys: pytest.CaptureFixture[str]) -> None:
    main(["judge", "fault"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["14 0 3", "14 17 2"]
    assert lines[2].startswith(
        "fault: fault belote/follow (line 4, column 1): Player 2 played the jack of hearts in trick 3"
    )
    assert len(lines) == 3


@pytest.mark.usefixtures("folder")
def test_many_games_are_shown_by_what_is_wrong_and_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    main(["judge", "--lang", "fr", "unfinished", "many"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "unfinished: inachevée (ligne 2): La donne n'est pas finie (plis complets : 1 sur 8)."
    assert lines[2].startswith("many:2:27: non valable: « 1h » n'est pas une carte")
    assert [line.split() for line in lines[-4:-1]] == [
        ["belote", "0", "0", "3", "0"],
        ["inconnu", "0", "0", "0", "1"],
        ["tous", "0", "0", "3", "1"],
    ]


def test_a_sentence_of_many_games_is_told_a_few_times_and_then_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "boards.pbn"
    path.write_text("".join(f'[Board "{number}"]\n[Deal "N:AK... - - -"]\n\n' for number in range(9)))
    assert main(["judge", str(path)]) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if ": incomplete: " in line]
    assert [line.partition(": ")[0] for line in told] == [f"{path}:1:1", f"{path}:4:1", f"{path}:7:1", str(path)]
    assert told[-1].endswith(" (6 more like this)")
    main(["judge", "--json", str(path)])
    assert len(capsys.readouterr().out.splitlines()) == 9
    assert main(["convert", str(path), str(tmp_path / "boards.dup")]) == 1
    assert [line.rpartition("(")[2] for line in capsys.readouterr().err.splitlines()][-1] == "6 more like this)"


@pytest.mark.parametrize(
    ("name", "game", "code"),
    [
        *((name, game, 0) for name in ("board.pbn", "board.lin") for game in (None, "bridge", "bridge:rubber")),
        *((name, game, 2) for name in ("board.pbn", "board.lin") for game in ("belote", "sueca", "coinche:ffb")),
        ("many", "sueca", 2),
        ("unfinished", "bridge", 2),
        ("unfinished", "coinche", 0),
    ],
)
def test_a_named_game_means_the_same_for_a_path_and_for_standard_input(
    name: str, game: str | None, code: int, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = next(deals(find_game("bridge"), seed="x")).record()
    (folder / "board.pbn").write_text(pbn.dumps([board]), encoding="utf-8")
    (folder / "board.lin").write_text(lin.dumps([board]), encoding="utf-8")
    words = ["judge", "--json", *(["--game", game] if game else [])]
    assert main([*words, name]) == code
    by_path = capsys.readouterr().out
    command = [sys.executable, "-m", "overtrick", *words]
    live = subprocess.run(command, input=(folder / name).read_text(encoding="utf-8"), capture_output=True, text=True)
    assert (live.returncode, live.stdout) == (code, by_path)


def spawn(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "overtrick", "judge", *words]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")


def test_standard_input_is_answered_line_by_line() -> None:
    process = spawn("-")
    answers = []
    to, back = _pipes(process)
    for line in FAULT.splitlines(keepends=True):
        to.write(line)
        to.flush()
        if line[0] in "QK":  # a complete trick: its score must come while the pipe is still open
            answers.append(back.readline())
    answers.append(back.readline())
    assert process.wait() == 1
    assert answers[:2] == ["14 0 3\n", "14 17 2\n"]
    assert answers[2].startswith("fault belote/follow")
    to.close()
    back.close()


def test_json_records_on_standard_input_are_answered_one_by_one() -> None:
    process = spawn("--json")
    to, back = _pipes(process)
    statuses = []
    for line in (RECORD, BAD_RECORD, RECORD):
        to.write(line)
        to.flush()
        statuses.append(json.loads(back.readline())["status"])
    to.close()
    assert process.wait() == 2
    assert statuses == ["incomplete", "invalid", "incomplete"]
    back.close()


def _pipes(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def test_any_bytes_get_a_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, data in enumerate(
        [
            b"",
            b"\n",
            b" ",
            b"\n" * 20_000,
            b"\xc2\xa0\n{}",
            b"s 1\rQh 8h\r",
            b"\x00",
            b"\xff\xfe\x00s",
            b"s 1\n\xc3\x28 8h\n",
            b"{\xff}\n",
            "s 1".encode("utf-16"),
        ]
    ):
        path = tmp_path / str(number)
        path.write_bytes(data)
        code = main(["judge", str(path)])
        assert code in (0, 2), data
        run = subprocess.run([sys.executable, "-m", "overtrick", "judge"], input=data, capture_output=True)
        assert (run.returncode, run.stderr) == (code, b""), data
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("start", ["\n" * 300_000, "\ufeff\n \r\n"])
def test_blank_lines_before_a_game_are_counted_and_no_more(
    start: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Hundreds of thousands of them would never end if each were looked at again with the next."""
    for text in (INVALID, BAD_RECORD):
        (tmp_path / "game").write_text(start + text, encoding="utf-8")
        main(["judge", "--json", str(tmp_path / "game")])
        [finding] = json.loads(capsys.readouterr().out)["findings"]
        assert finding["line"] == start.count("\n") + (2 if text is INVALID else 1)


def test_many_games_on_all_cores_come_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same answers as one by one, with other processes and chunks that hold but a few lines."""
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + (RECORD * 3 + BAD_RECORD + "\n" + RECORD * 2 + BAD_RECORD).encode() * 5)
    main(["judge", "--json", str(path)])
    alone = capsys.readouterr().out
    monkeypatch.setattr("overtrick.cli.judge.WORTH_MORE_CORES", 0)
    monkeypatch.setattr("overtrick.cli.judge.LINES_A_CHUNK", 2)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    main(["judge", "--json", str(path)])
    together = capsys.readouterr().out
    assert together == alone
    lines = [json.loads(line)["findings"][0]["line"] for line in alone.splitlines()]
    assert lines == [8 * n + line for n in range(5) for line in (1, 2, 3, 4, 6, 7, 8)]
