"""Runs what is compared, each in a process of its own: our engines, and peers for Python.

Peers have a virtual environment of their own inside ours, so that `make clean` removes it too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

from benchmarks.peers.rates import Rate, WorldRate

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = Path(sys.prefix, "peers")
PYTHON: Final = FOLDER / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
INSTALL_SECONDS: Final = 240
MEASURE_SECONDS: Final = 240
ROUNDS: Final = 2
"""of a comparison, one after the other, since a machine is not always as fast"""

Kind = TypeVar("Kind", Rate, WorldRate)


class NotMeasured(Exception):
    """Why a peer was not measured, as the end of a sentence."""


def gathered(engines: Mapping[str, Callable[[], str]], kind: type[Kind]) -> tuple[list[Kind], list[str]]:
    """What the engines tell, of a kind, in several rounds; and a sentence for each engine that was not measured."""
    told: list[Kind] = []
    missing: dict[str, str] = {}
    for _ in range(ROUNDS):
        for name, tell in engines.items():
            if name not in missing:
                try:
                    told += [kind(*json.loads(line)) for line in tell().splitlines()]
                except NotMeasured as error:
                    missing[name] = f"\n{name} was not measured: {error}."
    return told, list(missing.values())


def told_by_us(module: str, engine: str) -> str:
    """What a module of this folder prints when it is run with one of our engines."""
    return _told_by([sys.executable, "-m", f"{__package__}.{module}"], {**os.environ, "OVERTRICK_ENGINE": engine})


def told_by_peer(module: str, package: str) -> str:
    """What a module of this folder prints that needs a package, which is installed if it is not yet."""
    install(package)
    return _told_by([str(PYTHON), "-m", f"{__package__}.{module}"], os.environ)


def _told_by(command: Sequence[str], environment: Mapping[str, str]) -> str:
    try:
        return subprocess.run(
            command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True, timeout=MEASURE_SECONDS
        ).stdout
    except subprocess.SubprocessError:
        raise NotMeasured("it could not be run") from None


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
