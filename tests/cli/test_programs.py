"""Programs as bots on the command line: they play, their failures are told, and none is left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from patience import PATIENCE

from overtrick.cli import main

ROOT = Path(__file__).parents[2]
GOOD = f"exec:{sys.executable} {ROOT / 'examples' / 'bots' / 'simple_bot.py'}"
BAD = f"exec:{sys.executable} {ROOT / 'tests' / 'bots' / 'bad_bot.py'}"


def simulated(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main(["simulate", *words, "--seed", "1"]) == code
    return capsys.readouterr().out


def test_a_program_plays_and_nothing_is_said_of_failures(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(simulated(capsys, "euchre", "--deals", "3", "--bots", f"{GOOD},simple", "--json"))
    assert (found["deals"], found["failures"]) == (3, [])
    assert [side["lost_by_failure"] for side in found["sides"]] == [0, 0]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Deals lost by bots that failed: 0 by side 1, 2 by side 2"),
        ("fr", "Donnes perdues par des robots en échec : 0 par le camp 1, 2 par le camp 2"),
    ],
)
def test_failures_are_told(capsys: pytest.CaptureFixture[str], language: str, told: str) -> None:
    shown = simulated(capsys, "belote", "--deals", "2", "--bots", f"simple,{BAD} illegal", "--lang", language, code=1)
    assert told in shown.splitlines()
    assert "bad_bot.py illegal" in shown.splitlines()[-2]


def test_failures_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["belote", "--deals", "1", "--bots", f"{BAD} hang,simple", "--bot-seconds", "0.1", "--json"]
    found = json.loads(simulated(capsys, *words, code=1))
    assert [side["lost_by_failure"] for side in found["sides"]] == [1, 0]
    assert {failure["code"] for failure in found["failures"]} == {"bot-timeout"}
    assert "had no answer after 600 ms" in found["failures"][0]["message"]


@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_a_program_that_does_not_answer_at_all_is_refused(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "belote", "--deals", "1", "--bots", f"{BAD} hello-garbage,simple"]) == 2
    assert "wrote 'hello' where" in capsys.readouterr().err
    assert main([command, "belote", "--deals", "1", "--bots", "exec:no-such-program,simple"]) == 2
    assert "cannot be started: No such file or directory" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "sueca", "--deals", "1", "--bots"],
        ["arena", "sueca", "--deals", "1", "--bots"],
        ["play", "sueca", "--bot"],
    ],
)
def test_a_program_that_does_not_play_the_game_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    others = "" if words[0] == "play" else ",simple"
    assert main([*words, f"{BAD} twice{others}"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "does not play sueca: it plays belote." in err


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("command", ["simulate", pytest.param("arena", marks=pytest.mark.long)])
def test_an_interrupt_leaves_no_program_behind(command: str, tmp_path: Path) -> None:
    file = tmp_path / "pids"
    words = ["belote", "--deals", "1000", "--seed", "1", "--bots", f"{BAD} asleep {file},simple"]
    process = subprocess.Popen([sys.executable, "-m", "overtrick", command, *words], stderr=subprocess.DEVNULL)
    checked = 2 if command == "arena" else 1  # so often programs are started to see whether they answer
    patience = time.monotonic() + PATIENCE
    while not file.exists() or file.read_text().count("\n") <= checked:
        assert time.monotonic() < patience
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) in (130, -signal.SIGINT)
    assert [pid for pid in map(int, file.read_text().split()) if is_there(pid)] == []


def test_a_person_plays_against_programs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "overtrick", "play", "euchre", "--seed", "7", "--bot", GOOD],
        input="1\n" * 20,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "2: program (bot)" in done.stdout
    assert "Deal 2" in done.stdout
