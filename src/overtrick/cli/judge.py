"""`overtrick judge`: verdicts, proofs and scores."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Final, get_args

from overtrick import texts
from overtrick.cli.batch import judge_paths, total_size
from overtrick.cli.files import STANDARD, text_of
from overtrick.cli.options import Parser
from overtrick.cli.progress import Progress
from overtrick.cli.terminal import json_text, table_lines
from overtrick.core.catalogue import find_game
from overtrick.core.scoring import Scores
from overtrick.referee.judging import Judgement, Status, TrickScore, judge_lines
from overtrick.referee.referee import Level

EXIT_CODES: Final[dict[Status, int]] = {"clean": 0, "incomplete": 0, "fault": 1, "invalid": 2}

Counts = Counter[tuple[str | None, Status]]
"""How many games there were of each game and status."""


def run(arguments: Sequence[str]) -> int:
    """Judge what the arguments name; the exit code is that of the worst game."""
    parser = Parser(
        "judge",
        "Judge games: who won, who broke a rule and what proves it. Exit code: 0 clean or incomplete, "
        "1 a fault, 2 invalid input.",
    )
    parser.value("paths", "PATH", "files with games; none, or - alone: standard input, live", nargs="*")
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
    started, counts = time.monotonic(), Counts()
    for item in judge_lines(lines, evidence, game):
        if isinstance(item, Judgement):
            counts[item.game_name, item.status] += 1
            print(json_text(item.as_json(language)) if as_json else _verdict(item, language), flush=True)
        elif not as_json:
            print(_score_text(item), flush=True)
    return _finish(counts, None if as_json else language, time.monotonic() - started)


def _judge_paths(paths: Sequence[str], evidence: Level, game: str | None, as_json: bool, language: str) -> int:
    """Judge files, in the order in which they are named."""
    started, counts, progress, printed = time.monotonic(), Counts(), Progress(total_size(paths)), False
    render = partial(_render, as_json=as_json, alone=len(paths) == 1, language=language)
    for size, rendered in judge_paths(paths, evidence, game, render):
        counts.update((each.game, each.status) for each in rendered)
        shown = [each.text for each in rendered if each.text]
        if shown:
            progress.clear()
            print(*shown, sep="\n", flush=True)
            printed = True
        progress.advance(size)
    progress.clear()
    if counts.total() == 1 and not printed:  # one clean record: nothing else would tell
        print(f"{paths[0]}: {texts.say(language, 'verdict.clean')}")
    return _finish(counts, None if as_json else language, time.monotonic() - started)


def _render(path: str, line: int | None, judgement: Judgement, as_json: bool, alone: bool, language: str) -> str:
    """The text for a game of a file: all of a game that is alone, a line for others, none for clean JSON records."""
    if as_json:
        return json_text(judgement.as_json(language))
    if line is not None:
        at = judgement.finding.line if judgement.finding and judgement.finding.line else line
        return "" if judgement.status == "clean" else f"{path}:{at}: {_verdict(judgement, language, placed=False)}"
    if not alone:
        scores = f"{_scores(judgement.final)}, " if judgement.final and not judgement.fault else ""
        return f"{path}: {scores}{_verdict(judgement, language)}"
    return "\n".join([*map(_score_text, judgement.tricks), f"{path}: {_verdict(judgement, language)}"])


def _score_text(trick: TrickScore) -> str:
    """The scores and who won the trick; after the last trick also the scores of the deal."""
    final = "" if trick.final is None else f"\n{_scores(trick.final)}"
    return f"{_scores(trick.scores)} {trick.winner}{final}"


def _scores(scores: Scores) -> str:
    return f"{scores[0]} {scores[1]}"


def _verdict(judgement: Judgement, language: str, placed: bool = True) -> str:
    """The verdict in a sentence, with the place of the input where it is known."""
    finding, final, worth = judgement.finding, judgement.final, judgement.worth
    points = worth and texts.say(language, "verdict.match-points", first=worth[0], second=worth[1])
    if finding is None:
        return texts.say(language, "verdict.clean") + (f" ({points})" if points else "")
    words = [texts.say(language, f"status.{judgement.status}")]
    if judgement.fault:
        words.append(judgement.fault.law)
    if placed and finding.line is not None:
        column = finding.column
        place = f"place.{'line' if column is None else 'column'}"
        words.append(f"({texts.say(language, place, line=finding.line, column=column or 1)})")
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
    return "\n" + "\n".join(table_lines(rows, left=1))
