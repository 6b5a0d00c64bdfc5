"""Which engine answers, and where compiled kernels are kept from one start to the next.

A module of kernels is compiled when it is first loaded, which takes seconds; later processes find the code in a folder
of the user. The folder is named after the contents of all kernels, so that a changed helper leaves no stale code.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryFile
from threading import Event, Lock, Thread
from typing import Final, Literal, TypeVar

from overtrick.core.errors import Invalid
from overtrick.texts import say

T = TypeVar("T")
Engine = Literal["numba", "plain"]

CHOICE: Final = "OVERTRICK_ENGINE"
"""the environment variable that selects an engine"""
CACHE: Final = "OVERTRICK_CACHE"
"""the environment variable that names the folder for compiled kernels"""
PURPOSES: Final = (
    *("playouts", "perft", "worlds", "points", "sets", "tricks", "screening", "rollouts", "deals", "batch"),
    *("strategies", "imagining"),
)
"""what there are kernels for; each has a module in `compiled`"""
FROZEN: Final = (
    *("core/annonces.py", "core/cards.py", "engine/observation.py", "engine/screening.py"),
    *("engine/worlds/places.py", "referee/evidence.py"),
    *("games/*/native.py", "games/*/strategy.py", "games/*/openings.py", "games/*/cards.py", "games/*/blind.py"),
)
"""other modules with kernels, or with numbers that are compiled into them; not those with the order of the seats"""
MOST_KEPT: Final = 16
"""folders of compiled kernels: those of other versions and of other installations"""
SPINNER: Final = "|/-\\"
_one_at_a_time: Final = Lock()
"""the compiler is told the folder by a setting of its own"""


@cache
def engine() -> Engine:
    """The engine that answers: the kernels, unless Numba is missing or the user wants the plain one."""
    wanted = os.environ.get(CHOICE, "")
    if wanted not in ("", "numba", "plain"):
        raise Invalid("bad-engine", value=wanted, variable=CHOICE)
    if wanted == "plain":
        return "plain"
    if find_spec("numba") is None:
        print(say("en", "kernel.missing"), file=sys.stderr)
        return "plain"
    return "numba"


@cache
def load(purpose: str) -> None:
    """Import the kernels of a purpose, before others may; they are compiled now if no earlier process has left them."""
    imported(purpose, partial(import_module, f"{__package__}.compiled.{purpose}"))


def imported(purpose: str, read: Callable[[], T], package: str = __package__) -> T:
    """What an import from a package gives that compiles kernels for a purpose if no earlier process has left them.

    If such fail that were compiled before, the folder is damaged, and all are compiled anew.
    """
    with _one_at_a_time:
        return _imported(purpose, read, cache_folder_of(package))


def is_compiled(purpose: str) -> bool:
    """Whether an earlier process has left the kernels of a purpose."""
    folder = cache_folder()
    return folder is not None and _stamp(folder, purpose).exists()


def _stamp(folder: Path, purpose: str) -> Path:
    return folder / f"{purpose}.compiled"


def prepare(*purposes: str) -> bool:
    """Whether kernels answer; if so those of some purposes are loaded, so that nobody has to wait for them later."""
    if engine() == "plain":
        return False
    for purpose in purposes:
        load(purpose)
    return True


def _imported(purpose: str, read: Callable[[], T], folder: Path | None) -> T:
    stamp = None if folder is None else _stamp(folder, purpose)
    if folder is not None and stamp is not None and stamp.exists():
        try:
            return read()
        except Exception:  # of many kinds if a file is damaged; what is wrong for another reason fails below again
            rmtree(folder, ignore_errors=True)
            folder.mkdir(exist_ok=True)
    with _working(say("en", "kernel.compiling" if folder else "kernel.compiling-always", kernels=purpose)):
        found = read()
    if folder is not None and stamp is not None:
        with suppress(OSError):
            stamp.touch()
            _remove_old(folder)
    return found


def _remove_old(folder: Path) -> None:
    """Keep the folders that were written to last, so that versions that are gone do not fill the disk."""
    others = [other for other in folder.parent.glob("kernels-*") if other != folder]
    for other in sorted(others, key=lambda path: path.stat().st_mtime)[: 1 - MOST_KEPT or None]:
        rmtree(other, ignore_errors=True)


@cache
def cache_folder() -> Path | None:
    """The folder for compiled kernels; None where nothing can be written, and every process compiles anew."""
    folder = _cache_home() / _fingerprint()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


def cache_folder_of(module: str) -> Path | None:
    """The folder for the kernels of a module; those of others are never kept, as nobody sees what they depend on."""
    return cache_folder() if module.split(".")[0] == __package__.split(".")[0] else None


def _cache_home() -> Path:
    if os.environ.get(CACHE):
        return Path(os.environ[CACHE])
    for variable in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        if os.environ.get(variable):
            return Path(os.environ[variable], "overtrick")
    return Path(os.path.expanduser("~"), ".cache", "overtrick")


def _fingerprint() -> str:
    """A name that changes with any kernel, with the compiler and, as its files do, with the folder of the sources."""
    from importlib.metadata import version  # slow to load

    folder = Path(__file__).parent
    digest = sha256(f"{version('numba')} {sys.version} {folder}".encode())
    for source in sorted([*folder.rglob("*.py"), *(path for form in FROZEN for path in folder.parents[1].glob(form))]):
        digest.update(source.read_bytes())
    return f"kernels-{digest.hexdigest()[:16]}"


@contextmanager
def _working(notice: str) -> Iterator[None]:
    """Say what takes so long, and on a terminal show that it goes on."""
    done, stream = Event(), sys.stderr
    if not stream.isatty():
        print(notice, file=stream)
        yield
        return

    def spin() -> None:
        turns = 0
        while not done.wait(0.1):
            print(f"\r{notice} {SPINNER[turns % 4]}", end="", file=stream, flush=True)
            turns += 1
        print(f"\r{notice}  ", file=stream)

    spinner = Thread(target=spin, daemon=True)
    spinner.start()
    try:
        yield
    finally:
        done.set()
        spinner.join()
