"""Long runs that can be stopped: what is done is kept in `benchmarks/.cache` and is not done again.

The folder of a run is named after all the code on which its answers depend, so that nothing that another version has
played is ever counted.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, Final

from overtrick.arena.journal import lock
from overtrick.arena.sources import SOURCE, playing_files
from overtrick.cli.progress import Progress
from overtrick.core.parallel import one_by_one

HERE: Final = Path(__file__).parent
LONG_RUNS: Final = (
    "bots*.py",
    "bridge_bidding.py",
    "ismcts*.py",
    "peers/*_calls.py",
    "peers/asked.py",
    "peers/ben_player.py",
    "peers/bridge_bidders.py",
    "peers/others/*.*",
    "peers/spiel_ismcts.py",
    "resuming.py",
)
"""the benchmarks whose answers are kept"""
FINGERPRINT_LENGTH: Final = 12


def part_of(share: float, size: int) -> int:
    """So much of a size, but not nothing."""
    return max(1, round(share * size))


def resumed(name: str, size: int, work: Callable[[int], Any], *, on_all_cores: bool) -> list[Any]:
    """What `work` gives for the numbers from 1 to a size, in order; it must be plain data, as JSON keeps it.

    Times should not be measured on all cores, which share their caches. A second run at the same time is refused.
    """
    path = cache_folder() / f"{name}.jsonl"
    with path.open("a+b") as file:
        lock(file, str(path))
        done = list(_whole_lines(file))[:size]
        missing = range(len(done) + 1, size + 1)
        progress = Progress(size)
        progress.skip(len(done))
        for answer in one_by_one(work, missing) if on_all_cores else map(work, missing):
            line = json.dumps(answer)
            done.append(json.loads(line))
            file.write(f"{line}\n".encode())
            file.flush()
            progress.advance(1)
    progress.clear()
    return done


def _whole_lines(file: BinaryIO) -> Iterator[Any]:
    """The answers in a file, which is cut after the last whole one."""
    file.seek(0)
    whole, end, _ = file.read().rpartition(b"\n")
    file.truncate(len(whole) + len(end))
    return map(json.loads, whole.splitlines())


@cache
def cache_folder() -> Path:
    """The folder for what is played by the code as it is when this is first asked for."""
    folder = HERE / ".cache" / fingerprint()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def fingerprint() -> str:
    """What tells the code as it is now, of Overtrick and of the long runs, from any other."""
    digest = hashlib.sha256()
    for path in [*playing_files(), *sorted(path for names in LONG_RUNS for path in HERE.glob(names))]:
        # A comment changes nothing.
        content = path.read_bytes()
        digest.update(ast.dump(ast.parse(content)).encode() if path.suffix == SOURCE else content)
    return digest.hexdigest()[:FINGERPRINT_LENGTH]
