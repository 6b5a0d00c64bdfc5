"""Long runs that can be stopped: what is done is kept in `benchmarks/.cache` and is not done again.

The folder of a run is named after all the code on which the play of a bot depends, so that nothing that another version
has played is ever counted.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from overtrick.cli.progress import Progress
from overtrick.parallel import one_by_one

HERE: Final = Path(__file__).parent
SOURCES: Final = HERE.parent / "src" / "overtrick"
PLAYERS: Final = ("bots", "kernel", "play", "rules", "solver", "unseen")
"""the packages that decide what a bot does"""
FINGERPRINT_LENGTH: Final = 12


def part_of(share: float, size: int) -> int:
    """So much of a size, but not nothing."""
    return max(1, round(share * size))


def resumed(name: str, size: int, work: Callable[[int], Any], *, on_all_cores: bool) -> list[Any]:
    """What `work` gives for the numbers from 1 to a size, in order; it must be plain data, as JSON keeps it.

    Times should not be measured on all cores, which share their caches.
    """
    path = cache_folder() / f"{name}.jsonl"
    done = list(_whole_lines(path))[:size]
    missing = range(len(done) + 1, size + 1)
    progress = Progress(size)
    progress.skip(len(done))
    with path.open("a", encoding="utf-8") as file:
        for answer in one_by_one(work, missing) if on_all_cores else map(work, missing):
            done.append(answer)
            file.write(json.dumps(answer) + "\n")
            file.flush()
            progress.advance(1)
    progress.clear()
    return done


def _whole_lines(path: Path) -> Iterator[Any]:
    """The answers in a file, which is cut after the last whole one."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
    if lines and not lines[-1].endswith("\n"):
        path.write_text("".join(lines[:-1]), encoding="utf-8")
        lines.pop()
    return map(json.loads, lines)


@cache
def cache_folder() -> Path:
    """The folder for what is played by the code as it is when this is first asked for."""
    folder = HERE / ".cache" / fingerprint()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def fingerprint() -> str:
    """What tells the code of the bots as it is now from any other."""
    digest = hashlib.sha256()
    for package in PLAYERS:
        for path in sorted((SOURCES / package).rglob("*.py")):
            # A comment changes nothing.
            digest.update(ast.dump(ast.parse(path.read_text(encoding="utf-8"))).encode())
    return digest.hexdigest()[:FINGERPRINT_LENGTH]
