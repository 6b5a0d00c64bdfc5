"""Bots of other packages, which register by entry points: a real distribution on the path of another process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import overtrick

SOURCES = Path(overtrick.__file__).parents[1]
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


def run(package: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(package), str(SOURCES)])},
        check=False,
    )


def test_a_bot_of_a_package_plays_like_any_other(package: Path) -> None:
    words = ["simulate", "sueca", "--deals", "3", "--seed", "1", "--bots", "last,simple,last:first,random"]
    done = run(package, "-m", "overtrick", *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Deals: 3" in done.stdout


TOLD = {
    "broken": "The bot 'broken' of my_bots:make_broken cannot be made: RuntimeError: out of order.",
    "missing": "The bot 'missing' of my_bots:make_missing cannot be made: AttributeError: ",
    "nowhere": "The bot 'nowhere' of no_such_module:make cannot be made: ModuleNotFoundError: ",
    "number": "The bot 'number' of my_bots:no_maker cannot be made: TypeError: 'int' object is not callable.",
    "last:middle": "The bot 'last' has no options 'middle': they may be first.",
    "x": "There is no bot 'x': the bots are random, simple, sampling, broken, last, missing, nowhere, number.",
}
ASKING = """
import sys
from overtrick.bots.bot import check_bot
from overtrick.core.errors import Invalid
check_bot("simple")  # ours, whatever others call theirs
for bot in sys.argv[1:]:
    try:
        check_bot(bot)
    except Invalid as error:
        print(error)
"""


LOOKING = """
from overtrick.bots.bot import check_name
from overtrick.core.errors import Invalid
import sys
for bot in ("simple", "last:middle", "broken:x", "nowhere"):
    check_name(bot)
assert "my_bots" not in sys.modules
for bot in ("x", "simple:2", "exec:true"):
    try:
        check_name(bot)
    except Invalid as error:
        print(error.finding.code)
"""


def test_who_looks_for_a_bot_of_a_package_runs_nothing_of_it(package: Path) -> None:
    done = run(package, "-c", LOOKING)
    assert (done.stderr, done.stdout.split()) == ("", ["unknown-bot", "bot-without-options", "no-programs"])


def test_what_is_wrong_with_a_bot_of_a_package_is_told(package: Path) -> None:
    done = run(package, "-c", ASKING, *TOLD)
    assert done.stderr == ""
    for told, expected in zip(done.stdout.splitlines(), TOLD.values(), strict=True):
        assert told.startswith(expected)
