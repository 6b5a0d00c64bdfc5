"""`overtrick judge`: verdicts, proofs and scores.

Files are read in chunks, judged on all cores, and answered in order, with memory that stays bounded.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Final, NamedTuple, get_args

from overtrick import texts
from overtrick.cli.files import STANDARD, open_to_read, shown, text_of
from overtrick.cli.options import Parser
from overtrick.cli.progress import Progress
from overtrick.cli.terminal import json_text
from overtrick.cli.warned import Repeats, Warned
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Finding, Invalid, spot_text
from overtrick.core.game import Game
from overtrick.core.parallel import in_order
from overtrick.core.scoring import Scores
from overtrick.formats import jsonl
from overtrick.formats.catalogue import FORMATS, FormatName, records_of_path
from overtrick.formats.lines import Line, filled_lines
from overtrick.formats.record_format import Located
from overtrick.referee.judging import Judgement, Status, TrickScore, judge_game, judge_lines, judge_tricks, open_input
from overtrick.referee.referee import Level

EXIT_CODES: Final[dict[Status, int]] = {"clean": 0, "incomplete": 0, "fault": 1, "invalid": 2}

Counts = Counter[tuple[str | None, Status]]
"""How many games there were of each game and status."""
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

Render = Callable[[str, int | None, Judgement], tuple[str, str]]
"""The text for a judgement, of the path and of the line where it has several games: a spot, if any, and the rest."""


def run(arguments: Sequence[str]) -> int:
    """Judge what the arguments name; the exit code is that of the worst game."""
    parser = Parser(
        "judge",
        "Judge games: who won, who broke a rule and what proves it. Exit code: 0 clean or incomplete, "
        "1 a fault, 2 invalid input.",
    )
    parser.value(
        "paths",
        "PATH",
        "files with games, or addresses of a hand viewer; none, or - alone: standard input, live",
        nargs="*",
    )
    parser.value(
        "--game",
        "GAME[:PRESET][,RULE=VALUE…]",
        "which game a text is, if not the one that its format implies; of a file that does not say how it is "
        "scored, the preset; JSON records name their games",
    )
    parser.add_argument(
        "--evidence",
        choices=get_args(Level),
        default="deal",
        help="player: a card contradicts what its player has shown; deal (the default): no deal explains all plays",
    )
    parser.flag("--json", "print one JSON object for each game")
    parser.lang("of the verdicts")
    options = parser.parse_args(arguments)
    if options.game:
        find_game(options.game)  # refuses what is no game before anything is read
    paths = options.paths or [STANDARD]
    if paths == [STANDARD]:
        return _judge_live(options.evidence, options.game, options.json, options.lang)
    return _judge_paths(paths, options.evidence, options.game, options.json, options.lang)


def _judge_live(evidence: Level, game: str | None, as_json: bool, language: str) -> int:
    """Judge standard input line by line; each answer is printed before the next line is read."""
    lines = text_of(sys.stdin.buffer) if sys.stdin is not None else ()
    started, counts, warned = time.monotonic(), Counts(), Warned(language)
    for item in judge_lines(lines, evidence, game):
        if isinstance(item, Judgement):
            counts[item.game_name, item.status] += 1
            print(json_text(item.as_json(language)) if as_json else _verdict(item, language), flush=True)
            warned.add(STANDARD, () if as_json else item.warnings)
        elif not as_json:
            print(_score_text(item), flush=True)
    warned.tell()
    return _finish(counts, None if as_json else language, time.monotonic() - started)


def _judge_paths(paths: Sequence[str], evidence: Level, game: str | None, as_json: bool, language: str) -> int:
    """Judge files, in the order in which they are named."""
    started, counts, progress, printed = time.monotonic(), Counts(), Progress(_total_size(paths)), False
    render = partial(_render, as_json=as_json, alone=len(paths) == 1, language=language)
    warned, repeats = Warned(language), Repeats(language)
    for size, rendered in _judged_chunks(paths, evidence, game, render):
        counts.update((each.game, each.status) for each in rendered)
        for each in rendered:
            warned.add(each.path, () if as_json else each.warnings)
        told = [
            each for each in rendered if each.text and (not each.may_repeat or repeats.are_few(each.path, each.text))
        ]
        if told:
            progress.clear()
            print(*(f"{each.spot}: {each.text}" if each.spot else each.text for each in told), sep="\n", flush=True)
            printed = True
        progress.advance(size)
    progress.clear()
    for line in repeats.lines():
        print(line)
    warned.tell()
    if counts.total() == 1 and not printed:  # one clean record: nothing else would tell
        print(f"{shown(paths[0])}: {texts.say(language, 'verdict.clean')}")
    return _finish(counts, None if as_json else language, time.monotonic() - started)


def _render(
    path: str, line: int | None, judgement: Judgement, as_json: bool, alone: bool, language: str
) -> tuple[str, str]:
    """The text for a game of a file: all of a game that is alone, a line for others, none for clean JSON records."""
    if as_json:
        return "", json_text(judgement.as_json(language))
    if line is not None:
        found = judgement.finding
        at = [found.line, found.column] if found and found.line else [line]
        spot = ":".join(str(part) for part in (path, *at) if part is not None)
        return spot, "" if judgement.status == "clean" else _verdict(judgement, language, located=False)
    if not alone:
        scores = f"{_scores(judgement.final)}, " if judgement.final and not judgement.fault else ""
        return path, f"{scores}{_verdict(judgement, language)}"
    return "", "\n".join([*map(_score_text, judgement.tricks), f"{path}: {_verdict(judgement, language)}"])


def _score_text(trick: TrickScore) -> str:
    """The scores and who won the trick; after the last trick also the scores of the deal."""
    final = "" if trick.final is None else f"\n{_scores(trick.final)}"
    return f"{_scores(trick.scores)} {trick.winner}{final}"


def _scores(scores: Scores) -> str:
    return f"{scores[0]} {scores[1]}"


def _verdict(judgement: Judgement, language: str, located: bool = True) -> str:
    """The verdict in a sentence, with the spot of the input where it is known."""
    finding, final, worth = judgement.finding, judgement.final, judgement.worth
    points = worth and texts.say(language, "verdict.match-points", first=worth[0], second=worth[1])
    if finding is None:
        return texts.say(language, "verdict.clean") + (f" ({points})" if points else "")
    words = [texts.say(language, f"status.{judgement.status}")]
    if judgement.fault:
        words.append(judgement.fault.law)
    if located and finding.line is not None:
        words.append(f"({spot_text(language, finding.line, finding.column)})")
    scores = f" ({', '.join(filter(None, [_scores(final), points]))})" if final else ""
    return f"{' '.join(words)}: {finding.message(language)}{scores}"


def _finish(counts: Counts, language: str | None, seconds: float) -> int:
    """Print a table of what there was, unless it was one game or nobody wants it; the exit code is the worst one."""
    if language is not None and counts.total() > 1:
        print(_table(counts, language))
        say = partial(texts.say, language, "table.time")
        print(say(games=counts.total(), seconds=f"{seconds:.1f}"))
    return max(EXIT_CODES[status] for _, status in counts)


def _table(counts: Counts, language: str) -> str:
    say = partial(texts.say, language)
    statuses = get_args(Status)
    rows = [[say("table.game"), *(say(f"status.{status}") for status in statuses)]]
    games = sorted({game for game, _ in counts}, key=lambda name: name or "~")
    rows += [[game or say("table.unknown"), *(str(counts[game, status]) for status in statuses)] for game in games]
    totals = (sum(n for (_, s), n in counts.items() if s == status) for status in statuses)
    rows.append([say("table.total"), *map(str, totals)])
    return "\n" + "\n".join(texts.table_lines(rows, left=1))


class Chunk(NamedTuple):
    """A part of the input: one deal, or some records."""

    path: str
    game: Game | None = None
    """which game it is, where the records do not say it"""
    form: FormatName = "json"
    lines: tuple[Line, ...] = ()
    games: tuple[Located, ...] = ()
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
    path: str
    spot: str
    text: str
    warnings: tuple[Finding, ...]

    @property
    def may_repeat(self) -> bool:
        """Whether the same sentence of another game of the file need not be told: it accuses nobody."""
        return bool(self.spot) and self.status != "fault"


def _judged_chunks(
    paths: Iterable[str], evidence: Level, game: str | None, render: Render
) -> Iterator[tuple[int, list[Rendered]]]:
    """What becomes of all games in the order of the paths, chunk by chunk, with the size of each chunk."""
    paths = list(paths)
    size = _total_size(paths)
    screens = size >= WORTH_SCREENING and _can_screen()
    work = partial(_judge_chunk, evidence=evidence, render=render, screens=screens)
    return in_order(work, _chunks(paths, game), size >= WORTH_MORE_CORES)


def _can_screen() -> bool:
    """Whether kernels can screen games; they are compiled here, so that further processes need not do it."""
    from overtrick.engine.kernel.engine import prepare  # small inputs start without it

    return prepare("screening")


def _total_size(paths: Iterable[str]) -> int:
    """How many bytes the files have, as far as that is known."""
    return sum(os.path.getsize(path) for path in paths if os.path.isfile(path))


def _judge_chunk(chunk: Chunk, evidence: Level, render: Render, screens: bool) -> tuple[int, list[Rendered]]:
    """The size of a chunk, and what becomes of its games."""
    return chunk.size, [
        Rendered(
            judgement.game_name,
            judgement.status,
            chunk.path,
            *render(chunk.path, line, judgement),
            judgement.warnings,
        )
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
        judgements: Iterable[Judgement] = (judge_game(located, evidence) for located in games)
        if screens:
            from overtrick.engine.screening import judge_all  # small inputs start without it

            judgements = judge_all(games, evidence)
        yield from zip((located.line for located in games), judgements, strict=True)


def _chunks(paths: Iterable[str], game: str | None) -> Iterator[Chunk]:
    for path in paths:
        try:
            with open_to_read(path) as file, text_of(file) as text:
                yield from _chunks_of(path, text, game)
        except OSError as error:
            finding = Finding("unreadable", {"path": path, "reason": error.strerror or str(error)})
            yield Chunk(shown(path), finding=finding)


def _chunks_of(path: str, text: Iterable[str], game: str | None) -> Iterator[Chunk]:
    try:
        opened = open_input(text, game, None if path == STANDARD else records_of_path(path))
    except Invalid as error:
        yield Chunk(shown(path), find_game(game) if game else None, finding=error.finding)
        return
    chunk = Chunk(shown(path), opened.game, opened.form)
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
