"""What holds for every brief: it translates, and takes all else from the public names of Overtrick."""

import ast
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import overtrick
from scripts.api_page.writing import HOMES

BRIEFS = Path(__file__).parents[2] / "briefs"
FILES = sorted(BRIEFS.glob("*/*.py"))
EUCHRE = [str(BRIEFS / "euchre" / "pack.in"), *"noshuffle 1 Ann Bob Cid Dee".split()]
PROGRAMS = {
    "belote/belote.py": [],
    "bridge/bridge.py": [],
    "euchre/euchre": EUCHRE,
    "euchre/euchre.py": EUCHRE,
    "sueca/sueca_scorer.py": ["-g", str(BRIEFS / "sueca" / "game1.sueca")],
}
"""with arguments for which each has much to tell"""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_only_public_names_are_used(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert not [alias.name for alias in node.names if alias.name.startswith("overtrick.")]
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("overtrick"):
            documented = {f"{home}.{name}" for name, home in HOMES.items()}
            assert {f"{node.module}.{alias.name}" for alias in node.names} <= documented
        elif isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            is_private = node.attr.startswith("_") and not node.attr.startswith("__")
            assert owner == "self" or not is_private or node.attr in ("_replace", "_exit")  # which are public
            assert owner != "overtrick" or node.attr in overtrick.__all__


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="Windows has no such signal")
@pytest.mark.parametrize("program", PROGRAMS)
def test_nothing_is_said_when_nobody_reads_the_output(program: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(BRIEFS / "belote" / "samples" / "clean.belote", encoding="utf-8") as stdin, open(writing, "wb") as stdout:
        words = [sys.executable, str(BRIEFS / program), *PROGRAMS[program]]
        done = subprocess.run(words, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (-signal.SIGPIPE, b"")
