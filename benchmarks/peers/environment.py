"""The virtual environment of the peers that are written for Python, which is not ours: theirs are other versions."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = Path(sys.prefix, "peers")
PYTHON: Final = FOLDER / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
INSTALL_SECONDS: Final = 240
MEASURE_SECONDS: Final = 240


class NotMeasured(Exception):
    """Why a peer was not measured, as the end of a sentence."""


def told_by(module: str, python: Path | str = sys.executable, changes: Mapping[str, str] | None = None) -> str:
    """What a module of this folder prints when it is run."""
    command = [str(python), "-m", f"{__package__}.{module}"]
    environment = {**os.environ, **(changes or {})}
    try:
        return subprocess.run(
            command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True, timeout=MEASURE_SECONDS
        ).stdout
    except subprocess.SubprocessError:
        raise NotMeasured("it could not be run") from None


def told_by_peer(package: str, module: str) -> str:
    """The same by the Python of the peers, where a package is installed if it is not yet."""
    install(package)
    return told_by(module, PYTHON)


@cache
def install(package: str) -> None:
    """Install a package with the version that `constraints.txt` wants."""
    try:
        if not PYTHON.exists():
            venv.create(FOLDER, with_pip=True)
        pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--constraint", str(ROOT / "constraints.txt"), package]
        subprocess.run(pip, check=True, timeout=INSTALL_SECONDS)
    except (subprocess.SubprocessError, OSError):
        raise NotMeasured("it could not be installed") from None
