"""Many games: files are read in chunks, judged on all cores, and answered in order, with memory that stays bounded."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

from overtrick.cli.files import STANDARD, text_of
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import Game
from overtrick.core.parallel import in_order
from overtrick.engine.kernel.engine import prepare
from overtrick.formats import jsonl
from overtrick.formats.catalogue import FORMATS, FormatName
from overtrick.formats.lines import Line, filled_lines
from overtrick.formats.places import Placed
from overtrick.referee.judging import Judgement, Status, judge_placed, judge_tricks, open_input
from overtrick.referee.referee import Level

LINES_A_CHUNK: Final = 200
"""more than any game of a text format has"""
LARGEST_CHUNK: Final = 1 << 20
"""in characters"""
WORTH_MORE_CORES: Final = 1 << 20
"""how many bytes are worth the start of further processes"""
WORTH_SCREENING: Final = 1 << 21
"""how many bytes are worth the load of the kernels that screen games"""
SIZE_OF_A_GAME: Final = 1000
"""in characters, of a Bridge file, for the progress bar"""

Render = Callable[[str, int | None, Judgement], str]
"""The text for a judgement, of the path and of the line where the path has several games."""


class Chunk(NamedTuple):
    """A part of the input: one deal, or some records."""

    path: str
    game: Game | None = None
    """which game it is, where the records do not say it"""
    form: FormatName = "json"
    lines: tuple[Line, ...] = ()
    games: tuple[Placed, ...] = ()
    """games that are already read, instead of lines"""
    finding: Finding | None = None
    """why there is neither"""

    @property
    def size(self) -> int:
        """How much of the input it is, in characters."""
        return sum(len(line.text) + 1 for line in self.lines) + SIZE_OF_A_GAME * len(self.games)


class Rendered(NamedTuple):
    """What is left of a judgement when it has been rendered."""

    game: str | None
    status: Status
    text: str


def judge_paths(
    paths: Iterable[str], evidence: Level, game: str | None, render: Render
) -> Iterator[tuple[int, list[Rendered]]]:
    """What becomes of all games in the order of the paths, chunk by chunk, with the size of each chunk."""
    paths = list(paths)
    size = total_size(paths)
    screens = size >= WORTH_SCREENING and prepare("screening")  # so that further processes need not compile
    work = partial(_judge_chunk, evidence=evidence, render=render, screens=screens)
    return in_order(work, _chunks(paths, game), size >= WORTH_MORE_CORES)


def total_size(paths: Iterable[str]) -> int:
    """How many bytes the files have, as far as that is known."""
    return sum(os.path.getsize(path) for path in paths if os.path.isfile(path))


def _judge_chunk(chunk: Chunk, evidence: Level, render: Render, screens: bool) -> tuple[int, list[Rendered]]:
    """The size of a chunk, and what becomes of its games."""
    return chunk.size, [
        Rendered(judgement.game_name, judgement.status, render(chunk.path, line, judgement))
        for line, judgement in _judged(chunk, evidence, screens)
    ]


def _judged(chunk: Chunk, evidence: Level, screens: bool) -> Iterator[tuple[int | None, Judgement]]:
    """The judgements of a chunk, with their lines where the path can have several games."""
    if chunk.finding is not None:
        yield None, Judgement(chunk.game, finding=chunk.finding)
    elif FORMATS[chunk.form].has_tricks:
        judged = judge_tricks(iter(chunk.lines), chunk.form, chunk.game, evidence)
        yield from ((None, item) for item in judged if isinstance(item, Judgement))
    else:
        games = chunk.games or [jsonl.read_line(line) for line in chunk.lines]
        yield from zip((placed.line for placed in games), _judge_games(games, evidence, screens), strict=True)


def _judge_games(games: Sequence[Placed], evidence: Level, screens: bool) -> Iterable[Judgement]:
    if not screens:
        return (judge_placed(placed, evidence) for placed in games)
    from overtrick.engine.screening import judge_all  # small inputs start without it

    return judge_all(games, evidence)


def _chunks(paths: Iterable[str], game: str | None) -> Iterator[Chunk]:
    for path in paths:
        try:
            with text_of(sys.stdin.buffer if path == STANDARD else open(path, "rb")) as text:
                yield from _chunks_of(path, text, game)
        except OSError as error:
            finding = Finding("unreadable", {"path": path, "reason": error.strerror or str(error)})
            yield Chunk(path, finding=finding)


def _chunks_of(path: str, text: Iterable[str], game: str | None) -> Iterator[Chunk]:
    try:
        opened = open_input(text, game)
    except Invalid as error:
        yield Chunk(path, find_game(game) if game else None, finding=error.finding)
        return
    chunk = Chunk(path, opened.game, opened.form)
    lines = filled_lines(opened.lines)
    if FORMATS[opened.form].has_tricks:
        yield chunk._replace(lines=tuple(islice(lines, LINES_A_CHUNK)))
    elif opened.form == "json":
        while records := tuple(_up_to(LARGEST_CHUNK, islice(lines, LINES_A_CHUNK))):
            yield chunk._replace(lines=records)
    else:
        games = opened.games()
        while some := tuple(islice(games, LINES_A_CHUNK)):
            yield chunk._replace(games=some)


def _up_to(size: int, lines: Iterator[Line]) -> Iterator[Line]:
    """Lines until there are enough characters."""
    for line in lines:
        yield line
        size -= len(line.text)
        if size < 0:
            return
