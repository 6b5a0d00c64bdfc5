"""`overtrick standings`: pairs or teams ranked over the records of a club evening."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import get_args

from overtrick import texts
from overtrick.arena.standings import DECIMALS, Measure, StandingsRow, standings
from overtrick.cli.files import read_games
from overtrick.cli.options import LEFT_OUT, Parser
from overtrick.cli.terminal import print_json
from overtrick.cli.warned import Warned
from overtrick.core.errors import Finding
from overtrick.formats.catalogue import FORMATS
from overtrick.referee.verdict import Fault


def run(arguments: Sequence[str]) -> int:
    """Print the standings; records that do not count are told on standard error."""
    parser = Parser(
        "standings",
        "Rank pairs, or teams where the records name rooms, over the records of some files. Records that "
        "are wrong, not finished, or without names are told and left out (exit code 1).",
    )
    parser.value("paths", "FILE", "files of records, or - for standard input", nargs="+")
    parser.add_argument(
        "--by",
        choices=get_args(Measure),
        help="mp: matchpoints (where tables are compared by default); imp: IMPs of teams, or against all other tables; "
        "vp: victory points of teams; points: wins and points (else by default)",
    )
    parser.add_argument("--from", dest="source_format", choices=FORMATS, help="the format of the files")
    parser.flag("--json", "print a JSON object")
    parser.lang("of the table")
    options = parser.parse_args(arguments)
    read = [(path, game) for path in options.paths for game in read_games(path, options.source_format)]
    warned = Warned(options.lang)
    for path, game in read:
        warned.add(path, [*([game.finding] if game.finding and game.record else []), *game.warnings])
    warned.tell()
    broken = [(path, game.finding or Finding("empty", {}, game.line)) for path, game in read if game.record is None]
    left_out = [_left_out(f"{path}:{finding.line}", finding, options.lang) for path, finding in broken]
    records = [(f"{path}:{game.line}", game.record) for path, game in read if game.record is not None]
    ranking = standings([record for _, record in records], options.by)
    left_out += [_left_out(records[number][0], finding, options.lang) for number, finding in ranking.left_out]
    if options.json:
        rows = [{"rank": row.rank, "name": row.name, **row.values} for row in ranking.rows]
        print_json({"standings": rows, "left_out": left_out})
    else:
        print(*_lines(ranking.rows, options.lang), sep="\n")
    return LEFT_OUT if left_out else 0


def _left_out(spot: str, finding: Finding | Fault, language: str) -> dict[str, str]:
    """What does not count and why, which is also told on standard error."""
    message = finding.message(language)
    print(f"{spot}: {message}", file=sys.stderr)
    return {"place": spot, "message": message}


def _lines(rows: Sequence[StandingsRow], language: str) -> Iterator[str]:
    """A heading, and a line for each pair or team."""
    say = partial(texts.say, language)
    if not rows:
        yield say("standings.nobody")
        return
    ranks = [f"{row.rank}{'=' if row.is_tied else ''}" for row in rows]
    width = max(map(len, ranks))
    cells = [["", *(say(f"standings.{column}") for column in rows[0].values)]]
    for rank, row in zip(ranks, rows, strict=True):
        numbers = [f"{value:.2f}" if column in DECIMALS else str(value) for column, value in row.values.items()]
        cells.append([f"{rank:<{width}}  {row.name}", *numbers])
    yield from texts.table_lines(cells, left=1)
