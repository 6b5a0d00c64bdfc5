"""Many games: files are read in chunks, judged on all cores, and answered in order, with memory that stays bounded."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import BinaryIO, Final, NamedTuple, TextIO

from overtrick.errors import Finding
from overtrick.judging import (
    Judgement,
    Status,
    bridge_format,
    is_json,
    judge_filled_lines,
    judge_json_line,
    judge_placed,
    read_bridge,
)
from overtrick.parallel import in_order
from overtrick.records.lines import Line, filled_lines
from overtrick.records.places import Placed
from overtrick.referee.referee import Level

STDIN: Final = "-"
LINES_A_CHUNK: Final = 200
"""more than any game of a text format has"""
LARGEST_CHUNK: Final = 1 << 20
"""in characters"""
WORTH_MORE_CORES: Final = 1 << 20
"""so many bytes are worth the start of further processes"""
SIZE_OF_A_GAME: Final = 1000
"""in characters, of a Bridge file, for the progress bar"""

Render = Callable[[str, int | None, Judgement], str]
"""The text for a judgement, of the path and of the line where the path has several games."""


class Chunk(NamedTuple):
    """A part of the input: one game, or some lines of JSON records."""

    path: str
    lines: tuple[Line, ...] = ()
    is_json: bool = False
    games: tuple[Placed, ...] = ()
    """games that are already read, instead of lines"""
    unreadable: Finding | None = None

    @property
    def size(self) -> int:
        """How much of the input it is, in characters."""
        return sum(len(line.text) + 1 for line in self.lines) + SIZE_OF_A_GAME * len(self.games)


class Outcome(NamedTuple):
    """What is left of a judgement when it has been rendered."""

    game: str | None
    status: Status
    text: str


def judge_paths(
    paths: Iterable[str], evidence: Level, game: str | None, render: Render
) -> Iterator[tuple[int, list[Outcome]]]:
    """The outcomes of all games in the order of the paths, chunk by chunk, with the size of each chunk."""
    paths = list(paths)
    work = partial(_judge_chunk, evidence=evidence, game=game, render=render)
    return in_order(work, _chunks(paths), total_size(paths) >= WORTH_MORE_CORES)


def total_size(paths: Iterable[str]) -> int:
    """How many bytes the files have, as far as that is known."""
    return sum(os.path.getsize(path) for path in paths if os.path.isfile(path))


def _judge_chunk(chunk: Chunk, evidence: Level, game: str | None, render: Render) -> tuple[int, list[Outcome]]:
    """The size of a chunk, and its outcomes."""
    judged: list[tuple[int | None, Judgement]]
    if chunk.unreadable is not None:
        judged = [(None, Judgement(None, finding=chunk.unreadable))]
    elif chunk.games:
        judged = [(placed.line, judge_placed(placed, evidence)) for placed in chunk.games]
    elif chunk.is_json:
        judged = [(line.number, judge_json_line(line, evidence)) for line in chunk.lines]
    else:
        items = judge_filled_lines(iter(chunk.lines), evidence, game)
        judged = [(None, item) for item in items if isinstance(item, Judgement)]
    return chunk.size, [
        Outcome(judgement.game_name, judgement.status, render(chunk.path, line, judgement))
        for line, judgement in judged
    ]


def text_of(file: BinaryIO) -> TextIO:
    """The text of any bytes, with universal line ends; what is not UTF-8 becomes characters that no format knows."""
    return io.TextIOWrapper(file, encoding="utf-8", errors="replace", newline=None)


def _chunks(paths: Iterable[str]) -> Iterator[Chunk]:
    for path in paths:
        try:
            with text_of(sys.stdin.buffer if path == STDIN else open(path, "rb")) as text:
                yield from _chunks_of(path, filled_lines(text))
        except OSError as error:
            finding = Finding("unreadable", {"path": path, "reason": error.strerror or str(error)})
            yield Chunk(path, unreadable=finding)


def _chunks_of(path: str, lines: Iterator[Line]) -> Iterator[Chunk]:
    first = next(lines, None)
    if first is not None and bridge_format(first) is not None:
        games = read_bridge(first, lines)
        while some := tuple(islice(games, LINES_A_CHUNK)):
            yield Chunk(path, games=some)
        return
    if first is None or not is_json(first):
        yield Chunk(path, tuple(islice(lines if first is None else chain([first], lines), LINES_A_CHUNK)))
        return
    pending: list[Line] = []
    size = 0
    for line in chain([first], lines):
        pending.append(line)
        size += len(line.text)
        if len(pending) == LINES_A_CHUNK or size > LARGEST_CHUNK:
            yield Chunk(path, tuple(pending), is_json=True)
            pending, size = [], 0
    if pending:
        yield Chunk(path, tuple(pending), is_json=True)
