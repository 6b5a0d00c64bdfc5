"""Programs of others as bots: they get a view and choose an action.

What they are asked is a line of JSON, a view as `view_fields` of `overtrick.deal.view` tells it. The answer is the
action, written as ours are, and the CPU time that it took: `{"action": "Th", "seconds": 0.01}`. Nobody is asked where
only one action is legal.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.peers.asked import Peer
from benchmarks.peers.environment import NotMeasured
from overtrick.core.actions import Action
from overtrick.deal.view import View, view_fields

FOLDER: Final = "OTHER_PROGRAMS"
"""the variable that tells in which folder the repositories were cloned"""
HERE: Final = Path(__file__).parent
BUILD_SECONDS: Final = 600
ESBUILD: Final = "0.25"


class Program(NamedTuple):
    """A player of another program."""

    title: str
    repository: str
    """its owner and name at GitHub; the clone has its name"""
    game: str
    """ours that is nearest to what it plays"""
    command: Callable[[Path], list[str]]
    """what runs it, when it was built in the folder of the clone"""
    bids: bool = True
    """whether it has an auction of its own; otherwise our bot calls for it"""

    @property
    def folder(self) -> Path:
        """Where the clone is."""
        address = f"https://github.com/{self.repository}"
        parent = os.environ.get(FOLDER)
        folder = Path(parent or os.devnull, self.repository.partition("/")[2])
        if not folder.is_dir():
            raise NotMeasured(f"the variable {FOLDER} must name a folder into which {address} was cloned")
        return folder.resolve()


class Outsider:
    """A player of another program, at any number of seats."""

    def __init__(self, peer: Peer) -> None:
        self.seconds: list[float] = []
        """of its decisions"""
        self.illegal = 0
        """how many of them were not legal; the first legal action stands for them"""
        self._peer = peer

    def __call__(self, seen: View) -> Action:
        first, *others = seen.legal
        if not others:
            return first
        answer = self._peer.ask(**view_fields(seen))
        self.seconds.append(answer["seconds"])
        for action in seen.legal:
            if str(action) == answer["action"]:
                return action
        self.illegal += 1
        return first


@cache
def start(name: str) -> Peer:
    """The program of a name, which is built and started once."""
    program = PROGRAMS[name]
    return Peer(program.command(program.folder))


def _suecann(*arguments: str) -> Callable[[Path], list[str]]:
    def command(folder: Path) -> list[str]:
        code = folder / "code"
        built = code / "target" / "release" / "overtrick"
        if not built.exists():
            source = code / "src" / "sueca_solver" / "src" / "bin" / "overtrick.rs"
            source.parent.mkdir(exist_ok=True)
            shutil.copy(HERE / "suecann.rs", source)
            _build(["cargo", "build", "--release", "--package", "sueca_solver"], code)
        return [str(built), *arguments]

    return command


def _trickgame(folder: Path) -> list[str]:
    built = folder / "build" / "trickgame.so"
    if not built.exists():
        built.parent.mkdir(exist_ok=True)
        sources = [str(path) for path in folder.glob("src/**/*.cpp") if path.name != "main.cpp"]
        options = ["-O2", "-DRULES_BELOTE", "-shared", "-fPIC", "-Isrc", "-o", str(built)]
        _build(["g++", *options, *sources, str(HERE / "trickgame.cpp")], folder)
    return [sys.executable, "-m", f"{__package__}.trickgame", str(built)]


def _python(adapter: str) -> Callable[[Path], list[str]]:
    return lambda folder: [sys.executable, "-m", f"{__package__}.{adapter}", str(folder)]


def _javascript(adapter: str) -> Callable[[Path], list[str]]:
    def command(folder: Path) -> list[str]:
        built = folder / "build" / f"{adapter}.cjs"
        options = ["--bundle", "--platform=node", "--log-level=error", f"--alias:other={folder}", f"--outfile={built}"]
        _build(["npx", "--yes", f"esbuild@{ESBUILD}", str(HERE / f"{adapter}.js"), *options], folder)
        return ["node", str(built)]

    return command


def _build(command: list[str], folder: Path) -> None:
    try:
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, timeout=BUILD_SECONDS)
    except (subprocess.SubprocessError, OSError):
        raise NotMeasured(f"it could not be built by {command[0]}") from None


FORCED_BELOW: Final = "coinche,annonces=false,undertrump=forced,base=162,rounding=none"

PROGRAMS: Final = {
    "suecann-search": Program("suecann, 200 worlds searched", "Mycsina/suecann", "sueca", _suecann("pimc", "200")),
    "suecann-playouts": Program(
        "suecann, 5,000 worlds played out", "Mycsina/suecann", "sueca", _suecann("rollouts", "5000")
    ),
    "trickgame": Program(
        "TrickGame, cards only",
        "samuelbounan/TrickGame",
        "belote,belote=0,belote_announce=auto",
        _trickgame,
        bids=False,
    ),
    "coincheur": Program(
        "Coincheur, expert",
        "sbbb-git/coinche",
        FORCED_BELOW,
        _javascript("coincheur"),
    ),
    "kffr": Program(
        "Contree-KFFR",
        "AntoninKFFR/Contree-KFFR",
        "coinche,annonces=false,belote=0,base=162,rounding=none,made_if=reach",
        _javascript("contree_kffr"),
    ),
    "contree.ai": Program("contree.ai, networks", "demanghon/contree.ai", FORCED_BELOW, _python("contree_nets")),
    "klaverjas-thesis": Program(
        "Klaverjas thesis, 200 playouts, cards only",
        "RJHazelaar/Klaverjas_thesis-main",
        "klaverjas:rotterdam,four_jacks=200",
        _python("klaverjas_thesis"),
        bids=False,
    ),
}
