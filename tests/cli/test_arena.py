"""`overtrick arena`: tables, JSON, a file to go on with, interrupts, and sentences for what cannot be played."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from lengths import one_of_each
from patience import PATIENCE

from overtrick import texts
from overtrick.arena import duplicate
from overtrick.arena.duplicate import Contest, compete
from overtrick.arena.scoreboard import Scoreboard
from overtrick.bots.bot import BOTS
from overtrick.cli import main
from overtrick.core.actions import Action
from overtrick.core.catalogue import find_game
from overtrick.deal.view import View


def crash(view: View) -> Action:
    raise RuntimeError("no idea")


@pytest.fixture(autouse=True)
def more_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("first", "second", "third"):  # which play alike
        monkeypatch.setitem(BOTS, name, lambda making: lambda view: view.legal[0])
    monkeypatch.setitem(BOTS, "crash", lambda making: crash)


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    has_failures = any(bot in words[words.index("--bots") + 1] for bot in ("crash", "deaf"))
    assert main(["arena", *words, *([] if "--seed" in words else ["--seed", "x"])]) == has_failures
    out, err = capsys.readouterr()
    assert err == ""
    return out


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    found = json.loads(shown(capsys, *words, "--json"))
    assert found.pop("seconds") > 0
    return dict(found)


def test_all_that_is_known_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, "coinche:contree,target=500", "--bots", "simple, random,first", "--deals", "8")
    contest = Contest(find_game("coinche:contree,target=500"), ("simple", "random", "first"), "x", 8)
    board = Scoreboard(contest)
    for meeting in compete(contest):
        board.add(meeting)
    assert (found["game"], found["preset"], found["house"]) == ("coinche", "contree", {"target": 500})
    assert (found["bots"], found["seed"]) == (["simple", "random", "first"], "x")
    assert (found["deals"], found["pairs"], found["decided"]) == (8, 24, board.decided)
    elo = board.elo()
    for bot in contest.bots:
        rate, points = board.win_rate(bot), board.points_per_deal(bot)
        assert (found["win_rate"][bot], found["interval"][bot]) == (rate.value, list(rate[1:]))
        assert (found["points_per_deal"][bot], found["points_interval"][bot]) == (points.value, list(points[1:]))
        ends = None if elo[bot][1:] == (None, None) else list(elo[bot][1:])
        assert (found["elo"][bot], found["elo_interval"][bot]) == (elo[bot].value, ends)
        assert found["failures"][bot] == 0
    for couple, meeting in zip(contest.couples, found["meetings"], strict=True):
        decisions, between = board.decisions_between(couple), board.points_between(couple)
        assert meeting["bots"] == list(couple)
        assert [meeting["won"], meeting["lost"], meeting["drawn"]] == list(decisions)
        assert (meeting["win_rate"], meeting["points_per_deal"]) == (decisions.win_rate.value, between.value)
        assert (meeting["interval"], meeting["points_interval"]) == ([*decisions.win_rate[1:]], [*between[1:]])


def test_two_bots_mirror_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, "bridge", "--bots", "simple,random", "--deals", "30")
    assert found["pairs"] == found["deals"] == 30
    assert sum(found["win_rate"].values()) == pytest.approx(1)
    assert found["points_per_deal"]["simple"] == pytest.approx(-found["points_per_deal"]["random"])
    assert found["interval"]["simple"][0] == pytest.approx(1 - found["interval"]["random"][1])
    assert found["win_rate"]["simple"] > 0.9


def test_what_cannot_be_told_is_null_and_never_infinite(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "bridge", "--bots", "simple,crash", "--deals", "12", "--json")
    assert "Infinity" not in text
    assert "NaN" not in text
    found = json.loads(text)
    assert found["win_rate"] == {"simple": 1.0, "crash": 0.0}
    assert found["elo"] == {"simple": 0.0, "crash": None}
    low, high = found["elo_interval"]["crash"]
    assert low is None
    assert high < 0
    assert f"< {high:+.0f}" in shown(capsys, "bridge", "--bots", "simple,crash", "--deals", "12")
    assert f"> {-high:+.0f}" in shown(capsys, "bridge", "--bots", "crash,simple", "--deals", "12")
    alike = as_json(capsys, "sueca", "--bots", "first,second", "--deals", "1")
    assert alike["win_rate"] == alike["interval"] == {"first": None, "second": None}


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("bots", ["simple,random", "simple,random,first"])
def test_the_table_has_a_row_for_each_bot_and_for_every_two(
    bots: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = shown(capsys, "sueca", "--bots", bots, "--deals", "20", "--lang", language)
    names, lines = bots.split(","), out.splitlines()
    assert lines[0].split()[0] == texts.say(language, "arena.bot")
    assert [line.split()[0] for line in lines[1 : len(names) + 1]] == names
    assert len({len(line) for line in lines[: len(names) + 1]}) == 1
    assert lines[len(names) + 1] == ""
    assert out.count(" – ") == len(names) + (0 if len(names) == 2 else 6)
    pairs = 20 * len(names) * (len(names) - 1) // 2
    told = texts.say(language, "arena.pairs", pairs=pairs, decided="#", seconds="")
    assert lines[-1].startswith(told.partition("#")[0])


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_one_pair_is_told_without_a_plural(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(capsys, "sueca", "--bots", "simple,crash", "--deals", "1", "--lang", language)
    assert not re.search(r"\b1 [^\W\d]{2}", out)


def test_what_is_not_known_is_a_dash_in_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sueca", "--bots", "first,second,third", "--deals", "2"]
    _, *rows, last = shown(capsys, *words).splitlines()
    assert [row.split()[-3:] for row in rows[:3]] == [["–", "–", "0"], ["–", "–", "–"], ["–", "–", "–"]]
    assert [row.split()[-2:] for row in rows[5:8]] == [["–", "–"]] * 3
    assert " 0; " in last
    assert as_json(capsys, *words)["elo"] == {"first": 0, "second": None, "third": None}


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_failures_are_told(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["belote", "--bots", "simple,crash", "--deals", "3"]
    out = shown(capsys, *words, "--lang", language)
    head = texts.say(language, "arena.failed", bot="crash", deals=6, message="#").partition("#")[0]
    assert any(line.startswith(head) and "no idea" in line for line in out.splitlines())
    found = as_json(capsys, *words)
    assert found["failures"] == {"simple": 0, "crash": 6}
    assert found["points_per_deal"]["crash"] < 0


def test_a_bot_that_fails_after_a_deal_is_told_and_loses_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Deaf:
        def __call__(self, view: View) -> Action:
            return view.legal[0]

        def hear_result(self, *_: object) -> None:
            raise RuntimeError("no ears")

    monkeypatch.setitem(BOTS, "deaf", lambda making: Deaf())
    words = ["belote", "--deals", "3", "--bots"]
    deaf, first = (as_json(capsys, *words, f"simple,{bot}") for bot in ("deaf", "first"))
    assert deaf["points_per_deal"]["deaf"] == first["points_per_deal"]["first"]
    assert deaf["failures"] == {"simple": 0, "deaf": 0}
    assert "deaf failed when it was told how a deal had ended" in shown(capsys, *words, "simple,deaf")


def test_a_file_is_gone_on_with_and_nothing_is_counted_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, words = tmp_path / "arena.jsonl", ["euchre", "--bots", "simple,random,first", "--json"]
    at_once = as_json(capsys, *words, "--deals", "9")
    as_json(capsys, *words, "--deals", "4", "--file", str(path))
    path.write_bytes(path.read_bytes()[:-20])
    for language in texts.LANGUAGES:  # without a seed: that of the file is used
        assert main(["arena", *words, "--deals", "9", "--file", str(path), "--lang", language]) == 0
        out, err = capsys.readouterr()
        done = 11 if language == texts.LANGUAGES[0] else 27
        told = texts.say(language, "arena.goes-on", done=done, pairs=27, path=str(path))
        assert err == f"overtrick arena: {told}\n"
        assert json.loads(out) | {"seconds": 0} == at_once | {"seconds": 0}
    content = path.read_bytes()
    assert len(content.splitlines()) == 28
    assert main(["arena", *words, "--deals", "4", "--file", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["pairs"] == 12
    assert path.read_bytes() == content


def test_every_bot_is_checked_once(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []
    monkeypatch.setattr(duplicate, "check_bot", lambda bot, is_own, game: checked.append(bot))
    as_json(capsys, "euchre", "--bots", "simple,random", "--deals", "2")
    assert checked == ["simple", "random"]


@pytest.mark.parametrize(
    ("name", "begin", "deals"),
    one_of_each(
        [
            ("a.png", b"\x89PNG\r\n", "1"),
            ("b.SVG", b"<?xml", "25"),
            ("a.png", b"\x89PNG\r\n", "25"),
            ("b.SVG", b"<?xml", "1"),
        ],
        kind=lambda case: case[0],
    ),
)
def test_a_plot_is_a_picture_and_the_same_again(
    name: str, begin: bytes, deals: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, words = tmp_path / name, ["sueca", "--bots", "simple,random,first", "--deals", deals]
    pictures = []
    for _ in range(2):
        shown(capsys, *words, "--plot", str(path))
        pictures.append(path.read_bytes())
        path.unlink()
    assert pictures[0].startswith(begin)
    assert pictures[0] == pictures[1]


def test_a_plot_that_cannot_be_drawn_is_refused_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["arena", "sueca", "--bots", "simple,random", "--deals", "999999"]
    assert main([*words, "--plot", "a.gif"]) == 2
    assert "a name that ends with .png or .svg was expected" in capsys.readouterr().err
    (tmp_path / "folder.png").mkdir()
    for path, reason in (
        ("no/x.png", "No such file or directory"),
        ("folder.png", "Is a directory"),
        ("\0.png", "Invalid argument"),
    ):
        assert main([*words, "--plot", str(tmp_path / path)]) == 2
        assert f".png cannot be written: {reason}." in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main([*words, "--plot", "a.png"]) == 2
    assert "pip install 'overtrick[plot]'" in capsys.readouterr().err


def test_points_at_the_ends_are_not_cut(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from matplotlib.figure import Figure  # loaded for one test of this file

    figures: list[Figure] = []
    monkeypatch.setattr(Figure, "savefig", lambda figure, *_, **__: figures.append(figure))
    shown(capsys, "bridge", "--bots", "simple,crash", "--deals", "3", "--plot", str(tmp_path / "x.png"))
    (figure,) = figures
    low, high = figure.axes[1].get_xlim()
    assert low < 0
    assert high > 1
    assert [label.get_text() for label in figure.axes[1].get_xticklabels()] == ["0%", "25%", "50%", "75%", "100%"]


def test_without_dask_nothing_but_that_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["arena", "sueca", "--bots", "simple,random", "--deals", "1", "--scheduler", "tcp://localhost:1"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "pip install 'overtrick[cluster]'" in line


def test_a_random_seed_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "sueca", "--bots", "simple,random", "--deals", "2", "--json"]) == 0
    out, err = capsys.readouterr()
    assert texts.say("en", "simulation.seed", seed=json.loads(out)["seed"]) in err


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see that it plays")
@pytest.mark.parametrize("is_kept", [True, False])
def test_an_interrupt_shows_what_there_is_and_says_how_to_go_on(is_kept: bool, tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    words = ["sueca", "--bots", "simple,random", "--deals", "999999", "--seed", "x", "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "overtrick", "arena", *words, *(["--file", str(path)] if is_kept else [])],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        try:
            _wait_until_it_plays(process, path if is_kept else None)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode == -signal.SIGINT
    assert texts.say("en", "arena.stopped" if is_kept else "arena.stopped-unkept") in err
    found = json.loads(out)
    if is_kept:
        assert abs(found["pairs"] - (len(path.read_bytes().splitlines()) - 1)) <= 1
        assert found["pairs"] > 5


def _wait_until_it_plays(process: subprocess.Popen[str], path: Path | None) -> None:
    until = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < until:
        if path is None and (_children(process.pid) or _seconds_of(process.pid) > 3):
            return
        if path is not None and path.exists() and path.read_bytes().count(b"\n") > 10:
            return
        time.sleep(0.05)
    raise AssertionError("it does not play")


def _children(process: int) -> str:
    return Path(f"/proc/{process}/task/{process}/children").read_text(encoding="utf-8")


def _seconds_of(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_kill_loses_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, words = tmp_path / "arena.jsonl", ["sueca", "--bots", "simple,random", "--seed", "x"]
    endless = ["overtrick", "arena", *words, "--deals", "999999", "--file", str(path)]
    with subprocess.Popen([sys.executable, "-m", *endless], text=True) as process:
        try:
            _wait_until_it_plays(process, path)
        finally:
            process.kill()
    kept = path.read_bytes().count(b"\n") - 1
    deals = str(kept + 3)
    assert main(["arena", *words, "--deals", deals, "--file", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    at_once = as_json(capsys, *words, "--deals", deals)
    assert found | {"seconds": 0} == at_once | {"seconds": 0}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["belot", "--deals", "1", "--bots", "simple,random"], "There is no game 'belot'"),
        (["belote", "--deals", "1", "--bots", "simple"], "'simple' has nobody to meet"),
        (["belote", "--deals", "1", "--bots", "simple,simple"], "'simple' is named twice"),
        (["belote", "--deals", "1", "--bots", "simple,"], "There is no bot ''"),
        (["belote", "--deals", "1", "--bots", "simple,random", "--seed", "", "--file", "/"], "/ cannot be written"),
    ],
)
def test_bad_values_get_a_sentence(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("overtrick arena: ")
    assert complaint in err


def test_a_file_of_something_else_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, words = tmp_path / "notes", ["arena", "sueca", "--bots", "simple,random", "--deals", "1"]
    path.write_text("milk\n")
    for seed in ([], ["--seed", "x"]):
        assert main([*words, *seed, "--file", str(path)]) == 2
        assert "is not a file of the arena" in capsys.readouterr().err
    assert path.read_text() == "milk\n"


@pytest.mark.parametrize("words", [["belote", "--bots", "simple,random"], ["belote", "--deals", "1"], ["--deals", "1"]])
def test_bad_usage_ends_with_code_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["arena", *words])
    assert ended.value.code == 2
    assert "usage: overtrick arena" in capsys.readouterr().err
