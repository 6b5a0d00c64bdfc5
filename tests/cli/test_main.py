"""The command itself: help, unknown commands, broken pipes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from overtrick.cli import COMMANDS, main

DEAL = "N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K"


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"], ["help"]])
def test_help_names_every_command(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert all(command in shown for command in COMMANDS)


def test_an_unknown_command_is_told_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["jugde"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "there is no command 'jugde'" in err


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("overtrick ")


def test_python_m_runs_the_same_command() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "overtrick", "perft", "belote", DEAL, "4", "--trump", "H"], capture_output=True
    )
    assert (run.stdout, run.returncode) == (b"12\n", 0)


def test_a_reader_who_goes_away_gets_no_traceback(tmp_path: Path) -> None:
    """What is printed is more than a pipe holds, so that the end of the pipe is met."""
    (tmp_path / "games").write_text('{"game":"belote"}\n' * 3000, encoding="utf-8")
    command = f"{sys.executable} -m overtrick judge --json {tmp_path}/games | head -c 1; exit ${{PIPESTATUS[0]}}"
    run = subprocess.run(["bash", "-c", command], capture_output=True, encoding="utf-8")
    assert (run.stdout, run.stderr, run.returncode) == ("{", "", 141)


@pytest.mark.parametrize(
    ("redirection", "code", "complaint"),
    [("<&-", 2, ""), (">&-", 2, ""), ("> /dev/full", 2, "overtrick: cannot go on: No space left on device\n")],
)
def test_closed_or_full_streams_get_no_traceback(redirection: str, code: int, complaint: str) -> None:
    command = f"{sys.executable} -m overtrick judge {redirection}"
    run = subprocess.run(["bash", "-c", command], capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL)
    assert (run.returncode, run.stderr) == (code, complaint)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8:strict"])
def test_a_terminal_without_our_letters_gets_escapes(encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    for words, text in ([], ""), (["judge", "--lang", "fr"], "♥ 1\n"), (["judge", "/nowhere\udcff", "/nowhere"], ""):
        command = [sys.executable, "-m", "overtrick", *words]
        run = subprocess.run(command, input=text.encode(), capture_output=True, env=environment)
        assert run.stderr == b""
        assert run.stdout != b""


def test_perft_counts_and_divides(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "belote", DEAL, "4", "--trump", "H", "--divide"]) == 0
    assert capsys.readouterr().out == "As: 4\nKs: 4\n7d: 2\n7c: 2\n12\n"
    assert main(["perft", "coinche", *DEAL.split(), "3", "--trump", "h"]) == 0
    assert capsys.readouterr().out == "12\n"
    assert main(["perft", "belote", DEAL, "0", "--trump", "H", "--divide"]) == 0
    assert capsys.readouterr().out == "1\n"
    assert main(["perft", "belote", DEAL, "1", "--trump", "H", "--leader", "2"]) == 0
    assert main(["perft", "belote", DEAL, "1", "--trump", "H", "--leader", "E"]) == 0
    assert capsys.readouterr().out == "4\n4\n"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["perft", "belot", DEAL, "1", "--trump", "H"], "There is no game 'belot'"),
        (["perft", "belote:x", DEAL, "1", "--trump", "H"], "belote has no preset 'x'"),
        (["perft", "belote", "AK..7.7", "1", "--trump", "H"], "is not a deal"),
        (["perft", "belote", "N:AK..7.7 .T.K8.8 .Q.9.T9", "1", "--trump", "H"], "is not a deal"),
        (["perft", "belote", DEAL.replace(".T.K8", "A.T.K8"), "1", "--trump", "H"], "As stands in two places"),
        (["perft", "belote", DEAL.replace("AK", "A2"), "1", "--trump", "H"], "2s is not in the pack of belote"),
        (["perft", "belote", DEAL, "1", "--trump", "X"], "'X' is not a trump suit"),
        (["perft", "sueca", "N:A... K... Q... J...", "1", "--trump", "NT"], "NT cannot be trumps in sueca"),
        (["perft", "belote", DEAL, "1", "--trump", "H", "--leader", "5"], "'5' is not a seat"),
    ],
)
def test_bad_arguments_get_a_sentence(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("overtrick perft: ")
    assert complaint in err


@pytest.mark.parametrize(
    "words", [["perft"], ["perft", "belote", DEAL, "-1", "--trump", "H"], ["judge", "--evidence", "x"]]
)
def test_bad_usage_ends_with_code_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert "usage: overtrick" in capsys.readouterr().err


BARE = """
import sys
from overtrick.cli import COMMANDS, EXTRAS, main
sys.modules.update(dict.fromkeys([*EXTRAS, "textual", "matplotlib", "psycopg", "endplay"]))
for command in COMMANDS:
    try:
        code = main([command, "--help"])
    except SystemExit as ended:
        code = ended.code
    print(command, code, file=sys.stderr)
"""
"""each command as somebody has it who installed nothing else"""


def test_a_command_that_needs_more_than_is_installed_says_in_one_line_what_to_install() -> None:
    done = subprocess.run([sys.executable, "-c", BARE], capture_output=True, encoding="utf-8", check=True)
    needed = {"admin": ("msgspec", "server"), "records": ("msgspec", "server"), "warm": ("numpy", "fast")}
    expected = []
    for command in COMMANDS:
        if command in needed:
            module, extra = needed[command]
            sentence = f"{module} is not installed: pip install 'overtrick[{extra}]' does it."
            expected += [f"overtrick {command}: {sentence}", f"{command} 2"]
        else:
            expected += [f"{command} 0"]
    assert done.stderr.splitlines() == expected
