"""`overtrick honest`: a table, a decision in two deals, and an exit code that tells whether a bot peeks."""

import json
import sys
from pathlib import Path

import pytest

from overtrick.cli import main

UNSTEADY = """
import json, random, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "v": 1, "games": ["euchre"]}), flush=True)
    elif message["type"] == "view":
        print(json.dumps({"type": "action", "id": message["id"], "action": CHOICE}), flush=True)
"""


def program(path: Path, choice: str) -> str:
    path.write_text(UNSTEADY.replace("CHOICE", choice), encoding="utf-8")
    return f"exec:{sys.executable} {path}"


def honest(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(["honest", "euchre", "--seed", "x", "--deals", "1", *words])
    out, err = capsys.readouterr()
    assert err == ""
    return code, out


def test_a_table_and_a_decision_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = honest(capsys, "--bot", "simple", "--changes", "2")
    heads, numbers, _, verdict, _, sample, columns, *hands, decides = out.splitlines()
    assert code == 0
    assert heads.split() == "bot decisions changed deals decided the same not repeatable".split()
    name, decisions, changed, same, unsteady = numbers.split()
    assert (name, changed, unsteady) == ("simple", same, "0")
    assert int(decisions) > 5
    assert verdict == "Whatever the hidden cards were, the bot decided the same: it does not know them."
    assert sample.startswith("For example player ")
    assert columns.split() == ["as", "dealt", "dealt", "anew"]
    assert len(hands) == 3
    assert decides.split()[0] == "decides"
    assert decides.split()[1] == decides.split()[2]


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = honest(capsys, "--bot", "random", "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["verdict"], found["unsteady"], found["changed"]) == ("honest", 0, found["same"])
    sample = found["sample"]
    seat = sample["seat"] - 1
    assert all(deal["hands"][seat] == sample["hands"][seat] for deal in sample["changed"])
    assert all(deal["hands"] != sample["hands"] for deal in sample["changed"])
    assert {deal["action"] for deal in sample["changed"]} == {sample["action"]}


def test_a_program_is_asked_like_any_other_bot(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out = honest(capsys, "--bot", program(tmp_path / "last.py", 'message["legal"][-1]'))
    assert (code, "it does not know them" in out) == (0, True)


def test_a_program_with_chance_of_its_own_shows_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out = honest(capsys, "--bot", program(tmp_path / "any.py", 'random.choice(message["legal"])'))
    assert (code, "even if nothing is changed" in out) == (1, True)


def test_in_other_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert "même décision" in honest(capsys, "--bot", "simple", "--lang", "fr")[1]
    assert "mesma decisão" in honest(capsys, "--bot", "simple", "--lang", "pt")[1]
