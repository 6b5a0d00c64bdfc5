"""The package of a game from elsewhere, really installed with pip into an environment of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import overtrick
from overtrick.engine.kernel.engine import PURPOSES, prepare

SOURCES = Path(__file__).parent / "games" / "huisjas"
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
PIP = ("--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check")


def installed(folder: Path) -> Path:
    """The Python of a fresh environment that has Overtrick, as it is here, and the game."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    (site,) = (folder / "venv").glob("**/site-packages")
    seen = [str(Path(overtrick.__file__).parents[1]), sysconfig.get_path("purelib")]
    (site / "ours.pth").write_text("".join(f"{path}\n" for path in seen))
    shutil.copytree(SOURCES, folder / "sources")  # a build leaves things behind
    prepare(*PURPOSES)  # so that no command has to tell that it compiles them
    run(python, "-m", "pip", "install", *PIP, str(folder / "sources"))
    return python


def run(python: Path, *arguments: str) -> str:
    """What a command prints, which must succeed and complain about nothing."""
    done = subprocess.run(
        [str(python), "-X", "utf8", *arguments], capture_output=True, encoding="utf-8", env=ENVIRONMENT, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
