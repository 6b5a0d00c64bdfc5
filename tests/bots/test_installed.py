"""Bots of other packages, which register by entry points: a real distribution on the path of another process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

MODULE = """
from overtrick import Invalid, View

def make_last(making):
    if making.options not in ("", "first"):
        raise Invalid("bad-bot-options", bot="last", options=making.options, known="first")
    return lambda view: view.legal[0 if making.options else -1]

def make_broken(making):
    raise RuntimeError("out of order")

no_maker = 3
"""
ENTRY_POINTS = """[overtrick.bots]
last = my_bots:make_last
broken = my_bots:make_broken
missing = my_bots:make_missing
nowhere = no_such_module:make
number = my_bots:no_maker
simple = my_bots:make_broken
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    (folder / "my_bots.py").write_text(MODULE)
    info = folder / "my_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    return folder


def simulate(package: Path, bots: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "overtrick", "simulate", "sueca", "--deals", "3", "--seed", "1", "--bots", bots],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(package)},
        check=False,
    )


@pytest.mark.parametrize("bots", ["last,simple", "last:first,last"])
def test_a_bot_of_a_package_plays_like_any_other(package: Path, bots: str) -> None:
    done = simulate(package, bots)
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 deals" in done.stdout


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("broken", "The bot 'broken' of my_bots:make_broken cannot be made: RuntimeError: out of order."),
        ("missing", "The bot 'missing' of my_bots:make_missing cannot be made: AttributeError: "),
        ("nowhere", "The bot 'nowhere' of no_such_module:make cannot be made: ModuleNotFoundError: "),
        ("number", "The bot 'number' of my_bots:no_maker cannot be made: TypeError: 'int' object is not callable."),
        ("last:middle", "The bot 'last' has no options 'middle': they may be first."),
        (
            "clever",
            "There is no bot 'clever': the bots are random, simple, sampling, broken, last, missing, nowhere, number.",
        ),
    ],
)
def test_what_is_wrong_with_a_bot_of_a_package_is_told(package: Path, bot: str, told: str) -> None:
    done = simulate(package, bot)
    assert done.returncode == 2
    assert done.stderr.startswith(f"overtrick simulate: {told}")
    assert done.stderr.count("\n") == 1
