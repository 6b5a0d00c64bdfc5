"""Many games: files are read in chunks, judged on all cores, and answered in order, with memory that stays bounded."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import BinaryIO, Final, NamedTuple

from overtrick.errors import Finding
from overtrick.judging import Judgement, Status, judge, judge_json_line
from overtrick.records.lines import Line
from overtrick.referee.referee import Level

STDIN: Final = "-"
BOM: Final = b"\xef\xbb\xbf"
LINES_A_CHUNK: Final = 200
LARGEST_GAME: Final = 1 << 20
"""so many bytes are read of a file with one game; no game has as many"""
WORTH_MORE_CORES: Final = 1 << 20
"""so many bytes are worth the start of further processes"""
CHUNKS_AHEAD: Final = 4
"""for each process"""

Render = Callable[[str, int | None, Judgement], str]
"""The text for a judgement, of the path and of the line where the path has several games."""


class Chunk(NamedTuple):
    """A part of the input: one game, or some lines of JSON records."""

    path: str
    text: str
    size: int
    """in bytes"""
    first_line: int | None = None
    """None for a single game"""
    unreadable: Finding | None = None


class Outcome(NamedTuple):
    """What is left of a judgement when it has been rendered."""

    game: str | None
    status: Status
    text: str


def judge_paths(
    paths: Iterable[str], evidence: Level, game: str | None, render: Render
) -> Iterator[tuple[int, list[Outcome]]]:
    """The outcomes of all games in the order of the paths, chunk by chunk, with the bytes that each chunk had."""
    paths = list(paths)
    work = partial(_judge_chunk, evidence=evidence, game=game, render=render)
    cores = os.cpu_count() or 1
    if cores == 1 or total_size(paths) < WORTH_MORE_CORES:
        for chunk in _chunks(paths):
            yield chunk.size, work(chunk)
        return
    from concurrent.futures import Future, ProcessPoolExecutor

    with ProcessPoolExecutor(cores) as executor:
        pending: deque[tuple[int, Future[list[Outcome]]]] = deque()
        for chunk in _chunks(paths):
            pending.append((chunk.size, executor.submit(work, chunk)))
            if len(pending) > CHUNKS_AHEAD * cores:
                size, future = pending.popleft()
                yield size, future.result()
        for size, future in pending:
            yield size, future.result()


def total_size(paths: Iterable[str]) -> int:
    """How many bytes the files have, as far as that is known."""
    return sum(os.path.getsize(path) for path in paths if os.path.isfile(path))


def _judge_chunk(chunk: Chunk, evidence: Level, game: str | None, render: Render) -> list[Outcome]:
    judged: list[tuple[int | None, Judgement]]
    if chunk.unreadable is not None:
        judged = [(None, Judgement(None, finding=chunk.unreadable))]
    elif chunk.first_line is None:
        judged = [(None, judge(chunk.text, evidence, game))]
    else:
        lines = (Line(number, text) for number, text in enumerate(chunk.text.split("\n"), chunk.first_line))
        judged = [(line.number, judge_json_line(line, evidence)) for line in lines if line.text.strip()]
    return [
        Outcome(judgement.game_name, judgement.status, render(chunk.path, line, judgement))
        for line, judgement in judged
    ]


def _chunks(paths: Iterable[str]) -> Iterator[Chunk]:
    for path in paths:
        try:
            if path == STDIN:
                yield from _chunks_of(path, sys.stdin.buffer)
            else:
                with open(path, "rb") as file:
                    yield from _chunks_of(path, file)
        except OSError as error:
            finding = Finding("unreadable", {"path": path, "reason": error.strerror or str(error)})
            yield Chunk(path, "", 0, unreadable=finding)


def _chunks_of(path: str, file: BinaryIO) -> Iterator[Chunk]:
    start = _to_first_filled_line(file)
    if not start.removeprefix(BOM).lstrip().startswith(b"{"):
        data = start + file.read(LARGEST_GAME)
        yield Chunk(path, data.decode("utf-8", "replace"), len(data))
        return
    data, number = start + file.readline(), 1  # the rest of a first line that is longer than a game can be
    while data:
        data += b"".join(islice(file, LINES_A_CHUNK))
        yield Chunk(path, data.removeprefix(BOM).decode("utf-8", "replace"), len(data), number)
        number += data.count(b"\n")
        data = file.readline()


def _to_first_filled_line(file: BinaryIO) -> bytes:
    """The beginning of a file up to its first line that is not blank, or as much as one game can have."""
    lines, size = [], 0
    for line in iter(lambda: file.readline(LARGEST_GAME), b""):
        lines.append(line)
        size += len(line)
        if line.removeprefix(BOM).strip() or size >= LARGEST_GAME:
            break
    return b"".join(lines)
