"""How other people's files fare: every file of a folder is read and judged, and what was found is counted.

    python -m scripts.real_files FOLDER… [--largest BYTES] [--sample N] [--seed 1] [--list]

A file counts as fine if nothing was found in it; a deal that is not played out is no finding, and warnings count for
themselves: they tell what is odd, and how it was taken. Of files with the same
bytes only one counts. The first folder below the named one is taken for where a file comes from. `--sample` prints so
many of the findings with their files, to be classified by hand, and `--list` all of them.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from overtrick.core.errors import Finding, Invalid
from overtrick.formats.catalogue import FORMATS, HOLDING_MANY
from overtrick.formats.record_format import Located
from overtrick.referee.judging import judge_game

LARGEST = 10_000_000
"""files of more bytes are left out"""
WARNING = "warning"


class Found(NamedTuple):
    """Something that was found in a file."""

    kind: str
    """`fault`, `invalid` or `warning`, and the code"""
    path: Path
    line: int | None
    message: str

    def __str__(self) -> str:
        return f"{self.kind}  {self.path}:{self.line or 1}: {self.message}"


class Fared(NamedTuple):
    """How a file fared."""

    path: Path
    origin: str
    boards: int
    read_seconds: float
    """of the processor"""
    found: list[Found]

    @property
    def is_fine(self) -> bool:
        """Whether there is nothing but warnings."""
        return all(found.kind.startswith(WARNING) for found in self.found)


def files_of(folders: Sequence[Path], largest: int) -> Iterator[tuple[str, Path, bytes]]:
    """The files of records in some folders, each with where it comes from and its bytes, and each once."""
    known = {extension for form in HOLDING_MANY.values() for extension in form.extensions}
    seen = set[bytes]()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix.lower() not in known or not path.is_file() or path.stat().st_size > largest:
                continue
            content = path.read_bytes()
            digest = hashlib.sha256(content).digest()
            if digest not in seen:
                seen.add(digest)
                yield f"{folder.name}/{path.relative_to(folder).parts[0]}", path, content


def fared(origin: str, path: Path, content: bytes) -> Fared:
    """Read and judge a file."""
    form = next(form for form in FORMATS.values() if path.suffix.lower() in form.extensions)
    started = time.process_time()
    try:
        games = list(form.games(content.splitlines(keepends=True)))
    except Invalid:  # there is no game in it
        return Fared(path, origin, 0, 0, [])
    seconds = time.process_time() - started
    return Fared(path, origin, len(games), seconds, [found for game in games for found in _findings(path, game)])


def _findings(path: Path, game: Located) -> Iterator[Found]:
    judgement = judge_game(game, "deal")
    if judgement.finding is not None and judgement.status != "incomplete":
        finding = judgement.finding
        yield Found(f"{judgement.status} {finding.code}", path, finding.line or game.line, finding.message())
    yield from (_found(WARNING, path, warning) for warning in judgement.warnings)


def _found(status: str, path: Path, finding: Finding) -> Found:
    return Found(f"{status} {finding.code}", path, finding.line, finding.message())


def report(all_fared: Sequence[Fared]) -> Iterator[str]:
    """The lines of the report: files and boards by extension, and findings by kind."""
    yield f"{len(all_fared)} files of {len({each.origin for each in all_fared})} origins"
    by_extension: dict[str, list[Fared]] = defaultdict(list)
    for each in all_fared:
        by_extension[each.path.suffix.lower()].append(each)
    by_extension["all"] = list(all_fared)
    for extension, some in by_extension.items():
        fine, silent = sum(each.is_fine for each in some), sum(not each.found for each in some)
        boards, seconds = sum(each.boards for each in some), sum(each.read_seconds for each in some)
        speed = f"{boards / seconds:,.0f} a second" if seconds else ""
        yield (
            f"{extension:6} {fine:5} of {len(some):5} files without a finding ({fine / len(some):.1%}), "
            f"{silent:5} without a warning either ({silent / len(some):.1%}); {boards} boards read, {speed}"
        )
    files = Counter(kind for each in all_fared for kind in {found.kind for found in each.found})
    counts = Counter(found.kind for each in all_fared for found in each.found)
    examples = {found.kind: found for each in all_fared for found in each.found}
    for kind, number in files.most_common():
        yield f"\n{kind}: {number} files, {counts[kind]} times, such as\n    {examples[kind]}"


def main() -> int:
    """Read the folders that the arguments name."""
    parser = argparse.ArgumentParser(prog="real_files", description="How other people's files fare.")
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--largest", type=int, default=LARGEST, help="bytes of the largest file that is read")
    parser.add_argument("--sample", type=int, default=0, help="how many findings to print")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--list", action="store_true", help="print all findings")
    options = parser.parse_args()
    all_fared = [fared(*each) for each in files_of(options.folders, options.largest)]
    print(*report(all_fared), sep="\n")
    found = [each for one in all_fared for each in one.found]
    if options.list:
        print(*found, sep="\n")
    elif options.sample:
        print(*Random(options.seed).sample(found, min(options.sample, len(found))), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
